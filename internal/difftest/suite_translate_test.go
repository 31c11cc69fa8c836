package difftest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cuelang.org/go/cue/literal"

	"github.com/ikgen/ikgen/internal/gonames"
)

const dialect = "https://json-schema.org/draft/2020-12/schema"

// translator writes one JSON Schema as definitions of CUE.
type translator struct {
	name string // of the definition for the root
	root any
	id   string // what the root calls itself

	defs   map[string]string // names of definitions, by pointer
	order  []string          // pointers, in the order of their names
	active []string          // pointers that are being written in place
	reason string            // why CUE has no words for the schema; the first one
}

// translate gives the definitions, or the reason why there are none. Beside the schema itself, which most often is a union
// of kinds, there is one for each kind that it constrains, which admits that kind alone: "#Name3AsObject".
func translate(name string, raw json.RawMessage) (text, reason string) {
	root, err := decodeOrdered(raw)
	if err != nil {
		return "", err.Error()
	}
	t := &translator{name: name, root: root, defs: map[string]string{"": name}, order: []string{""}}
	if s, ok := root.([]member); ok {
		id, _ := get(s, "$id")
		t.id, _ = id.(string)
		if d, ok := get(s, "$schema"); ok && d != dialect {
			return "", "another dialect"
		}
	}
	for i := 0; i < len(t.order) && t.reason == ""; i++ {
		at := t.order[i]
		target, _ := t.find(at)
		t.active = []string{at}
		text += t.defs[at] + ": " + t.text(target) + "\n"
	}
	if strings.Contains(text, "_|_") {
		t.give("a place that nothing may fill")
	}
	t.active = []string{""}
	whole := t.shape(root)
	for kind, r := range whole {
		if r.admits == some && r.text(kind) != whole.text() {
			text += kindDef(name, kind) + ": " + r.text(kind) + "\n"
		}
	}
	return text, t.reason
}

func kindDef(name string, kind int) string { return name + "As" + gonames.Export(kindNames[kind]) }

func (t *translator) give(reason string) shape {
	if t.reason == "" {
		t.reason = reason
	}
	return uniform(anything)
}

// text writes a schema; one that is a reference alone becomes a reference.
func (t *translator) text(schema any) string {
	s, ok := schema.([]member)
	if ref, says := get(s, "$ref"); ok && says && !constrains(s) {
		at, found := t.pointer(ref)
		if !found {
			return t.give("a reference by name of a resource").text()
		}
		if t.defs[at] == "" {
			t.defs[at] = fmt.Sprintf("%sX%d", t.name, len(t.order))
			t.order = append(t.order, at)
		}
		return t.defs[at]
	}
	return t.shape(schema).text()
}

// constrains tells whether a schema says more than its reference.
func constrains(s []member) bool {
	return slices.ContainsFunc(s, func(m member) bool {
		return !slices.Contains([]string{"$ref", "$defs", "$id", "$schema", "$comment", "description", "title"}, m.key)
	})
}

// pointer is where a reference leads, in this schema.
func (t *translator) pointer(ref any) (string, bool) {
	text, _ := ref.(string)
	if t.id != "" {
		text = strings.TrimPrefix(text, t.id)
	}
	text, ok := strings.CutPrefix(text, "#")
	if !ok && text != "" {
		return "", false
	}
	text, err := url.PathUnescape(text)
	if err != nil {
		return "", false
	}
	if text != "" && text[0] != '/' {
		return anchor(t.root, text, "")
	}
	_, ok = t.find(text)
	return text, ok
}

// anchor finds the schema that gives itself a name, below a pointer. Parts with an address of their own have other names.
func anchor(v any, name, at string) (string, bool) {
	switch v := v.(type) {
	case []member:
		for _, word := range []string{"$anchor", "$dynamicAnchor"} {
			if own, _ := get(v, word); own == name {
				return at, true
			}
		}
		if at != "" && has(v, "$id") {
			return "", false
		}
		for _, m := range v {
			escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(m.key)
			if found, ok := anchor(m.value, name, at+"/"+escaped); ok && m.key != "enum" && m.key != "const" {
				return found, true
			}
		}
	case []any:
		for i, item := range v {
			if found, ok := anchor(item, name, fmt.Sprintf("%s/%d", at, i)); ok {
				return found, true
			}
		}
	}
	return "", false
}

