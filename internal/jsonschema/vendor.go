package jsonschema

import (
	"fmt"
	"slices"
)

// vendor is what a vendor of models publishes about the schemas that it takes.
type vendor struct {
	name     string
	title    string   // for messages
	keywords []string // all that a schema may have
	formats  []string // of strings
	closed   bool     // every object refuses keys that it does not name
	complete bool     // every property is required; one that may be left out admits null
	ordered  bool     // objects carry propertyOrdering
	cycles   cycles
	special  func(member) (sent *member, why string, ok bool) // for keywords with rules of their own; not ok: none
	limits   limits
}

// cycles says where a definition may refer to itself.
type cycles int

const (
	cyclesAnywhere cycles = iota
	cyclesInOptional
	cyclesNowhere
)

// limits are sizes of a whole schema; zero is no limit. Characters are code points.
type limits struct {
	properties int // of all objects together
	depth      int // of objects and lists within each other
	characters int // of names of properties and definitions, of enums and constants
	enumValues int // of all enums together
	longEnum   int // an enum of texts with more values than this …
	enumChars  int // … has no more characters than this
	optionals  int // properties that are not required, wherever a definition is used
	unions     int // anyOf and lists of types, wherever a definition is used
}

func vendors() []vendor { return []vendor{openAI(), anthropic(), gemini()} }

// openAI is Structured Outputs with strict: true.
//
// Rules: https://developers.openai.com/api/docs/guides/structured-outputs, "Supported schemas": the properties of
// strings, numbers and arrays; the root is an object and no anyOf; all fields required, null for optional ones;
// additionalProperties false; 5000 properties, 10 levels, 120,000 characters, 1000 enum values, 15,000 characters for an
// enum of more than 250; definitions and recursion are supported; allOf, not, if and dependent* are not. minLength and
// maxLength are not among the supported properties. The API refuses default ("'default' is not permitted") and $ref
// beside other keywords: openai-python, src/openai/lib/_pydantic.py, takes such references apart for that reason.
func openAI() vendor {
	return vendor{
		name: "openai", title: "OpenAI",
		keywords: []string{
			"type", "description", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
			"enum", "const", "anyOf", "$ref", "$defs", "pattern", "format",
			"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		},
		formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"},
		closed:  true, complete: true, cycles: cyclesAnywhere,
		limits: limits{properties: 5000, depth: 10, characters: 120_000, enumValues: 1000, longEnum: 250, enumChars: 15_000},
	}
}

// anthropic is structured outputs: output_config.format and tools with strict: true.
//
// Rules: https://platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations" and "Schema
// complexity limits": additionalProperties false; no bounds of numbers, no lengths, of arrays minItems 0 and 1 alone; no
// recursion; simple patterns; enums of scalars; 24 optional parameters, 16 with union types. The input of a tool is an
// object: anthropic-sdk-go, message.go, ToolInputSchemaParam. A reference stands alone: anthropic-sdk-python,
// src/anthropic/lib/_parse/_transform.py, which also sets the custom of putting what is left out into the description.
//
// The limits are those of a request. They are held for each schema, which is all that can be known here.
func anthropic() vendor {
	return vendor{
		name: "anthropic", title: "Anthropic",
		keywords: []string{
			"type", "title", "description", "properties", "required", "additionalProperties", "items",
			"enum", "const", "anyOf", "$ref", "$defs", "format", "default",
		},
		formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"},
		closed:  true, cycles: cyclesNowhere, special: anthropicSpecial,
		limits: limits{optionals: 24, unions: 16},
	}
}

func anthropicSpecial(m member) (sent *member, why string, ok bool) {
	switch m.key {
	case "minItems":
		if m.value == raw("0") || m.value == raw("1") {
			return &m, "", true
		}
		return &member{m.key, raw("1")}, "Anthropic takes minItems of 0 and 1 only", true
	case "pattern":
		expression, _ := m.value.(text)
		simple, why := simplePattern(string(expression))
		if why != "" {
			return nil, "Anthropic takes no patterns with " + why, true
		}
		return &member{m.key, text(simple)}, "", true
	}
	return nil, "", false
}

// gemini is responseJsonSchema and parametersJsonSchema.
//
// Rules: https://ai.google.dev/api/generate-content, GenerationConfig.responseJsonSchema (and python-genai,
// google/genai/types.py): the list of keywords, enums of strings and numbers, cycles in non-required properties only
// ("nullable properties are not sufficient"), nothing beside $ref, propertyOrdering. Other keywords may be sent but are not
// supported: they would promise what nobody keeps. parametersJsonSchema must describe an object. No sizes are published.
func gemini() vendor {
	return vendor{
		name: "gemini", title: "Gemini",
		keywords: []string{
			"type", "title", "description", "properties", "required", "additionalProperties", "items", "prefixItems",
			"minItems", "maxItems", "minimum", "maximum", "enum", "anyOf", "$ref", "$defs", "format", "propertyOrdering",
		},
		formats: []string{"date-time", "date", "time"},
		ordered: true, cycles: cyclesInOptional, special: geminiSpecial,
	}
}

func geminiSpecial(m member) (sent *member, why string, ok bool) {
	const scalars = "Gemini takes enums of strings and numbers only"
	switch m.key {
	case "enum":
		if values, _ := m.value.(list); slices.ContainsFunc(values, isOther) {
			return nil, scalars, true
		}
		return &m, "", true
	case "const":
		if isOther(m.value) {
			return nil, scalars, true
		}
		return &member{"enum", list{m.value}}, "", true
	case "exclusiveMinimum":
		return &member{"minimum", m.value}, "Gemini has no keyword exclusiveMinimum: the bound itself is let in", true
	case "exclusiveMaximum":
		return &member{"maximum", m.value}, "Gemini has no keyword exclusiveMaximum: the bound itself is let in", true
	}
	return nil, "", false
}

// isOther tells whether a value is neither a string nor a number.
func isOther(v value) bool {
	switch v := v.(type) {
	case text:
		return false
	case raw:
		return v == "true" || v == "false" || v == "null"
	default:
		return true
	}
}

// carry is a keyword as the vendor takes it, nil when it does not. why is set when a constraint is weakened or lost.
func (v *vendor) carry(m member) (sent *member, why string) {
	if v.special != nil {
		if sent, why, ok := v.special(m); ok {
			return sent, why
		}
	}
	switch {
	case m.key == "format" && !slices.ContainsFunc(v.formats, func(f string) bool { return m.value == text(f) }):
		return nil, v.title + " does not know this format"
	case slices.Contains(v.keywords, m.key):
		return &m, ""
	case isAnnotation(m.key):
		return nil, ""
	default:
		return nil, fmt.Sprintf("%s has no keyword %s", v.title, m.key)
	}
}

// isAnnotation tells whether a keyword constrains nothing.
func isAnnotation(key string) bool {
	return slices.Contains([]string{"$schema", "title", "description", "default", "examples"}, key)
}
