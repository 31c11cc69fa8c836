package cases

import (
	"bytes"
	"os"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/cases/match"
	"github.com/ikgen/ikgen/internal/cases/tree"
)

// lineWidth is how wide rewritten JSON may be.
const lineWidth = 120

// rewrite makes the expectations of a turn those that hold, and keeps the keys that are there.
func (e *TurnExpect) rewrite(doc *tree.Value) {
	for i := range e.source.Members {
		m := &e.source.Members[i]
		switch m.Key {
		case "events":
			m.Value = rewriteEvents(m.Value, doc)
		case "absentEvents", "absentText":
			// What must not be there is a decision; what is there does not change it.
		default:
			m.Value = match.Project(m.Value, doc.Get(m.Key), doc)
		}
	}
	if fault := doc.Get("error"); fault != nil && e.source.Get("error") == nil {
		e.source.Set("error", tree.Obj(tree.M("code", match.Literal(fault.Get("code")))))
	}
}

// rewriteEvents keeps the expected events that came, in the order in which they came.
func rewriteEvents(expected, doc *tree.Value) *tree.Value {
	out, at := tree.List(), 0
	for _, want := range expected.Items {
		if found := nextEvent(want, doc, at); found >= 0 {
			out.Items = append(out.Items, want)
			at = found + 1
		}
	}
	if len(out.Items) == len(expected.Items) {
		return expected
	}
	if len(out.Items) == 0 {
		for _, e := range doc.Get("events").Items {
			out.Items = append(out.Items, tree.Obj(tree.M("type", e.Get("type"))))
		}
	}
	return out
}

// updated writes the case file anew with every expectation as it now is. Nothing else changes, not a blank.
func (c *Case) updated() []byte {
	text, _ := c.archive.content(caseFile)
	fresh := bytes.Clone(text)
	if c.Expect != nil {
		fresh = c.replaceExpect(fresh, c.Expect.source, "/expect")
	}
	for i := len(c.Turns) - 1; i >= 0; i-- {
		if e := c.Turns[i].Expect; e != nil {
			fresh = c.replaceExpect(fresh, e.source, tree.Index("/turns", i)+"/expect")
		}
	}
	return c.withCase(fresh)
}

// replaceExpect puts an expectation where it stood. The text is parsed again, since earlier replacements moved it.
func (c *Case) replaceExpect(text []byte, expect *tree.Value, at string) []byte {
	root, err := tree.Parse(text)
	if err != nil {
		return text
	}
	old, ok := root.At(at)
	if !ok || bytes.Equal(old.JSON(), expect.JSON()) || old.Kind != tree.Object {
		return text
	}
	line := string(text[bytes.LastIndexByte(text[:old.Start], '\n')+1 : old.Start])
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	out := append([]byte{}, text[:old.Start]...)
	out = append(out, expect.Format(indent, len(line), lineWidth)...)
	return append(out, text[old.End:]...)
}

// withCase gives the archive with another case.json.
func (c *Case) withCase(text []byte) []byte {
	a := &txtar.Archive{Comment: c.archive.txt.Comment}
	for _, f := range c.archive.txt.Files {
		if f.Name == caseFile {
			f.Data = text
		}
		a.Files = append(a.Files, f)
	}
	return txtar.Format(a)
}

// writeBack writes the updated file, if it differs.
func (c *Case) writeBack() (bool, error) {
	data := c.updated()
	if bytes.Equal(data, c.archive.data) {
		return false, nil
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(c.File, data, info.Mode().Perm())
}
