package cases

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/cases/tree"
)

// maxNodes bounds what $use can make of a small file.
const maxNodes = 200_000

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
	if name := onlyKey(v, "$use"); name != nil && v.Kind == tree.Object {
		return u.use(v, name, at, depth)
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

// use replaces v by the content of a file. Its places become the place of v: a problem in it is shown where it is used.
func (u *user) use(v, name *tree.Value, at string, depth int) error {
	file := name.Text + ".json"
	data, ok := u.archive.content(file)
	if name.Kind != tree.String || !ok || file == caseFile {
		return &ParseError{Problems: []Problem{{Pointer: at, Pos: u.archive.position(caseFile, v.Start),
			Message: fmt.Sprintf("the archive has no file %q", file)}}}
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
