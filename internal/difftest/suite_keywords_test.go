package difftest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cuelang.org/go/cue/literal"
)

// bounds adds a constraint for each keyword that is there, in the order of the words.
func bounds(s []member, kind int, words [][2]string) shape {
	out := uniform(anything)
	for _, w := range words {
		if v, ok := get(s, w[0]); ok {
			n, _ := v.(json.Number)
			out, _ = out.and(of(kind, fmt.Sprintf(w[1], integer(n))))
		}
	}
	return out
}

func (t *translator) numbers(s []member) shape {
	return bounds(s, numbers, [][2]string{
		{"minimum", ">=%s"}, {"exclusiveMinimum", "> %s"}, {"maximum", "<=%s"}, {"exclusiveMaximum", "< %s"}, {"multipleOf", "math.MultipleOf(%s)"},
	})
}

func (t *translator) texts(s []member) shape {
	out := bounds(s, texts, [][2]string{{"minLength", "strings.MinRunes(%s)"}, {"maxLength", "strings.MaxRunes(%s)"}})
	if p, ok := get(s, "pattern"); ok {
		out = t.both(out, of(texts, "=~"+valueText(p)))
	}
	return out
}

func (t *translator) arrays(s []member) shape {
	out := bounds(s, arrays, [][2]string{{"minItems", "list.MinItems(%s)"}, {"maxItems", "list.MaxItems(%s)"}})
	if v, _ := get(s, "uniqueItems"); v == true {
		out = t.both(out, of(arrays, "list.UniqueItems()"))
	}
	items, says := get(s, "items")
	if further, ok := get(s, "unevaluatedItems"); ok && !says {
		if t.choice(s) || has(s, "contains") || has(s, "allOf") || has(s, "$ref") {
			return t.give("unevaluatedItems beside a schema for the same items")
		}
		items, says = further, true
	}
	if contains, ok := get(s, "contains"); ok {
		out = t.both(out, t.contains(s, contains))
	}
	prefix, _ := get(s, "prefixItems")
	first, _ := prefix.([]any)
	if len(first) > 0 || says {
		out = t.both(out, t.items(first, items, says))
	}
	return out
}

// items are lists of any length: a place that is not filled breaks no rule. CUE's lists name their length.
func (t *translator) items(first []any, items any, says bool) shape {
	rest := "_"
	if says {
		rest = t.text(items)
	}
	tail := "...(" + rest + ")"
	if rest == "_|_" {
		tail = ""
	}
	places, free := []string{}, true
	for _, p := range first {
		text := t.text(p)
		free = free && text == "_"
		places = append(places, "("+text+")")
	}
	switch {
	case free && rest == "_":
		return uniform(anything)
	case free && rest == "_|_":
		return of(arrays, fmt.Sprintf("list.MaxItems(%d)", len(first)))
	case len(first) == 0:
		return of(arrays, "["+tail+"]")
	}
	var lengths []string
	for i := range places {
		lengths = append(lengths, "["+strings.Join(places[:i], ", ")+"]")
	}
	if tail != "" {
		places = append(places, tail)
	}
	return of(arrays, "("+strings.Join(append(lengths, "["+strings.Join(places, ", ")+"]"), " | ")+")")
}

func (t *translator) contains(s []member, contains any) shape {
	least, most := "1", ""
	if n, ok := get(s, "minContains"); ok {
		least = integer(n.(json.Number))
	}
	if n, ok := get(s, "maxContains"); ok {
		most = " & <=" + integer(n.(json.Number))
	}
	if least == "0" && most == "" {
		return uniform(anything)
	}
	item := t.text(contains)
	if item == "_" && most == "" {
		return of(arrays, "list.MinItems("+least+")")
	}
	return of(arrays, fmt.Sprintf("list.MatchN(>=%s%s, %s)", least, most, item))
}

func (t *translator) objects(s []member) shape {
	out := bounds(s, objects, [][2]string{{"minProperties", "struct.MinFields(%s)"}, {"maxProperties", "struct.MaxFields(%s)"}})
	r := t.fields(s)
	if len(r.decls) > 0 {
		part := uniform(anything)
		part[objects] = r
		out = t.both(out, part)
	}
	further, says := get(s, "additionalProperties")
	if names, ok := get(s, "propertyNames"); ok {
		if len(r.decls) > 0 {
			return t.give("propertyNames beside properties")
		}
		return t.both(out, t.propertyNames(s, names))
	}
	if says {
		out = t.further(out, r, further)
	}
	return out
}

// fields are the properties, patterns and names that must be there.
func (t *translator) fields(s []member) rule {
	r := rule{admits: some}
	required, _ := get(s, "required")
	must, _ := required.([]any)
	properties, _ := get(s, "properties")
	fields, _ := properties.([]member)
	for _, f := range fields {
		mark := "?"
		if slices.Contains(must, any(f.key)) {
			mark = "!"
		}
		r.names = append(r.names, f.key)
		r.decls = append(r.decls, literal.String.Quote(f.key)+mark+": "+t.text(f.value)+goName(f.key, len(r.decls)))
	}
	patterns, _ := get(s, "patternProperties")
	list, _ := patterns.([]member)
	for _, p := range list {
		r.patterns = append(r.patterns, p.key)
		r.decls = append(r.decls, "[=~"+literal.String.Quote(p.key)+"]: "+t.text(p.value))
	}
	for _, m := range must {
		if name, _ := m.(string); !slices.Contains(r.names, name) {
			r.decls = append(r.decls, literal.String.Quote(name)+"!: _"+goName(name, len(r.decls)))
		}
	}
	return r
}

