package interp

import (
	"encoding/json"
	"fmt"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// parseTemplate cuts a text at its {{path}} marks.
func parseTemplate(text string) (ik.Template, error) {
	var out ik.Template
	for text != "" {
		before, rest, found := strings.Cut(text, "{{")
		if strings.Contains(before, "}}") {
			return nil, fmt.Errorf("the template has }} without {{ in %q", before)
		}
		if before != "" {
			out = append(out, ik.TemplatePart{Text: before})
		}
		if !found {
			break
		}
		path, after, closed := strings.Cut(rest, "}}")
		if path = strings.TrimSpace(path); !closed || path == "" {
			return nil, fmt.Errorf("the template has {{ without a path and }} in %q", rest)
		}
		out = append(out, ik.TemplatePart{Path: ik.Path(path)})
		text = after
	}
	return out, nil
}

// templatePaths gives the paths that a text names; a malformed one names none.
func templatePaths(text string) []string {
	parts, err := parseTemplate(text)
	if err != nil {
		return nil
	}
	var out []string
	for _, p := range parts {
		if p.Path != "" {
			out = append(out, string(p.Path))
		}
	}
	return out
}

// render writes the template for a step. What is absent leaves nothing.
func render(t ik.Template, s step) string {
	if s.text != nil {
		return s.text(t)
	}
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.Text)
		if p.Path == "" {
			continue
		}
		if v, ok := s.at(string(p.Path)); ok {
			b.WriteString(spoken(v))
		}
	}
	return b.String()
}

// spoken is a value inside a sentence: a string without quotes, null as nothing, anything else as compact JSON.
func spoken(v json.RawMessage) string {
	var decoded any
	dec := json.NewDecoder(strings.NewReader(string(v)))
	dec.UseNumber()
	if err := dec.Decode(&decoded); err != nil {
		return ""
	}
	switch d := decoded.(type) {
	case nil:
		return ""
	case string:
		return d
	case json.Number:
		return d.String()
	default:
		var w writer
		w.value(d)
		return w.String()
	}
}
