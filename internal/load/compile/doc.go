// Package compile turns the evaluated `agent`, `catalog` and `suites` of a CUE package into their representation.
//
// It owns which field of the authoring schema becomes which field of the representation. Values come from the
// evaluator, schemas and matches from the syntax (package types). Values that are in error are left at their zero:
// whoever validates the package reports them.
package compile

import (
	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/internal/load/types"
)

// Compiler compiles the declarations of one package.
type Compiler struct {
	Package *spec.Package
	Value   cue.Value // of the package
	Types   *types.Compiler
	Report  func(diag.Diagnostic)

	visited int             // nodes walked for matches and schemas
	seen    map[string]bool // paths of matches and schemas that were compiled
}

// maxVisited bounds the walk over what an author declared: a spec may refer to itself, many times at each level.
const maxVisited = 100_000

func (c *Compiler) fail(code, path, message, help string) {
	c.Report(diag.Diagnostic{
		Code: code, Severity: diag.Error, Message: message, Path: path, Pos: c.Package.At(path), Help: help,
	})
}