// find gives the schema at a pointer.
func (t *translator) find(pointer string) (any, bool) {
	v := t.root
	if pointer == "" {
		return v, true
	}
	segments := strings.Split(pointer, "/")
	if segments[0] != "" {
		return nil, false
	}
	for _, s := range segments[1:] {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		switch parent := v.(type) {
		case []member:
			if !has(parent, s) {
				return nil, false
			}
			v, _ = get(parent, s)
		case []any:
			var i int
			if _, err := fmt.Sscan(s, &i); err != nil || i < 0 || i >= len(parent) {
				return nil, false
			}
			v = parent[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// shape translates a schema in place.
func (t *translator) shape(schema any) shape {
	if schema == true {
		return uniform(anything)
	}
	if schema == false {
		return uniform(never)
	}
	s, ok := schema.([]member)
	if !ok {
		return t.give("no schema")
	}
	if len(t.active) > 20 {
		return t.give("recursion beside other keywords")
	}
	for _, word := range []string{"dependentRequired", "dependentSchemas"} {
		if v, ok := get(s, word); ok && !idle(v) {
			return t.give("a field that asks for another: " + word)
		}
	}
	if has(s, "$dynamicRef") {
		return t.give("a reference that depends on the caller")
	}
	if id, ok := get(s, "$id"); ok && id != t.id {
		return t.give("a reference by name of a resource")
	}
	if t.choice(s) && uncle(s) {
		return t.give("unevaluatedProperties below a choice")
	}
	out := t.both(t.kinds(s), t.values(s))
	for _, part := range []shape{t.numbers(s), t.texts(s), t.arrays(s), t.objects(s), t.inPlace(s)} {
		out = t.both(out, part)
	}
	return t.unevaluated(s, out)
}

// uncle tells whether a property closes what a choice around it may add to.
func uncle(s []member) bool {
	properties, _ := get(s, "properties")
	list, _ := properties.([]member)
	return slices.ContainsFunc(list, func(m member) bool {
		inner, ok := m.value.([]member)
		return ok && has(inner, "unevaluatedProperties")
	})
}

// idle tells whether no field asks for another.
func idle(v any) bool {
	list, ok := v.([]member)
	return ok && !slices.ContainsFunc(list, func(m member) bool {
		names, ok := m.value.([]any)
		return !ok || len(names) > 0
	})
}

func (t *translator) both(a, b shape) shape {
	out, ok := a.and(b)
	if !ok {
		return t.give("a closed object beside other properties")
	}
	return out
}

func (t *translator) kinds(s []member) shape {
	v, ok := get(s, "type")
	if !ok {
		return uniform(anything)
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	out := uniform(never)
	for _, k := range list {
		if i := slices.Index(kindNames, fmt.Sprint(k)); i >= 0 {
			out[i] = rule{admits: anything}
		} else if out[numbers].admits == never {
			out[numbers] = rule{admits: some, all: []string{"int"}}
		}
	}
	return out
}

// values translates const and enum.
func (t *translator) values(s []member) shape {
	out := uniform(anything)
	if c, ok := get(s, "const"); ok {
		out = single(c)
	}
	if members, ok := get(s, "enum"); ok {
		list, _ := members.([]any)
		among := uniform(never)
		for _, m := range list {
			among = among.or(single(m))
		}
		out = t.both(out, among)
	}
	return out
}

// single accepts one value.
func single(v any) shape {
	out := uniform(never)
	r := rule{admits: some, all: []string{valueText(v)}}
	switch v := v.(type) {
	case nil:
		out[nulls] = rule{admits: anything}
	case bool:
		out[bools] = r
	case json.Number:
		out[numbers] = r
	case string:
		out[texts] = r
	case []any:
		out[arrays] = r
	case []member:
		out[objects] = rule{admits: some, closed: true, decls: valueFields(v)}
	}
	return out
}

func valueText(v any) string {
	switch v := v.(type) {
	case string:
		return literal.String.Quote(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = valueText(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case []member:
		return "{" + strings.Join(valueFields(v), ", ") + "}"
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

func valueFields(list []member) []string {
	var out []string
	for _, m := range list {
		out = append(out, literal.String.Quote(m.key)+"!: "+valueText(m.value))
	}
	return out
}
