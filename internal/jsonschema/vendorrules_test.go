package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// rulebook is what a vendor publishes, written down for the tests a second time and read from the bytes of a schema.
// Sources are those of vendor.go.
type rulebook struct {
	always   []string            // keywords of any schema
	of       map[string][]string // further keywords by type
	formats  []string
	closed   bool // additionalProperties: false on every object
	complete bool // required names every property
	check    func(b *book, s map[string]any, at string)
	limits   func(b *book)
}

func rulebooks() map[string]rulebook {
	return map[string]rulebook{
		"openai": {
			always: []string{"type", "description", "enum", "const", "anyOf"},
			of: map[string][]string{
				"string": {"pattern", "format"}, "array": {"items", "minItems", "maxItems"},
				"number": {"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"},
				"object": {"properties", "required", "additionalProperties"},
			},
			formats: strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid"),
			closed:  true, complete: true,
			limits: func(b *book) {
				b.most("properties", b.properties, 5000)
				b.most("levels", b.levels, 10)
				b.most("characters", b.characters, 120_000)
				b.most("enum values", b.values, 1000)
			},
		},
		"anthropic": {
			always: []string{"type", "title", "description", "enum", "const", "anyOf", "default"},
			of: map[string][]string{
				"string": {"pattern", "format"}, "array": {"items", "minItems"}, "number": {},
				"object": {"properties", "required", "additionalProperties"},
			},
			formats: strings.Fields("date-time time date duration email hostname uri ipv4 ipv6 uuid"),
			closed:  true,
			check: func(b *book, s map[string]any, at string) {
				if n, ok := s["minItems"]; ok && fmt.Sprint(n) != "0" && fmt.Sprint(n) != "1" {
					b.fault(at, "minItems of %v", n)
				}
				if p, ok := s["pattern"].(string); ok && regexp.MustCompile(`\\[bB]|\(\?|\{\d*,?\d{4,}`).MatchString(strings.ReplaceAll(p, `\\`, "")) {
					b.fault(at, "a pattern that is not simple: %s", p)
				}
			},
			limits: func(b *book) {
				b.most("optional parameters", b.optionals, 24)
				b.most("parameters with union types", b.unions, 16)
				if b.recursive {
					b.fault("", "recursion")
				}
			},
		},
		"gemini": {
			always: []string{"type", "title", "description", "enum", "anyOf"},
			of: map[string][]string{
				"string": {"format"}, "array": {"items", "prefixItems", "minItems", "maxItems"}, "number": {"minimum", "maximum"},
				"object": {"properties", "required", "additionalProperties", "propertyOrdering"},
			},
			formats: strings.Fields("date-time date time"),
			check: func(b *book, s map[string]any, at string) {
				values, _ := s["enum"].([]any)
				for _, v := range values {
					switch v.(type) {
					case string, json.Number:
					default:
						b.fault(at, "an enum with %v", v)
					}
				}
			},
			limits: func(b *book) {
				if b.recursiveRequired {
					b.fault("", "recursion in required properties")
				}
			},
		},
	}
}

// book reads one schema.
type book struct {
	rules                          rulebook
	defs                           map[string]any
	faults                         []string
	properties, levels, characters int
	values, optionals, unions      int
	recursive, recursiveRequired   bool
}

func (b *book) fault(at, message string, args ...any) {
	b.faults = append(b.faults, "#"+at+": "+fmt.Sprintf(message, args...))
}

func (b *book) most(what string, n, most int) {
	if n > most {
		b.fault("", "%d %s, %d are taken", n, what, most)
	}
}

// breaches lists where a schema breaks the rules of a vendor.
func breaches(t require.TestingT, vendor string, raw []byte) []string {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var root map[string]any
	require.NoError(t, d.Decode(&root))
	b := &book{rules: rulebooks()[vendor]}
	b.defs, _ = root["$defs"].(map[string]any)
	delete(root, "$defs")
	if root["type"] != "object" {
		b.fault("", "the root is no object")
	}
	b.schema(root, "")
	for _, name := range slices.Sorted(maps.Keys(b.defs)) {
		b.characters += utf8.RuneCountInString(name)
		b.schema(b.defs[name].(map[string]any), "/$defs/"+name)
	}
	b.expanded(root, 1, nil, false)
	b.rules.limits(b)
	return b.faults
}

