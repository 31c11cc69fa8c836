package load

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/ikgen/ikgen/internal/plainfile"
)

// source reads the disk with the overlay on top. A file of the disk is read once.
type source struct {
	overlay map[string][]byte
	dirs    map[string]map[string]bool // directory -> names that only the overlay has or replaces; true: directory
	seen    map[string]bytesOrError    // files of the disk that were read
}

type bytesOrError struct {
	data []byte
	err  error
}

func newSource(overlay map[string][]byte) *source {
	s := &source{overlay: map[string][]byte{}, dirs: map[string]map[string]bool{}, seen: map[string]bytesOrError{}}
	for name, data := range overlay {
		name = filepath.Clean(name)
		s.overlay[name] = data
		isDir := false
		for at := name; ; {
			dir := filepath.Dir(at)
			if s.dirs[dir] == nil {
				s.dirs[dir] = map[string]bool{}
			}
			s.dirs[dir][filepath.Base(at)] = isDir || s.dirs[dir][filepath.Base(at)]
			if dir == at {
				break
			}
			at, isDir = dir, true
		}
	}
	return s
}

// read gives the bytes of a file, which nobody may change. Anything but a regular file is an error, and so is one that is
// larger than maxFileBytes.
func (s *source) read(name string) ([]byte, error) {
	name = filepath.Clean(name)
	if data, ok := s.overlay[name]; ok {
		return data, nil
	}
	r, ok := s.seen[name]
	if !ok {
		r.data, r.err = plainfile.Read(name, maxFileBytes)
		s.seen[name] = r
	}
	return r.data, r.err
}

// special tells whether the path leads to neither a file nor a directory: to read it could take for ever.
func (s *source) special(name string) bool {
	if _, ok := s.overlay[filepath.Clean(name)]; ok || s.dirs[filepath.Clean(name)] != nil {
		return false
	}
	fi, err := os.Stat(name)
	return err == nil && !fi.Mode().IsRegular() && !fi.IsDir()
}

// exists tells whether anything has the path.
func (s *source) exists(name string) bool {
	if s.isFile(name) || s.dirs[filepath.Clean(name)] != nil {
		return true
	}
	_, err := os.Lstat(name)
	return err == nil
}

// isFile tells whether the path is a file.
func (s *source) isFile(name string) bool {
	if _, ok := s.overlay[filepath.Clean(name)]; ok {
		return true
	}
	fi, err := os.Stat(name)
	return err == nil && !fi.IsDir()
}

func (s *source) isDir(name string) bool {
	if s.dirs[filepath.Clean(name)] != nil {
		return true
	}
	fi, err := os.Stat(name)
	return err == nil && fi.IsDir()
}

// list gives the names of files and directories in a directory, each in code order.
func (s *source) list(dir string) (files, dirs []string, err error) {
	all := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil && !(errors.Is(err, fs.ErrNotExist) && s.dirs[filepath.Clean(dir)] != nil) {
		return nil, nil, err
	}
	for _, e := range entries {
		all[e.Name()] = e.IsDir()
	}
	for name, isDir := range s.dirs[filepath.Clean(dir)] {
		all[name] = isDir
	}
	for name, isDir := range all {
		if isDir {
			dirs = append(dirs, name)
		} else {
			files = append(files, name)
		}
	}
	sort.Strings(files)
	sort.Strings(dirs)
	return files, dirs, nil
}

// cueFiles are the files of a directory that CUE takes into a package.
func (s *source) cueFiles(dir string) ([]string, error) {
	files, _, err := s.list(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range files {
		if isSource(name) {
			out = append(out, filepath.Join(dir, name))
		}
	}
	return out, nil
}

// isSource tells whether CUE takes a file of this name into a package.
func isSource(name string) bool {
	base, ok := strings.CutSuffix(name, ".cue")
	return ok && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") &&
		!strings.HasSuffix(base, "_test") && !strings.HasSuffix(base, "_tool")
}
