package compile

import (
	"fmt"
	"sort"
	"strings"

	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/load/spec"
)

// at is a value with its path.
type at struct {
	c    *Compiler
	v    cue.Value
	path string
}

func (a at) get(name string) at {
	return at{c: a.c, v: a.v.LookupPath(cue.MakePath(cue.Str(name))), path: spec.Join(a.path, name)}
}

func (a at) exists() bool { return a.v.Exists() }

func (a at) text(name string) string {
	s, err := resolved(a.get(name).v).String()
	if err != nil {
		return ""
	}
	return s
}

// template is a text with newlines normalised: files are checked out differently on different machines.
func (a at) template(name string) string { return Newlines(a.text(name)) }

// Newlines writes every line end as \n.
func Newlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// int is a whole number; 0 where it is absent, or where it does not fit, which is reported.
func (a at) int(name string) int {
	n, _ := a.get(name).whole(maxWhole)
	return n
}

func (a at) bool(name string) bool {
	b, err := resolved(a.get(name).v).Bool()
	return err == nil && b
}

func (a at) texts(name string) []string {
	var out []string
	for _, item := range a.get(name).items() {
		if s, err := item.v.String(); err == nil {
			out = append(out, s)
		}
	}
	return out
}

// items are the elements of a list. One that is in error hides none of the others, as the evaluator's own view of the
// list would.
func (a at) items() []at {
	list := resolved(a.v)
	if list.IncompleteKind() != cue.ListKind && list.Err() == nil {
		return nil
	}
	var out []at
	for i := range maxItems {
		v := list.LookupPath(cue.MakePath(cue.Index(i)))
		if !v.Exists() {
			break
		}
		out = append(out, at{c: a.c, v: v, path: fmt.Sprintf("%s[%d]", a.path, i)})
	}
	return out
}

// maxItems bounds the lists of a spec.
const maxItems = 100_000

// entry is one field of a map.
type entry struct {
	at
	key string
}

// entries are the fields of a map in code order of their names.
func (a at) entries() []entry {
	it, err := a.v.Fields()
	if err != nil {
		return nil
	}
	var out []entry
	for it.Next() {
		key := it.Selector().Unquoted()
		out = append(out, entry{at: at{c: a.c, v: it.Value(), path: spec.Join(a.path, key)}, key: key})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].key < out[j].key })
	return out
}

func resolved(v cue.Value) cue.Value {
	if d, ok := v.Default(); ok {
		return d
	}
	return v
}
