package jsonschema

import (
	"fmt"
	"slices"
	"strings"
)

const (
	defsPrefix = "#/$defs/"
	// mostParts bounds the schema of a vendor: definitions are written out where they cannot be referred to.
	mostParts = 50_000
)

// fitter makes the schema of one vendor out of a full one. What it reads stays as it is.
type fitter struct {
	vendor   *vendor
	defs     *object         // the full ones
	loops    map[string]bool // definitions that lead back to themselves
	used     []string        // definitions that the result refers to, by first use
	parts    int
	result   Result
	problems []Problem
}

func (f *fitter) problem(path, help, message string, args ...any) {
	f.problems = append(f.problems, Problem{Path: path, Message: fmt.Sprintf(message, args...), Help: help})
}

// root fits the whole schema, which must be an object: a reference is written out.
func (f *fitter) root(s *object) *object {
	s = &object{slices.Clone(s.members)}
	for range len(f.defs.members) + 1 {
		def := f.target(s)
		if def == nil {
			break
		}
		s = over(def, s)
	}
	if s.get("type") != text("object") {
		f.problem("", "put it into a field of a struct: {value!: …}", "%s takes a struct at the root, and no null", f.vendor.title)
		return s
	}
	return f.fit(s, "")
}

// target is the definition that a schema refers to, nil when it does not.
func (f *fitter) target(s *object) *object {
	ref, _ := s.get("$ref").(text)
	def, _ := f.defs.get(strings.TrimPrefix(string(ref), defsPrefix)).(*object)
	return def
}

// over is a definition with what stands beside a reference to it: words there are nearer, constraints hold too.
func over(def, at *object) *object {
	out := &object{slices.Clone(def.members)}
	for _, m := range at.members {
		switch words, _ := m.value.(text); {
		case m.key == "$ref":
		case m.key == "description":
			out.drop(m.key)
			out.describe(string(words))
		case isAnnotation(m.key):
			out.drop(m.key)
			out.set(m.key, m.value)
		case m.key != "type":
			constrain(out, m.key, m.value)
		}
	}
	return out
}

// fit makes one schema, at a path of the document.
func (f *fitter) fit(s *object, path string) *object {
	if f.parts++; f.parts > mostParts {
		if f.parts == mostParts+1 {
			f.problem(path, "share less, or split the struct", "the schema has more than %d parts when its definitions are written out", mostParts)
		}
		return &object{}
	}
	if s.has("$ref") {
		return f.reference(s, path)
	}
	if kinds, ok := s.get("type").(list); ok {
		if kinds[0] == text("object") || kinds[0] == text("array") {
			s = apart(s, kinds)
		}
	}
	out, notes := &object{}, &notes{}
	for _, m := range s.members {
		f.keyword(out, notes, m, path)
	}
	switch {
	case s.get("type") == text("object"):
		f.object(out, s, path)
	case s.get("items") == raw("false") && !out.has("maxItems"):
		places, _ := s.get("prefixItems").(list)
		out.set("maxItems", number(len(places)))
	case s.get("type") == nil && s.get("anyOf") == nil && s.get("oneOf") == nil:
		f.problem(path, "write the type that you expect, or take a string that holds JSON", "_ admits any value: %s wants a type", f.vendor.title)
	}
	notes.onto(out)
	return out
}

// keyword fits one member of a schema into out.
func (f *fitter) keyword(out *object, n *notes, m member, path string) {
	switch m.key {
	case "description":
		out.set(m.key, m.value)
	case "properties", "required", "additionalProperties", "patternProperties": // by object
	case "anyOf", "oneOf":
		out.set("anyOf", f.each(m.value, func(int) string { return path }))
	case "items":
		if s, ok := m.value.(*object); ok { // false stands in tuples alone
			out.set(m.key, f.fit(s, path+"/*"))
		}
	case "prefixItems":
		f.tuple(out, m.value.(list), path)
	case "allOf":
		conditions, _ := m.value.(list)
		for _, c := range conditions {
			for _, m := range c.(*object).members {
				_, why := f.vendor.carry(m)
				if why == "" {
					why = fmt.Sprintf("%s takes one %s only", f.vendor.title, m.key)
				}
				f.move(n, m, path, why)
			}
		}
	default:
		sent, why := f.vendor.carry(m)
		switch {
		case why != "":
			f.move(n, m, path, why)
		case sent == nil:
			n.add(m)
		}
		if sent != nil {
			out.set(sent.key, sent.value)
		}
	}
}

// move notes a constraint that the vendor's schema lacks.
func (f *fitter) move(n *notes, m member, path, why string) {
	f.result.Moved = append(f.result.Moved, Moved{Path: path, Keyword: m.key, Why: why})
	n.add(m)
}

func (f *fitter) tuple(out *object, places list, path string) {
	if !slices.Contains(f.vendor.keywords, "prefixItems") {
		f.problem(path, "write a struct with a field for each place", "%s has no lists with a type for each place", f.vendor.title)
	}
	out.set("prefixItems", f.each(places, func(i int) string { return fmt.Sprintf("%s/%d", path, i) }))
}

// sub fits a schema that may also be true or false.
func (f *fitter) sub(v value, path string) value {
	if s, ok := v.(*object); ok {
		return f.fit(s, path)
	}
	return v
}

func (f *fitter) each(v value, path func(i int) string) list {
	schemas, _ := v.(list)
	out := make(list, len(schemas))
	for i, s := range schemas {
		out[i] = f.sub(s, path(i))
	}
	return out
}

// reference fits a schema with $ref. Beside it nothing may stand: then the definition is written out, or, when it leads
// back to itself, the reference is wrapped.
func (f *fitter) reference(s *object, path string) *object {
	ref, _ := s.get("$ref").(text)
	name := strings.TrimPrefix(string(ref), defsPrefix)
	if f.loops[name] && f.vendor.cycles == cyclesNowhere {
		f.problem(path, "write out the levels that you need, or a flat list whose items name their parent: [...{id!: string, parent?: string}]",
			"%s takes no recursive schemas, and %s refers to itself", f.vendor.title, name)
		return &object{}
	}
	if len(s.members) > 1 && !f.loops[name] {
		if def := f.target(s); def != nil {
			return f.fit(over(def, s), path)
		}
	}
	if !slices.Contains(f.used, name) {
		f.used = append(f.used, name)
	}
	alone := &object{}
	alone.set("$ref", ref)
	if len(s.members) == 1 {
		return alone
	}
	out, n := &object{}, &notes{}
	for _, m := range s.members {
		if m.key != "$ref" {
			f.keyword(out, n, m, path)
		}
	}
	out.set("anyOf", list{alone})
	n.onto(out)
	return out
}

// apart writes a schema of several types, all but the first scalar, as alternatives.
func apart(s *object, kinds list) *object {
	out, first := &object{}, &object{}
	for _, m := range s.members {
		switch {
		case m.key == "type":
			first.set("type", kinds[0])
		case isAnnotation(m.key):
			out.set(m.key, m.value)
		default:
			first.set(m.key, m.value)
		}
	}
	branches := list{first}
	for _, k := range kinds[1:] {
		branch := &object{}
		branch.set("type", k)
		branches = append(branches, branch)
	}
	out.set("anyOf", branches)
	return out
}
