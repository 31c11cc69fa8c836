package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// The colours of the text format (SGR sequences).
const (
	styleReset  = "\x1b[0m"
	styleBold   = "\x1b[1m"
	styleRed    = "\x1b[1;31m"
	styleYellow = "\x1b[1;33m"
	styleDim    = "\x1b[2m"
)

// textPrinter prints findings for people.
type textPrinter struct {
	w     *bufio.Writer
	opt   PrintOptions
	files map[string][]string // lines of the files that were read; nil: unreadable
}

func printText(w io.Writer, diags []Diagnostic, opt PrintOptions) error {
	p := &textPrinter{w: bufio.NewWriter(w), opt: opt, files: map[string][]string{}}
	for i, d := range diags {
		if i > 0 {
			p.line("")
		}
		p.diagnostic(d)
	}
	if len(diags) > 0 {
		p.line("")
		p.line(Summarize(diags).String())
	}
	return p.w.Flush()
}

// String is the summary as "2 errors, 1 warning"; what is zero is left out.
func (s Summary) String() string {
	var parts []string
	count := func(n int, word string) {
		if n == 1 {
			parts = append(parts, "1 "+word)
		} else if n > 1 {
			parts = append(parts, fmt.Sprintf("%d %ss", n, word))
		}
	}
	count(s.Errors, "error")
	count(s.Warnings, "warning")
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

func (p *textPrinter) diagnostic(raw Diagnostic) {
	d := p.opt.printable(raw)
	where := ""
	if d.Pos.File != "" {
		where = p.style(styleBold, place(d.Pos)+":") + " "
	}
	severity := p.style(styleRed, "error:")
	if d.Severity == Warning {
		severity = p.style(styleYellow, "warning:")
	}
	p.line(where + severity + " " + d.Message + " " + p.style(styleDim, "["+d.Code+"]"))
	p.excerpt(raw.Pos)
	if d.Path != "" {
		p.line("  path: " + d.Path)
	}
	if d.Help != "" {
		p.help(d.Help)
	}
	for _, r := range d.Related {
		if r.Pos.File == "" {
			p.line("  see: " + r.Message)
			continue
		}
		p.line("  see: " + place(r.Pos) + ": " + r.Message)
	}
}

// help prints further lines behind a bar: a line that starts with user text could be read as a command by a CI system.
func (p *textPrinter) help(text string) {
	lines := strings.Split(text, "\n")
	p.line("  help: " + lines[0])
	for _, l := range lines[1:] {
		p.line("      | " + l)
	}
}

// line writes one line. The older form of workflow commands, ##[…], is recognised anywhere in a line, so it is broken
// up; the newer form only at the start, where a file name could stand.
func (p *textPrinter) line(s string) {
	s = strings.ReplaceAll(s, "##[", `##\[`)
	if strings.HasPrefix(strings.TrimLeft(s, " \t"), "::") {
		s = "./" + s
	}
	_, _ = p.w.WriteString(s + "\n") // the error sticks and is returned by Flush
}

func (p *textPrinter) style(style, s string) string {
	if !p.opt.Color {
		return s
	}
	return style + s + styleReset
}
