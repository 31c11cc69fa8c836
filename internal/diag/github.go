package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// printGitHub prints one workflow command a finding. Everything that could end a property or start another command is
// escaped as GitHub asks.
func printGitHub(w io.Writer, diags []Diagnostic, opt PrintOptions) error {
	out := bufio.NewWriter(w)
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, d := range diags {
		d = opt.printable(d)
		command := "error"
		if d.Severity == Warning {
			command = "warning"
		}
		fmt.Fprintf(out, "::%s ", command)
		if d.Pos.IsValid() {
			fmt.Fprintf(out, "file=%s,line=%d,col=%d,", property.Replace(d.Pos.File), d.Pos.Line, max(d.Pos.Column, 1))
			if d.Pos.EndLine > 0 {
				fmt.Fprintf(out, "endLine=%d,endColumn=%d,", d.Pos.EndLine, d.Pos.EndColumn)
			}
		}
		fmt.Fprintf(out, "title=%s::%s\n", property.Replace(d.Code), data.Replace(annotation(d)))
	}
	return out.Flush()
}

// annotation is the body of an annotation: the message, then what the text format shows in further lines.
func annotation(d Diagnostic) string {
	lines := []string{d.Message}
	if d.Path != "" {
		lines = append(lines, "path: "+d.Path)
	}
	if d.Help != "" {
		lines = append(lines, "help: "+d.Help)
	}
	for _, r := range d.Related {
		lines = append(lines, fmt.Sprintf("see %s: %s", place(r.Pos), r.Message))
	}
	return strings.Join(lines, "\n")
}

// place is a position whose file is already made printable.
func place(p Position) string {
	switch {
	case p.File == "":
		return "-"
	case p.Line <= 0:
		return p.File
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, max(p.Column, 1))
	}
}
