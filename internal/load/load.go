package load

import (
	"context"
	"fmt"
	"path/filepath"
	"sort"

	"github.com/ikgen/ikgen/internal/diag"
)

// Load finds and compiles the packages that the patterns name. What is wrong with them is in Result.Diags; the error
// says that nothing could be read (a UsageError where a pattern is at fault), or that the context ended.
func Load(ctx context.Context, cfg Config) (*Result, error) {
	if !filepath.IsAbs(cfg.Dir) {
		return nil, &UsageError{Message: fmt.Sprintf("the working directory %q is not absolute", cfg.Dir)}
	}
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"./..."}
	}
	l := &loader{cfg: cfg, files: newSource(cfg.Overlay), notes: &notes{}}
	dirs, err := l.discover(ctx)
	if err != nil {
		return nil, err
	}
	out := &Result{}
	for _, group := range l.byRoot(dirs) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
		out.Packages = append(out.Packages, l.module(ctx, group)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	sort.SliceStable(out.Packages, func(i, j int) bool { return out.Packages[i].Dir < out.Packages[j].Dir })
	sort.Strings(l.copies)
	out.Diags, out.SchemaCopies = l.notes.sorted(), l.copies
	return out, nil
}

// UsageError says that a pattern names nothing that can be loaded.
type UsageError struct{ Message string }

// Error is the message.
func (e *UsageError) Error() string { return e.Message }

// loader is the state of one Load.
type loader struct {
	cfg    Config
	files  *source
	notes  *notes
	copies []string // of the authoring schema, out of date

	builtins map[string]bool // import paths without a dot: whether CUE's library has the package
}

// notes collects diagnostics.
type notes struct{ list []diag.Diagnostic }

func (n *notes) add(d diag.Diagnostic) { n.list = append(n.list, d) }

func (n *notes) fail(code string, pos diag.Position, message, help string) {
	n.add(diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Pos: pos, Help: help})
}

// sorted drops repetitions and orders by place.
func (n *notes) sorted() []diag.Diagnostic {
	type key struct {
		code, message, file string
		line, column        int
	}
	seen := map[key]bool{}
	var out []diag.Diagnostic
	for _, d := range n.list {
		k := key{d.Code, d.Message, d.Pos.File, d.Pos.Line, d.Pos.Column}
		if !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return before(out[i], out[j]) })
	return out
}

func before(a, b diag.Diagnostic) bool {
	switch {
	case a.Pos.File != b.Pos.File:
		return a.Pos.File < b.Pos.File
	case a.Pos.Line != b.Pos.Line:
		return a.Pos.Line < b.Pos.Line
	case a.Pos.Column != b.Pos.Column:
		return a.Pos.Column < b.Pos.Column
	case a.Code != b.Code:
		return a.Code < b.Code
	}
	return a.Message < b.Message
}
