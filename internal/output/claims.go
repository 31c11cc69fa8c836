package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Claim is a generated file that another spec has generated too.
type Claim struct {
	File  string // relative to the directory of the spec that wants it, with slashes
	Owner string // absolute directory of the spec whose manifest has the file
}

// Claims finds the wanted files that are there, are in no manifest of dir's own, and stand in that of another spec of the
// project: to write them would take them away from it. A manifest without CUE files beside it claims nothing: its spec has
// moved. The project is searched only when there is such a file. Claims come in the order of their files.
func Claims(ctx context.Context, dir string, files map[string][]byte) ([]Claim, error) {
	s, err := look(dir, files)
	if err != nil {
		return nil, err
	}
	wanted := map[string]string{} // absolute file to its name
	for _, it := range s.items {
		if it.want != nil && it.state != missing && it.state != foreign && len(s.known[it.name]) == 0 {
			wanted[it.file] = it.name
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	var out []Claim
	err = manifests(ctx, s.place.root, func(owner string) error {
		if owner == s.place.dir || !hasSpec(owner) {
			return nil
		}
		known, _, err := readManifest(filepath.Join(owner, ManifestName))
		if err != nil {
			return nil // no manifest, so no claim; the run for that spec says what is wrong with it
		}
		p := place{dir: owner, root: s.place.root}
		for _, name := range known.names() {
			if file, err := p.resolve(name); err == nil && wanted[file] != "" {
				out = append(out, Claim{File: wanted[file], Owner: owner})
			}
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b Claim) int { return strings.Compare(a.File, b.File) })
	return out, err
}

// manifests visits the folders with a manifest below root, in code order.
func manifests(ctx context.Context, root string, visit func(dir string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && errors.Is(err, fs.ErrPermission):
			return fs.SkipDir // not ours to read, so nothing of ours is in it
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "vendor"):
			return fs.SkipDir
		case !d.IsDir() && d.Name() == ManifestName:
			return visit(filepath.Dir(path))
		}
		return nil
	})
}

// hasSpec tells whether a folder holds CUE files.
func hasSpec(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && strings.HasSuffix(e.Name(), ".cue")
	})
}
