package difftest

import (
	"slices"
	"strings"
)

// A JSON Schema says nothing of documents whose kind its keywords do not speak of. So it is translated for each kind of
// JSON by itself, and becomes a union of the kinds.
const (
	nulls = iota
	bools
	numbers
	texts
	arrays
	objects
)

var kindNames = []string{"null", "boolean", "number", "string", "array", "object"}

var kindTexts = []string{"null", "bool", "number", "string", "[...]", "{...}"}

type extent int

const (
	never extent = iota
	some
	anything
)

// rule says which documents of one kind are accepted.
type rule struct {
	admits extent
	all    []string // constraints, all of them

	// Objects only: what is declared in braces.
	decls    []string
	names    []string // of the declared fields
	patterns []string // expressions of declared names
	closed   bool     // no other names than those declared
	open     bool     // says of itself that any other name will do
}

// shape is a rule for each kind.
type shape [6]rule

func uniform(a extent) shape {
	var s shape
	for i := range s {
		s[i].admits = a
	}
	return s
}

// of is a shape that constrains one kind alone.
func of(kind int, all ...string) shape {
	s := uniform(anything)
	s[kind] = rule{admits: some, all: all}
	return s
}

func (s shape) text() string {
	if !slices.ContainsFunc(s[:], func(r rule) bool { return r.admits != anything }) {
		return "_"
	}
	var parts []string
	for kind, r := range s {
		if r.admits != never {
			parts = append(parts, r.text(kind))
		}
	}
	if len(parts) == 0 {
		return "_|_"
	}
	return strings.Join(parts, " | ")
}

func (r rule) text(kind int) string {
	if r.admits == anything {
		return kindTexts[kind]
	}
	all := slices.Clone(r.all)
	if kind == numbers && !slices.ContainsFunc(all, names) {
		all = append(all, "number")
	}
	if kind == texts && !slices.ContainsFunc(all, names) {
		all = append(all, "string")
	}
	if len(r.decls) > 0 || r.closed || kind == objects && len(all) > 0 && !slices.ContainsFunc(all, names) {
		body := slices.Clone(r.decls)
		if !r.closed {
			body = append(body, "...")
		}
		all = append(all, "{"+strings.Join(body, ", ")+"}")
	}
	return strings.Join(all, " & ")
}

// names tells whether a constraint names its kind, so that it admits no other.
func names(constraint string) bool {
	return constraint == "int" || strings.IndexByte(`("-0123456789{`, constraint[0]) >= 0
}

// and intersects; false where CUE has no words for it: a closed struct beside other fields.
func (s shape) and(o shape) (shape, bool) {
	ok := true
	for i := range s {
		a, b := s[i], o[i]
		switch {
		case a.admits == never || b.admits == never:
			s[i] = rule{}
		case a.admits == anything:
			s[i] = b
			s[i].open = a.open || b.open
		case b.admits == anything:
			s[i].open = a.open || b.open
		default:
			s[i] = a.join(b)
			ok = ok && (!a.closed || len(b.decls) == 0) && (!b.closed || len(a.decls) == 0)
		}
	}
	return s, ok
}

func (r rule) join(o rule) rule {
	out := rule{admits: some, closed: r.closed || o.closed, open: r.open || o.open}
	out.all = union(r.all, o.all)
	out.decls = union(r.decls, o.decls)
	out.names = union(r.names, o.names)
	out.patterns = union(r.patterns, o.patterns)
	return out
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// or accepts what one of them does.
func (s shape) or(o shape) shape {
	for i := range s {
		a, b := s[i], o[i]
		switch {
		case a.admits == never || b.admits == anything:
			s[i] = b
		case b.admits == never || a.admits == anything || a.text(i) == b.text(i):
		default:
			s[i] = rule{admits: some, all: []string{"(" + a.text(i) + " | " + b.text(i) + ")"}}
		}
	}
	return s
}

// exactlyOne accepts what one of them does and no other; false where two constrain the same kind.
func exactlyOne(list []shape) (shape, bool) {
	out := uniform(never)
	for i := range out {
		full, hits := 0, 0
		for _, s := range list {
			if s[i].admits == never {
				continue
			}
			hits++
			out[i] = s[i]
			if s[i].admits == anything {
				full++
			}
		}
		if full > 1 {
			out[i] = rule{}
		} else if hits > 1 {
			return out, false
		}
	}
	return out, true
}

// choose is then where condition holds, and otherwise els; false where it holds for a part of a kind.
func choose(condition, then, els shape) (shape, bool) {
	for i, c := range condition {
		switch {
		case c.admits == never:
			then[i] = els[i]
		case c.admits == some && (then[i].admits != els[i].admits || then[i].admits == some):
			return then, false
		}
	}
	return then, true
}
