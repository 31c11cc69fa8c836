package output

import (
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
)

// ForeignError says that files stand in the way that ikgen did not write. Nothing was written.
type ForeignError struct {
	Dir   string   // absolute
	Files []string // relative to Dir, with slashes, in code order
}

// Error names the files.
func (e *ForeignError) Error() string {
	return "not written by ikgen, so not overwritten: " + strings.Join(e.Files, ", ")
}

// Diagnostics are one finding a file.
func (e *ForeignError) Diagnostics() []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, name := range e.Files {
		out = append(out, diag.Diagnostic{
			Code: CodeForeign, Severity: diag.Error, Message: "the file stands in the way of a generated one and was not written by ikgen",
			Pos:  diag.Position{File: filepath.Join(e.Dir, filepath.FromSlash(name)), Line: 1, Column: 1},
			Help: "move or rename it, or generate elsewhere with @ik(out=\"…\")",
		})
	}
	return out
}
