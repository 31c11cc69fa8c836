package diag

import (
	"strings"
	"unicode/utf16"
)

// sources reads files once, for regions and fingerprints.
type sources struct {
	opt    PrintOptions
	lines  map[string][]string // nil for a file that cannot be read
	hashes map[string][]string // of each line
}

func newSources(opt PrintOptions) *sources {
	return &sources{opt: opt, lines: map[string][]string{}, hashes: map[string][]string{}}
}

func (s *sources) file(name string) []string {
	lines, known := s.lines[name]
	if !known {
		if data, err := s.opt.source(name); err == nil {
			lines = strings.Split(string(data), "\n")
			s.hashes[name] = lineHashes(string(data))
		}
		s.lines[name] = lines
	}
	return lines
}

// line is a line of a file without its end, "" when there is none.
func (s *sources) line(name string, n int) string {
	lines := s.file(name)
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[n-1], "\r")
}

// region is a position in columns of UTF-16 units. Without an end it reaches to the end of its line.
func (s *sources) region(pos Position) sarifRegion {
	start := max(pos.Column, 1)
	first := s.line(pos.File, pos.Line)
	r := sarifRegion{StartLine: pos.Line, StartColumn: units(first, start), EndLine: pos.Line}
	if pos.EndLine > pos.Line || pos.EndLine == pos.Line && pos.EndColumn > start {
		r.EndLine = pos.EndLine
		r.EndColumn = units(s.line(pos.File, pos.EndLine), max(pos.EndColumn, 1))
	} else {
		r.EndColumn = units(first, len(first)+1)
	}
	if r.EndLine == r.StartLine {
		r.EndColumn = max(r.EndColumn, r.StartColumn+1)
	}
	return r
}

// units turns a column in bytes into one in UTF-16 units. Beyond the line a byte counts as one.
func units(line string, column int) int {
	before := min(column-1, len(line))
	n := 0
	for _, r := range line[:before] {
		n += max(utf16.RuneLen(r), 1)
	}
	return n + column - before
}
