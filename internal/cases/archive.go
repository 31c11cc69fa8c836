package cases

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/plainfile"
)

// caseFile is the file of an archive that holds the conversation.
const caseFile = "case.json"

// modulePath is the CUE module that the files of an archive form.
const modulePath = "case.test"

// maxCaseBytes bounds a case file: cases are written by people.
const maxCaseBytes = 4 << 20

// readCase reads a case file. One that is no regular file cannot be read: a pipe would never end.
func readCase(file string) ([]byte, error) {
	data, err := plainfile.Read(file, maxCaseBytes)
	var large *plainfile.TooLargeError
	var special *plainfile.NotRegularError
	switch {
	case errors.As(err, &large):
		return nil, unreadable(file, fmt.Sprintf("the file is larger than %d bytes", maxCaseBytes))
	case errors.As(err, &special):
		return nil, unreadable(file, fmt.Sprintf("this is %s, not a regular file", special.Kind()))
	}
	return data, err
}

func unreadable(file, why string) error {
	return &ParseError{[]Problem{{Pos: diag.Position{File: file}, Message: why}}}
}

// archive is a case file in its parts, with the line where each one begins.
type archive struct {
	file  string
	data  []byte
	txt   *txtar.Archive
	lines map[string]int // line of the first line of a file's content
}

func newArchive(file string, data []byte) (*archive, error) {
	a := &archive{file: file, data: data, txt: txtar.Parse(data), lines: map[string]int{}}
	line := 1 + bytes.Count(a.txt.Comment, []byte("\n"))
	for _, f := range a.txt.Files {
		line++ // its marker
		if _, twice := a.lines[f.Name]; twice {
			return nil, a.problem("", fmt.Sprintf("the file %q stands twice in the archive", f.Name))
		}
		if clean := path.Clean(f.Name); clean != f.Name || path.IsAbs(f.Name) || strings.HasPrefix(f.Name, "..") {
			return nil, a.problem("", fmt.Sprintf("the file name %q is not a clean relative path", f.Name))
		}
		a.lines[f.Name] = line
		line += bytes.Count(f.Data, []byte("\n"))
	}
	return a, nil
}

func (a *archive) content(name string) ([]byte, bool) {
	for _, f := range a.txt.Files {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

// usable gives the names that $use may give, in the order of the archive.
func (a *archive) usable() []string {
	var out []string
	for _, f := range a.txt.Files {
		if name, ok := strings.CutSuffix(f.Name, ".json"); ok && f.Name != caseFile {
			out = append(out, name)
		}
	}
	return out
}

// position turns an offset in one of the files into a place in the case file.
func (a *archive) position(name string, offset int) diag.Position {
	data, ok := a.content(name)
	if !ok {
		return diag.Position{File: a.file}
	}
	line, column := tree.Place(data, offset)
	return diag.Position{File: a.file, Line: a.lines[name] + line - 1, Column: column}
}

func (a *archive) problem(pointer, message string) *ParseError {
	return &ParseError{Problems: []Problem{{Pointer: pointer, Pos: diag.Position{File: a.file}, Message: message}}}
}

// folders of the archive that hold CUE files at their top, "." for the archive itself.
func (a *archive) hasAgent(folder string) bool {
	for _, f := range a.txt.Files {
		if strings.HasSuffix(f.Name, ".cue") && path.Dir(f.Name) == folder {
			return true
		}
	}
	return false
}

// overlay gives the files of the archive that an agent in folder may use, as if they stood in dir, with a module file
// around them. CUE takes the files of parent directories into a package of the same name; the agent of a folder is one
// of its own, so those files are left out.
func (a *archive) overlay(dir, folder string) map[string][]byte {
	out := map[string][]byte{}
	for _, f := range a.txt.Files {
		if f.Name != caseFile && !(path.Ext(f.Name) == ".cue" && isParent(path.Dir(f.Name), path.Clean(folder))) {
			out[filepath.Join(dir, filepath.FromSlash(f.Name))] = f.Data
		}
	}
	module := filepath.Join(dir, "cue.mod", "module.cue")
	if _, own := out[module]; !own {
		out[module] = []byte("module: \"" + modulePath + "\"\nlanguage: version: \"v0.15.0\"\n")
	}
	return out
}

// isParent tells whether folder lies below dir. Both are clean, "." is the archive itself.
func isParent(dir, folder string) bool {
	return folder != "." && folder != "" && dir != folder && (dir == "." || strings.HasPrefix(folder, dir+"/"))
}

// home is the directory, which need not exist, where the files of the archive are taken to be.
func (a *archive) home() string { return a.file + ".d" }

// back turns a place in a file below home into one in the case file.
func (a *archive) back(pos diag.Position) diag.Position {
	rel, err := filepath.Rel(a.home(), pos.File)
	if err != nil || strings.HasPrefix(rel, "..") {
		return pos
	}
	first, ok := a.lines[filepath.ToSlash(rel)]
	if !ok {
		return pos
	}
	pos.File = a.file
	pos.Line += first - 1
	if pos.EndLine > 0 {
		pos.EndLine += first - 1
	}
	return pos
}
