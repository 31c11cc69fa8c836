package jsonschema

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// limits holds a fitted schema against the sizes that the vendor publishes.
func (f *fitter) limits(root, defs *object) {
	most := f.vendor.limits
	m := &measure{defs: defs, long: most.longEnum, chars: most.enumChars, depths: map[string]int{}, counts: map[string]tally{}}
	m.size(root, "")
	for _, d := range defs.members {
		m.characters += utf8.RuneCountInString(d.key)
		m.size(d.value, defsPrefix+d.key)
	}
	all := m.tally(root)
	over := func(n, most int, help, what string) {
		if most > 0 && n > most {
			f.problem("", help, "%d %s, and %s takes %d", n, what, f.vendor.title, most)
		}
	}
	over(m.properties, most.properties, "split the struct", "fields")
	over(m.depth(root), most.depth, "flatten structs that stand within each other", "levels of structs and lists within each other")
	over(m.characters, most.characters, "shorten names and enums, or take a string in place of an enum", "characters in names and values of enums")
	over(m.enumValues, most.enumValues, "take a string in place of an enum", "values in enums")
	for _, path := range m.longEnums {
		f.problem(path, "take a string in place of the enum", "an enum with more than %d values and %d characters is too long for %s", most.longEnum, most.enumChars, f.vendor.title)
	}
	over(all.optionals, most.optionals, "make fields required, or group those that come together in one optional struct", "optional fields"+all.names())
	over(all.unions, most.unions, "leave fields out in place of null, and use fewer unions", "fields that are nullable or of several types")
}

// measure counts what vendors limit.
type measure struct {
	defs                               *object
	long, chars                        int
	properties, characters, enumValues int
	longEnums                          []string
	depths                             map[string]int
	counts                             map[string]tally
}

// size counts what each part of the schema has once.
func (m *measure) size(v value, path string) {
	switch v := v.(type) {
	case list:
		for _, e := range v {
			m.size(e, path)
		}
	case *object:
		for _, e := range v.members {
			switch e.key {
			case "properties":
				for _, p := range e.value.(*object).members {
					m.properties++
					m.characters += utf8.RuneCountInString(p.key)
					m.size(p.value, path+"/"+pointerToken(p.key))
				}
			case "enum":
				m.enum(e.value.(list), path)
			case "const":
				m.characters += runes(e.value)
			case "items", "additionalProperties":
				m.size(e.value, path+"/*")
			case "anyOf", "prefixItems":
				m.size(e.value, path)
			}
		}
	}
}

func (m *measure) enum(values list, path string) {
	total := 0
	for _, v := range values {
		total += runes(v)
	}
	m.enumValues += len(values)
	m.characters += total
	if texts := slices.ContainsFunc(values, isText); texts && m.long > 0 && len(values) > m.long && total > m.chars {
		m.longEnums = append(m.longEnums, path)
	}
}

func isText(v value) bool {
	_, ok := v.(text)
	return ok
}

// runes is the length of a text or of a JSON value.
func runes(v value) int {
	if t, ok := v.(text); ok {
		return utf8.RuneCountInString(string(t))
	}
	return utf8.RuneCount(v.append(nil))
}

// depth counts objects and lists within each other. A definition within itself counts once.
func (m *measure) depth(v value) int {
	deepest := 0
	switch v := v.(type) {
	case list:
		for _, e := range v {
			deepest = max(deepest, m.depth(e))
		}
	case *object:
		if name, def := m.target(v); def != nil {
			d, known := m.depths[name]
			if !known {
				m.depths[name] = 0
				d = m.depth(def)
				m.depths[name] = d
			}
			return d
		}
		for _, e := range v.members {
			switch e.key {
			case "properties":
				for _, p := range e.value.(*object).members {
					deepest = max(deepest, m.depth(p.value))
				}
			case "items", "additionalProperties", "anyOf", "prefixItems":
				deepest = max(deepest, m.depth(e.value))
			}
		}
		if kind := v.get("type"); kind == text("object") || kind == text("array") {
			deepest++
		}
	}
	return deepest
}

func (m *measure) target(s *object) (string, *object) {
	ref, _ := s.get("$ref").(text)
	name := strings.TrimPrefix(string(ref), defsPrefix)
	def, _ := m.defs.get(name).(*object)
	return name, def
}

// tally counts what a compiled grammar has anew wherever a definition is used.
type tally struct {
	optionals, unions int
	fields            []string // the first optional ones
}

const (
	mostTally = 1 << 30
	mostNamed = 40
)

func (t *tally) add(o tally) {
	t.optionals = min(t.optionals+o.optionals, mostTally)
	t.unions = min(t.unions+o.unions, mostTally)
	t.fields = append(t.fields, o.fields[:min(len(o.fields), mostNamed-len(t.fields))]...)
}

func (t tally) names() string {
	if len(t.fields) == 0 {
		return ""
	}
	more := ""
	if t.optionals > len(t.fields) {
		more = fmt.Sprintf(" and %d more", t.optionals-len(t.fields))
	}
	return " (" + strings.Join(t.fields, ", ") + more + ")"
}

func (m *measure) tally(v value) tally {
	var t tally
	switch v := v.(type) {
	case list:
		for _, e := range v {
			t.add(m.tally(e))
		}
	case *object:
		if name, def := m.target(v); def != nil {
			t, known := m.counts[name]
			if !known {
				m.counts[name] = tally{}
				t = m.tally(def)
				m.counts[name] = t
			}
			return t
		}
		if _, several := v.get("type").(list); several || v.has("anyOf") {
			t.unions++
		}
		needed, _ := v.get("required").(list)
		for _, e := range v.members {
			switch e.key {
			case "properties":
				for _, p := range e.value.(*object).members {
					if !contains(needed, p.key) {
						t.add(tally{optionals: 1, fields: []string{p.key}})
					}
					t.add(m.tally(p.value))
				}
			case "items", "additionalProperties", "anyOf", "prefixItems":
				t.add(m.tally(e.value))
			}
		}
	}
	return t
}
