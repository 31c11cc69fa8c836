package shape

import (
	"encoding/json"
	"maps"
	"slices"
)

// Strict is the JSON Schema of an object whose members are all required but the optional ones, and that has no others.
func Strict(members map[string]any, optional ...string) map[string]any {
	required := []string{}
	for _, k := range slices.Sorted(maps.Keys(members)) {
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

// Root writes a JSON Schema as a document of draft 2020-12.
func Root(schema map[string]any) string {
	root := maps.Clone(schema)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	raw, err := json.Marshal(root)
	if err != nil {
		return "{}"
	}
	return string(raw)
}
