package plan

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// unknownValue stands in a question where a template names something that is not there.
const unknownValue = "–"

// confirmation words what the user is asked to confirm, from the validated input and facts alone. Private values are
// named, never shown.
func confirmation(c *ik.CapabilityDefinition, s subject) string {
	if len(c.Confirm) > 0 {
		return renderTemplate(c.Confirm, s)
	}
	var parts []string
	for _, f := range fields(c.Input, s.input) {
		if f.private {
			parts = append(parts, f.name)
		} else {
			parts = append(parts, f.name+": "+quoted(f.value))
		}
	}
	text := "Please confirm: " + strings.TrimRight(c.Description, ". ")
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text + "."
}

type field struct {
	name    string
	value   any
	private bool
}

// fields gives the fields of an input in the order of its schema, then the others in code order.
func fields(s ik.Schema, input json.RawMessage) []field {
	doc, err := redact.Decode(input)
	obj, ok := doc.(map[string]any)
	if err != nil || !ok {
		return nil
	}
	masked, _ := redact.Apply(doc, mask(s)).Value.(map[string]any)
	var out []field
	for _, name := range ordered(obj, propertyOrder(s.JSON)) {
		value, shown := masked[name]
		if shown && value == redact.Placeholder && obj[name] != redact.Placeholder {
			shown = false
		}
		out = append(out, field{name: name, value: value, private: !shown})
	}
	return out
}

func mask(s ik.Schema) *ik.Mask {
	if s.Mask == nil {
		return nil
	}
	return s.Mask()
}

func ordered(obj map[string]any, first []string) []string {
	var names, rest []string
	for _, n := range first {
		if _, ok := obj[n]; ok && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for n := range obj {
		if !slices.Contains(names, n) {
			rest = append(rest, n)
		}
	}
	slices.Sort(rest)
	return append(names, rest...)
}

// propertyOrder reads the names of a JSON Schema's properties in the order in which they are written.
func propertyOrder(schema string) []string {
	var doc struct {
		Properties json.RawMessage `json:"properties"`
		Ref        string          `json:"$ref"`
		Defs       map[string]struct {
			Properties json.RawMessage `json:"properties"`
		} `json:"$defs"`
	}
	if json.Unmarshal([]byte(schema), &doc) != nil {
		return nil
	}
	if name, ok := strings.CutPrefix(doc.Ref, "#/$defs/"); ok && doc.Properties == nil {
		doc.Properties = doc.Defs[name].Properties
	}
	dec := json.NewDecoder(bytes.NewReader(doc.Properties))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var names []string
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		var skip json.RawMessage
		if err != nil || !ok || dec.Decode(&skip) != nil {
			return names
		}
		names = append(names, name)
	}
	return names
}

// renderTemplate fills the author's words with values.
func renderTemplate(t ik.Template, s subject) string {
	var b strings.Builder
	for _, part := range t {
		if part.Path == "" {
			b.WriteString(part.Text)
			continue
		}
		b.WriteString(oneLine(resolve(string(part.Path), s)))
	}
	return b.String()
}

// resolve gives the text of the value at a path: of the input, of a fact, or the time.
func resolve(path string, s subject) string {
	if path == "now" {
		return s.now.Format(time.RFC3339)
	}
	schema, raw, rest, ok := locate(path, s)
	if !ok {
		return unknownValue
	}
	doc, err := redact.Decode(raw)
	if err != nil {
		return unknownValue
	}
	shown := redact.Apply(doc, mask(schema)).Value
	value, ok := dig(shown, rest)
	original, _ := dig(doc, rest)
	if !ok && original == nil {
		return unknownValue
	}
	if !ok || (value == redact.Placeholder && original != redact.Placeholder) {
		return rest[len(rest)-1]
	}
	return plain(value)
}

// locate finds the document that a path is about, and what of the path is inside it.
func locate(path string, s subject) (schema ik.Schema, raw json.RawMessage, rest []string, ok bool) {
	if in, found := strings.CutPrefix(path, "input."); found {
		return s.capability.Input, s.input, strings.Split(in, "."), true
	}
	key, rest := splitFactPath(path)
	def := s.agent.Facts[key]
	if def == nil {
		return schema, nil, nil, false
	}
	for _, f := range s.facts {
		if f.FactKey() == key {
			if def.Visibility == ik.VisibilityHidden || def.Visibility == ik.VisibilityPresence {
				break // models read questions: what they may not see is not in one
			}
			return def.Value, f.Value, rest, true
		}
	}
	return schema, nil, nil, false
}

// splitFactPath splits "type@v.field.field"; a type may have dots of its own.
func splitFactPath(path string) (ik.FactKey, []string) {
	at := strings.IndexByte(path, '@')
	if at < 0 {
		return "", nil
	}
	version, rest, found := strings.Cut(path[at+1:], ".")
	if !found {
		return ik.FactKey(path), nil
	}
	return ik.FactKey(path[:at+1] + version), strings.Split(rest, ".")
}

func dig(doc any, path []string) (any, bool) {
	for _, seg := range path {
		switch v := doc.(type) {
		case map[string]any:
			next, ok := v[seg]
			if !ok {
				return nil, false
			}
			doc = next
		case []any:
			i, err := strconv.Atoi(seg)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			doc = v[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// plain writes a value as people read it: texts as they are, everything else as JSON.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return unknownValue
	case string:
		return v
	default:
		raw, err := canonical.Marshal(v)
		if err != nil {
			return unknownValue
		}
		return string(raw)
	}
}

// quoted is plain with texts in quotation marks, so that a value can not pass for part of the question.
func quoted(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return plain(v)
}

// oneLine keeps a value from breaking out of its line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
