package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an excerpt: a longer line is shown around the column, a larger file not at all.
const (
	maxExcerptRunes = 160
	maxSourceBytes  = 8 << 20
)

// excerpt prints the line of a position with a caret below the column, and with tildes up to the end of the place.
func (p *textPrinter) excerpt(pos Position) {
	line, ok := p.sourceLine(pos)
	if !ok || strings.TrimSpace(line) == "" {
		return
	}
	start := min(max(pos.Column-1, 0), len(line))
	end := start
	if pos.EndLine == pos.Line && pos.EndColumn > pos.Column {
		end = min(pos.EndColumn-1, len(line))
	}
	before, marked, after := clip(line[:start], line[start:end], line[end:])
	number := fmt.Sprintf("%5d", pos.Line)
	p.line(p.style(styleDim, number+" |") + " " + cleanSource(before+marked+after))
	underline := "^" + strings.Repeat("~", max(width(cleanSource(marked))-1, 0))
	p.line(p.style(styleDim, strings.Repeat(" ", len(number))+" |") + " " + padding(cleanSource(before)) + p.style(styleRed, underline))
}

// sourceLine returns the line of a position without its end.
func (p *textPrinter) sourceLine(pos Position) (string, bool) {
	if !pos.IsValid() {
		return "", false
	}
	lines, read := p.files[pos.File]
	if !read {
		if data, err := p.opt.source(pos.File); err == nil && len(data) <= maxSourceBytes {
			lines = strings.Split(string(data), "\n")
		}
		p.files[pos.File] = lines
	}
	if pos.Line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[pos.Line-1], "\r"), true
}

// clip shortens a long line. The beginning of the marked text always stays visible.
func clip(before, marked, after string) (string, string, string) {
	if n := utf8.RuneCountInString(before); n > maxExcerptRunes/2 {
		runes := []rune(before)
		before = "…" + string(runes[n-maxExcerptRunes/2+1:])
	}
	left := maxExcerptRunes - utf8.RuneCountInString(before)
	marked, left = head(marked, left)
	after, _ = head(after, left)
	return before, marked, after
}

// head keeps at most limit runes of s, and says how many are left of the limit.
func head(s string, limit int) (string, int) {
	n := utf8.RuneCountInString(s)
	if n <= limit {
		return s, limit - n
	}
	if limit <= 0 {
		return "", 0
	}
	return string([]rune(s)[:limit-1]) + "…", 0
}

// padding is white space as wide as s. Tabs stay tabs: their width is the terminal's business.
func padding(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\t' {
			b.WriteByte('\t')
			continue
		}
		b.WriteString(strings.Repeat(" ", runeWidth(r)))
	}
	return b.String()
}

func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// runeWidth is the number of terminal cells of a rune: none for combining marks, two for East Asian wide characters and
// emoji, else one.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf && r != 0x303f, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f900 && r <= 0x1f9ff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	default:
		return 1
	}
}