// schema checks the keywords of one schema and of those in it.
func (b *book) schema(s map[string]any, at string) {
	if ref, ok := s["$ref"]; ok {
		name := strings.TrimPrefix(ref.(string), "#/$defs/")
		if len(s) > 1 {
			b.fault(at, "$ref with something beside it")
		}
		if b.defs[name] == nil {
			b.fault(at, "%s leads nowhere", ref)
		}
		return
	}
	kinds := b.kinds(s, at)
	allowed := slices.Clone(b.rules.always)
	for _, k := range kinds {
		if k == "integer" {
			k = "number"
		}
		allowed = append(allowed, b.rules.of[k]...)
	}
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(allowed, key) {
			b.fault(at, "the keyword %s", key)
		}
	}
	if f, ok := s["format"].(string); ok && !slices.Contains(b.rules.formats, f) {
		b.fault(at, "the format %s", f)
	}
	if slices.Contains(kinds, "object") {
		b.object(s, at)
	}
	b.constants(s, at)
	if b.rules.check != nil {
		b.rules.check(b, s, at)
	}
	if items, ok := s["items"].(map[string]any); ok {
		b.schema(items, at+"/items")
	} else if s["items"] != nil {
		b.fault(at, "items of %v", s["items"])
	}
	for i, place := range list(s["prefixItems"]) {
		b.schema(place.(map[string]any), fmt.Sprintf("%s/prefixItems/%d", at, i))
	}
	for i, branch := range list(s["anyOf"]) {
		b.schema(branch.(map[string]any), fmt.Sprintf("%s/anyOf/%d", at, i))
	}
}

func list(v any) []any { out, _ := v.([]any); return out }

func (b *book) kinds(s map[string]any, at string) []string {
	switch kind := s["type"].(type) {
	case string:
		return []string{kind}
	case []any:
		var out []string
		for _, k := range kind {
			out = append(out, k.(string))
		}
		if slices.Contains(out, "object") || slices.Contains(out, "array") {
			b.fault(at, "a compound in a list of types")
		}
		return out
	}
	if s["anyOf"] == nil {
		b.fault(at, "no type")
	}
	return nil
}

func (b *book) object(s map[string]any, at string) {
	properties, _ := s["properties"].(map[string]any)
	if b.rules.closed && s["additionalProperties"] != false {
		b.fault(at, "an open object")
	}
	if b.rules.complete && len(list(s["required"])) != len(properties) {
		b.fault(at, "a property that is not required")
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		b.properties++
		b.characters += utf8.RuneCountInString(name)
		b.schema(properties[name].(map[string]any), at+"/properties/"+name)
	}
	if more, ok := s["additionalProperties"].(map[string]any); ok {
		b.schema(more, at+"/additionalProperties")
	}
	if order := list(s["propertyOrdering"]); order != nil && len(order) != len(properties) {
		b.fault(at, "an order of other properties")
	}
}

func (b *book) constants(s map[string]any, at string) {
	values := list(s["enum"])
	b.values += len(values)
	length := 0
	for _, v := range append(slices.Clone(values), s["const"]) {
		if v != nil {
			length += utf8.RuneCountInString(fmt.Sprint(v))
		}
	}
	b.characters += length
	if b.rules.complete && len(values) > 250 && length > 15_000 {
		b.fault(at, "a long enum")
	}
}

// expanded counts what counts wherever a definition is used, and finds recursion.
func (b *book) expanded(v any, level int, above []string, optional bool) {
	s, ok := v.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		if slices.Contains(above, name) {
			b.recursive = true
			b.recursiveRequired = b.recursiveRequired || !optional
			return
		}
		b.expanded(b.defs[name], level, append(slices.Clone(above), name), false)
		return
	}
	if _, several := s["type"].([]any); several || s["anyOf"] != nil {
		b.unions++
	}
	if s["type"] == "object" || s["type"] == "array" {
		b.levels = max(b.levels, level)
		level++
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		absent := !slices.Contains(list(s["required"]), any(name))
		if absent {
			b.optionals++
		}
		b.expanded(properties[name], level, above, optional || absent)
	}
	b.expanded(s["items"], level, above, optional)
	b.expanded(s["additionalProperties"], level, above, optional)
	for _, branch := range list(s["anyOf"]) {
		b.expanded(branch, level, above, optional)
	}
}

func requireFits(t *testing.T, vendor string, raw []byte) {
	t.Helper()
	require.Empty(t, breaches(t, vendor, raw), "%s: %s", vendor, raw)
}
