package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// system is what Apply does to the disk. Tests make it fail at any step.
type system struct {
	rename func(from, to string) error
	remove func(file string) error
}

func disk() system { return system{rename: os.Rename, remove: os.Remove} }

// apply works in an order in which a kill at any moment loses nothing: first the manifest with the old and the new
// hashes, then the files one by one, then the removals, at last the manifest of what is generated. The next run finds
// every file in the manifest with a hash that it has.
func apply(ctx context.Context, dir string, files map[string][]byte, sys system) (Report, error) {
	s, err := look(dir, files)
	if err != nil {
		return Report{}, err
	}
	if in := blocked(s.items); len(in) > 0 {
		return Report{Foreign: in}, &ForeignError{Dir: s.place.dir, Files: in}
	}
	w := writer{ctx: ctx, sys: sys}
	list := filepath.Join(s.place.dir, ManifestName)
	final, all := s.final(), manifest{}
	all.merge(s.known)
	all.merge(final)
	work := needsWork(s.items)
	if work {
		w.replace(list, all.text())
	}
	for _, it := range s.items {
		w.item(it)
	}
	w.report.Orphaned = append(w.report.Orphaned, s.strays()...)
	slices.Sort(w.report.Orphaned)
	if !work && s.listed(final) {
		return w.report, w.err // nothing has changed, so nothing is written
	}
	w.sweep(s.place, all)
	if len(final) == 0 {
		w.removeFile(list)
	} else {
		w.replace(list, final.text())
	}
	return w.report, w.err
}

// blocked are the wanted files that stand behind foreign ones.
func blocked(items []item) []string {
	var out []string
	for _, it := range items {
		if it.want != nil && it.state == foreign {
			out = append(out, it.name)
		}
	}
	return out
}

// needsWork tells whether a file is to be written or removed.
func needsWork(items []item) bool {
	return slices.ContainsFunc(items, func(it item) bool {
		return it.want != nil && it.state != fresh || it.want == nil && it.state == stale
	})
}

// writer does the work until the first error.
type writer struct {
	ctx    context.Context
	sys    system
	report Report
	err    error
}

func (w *writer) item(it item) {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	switch {
	case w.err != nil:
	case it.want == nil && it.state == stale:
		w.removeFile(it.file)
		w.note(&w.report.Removed, it.name)
	case it.want == nil:
		w.report.orphan(it)
	case it.state == fresh:
		w.report.Unchanged = append(w.report.Unchanged, it.name)
	default:
		w.replace(it.file, it.want)
		w.note(&w.report.Written, it.name)
		if it.state == edited {
			w.note(&w.report.Edited, it.name)
		}
	}
}

func (w *writer) note(list *[]string, name string) {
	if w.err == nil {
		*list = append(*list, name)
	}
}

func (w *writer) removeFile(file string) {
	if w.err != nil {
		return
	}
	if err := w.sys.remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.err = err
	}
}

// Replace makes a file hold data: a reader sees the old bytes or the new ones.
func Replace(file string, data []byte) error {
	w := writer{sys: disk()}
	w.replace(file, data)
	return w.err
}

// replace writes beside the file and renames: a reader sees the old bytes or the new ones.
func (w *writer) replace(file string, data []byte) {
	if w.err != nil {
		return
	}
	if w.err = os.MkdirAll(filepath.Dir(file), 0o755); w.err != nil {
		return
	}
	temp := tempName(file)
	if w.err = writeNew(temp, data); w.err != nil {
		return
	}
	if w.err = w.sys.rename(temp, file); w.err != nil {
		_ = os.Remove(temp) // the rename's error is the one to report
	}
}

// The names of files that are being written. The process id keeps two runs at once apart.
const (
	tempPrefix = ".ikgen-"
	tempSuffix = ".tmp"
)

func tempName(file string) string {
	return filepath.Join(filepath.Dir(file), fmt.Sprintf("%s%d-%s%s", tempPrefix, os.Getpid(), filepath.Base(file), tempSuffix))
}

// writeNew creates a file that was not there. One left by a killed run with the same process id is replaced.
func writeNew(file string, data []byte) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// sweep removes what killed runs left in the folders of the files of the manifest. A run that works there at the same
// time may fail for it; it tears no file.
func (w *writer) sweep(p place, m manifest) {
	folders := []string{p.dir}
	for _, name := range m.names() {
		if file, err := p.resolve(name); err == nil {
			folders = append(folders, filepath.Dir(file))
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // nothing was ever written there
		}
		for _, e := range entries {
			name := e.Name()
			if e.Type().IsRegular() && strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix) {
				w.removeFile(filepath.Join(folder, name))
			}
		}
	}
}
