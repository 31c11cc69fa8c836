// Package load turns CUE packages on disk, or in memory, into the intermediate representation with positions and
// diagnostics: the build-time front of the tool.
//
// It owns finding packages, loading them without a CUE registry, and saying in the author's words what CUE finds
// wrong. It knows nothing of generated code, and leaves the rules of a definition (unknown ids, dependencies) to
// internal/check.
package load

import (
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

// Config says what to load.
type Config struct {
	Dir      string   // absolute working directory
	Patterns []string // "./...", "./dir", "./dir/...", or a file whose directory is meant; default ./...
	// Overlay adds files, or replaces those on disk: absolute path to content. Directories need not exist on disk.
	Overlay map[string][]byte
	// Module is the path of the module that is assumed where no cue.mod is found; default "case.test".
	Module string
}

// Package is one loaded package.
type Package struct {
	IR     *ir.Package // nil where the package could not be evaluated at all
	Dir    string      // absolute directory of the CUE package
	OutDir string      // absolute directory of the generated files (@ik(out="…"), else Dir)
	Root   string      // absolute root of the CUE module
	Files  []string    // absolute: the CUE files, and the files embedded in them, in code order
	// At is the position of a path such as agent.capabilities."order.find".requires[0], else of its nearest parent.
	At func(path string) diag.Position
	// Within is the position of a piece of a text at a path: length bytes from offset at on, in the file that the text is
	// embedded from, or in a string of the spec. False where the source does not show the text as it is.
	Within   func(path, text string, at, length int) (diag.Position, bool)
	Deps     []*Package // the shared packages that it imports, direct and indirect, in code order of path
	Explicit bool       // named by a pattern without "..."
	Allows   []Allow    // findings that the author accepts, in order of the text
	// Unread are the paths that could not be read, in code order: each has its diagnostic. What the representation has
	// there, or does not have, says nothing of the author's intent.
	Unread []string
}

// Allow is @ik(allow="CODE: reason"): a finding that the author accepts at an element and below it.
type Allow struct {
	Path   string // the element; empty: the whole package
	Code   string
	Reason string
	Pos    diag.Position
}

// Result is what was loaded.
type Result struct {
	Packages []*Package // in code order of Dir
	Diags    []diag.Diagnostic
	// SchemaCopies are the files, absolute and in code order, that hold a version of the authoring schema which is not
	// the tool's. It was not read: specs are held against the tool's own.
	SchemaCopies []string
}
