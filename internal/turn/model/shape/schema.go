package shape

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Strict is the JSON Schema of an object whose members are all required but the optional ones, and that has no others.
func Strict(members map[string]any, optional ...string) map[string]any {
	required := make([]string, 0, len(members))
	for _, k := range names(members) {
		if !slices.Contains(optional, k) {
			required = append(required, k)
		}
	}
	return map[string]any{
		"type": "object", "properties": members, "required": required, "additionalProperties": false,
	}
}

// NonEmpty is the JSON Schema of a text that is not empty.
func NonEmpty() map[string]any { return map[string]any{"type": "string", "minLength": 1} }

// Enum is the JSON Schema of a choice among texts.
func Enum[T ~string](values ...T) map[string]any {
	list := []any{}
	for _, v := range values {
		list = append(list, string(v))
	}
	return map[string]any{"type": "string", "enum": list}
}

// Const is the JSON Schema of exactly one text.
func Const(value string) map[string]any { return map[string]any{"type": "string", "const": value} }

// ListOf is the JSON Schema of an array. high < 0: no bound.
func ListOf(items any, low, high int) map[string]any {
	out := map[string]any{"type": "array", "items": items}
	if low > 0 {
		out["minItems"] = low
	}
	if high >= 0 {
		out["maxItems"] = high
	}
	return out
}

// Root writes a JSON Schema, made of the functions above and of maps, lists, texts, whole numbers and truth values, as a
// document of draft 2020-12.
func Root(schema map[string]any) string {
	root := maps.Clone(schema)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	return string(write(make([]byte, 0, 4096), root))
}

// write appends the JSON of a schema's value, members in code order. It is a hot path: a schema is written for every
// call.
func write(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		b = append(b, '{')
		for i, k := range names(v) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(writeText(b, k), ':')
			b = write(b, v[k])
		}
		return append(b, '}')
	case []any:
		return writeList(b, v, write)
	case []string:
		return writeList(b, v, writeText)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return writeText(b, v)
	}
	return writeOther(b, v)
}

func names(members map[string]any) []string {
	out := slices.AppendSeq(make([]string, 0, len(members)), maps.Keys(members))
	slices.Sort(out)
	return out
}

func writeList[T any](b []byte, list []T, element func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, e)
	}
	return append(b, ']')
}

func writeText(b []byte, s string) []byte {
	if !strings.ContainsFunc(s, escaped) {
		return append(append(append(b, '"'), s...), '"')
	}
	return writeOther(b, s)
}

func writeOther(b []byte, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return append(b, "{}"...) // a schema that says nothing
	}
	return append(b, raw...)
}

// escaped tells whether a text with the rune has to be written with care.
func escaped(r rune) bool {
	return r < ' ' || r > '~' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
}
