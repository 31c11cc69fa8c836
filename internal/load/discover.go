package load

import (
	"context"
	"fmt"
	"path/filepath"
	"sort"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

// target is one directory to load.
type target struct {
	dir      string
	explicit bool
}

// Targets are the directories that the patterns name, in code order, without loading them.
func Targets(ctx context.Context, cfg Config) ([]string, error) {
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"./..."}
	}
	targets, err := (&loader{cfg: cfg, files: newSource(cfg.Overlay), notes: &notes{}}).discover(ctx)
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.dir
	}
	return out, err
}

// discover expands the patterns to directories, in code order.
func (l *loader) discover(ctx context.Context) ([]target, error) {
	found := map[string]bool{}
	for _, p := range l.cfg.Patterns {
		if err := l.pattern(ctx, p, found); err != nil {
			return nil, err
		}
	}
	out := make([]target, 0, len(found))
	for dir, explicit := range found {
		out = append(out, target{dir, explicit})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].dir < out[j].dir })
	return out, nil
}

func (l *loader) pattern(ctx context.Context, pattern string, found map[string]bool) error {
	path := filepath.FromSlash(pattern)
	deep := path == "..." || strings.HasSuffix(path, string(filepath.Separator)+"...")
	if deep {
		path = strings.TrimSuffix(strings.TrimSuffix(path, "..."), string(filepath.Separator))
		if path == "" && !strings.HasPrefix(pattern, "/") {
			path = "."
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.cfg.Dir, path)
	}
	path = filepath.Clean(path)
	switch {
	case deep && l.files.isDir(path):
		return l.walk(ctx, path, found)
	case l.files.isDir(path):
		names, err := l.files.cueFiles(path)
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
		if len(names) == 0 {
			return &UsageError{Message: fmt.Sprintf("no CUE files in %q", pattern)}
		}
		found[path] = true
	case !deep && l.files.isFile(path) && strings.HasSuffix(path, ".cue"):
		found[filepath.Dir(path)] = true
	case !deep && l.files.isFile(path):
		return &UsageError{Message: fmt.Sprintf("%q is no CUE file", pattern)}
	default:
		return &UsageError{Message: fmt.Sprintf("%q does not exist", pattern)}
	}
	return nil
}

// skipped tells whether ./... leaves a folder out.
func skipped(name string) bool {
	switch name {
	case "testdata", "vendor", "node_modules", "cue.mod":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// walk takes every directory below that has something to compile.
func (l *loader) walk(ctx context.Context, dir string, found map[string]bool) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	_, dirs, err := l.files.list(dir)
	if err != nil {
		return fmt.Errorf("reading %s: %w", dir, err)
	}
	take, err := l.compilable(dir)
	if err != nil {
		return err
	}
	if take && !found[dir] {
		found[dir] = false
	}
	for _, name := range dirs {
		if skipped(name) {
			continue
		}
		if err := l.walk(ctx, filepath.Join(dir, name), found); err != nil {
			return err
		}
	}
	return nil
}

// compilable tells whether a directory holds an agent or a catalog, or a file that cannot be parsed, whose fault
// must be reported rather than passed over.
func (l *loader) compilable(dir string) (bool, error) {
	names, err := l.files.cueFiles(dir)
	if err != nil {
		return false, fmt.Errorf("reading %s: %w", dir, err)
	}
	for _, name := range names {
		data, err := l.files.read(name)
		if err != nil {
			return false, fmt.Errorf("reading %s: %w", name, err)
		}
		f, err := parser.ParseFile(name, data)
		if err != nil || f == nil || declaresForm(f) {
			return true, nil
		}
	}
	return false, nil
}

func declaresForm(f *ast.File) bool {
	for _, d := range f.Decls {
		if field, ok := d.(*ast.Field); ok {
			if name, _, err := ast.LabelName(field.Label); err == nil && (name == "agent" || name == "catalog") {
				return true
			}
		}
	}
	return false
}
