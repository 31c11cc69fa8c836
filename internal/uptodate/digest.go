package uptodate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/plainfile"
)

// maxBytes bounds what is read of one file. Over a larger one there is no shortcut.
const maxBytes = 64 << 20

// Places are where a run reads and writes. All are absolute.
type Places struct {
	Dirs  []string `json:"dirs"`  // folders of sources and of generated files
	Files []string `json:"files"` // files elsewhere that sources embed
}

// Digest covers the bytes of all files in the places, of the modules above them, and the words, which say what else the
// run depends on.
func (p Places) Digest(words ...string) (string, error) {
	h := hasher{seen: map[string]bool{}}
	for _, w := range words {
		h.line("word", w)
	}
	dirs := slices.Sorted(slices.Values(p.Dirs))
	for _, dir := range slices.Compact(dirs) {
		if err := h.folder(dir, func(string) bool { return true }); err != nil {
			return "", err
		}
		for at := dir; at != filepath.Dir(at); {
			at = filepath.Dir(at)
			if err := h.above(at); err != nil {
				return "", err
			}
		}
		if err := h.modules(dir); err != nil {
			return "", err
		}
	}
	for _, file := range slices.Sorted(slices.Values(p.Files)) {
		if err := h.file(file); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(h.text.Bytes())
	return hex.EncodeToString(sum[:]), nil
}

// hasher collects one line for each file: its name and the digest of its bytes.
type hasher struct {
	text bytes.Buffer
	seen map[string]bool
}

func (h *hasher) line(kind, word string) { fmt.Fprintf(&h.text, "%s %q\n", kind, word) }

// folder takes the files of one folder that are wanted, by name. A folder that is not there is a fact too.
func (h *hasher) folder(dir string, wanted func(name string) bool) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		h.line("none", dir)
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() && wanted(e.Name()) {
			if err := h.file(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// above takes what stands in a folder above one of the places: a package of CUE also has the files of its name there.
func (h *hasher) above(dir string) error {
	if h.seen[dir] {
		return nil
	}
	h.seen[dir] = true
	err := h.folder(dir, func(name string) bool { return strings.HasSuffix(name, ".cue") || name == "go.mod" })
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return h.modules(dir)
}

// modules takes the folder cue.mod in a folder, with everything in it.
func (h *hasher) modules(dir string) error {
	root := filepath.Join(dir, "cue.mod")
	if h.seen[root] {
		return nil
	}
	h.seen[root] = true
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		h.line("project", dir) // generated files stay within the project
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return h.file(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		h.line("none", root)
		return nil
	}
	return err
}

// file takes one file, once. What cannot be read as a file, such as a pipe or a link to a folder, is an error: then there is
// no shortcut.
func (h *hasher) file(path string) error {
	if h.seen[path] {
		return nil
	}
	h.seen[path] = true
	data, err := plainfile.Read(path, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		h.line("none", path)
		return nil
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	fmt.Fprintf(&h.text, "file %q %x\n", path, sum)
	return nil
}
