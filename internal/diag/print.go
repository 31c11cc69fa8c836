package diag

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/plainfile"
)

// PrintOptions say how diagnostics are printed.
type PrintOptions struct {
	// Dir is the absolute working directory: files below and beside it are shown relative to it. Empty: as they are.
	Dir string
	// Color turns on terminal colours in the text format. The caller knows whether the writer is a terminal.
	Color bool
	// Root is the absolute root of the repository, to which files in sarif are relative. Empty: Dir.
	Root string
	// Tool and Rules are for sarif. Codes that Rules lacks are listed without help.
	Tool  Tool
	Rules []Rule
	// Source reads a file for excerpts. Nil reads regular files of the disk. An error leaves the excerpt out.
	Source func(file string) ([]byte, error)
}

// Formats are the formats that Print knows.
func Formats() []string { return []string{"text", "json", "sarif", "github"} }

// Print writes diagnostics in a format: "text" for people, "json" for programs, "sarif" for code scanning, "github"
// for annotations of a workflow run. They come in the order of Sort, each finding once. Text of users is made printable in every format. An unknown
// format and a failing writer are errors.
func Print(w io.Writer, format string, diags []Diagnostic, opt PrintOptions) error {
	diags = Sort(diags)
	switch format {
	case "text":
		return printText(w, diags, opt)
	case "json":
		return printJSON(w, diags, opt)
	case "sarif":
		return printSARIF(w, diags, opt)
	case "github":
		return printGitHub(w, diags, opt)
	default:
		return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
	}
}

// display is a file as it is shown: relative to the working directory where that is shorter to read, with slashes.
func (o PrintOptions) display(file string) string {
	if o.Dir != "" && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(o.Dir, file); err == nil && !climbs(rel) {
			file = rel
		}
	}
	return Clean(filepath.ToSlash(file))
}

// climbs tells whether a relative path leaves more than three levels: then the absolute one says more.
func climbs(rel string) bool {
	const up = ".." + string(filepath.Separator)
	return strings.HasPrefix(rel, strings.Repeat(up, 4))
}

func (o PrintOptions) source(file string) ([]byte, error) {
	if o.Source != nil {
		return o.Source(file)
	}
	return plainfile.Read(file, maxSourceBytes)
}
