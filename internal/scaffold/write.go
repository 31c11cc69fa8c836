package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Written is what Write has made, in the order in which it was made.
type Written struct {
	made []string // absolute paths of folders and files
}

// Write writes files below dir. When one of them exists, or anything fails, nothing stays written.
func Write(dir string, files map[string][]byte) (*Written, error) {
	names := slices.Sorted(maps.Keys(files))
	var taken []string
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			taken = append(taken, name)
		}
	}
	if len(taken) > 0 {
		return nil, fmt.Errorf("%s already there: init writes into an empty place and touches nothing that exists", strings.Join(taken, ", "))
	}
	w := &Written{}
	for _, name := range names {
		if err := w.file(filepath.Join(dir, filepath.FromSlash(name)), files[name]); err != nil {
			return nil, errors.Join(err, w.Undo())
		}
	}
	return w, nil
}

// file makes one file that was not there, and the folders above it.
func (w *Written) file(path string, data []byte) error {
	if err := w.folder(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w.made = append(w.made, path)
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func (w *Written) folder(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if up := filepath.Dir(dir); up != dir {
		if err := w.folder(up); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	w.made = append(w.made, dir)
	return nil
}

// Undo takes away what was written. A folder in which others have put something in the meantime stays.
func (w *Written) Undo() error {
	var failed error
	for _, path := range slices.Backward(w.made) {
		err := os.Remove(path)
		if info, gone := os.Lstat(path); gone == nil && info.IsDir() {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
