package cases

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
)

// maxNodes bounds what $use can make of a small file.
const maxNodes = 200_000

// useKey is the key that inserts a file.
const useKey = "$use"

// user fills in {"$use": "name"}: the content of the archive's file name.json.
type user struct {
	archive *archive
	open    []string // files that are being filled in, to find a circle
	nodes   int
}

func (u *user) fill(v *tree.Value, at string, depth int) error {
	if u.nodes++; u.nodes > maxNodes || depth > tree.MaxDepth {
		return u.archive.problem(at, "the case is too large once $use is filled in")
	}
	if name := onlyKey(v, useKey); name != nil && v.Kind == tree.Object {
		return u.use(v, name, at, depth)
	}
	if err := u.misspelt(v, at); err != nil {
		return err
	}
	for i, it := range v.Items {
		if err := u.fill(it, tree.Index(at, i), depth+1); err != nil {
			return err
		}
	}
	for _, m := range v.Members {
		if err := u.fill(m.Value, tree.Pointer(at, m.Key), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// misspelt finds a key that was meant to be $use, and other keys beside it.
func (u *user) misspelt(v *tree.Value, at string) error {
	for _, m := range v.Members {
		switch {
		case m.Key == useKey:
			return u.at(tree.Pointer(at, m.Key), m.At, "%q stands alone in its object", useKey)
		case strings.HasPrefix(m.Key, "$") && !strings.HasPrefix(m.Key, "$$") && diag.Suggest(m.Key, []string{useKey}) != "":
			return u.at(tree.Pointer(at, m.Key), m.At, "the key %q is unknown, did you mean %q?", m.Key, useKey)
		}
	}
	return nil
}

// at is a problem at a place of case.json: of what a used file holds, the place where it is used.
func (u *user) at(pointer string, offset int, format string, args ...any) error {
	p := Problem{Pointer: pointer, Pos: u.archive.position(caseFile, offset), Message: fmt.Sprintf(format, args...)}
	return &ParseError{Problems: []Problem{p}}
}

// use replaces v by the content of a file. Its places become the place of v: a problem in it is shown where it is used.
func (u *user) use(v, name *tree.Value, at string, depth int) error {
	if name.Kind != tree.String {
		return u.at(at, v.Start, "%q takes the name of a file of the archive, not %s", useKey, article(name.Kind.String()))
	}
	file := name.Text + ".json"
	data, ok := u.archive.content(file)
	if !ok || file == caseFile {
		message := fmt.Sprintf("the archive has no file %q", file)
		if near := diag.Suggest(name.Text, u.archive.usable()); near != "" {
			message += fmt.Sprintf(", did you mean %q?", near)
		}
		return u.at(at, v.Start, "%s", message)
	}
	for _, f := range u.open {
		if f == file {
			return u.archive.problem(at, fmt.Sprintf("%q uses itself", file))
		}
	}
	content, err := tree.Parse(data)
	if err != nil {
		return u.archive.unreadable(file, err)
	}
	place(content, v.Start, v.End)
	u.open = append(u.open, file)
	err = u.fill(content, at, depth+1)
	u.open = u.open[:len(u.open)-1]
	*v = *content
	return err
}

func place(v *tree.Value, start, end int) {
	v.Start, v.End = start, end
	for _, it := range v.Items {
		place(it, start, end)
	}
	for i := range v.Members {
		v.Members[i].At = start
		place(v.Members[i].Value, start, end)
	}
}
