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
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// confirmation words what the user is asked to confirm, from the validated input and facts alone. Private values are
// named, never shown.
func confirmation(c *ik.CapabilityDefinition, s subject) string {
	var text string
	if len(c.Confirm) > 0 {
		text = c.Confirm.Text(func(p ik.Path) (json.RawMessage, bool) { return valueOf(p, s) })
	} else {
		text = defaultConfirmation(c, s)
	}
	if c.Destructive {
		text += " " + noWayBack
	}
	return text
}

// noWayBack ends the question of every destructive write, whoever worded it.
const noWayBack = "This cannot be undone."

func defaultConfirmation(c *ik.CapabilityDefinition, s subject) string {
	var parts []string
	for _, f := range fields(c, s.input) {
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

// fields gives the fields of an input in the order of its schema, then the others in code order. What the kernel filled in
// is told by its name alone, like what is private.
func fields(c *ik.CapabilityDefinition, input json.RawMessage) []field {
	s := c.Input
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
		if _, filled := c.Filled[name]; filled {
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

// valueOf gives what a text of the kernel shows at a path: of the input, of a fact, or the time. Questions and the reasons
// of rules reach models, events and the user, so of a private value it is the name, and nothing of what is not there or
// may not be seen.
func valueOf(path ik.Path, s subject) (json.RawMessage, bool) {
	root, rest := path.Split()
	if root == "now" {
		return text(s.now.Format(time.RFC3339))
	}
	if root == "input" && len(rest) > 0 {
		if from, filled := s.capability.Filled[rest[0]]; filled {
			return filledText(from, rest, s)
		}
	}
	schema, raw, ok := document(root, s)
	if !ok {
		return nil, false
	}
	place, ok := project.At(schema, raw, rest)
	switch {
	case !ok:
		return nil, false
	case place.Private:
		return text(append([]string{root}, rest...)[len(rest)])
	}
	return text(oneLine(plain(place.Shown)))
}

// filledText is what a text shows of a value that was filled in: as much as of the fact that it comes from, else its name.
func filledText(from ik.Path, field []string, s subject) (json.RawMessage, bool) {
	path := strings.Join(append([]string{string(from)}, field[1:]...), ".")
	if shown, ok := valueOf(ik.Path(path), s); ok {
		return shown, true
	}
	return text(field[len(field)-1])
}

func text(s string) (json.RawMessage, bool) {
	raw, err := json.Marshal(s)
	return raw, err == nil
}

// document finds what the root of a path stands for.
func document(root string, s subject) (ik.Schema, json.RawMessage, bool) {
	if root == "input" {
		return s.capability.Input, s.input, true
	}
	def := s.agent.Facts[ik.FactKey(root)]
	if def == nil || def.Visibility == ik.VisibilityHidden || def.Visibility == ik.VisibilityPresence {
		return ik.Schema{}, nil, false // models read questions: what they may not see is not in one
	}
	rec := s.bound().Record(def.Fact)
	if rec == nil {
		return ik.Schema{}, nil, false
	}
	return def.Value, rec.Value, true
}

// plain writes a value as people read it.
func plain(v any) string {
	raw, err := canonical.Marshal(v)
	if err != nil {
		return ""
	}
	return ik.ValueText(raw)
}

// quoted is plain with texts in quotation marks, so that a value can not pass for part of the question.
func quoted(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case string:
		return strconv.Quote(v)
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
