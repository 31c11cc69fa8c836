package ik

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// Text renders the template. value gives the JSON at a path; where it has none, nothing is written.
func (t Template) Text(value func(Path) (json.RawMessage, bool)) string {
	var b strings.Builder
	for _, p := range t {
		if p.Path == "" {
			b.WriteString(p.Text)
			continue
		}
		if raw, ok := value(p.Path); ok {
			b.WriteString(ValueText(raw))
		}
	}
	return b.String()
}

// ValueText is a JSON value as people read it inside a sentence: a string without its quotes, null as nothing, anything
// else as compact JSON.
func ValueText(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err == nil {
			return s
		}
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return ""
	}
	return b.String()
}

// Split cuts a path into its root (input, output, now or a fact key) and the fields below it.
func (p Path) Split() (root string, fields []string) {
	head, version, isFact := strings.Cut(string(p), "@")
	if !isFact {
		parts := strings.Split(string(p), ".")
		return parts[0], parts[1:]
	}
	digits, rest, deeper := strings.Cut(version, ".")
	if !deeper {
		return string(p), nil
	}
	return head + "@" + digits, strings.Split(rest, ".")
}

// Text renders a template for the judged step: from its input, its output, its facts and now. What it gives reaches
// models, events and the user, so it shows no more than Shown does.
func (c PolicyContext) Text(t Template) string {
	if c.Shown == nil {
		return t.Text(c.value)
	}
	return t.Text(func(p Path) (json.RawMessage, bool) {
		// A fact that is named is used, whatever is shown of it: consent is bound to the facts that were used.
		if root, _ := p.Split(); c.Facts != nil && strings.Contains(root, "@") {
			c.Facts.Required(FactKey(root))
		}
		return c.Shown(p)
	})
}

// value gives the JSON at a path of the judged step.
func (c PolicyContext) value(p Path) (json.RawMessage, bool) {
	root, fields := p.Split()
	switch root {
	case "now":
		raw, err := json.Marshal(c.Now.Format(time.RFC3339))
		return raw, err == nil
	case "input":
		return fieldOf(c.Input, fields)
	case "output":
		return fieldOf(c.Output, fields)
	default:
		f, ok := c.Facts.Required(FactKey(root))
		if !ok {
			return nil, false
		}
		return fieldOf(f.Value, fields)
	}
}

// KeyText reads the key of a keyed fact's instance from its value. field is a path such as "orderId" or "customer.id".
// It is called by generated code.
func KeyText(value any, field string) string {
	raw, _ := fieldOf(value, strings.Split(field, "."))
	return ValueText(raw)
}

// fieldOf gives the JSON of the field of a Go value, by the keys of its JSON form.
func fieldOf(value any, fields []string) (json.RawMessage, bool) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, false
	}
	for _, f := range fields {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(raw, &object); err != nil {
			return nil, false
		}
		next, ok := object[f]
		if !ok {
			return nil, false
		}
		raw = next
	}
	return raw, true
}
