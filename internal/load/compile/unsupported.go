package compile

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/load/later"
)

// unsupported reports the fields whose behaviour comes in a later version.
func (c *Compiler) unsupported() {
	if c.AllowUnsupported {
		return
	}
	root := at{v: c.Value.LookupPath(cue.MakePath(cue.Str("agent"))), path: "agent"}
	for _, f := range later.Fields() {
		c.reach(root, f.Path, f)
	}
}

// reach finds every place that a row of the table leads to.
func (c *Compiler) reach(a at, path []string, f later.Field) {
	if len(path) == 0 {
		if given(a.v, f.Value) {
			c.unsupportedAt(a.path, f)
		}
		return
	}
	switch step := path[0]; {
	case step == "*":
		for _, e := range a.entries() {
			c.reach(e.at, path[1:], f)
		}
	case step == "[]":
		for _, item := range a.items() {
			c.reach(item, path[1:], f)
		}
	case step[0] == '#':
		if p := a.path + "." + step; c.declares(p) {
			c.unsupportedAt(p, f)
		}
	default:
		if next := a.get(step); next.exists() {
			c.reach(next, path[1:], f)
		}
	}
}

func (c *Compiler) declares(path string) bool {
	_, ok := c.Package.Find(path)
	return ok
}

// given tells whether an author gave the field: lists and maps that nobody filled exist too.
func given(v cue.Value, want string) bool {
	if want != "" {
		s, err := resolved(v).String()
		return err == nil && s == want
	}
	switch v.IncompleteKind() {
	case cue.ListKind:
		n, err := resolved(v).Len().Int64()
		return err == nil && n > 0
	case cue.StringKind:
		_, err := v.String()
		return err == nil
	}
	return true
}

func (c *Compiler) unsupportedAt(path string, f later.Field) {
	last := f.Path[len(f.Path)-1]
	if last == "*" {
		last = f.Path[len(f.Path)-2]
	}
	what := last
	if f.Value != "" {
		what = fmt.Sprintf("%s: %q", last, f.Value)
	}
	c.fail(later.Code, path, what+" is not supported yet", f.Instead)
}
