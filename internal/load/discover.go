package load

import (
	"context"
	"fmt"
	"path/filepath"
	"sort"
	"strings"

	"cuelang.org/go/cue/parser"

	"github.com/ikgen/ikgen/internal/output"
)

// target is one directory to load.
type target struct {
	dir      string
	explicit bool
	lost     bool // found by ./...: it once was, or is meant to be, an agent or a catalog
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
	found := map[string]target{}
	for _, p := range l.cfg.Patterns {
		if err := l.pattern(ctx, p, found); err != nil {
			return nil, err
		}
	}
	out := make([]target, 0, len(found))
	for _, t := range found {
		out = append(out, t)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].dir < out[j].dir })
	return out, nil
}

func (l *loader) pattern(ctx context.Context, pattern string, found map[string]target) error {
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
		found[path] = target{dir: path, explicit: true}
	case !deep && l.files.isFile(path) && strings.HasSuffix(path, ".cue"):
		found[filepath.Dir(path)] = target{dir: filepath.Dir(path), explicit: true}
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
func (l *loader) walk(ctx context.Context, dir string, found map[string]target) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	_, dirs, err := l.files.list(dir)
	if err != nil {
		return fmt.Errorf("reading %s: %w", dir, err)
	}
	t, take, err := l.compilable(dir)
	if err != nil {
		return err
	}
	if _, known := found[dir]; take && !known {
		found[dir] = t
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
// must be reported rather than passed over, or the remains of an agent that is gone, with or without definitions.
func (l *loader) compilable(dir string) (target, bool, error) {
	t := target{dir: dir}
	names, err := l.files.cueFiles(dir)
	if err != nil {
		return t, false, fmt.Errorf("reading %s: %w", dir, err)
	}
	var tops contents
	for _, name := range names {
		data, err := l.files.read(name)
		if err != nil {
			return t, true, nil // reported where it is loaded
		}
		f, err := parser.ParseFile(name, data)
		if err != nil || f == nil {
			return t, true, nil
		}
		tops.add(f)
	}
	if tops.form {
		return t, true, nil
	}
	t.lost = tops.misses() && (tops.schema || l.files.isFile(filepath.Join(dir, output.ManifestName)))
	return t, t.lost || l.files.isFile(filepath.Join(dir, modelName)), nil
}