// goName gives a name in Go to a field whose own name has signs that make no difference there.
func goName(name string, i int) string {
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(`"\'`, r) }) {
		return fmt.Sprintf(" @go(Field%d)", i)
	}
	return ""
}

// further says what other names hold than those of the rule.
func (t *translator) further(out shape, r rule, schema any) shape {
	text := t.text(schema)
	if out[objects].admits == never {
		return out
	}
	o := out[objects]
	o.admits = some
	switch {
	case text == "_":
		out[objects].open = true
		return out
	case text == "_|_" && len(o.decls) > len(r.names)+len(r.patterns):
		return t.give("a closed object that must have other properties")
	case text != "_|_":
		o.decls = append(slices.Clone(o.decls), "["+others(r)+"]: "+text)
	}
	o.closed = true
	out[objects] = o
	return out
}

// others is the constraint of names beside those of a rule.
func others(r rule) string {
	if len(r.decls) == 0 {
		return "string"
	}
	parts := slices.Clone(r.patterns)
	for _, n := range r.names {
		parts = append(parts, "^"+regexp.QuoteMeta(n)+"$")
	}
	return "!~" + literal.String.Quote(strings.Join(parts, "|"))
}

// propertyNames become an expression that names match.
func (t *translator) propertyNames(s []member, schema any) shape {
	value := "_"
	for _, word := range []string{"additionalProperties", "unevaluatedProperties"} { // names are judged, not evaluated
		if further, ok := get(s, word); ok {
			value = t.text(further)
		}
	}
	expression := ""
	word, _ := schema.([]member)
	switch {
	case schema == true:
		return uniform(anything)
	case schema == false:
		return of(objects, "struct.MaxFields(0)")
	case len(word) != 1:
		return t.give("propertyNames of several keywords")
	}
	switch v := word[0].value; word[0].key {
	case "pattern":
		expression, _ = v.(string)
	case "maxLength":
		expression = fmt.Sprintf("^(?s:.{0,%v})$", v)
	case "const":
		expression = alternatives([]any{v})
	case "enum":
		list, _ := v.([]any)
		expression = alternatives(list)
	default:
		return t.give("propertyNames by " + word[0].key)
	}
	out := uniform(anything)
	out[objects] = rule{admits: some, closed: true, decls: []string{"[=~" + literal.String.Quote(expression) + "]: " + value}}
	return out
}

func alternatives(list []any) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, regexp.QuoteMeta(fmt.Sprint(v)))
	}
	return "^(" + strings.Join(parts, "|") + ")$"
}

// inPlace translates what holds schemas for the same document.
func (t *translator) inPlace(s []member) shape {
	out := uniform(anything)
	if ref, ok := get(s, "$ref"); ok {
		at, found := t.pointer(ref)
		if !found || slices.Contains(t.active, at) {
			return t.give("a reference by name of a resource")
		}
		target, _ := t.find(at)
		t.active = append(t.active, at)
		out = t.shape(target)
		t.active = t.active[:len(t.active)-1]
	}
	for _, part := range t.list(s, "allOf") {
		out = t.both(out, part)
	}
	if list := t.list(s, "anyOf"); list != nil {
		among := uniform(never)
		for _, part := range list {
			among = among.or(part)
		}
		out = t.both(out, among)
	}
	if list := t.list(s, "oneOf"); list != nil {
		one, ok := exactlyOne(list)
		if !ok {
			return t.give("oneOf of schemas that overlap")
		}
		out = t.both(out, one)
	}
	if not, ok := get(s, "not"); ok {
		return t.both(out, t.condition(t.shape(not), uniform(never), uniform(anything)))
	}
	return t.both(out, t.ifThenElse(s))
}

func (t *translator) list(s []member, word string) []shape {
	v, _ := get(s, word)
	list, _ := v.([]any)
	var out []shape
	for _, schema := range list {
		out = append(out, t.shape(schema))
	}
	return out
}

func (t *translator) ifThenElse(s []member) shape {
	condition, ok := get(s, "if")
	if !ok {
		return uniform(anything)
	}
	branch := func(word string) shape {
		if v, ok := get(s, word); ok {
			return t.shape(v)
		}
		return uniform(anything)
	}
	return t.condition(t.shape(condition), branch("then"), branch("else"))
}

func (t *translator) condition(c, then, els shape) shape {
	out, ok := choose(c, then, els)
	if !ok {
		return t.give("a condition on a part of a kind")
	}
	return out
}

// choice tells whether what is evaluated depends on the document.
func (t *translator) choice(s []member) bool {
	return slices.ContainsFunc([]string{"anyOf", "oneOf", "not", "if", "dependentSchemas"}, func(word string) bool { return has(s, word) })
}

// unevaluated closes an object once everything that is said of its properties is known.
func (t *translator) unevaluated(s []member, out shape) shape {
	further, ok := get(s, "unevaluatedProperties")
	o := out[objects]
	if !ok || o.open || o.closed {
		return out
	}
	if t.choice(s) {
		return t.give("unevaluatedProperties beside a choice")
	}
	return t.further(out, rule{decls: o.decls, names: o.names, patterns: o.patterns}, further)
}
