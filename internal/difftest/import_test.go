package difftest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue/literal"
)

// importSchema writes a JSON Schema as CUE; false where this version has no words for it.
func importSchema(v any) (string, bool) {
	s, ok := v.([]member)
	if !ok || has(s, "anyOf") || has(s, "$ref") || has(s, "oneOf") || has(s, "allOf") {
		return "", false
	}
	if c, ok := get(s, "const"); ok {
		return constant(c)
	}
	kind, _ := get(s, "type")
	if members, ok := get(s, "enum"); ok {
		return importEnum(kind, members)
	}
	switch kind {
	case nil:
		return "_", !has(s, "properties")
	case "string":
		return importString(s)
	case "integer":
		return importNumber("int", s), true
	case "number":
		return importNumber("number", s), true
	case "boolean":
		return "bool", true
	case "null":
		return "null", true
	case "array":
		return importArray(s)
	case "object":
		return importObject(s)
	}
	return "", false
}

func get(s []member, key string) (any, bool) {
	i := slices.IndexFunc(s, func(m member) bool { return m.key == key })
	if i < 0 {
		return nil, false
	}
	return s[i].value, true
}

func has(s []member, key string) bool {
	_, ok := get(s, key)
	return ok
}

func constant(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return literal.String.Quote(v), true
	case json.Number:
		return string(v), true
	case bool:
		return fmt.Sprint(v), true
	case nil:
		return "null", true
	case []any:
		var items []string
		for _, item := range v {
			text, ok := constant(item)
			if !ok {
				return "", false
			}
			items = append(items, text)
		}
		return "[" + strings.Join(items, ", ") + "]", true
	}
	return "", false
}

func importEnum(kind, members any) (string, bool) {
	list, ok := members.([]any)
	if !ok || kind == "array" || kind == "object" {
		return "", false
	}
	var texts []string
	for _, m := range list {
		_, text := m.(string)
		if text != (kind == "string") {
			return "", false // members of another kind than the type: the schema contradicts itself
		}
		c, ok := constant(m)
		if !ok {
			return "", false
		}
		texts = append(texts, c)
	}
	return strings.Join(texts, " | "), len(texts) > 0
}

func importString(s []member) (string, bool) {
	parts := []string{"string"}
	for key, format := range map[string]string{"minLength": "strings.MinRunes(%s)", "maxLength": "strings.MaxRunes(%s)"} {
		if n, ok := get(s, key); ok {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	if p, ok := get(s, "pattern"); ok {
		c, _ := constant(p)
		parts = append(parts, "=~"+c)
	}
	slices.Sort(parts)
	return strings.Join(parts, " & "), true
}

func importNumber(kind string, s []member) string {
	for _, b := range [][2]string{{"minimum", ">="}, {"exclusiveMinimum", ">"}, {"maximum", "<="}, {"exclusiveMaximum", "<"}} {
		if n, ok := get(s, b[0]); ok {
			kind += fmt.Sprintf(" & %s (%v)", b[1], n)
		}
	}
	return kind
}

func importArray(s []member) (string, bool) {
	text := "[...]"
	if items, ok := get(s, "items"); ok {
		item, ok := importSchema(items)
		if !ok {
			return "", false
		}
		text = "[...(" + item + ")]"
	}
	for _, b := range [][2]string{{"minItems", "list.MinItems"}, {"maxItems", "list.MaxItems"}} {
		if n, ok := get(s, b[0]); ok {
			text += fmt.Sprintf(" & %s(%v)", b[1], n)
		}
	}
	return text, true
}

func importObject(s []member) (string, bool) {
	further, says := get(s, "additionalProperties")
	properties, _ := get(s, "properties")
	fields, _ := properties.([]member)
	if values, ok := further.([]member); ok {
		item, ok := importSchema(values)
		return "{[string]: " + item + "}", ok && len(fields) == 0
	}
	if properties == nil && !says || further == true && len(fields) == 0 {
		return "{...}", true
	}
	required, _ := get(s, "required")
	var parts []string
	for _, f := range fields {
		text, ok := importField(f, required)
		if !ok {
			return "", false
		}
		parts = append(parts, text)
	}
	if further == true {
		parts = append(parts, "...")
	}
	return "{\n" + strings.Join(parts, "\n") + "\n}", true
}

func importField(f member, required any) (string, bool) {
	text, ok := importSchema(f.value)
	if !ok {
		return "", false
	}
	name := literal.String.Quote(f.key)
	if list, ok := required.([]any); ok && slices.Contains(list, any(f.key)) {
		return name + "!: " + text, true
	}
	s, _ := f.value.([]member)
	if d, ok := get(s, "default"); ok {
		if c, ok := constant(d); ok && fits(text, c) {
			return fmt.Sprintf("%s: *%s | %s", name, c, text), true
		}
	}
	return name + "?: " + text, true
}

// fits tells whether a default is surely one of the type: many real ones are not, such as null for a string.
func fits(text, c string) bool {
	kind := ""
	switch {
	case c[0] == '"':
		kind = "string"
	case c == "true" || c == "false":
		kind = "bool"
	case c == "[]":
		return strings.HasPrefix(text, "[...") && !strings.Contains(text, "list.")
	case c[0] == '-' || c[0] >= '0' && c[0] <= '9':
		return (text == "int" && !strings.ContainsAny(c, ".eE")) || text == "number" || slices.Contains(strings.Split(text, " | "), c)
	}
	return text == kind || slices.Contains(strings.Split(text, " | "), c)
}
