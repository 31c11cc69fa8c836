package form

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// The codes of this package. A code never changes its meaning.
const (
	codeUnknownField = "IK0101" // a field that the authoring schema does not have
	codeUnknownDef   = "IK0102" // a definition that the authoring schema does not have
	codeMissingField = "IK0103" // a required field that is missing
	codeWrongType    = "IK0104" // a value of the wrong type
	codeNotInEnum    = "IK0105" // a value that is none of those allowed
	codeConflict     = "IK0106" // two values for one field
	codeOutOfRange   = "IK0107" // a value out of bounds, or not of the form asked for
	codeEmptyList    = "IK0110" // a list that must not be empty
)

// words say what the schema's own words mean.
func words(name string) (what, example string) {
	switch name {
	case "#ID":
		return "an id", `lower-case words joined by dots or hyphens: "order.find"`
	case "#FactKey":
		return "a fact with its version", `write "order.found@1"`
	case "#Path":
		return "a path", `write "input.orderId", "output.total" or "order.found@1.total"`
	case "#FieldPath":
		return "a field path", `write "orderId" or "customer.id"`
	case "#Version":
		return "a version", "write a whole number from 1 on"
	case "#Text":
		return "a text that is not blank", "write the text"
	case "#Duration":
		return "a duration", `write "90m", "24h" or "1h30m"`
	case "#EvalID":
		return "an id", `letters, digits, and . : _ - : "find-order"`
	}
	return "", ""
}

// patternWords say what the schema's unnamed regular expressions mean.
func patternWords(t ir.Type) (what, example string) {
	if len(t.Patterns) != 1 {
		return "", ""
	}
	switch t.Patterns[0].Regexp {
	case `^[A-Z][A-Z0-9_]*$`:
		return "an issue code", "write upper-case words joined by _: ORDER_NOT_FOUND"
	case `^.+\.[A-Z][A-Za-z0-9_]*$`:
		return "a Go type", `write "import/path.Type"`
	case `^[A-Z][A-Za-z0-9]*$`:
		return "an exported Go name", "begin it with an upper-case letter: Lookup"
	case `^kernel\.`:
		return "the id of a kernel prompt", `write "kernel.response.compose"`
	case `^[0-9a-f]{64}$`:
		return "a hash of 64 hexadecimal digits", "copy it from `ikgen prompts show`"
	case `^[A-Za-z_][A-Za-z0-9_]{0,63}$`:
		return "the name of a variable", "write letters, digits and _"
	}
	return "", ""
}

// sharedTask is the key under which the kernel looks up the model of a task that has none of its own; "" for others. Both
// are written as JSON.
func sharedTask(task string) string {
	switch task {
	case `"capability-selection.choice-review"`, `"capability-selection.interaction-review"`:
		return `"capability-selection.review"`
	case `"response.compose.repair"`:
		return `"response.compose"`
	}
	return ""
}

// constant checks one scalar that the text gives.
func (c *Checker) constant(n *spec.Node, raw json.RawMessage, pos diag.Position, s shape) {
	var members []string
	var others []scalarShape
	for _, sc := range s.scalars {
		if c.Types.Refuses(sc.t, raw) == "" {
			return
		}
		if m := texts(sc.t); m != nil {
			members = append(members, m...)
		} else {
			others = append(others, sc)
		}
	}
	switch {
	case len(s.scalars) == 0:
		c.wrongKind(n, kindOf(raw), s)
	case len(others) == 0:
		c.notAMember(n, raw, pos, members)
	default:
		message, help := c.refused(raw, others[0], "the value")
		code := codeOutOfRange
		if !sameKind(others[0].t, raw) {
			code = codeWrongType
		}
		c.fail(code, n.Path, pos, message, help)
	}
}

func (c *Checker) notAMember(n *spec.Node, raw json.RawMessage, pos diag.Position, members []string) {
	help := "write " + strings.Join(members, " or ")
	if near := diag.Suggest(string(raw), members); near != "" {
		help = fmt.Sprintf("did you mean %s?", near)
	}
	what := "is not " + strings.Join(members, ", ")
	if len(members) > 1 {
		what = "is none of " + strings.Join(members, ", ")
	}
	c.fail(codeNotInEnum, n.Path, pos, fmt.Sprintf("%s %s", raw, what), help)
}

// texts are the members of an enum, or the one constant; nil for other types.
func texts(t ir.Type) []string {
	if t.Const != nil {
		return []string{string(t.Const)}
	}
	if t.Kind == ir.KindBool {
		return []string{"true", "false"}
	}
	var out []string
	for _, m := range t.Enum {
		out = append(out, string(m.Value))
	}
	return out
}

// refused words the refusal of a constant by a scalar type.
func (c *Checker) refused(raw json.RawMessage, sc scalarShape, subject string) (message, help string) {
	what, example := words(sc.word)
	if what == "" {
		what, example = patternWords(sc.t)
	}
	switch {
	case what != "":
		return fmt.Sprintf("%s %s is not %s", subject, raw, what), example
	case sc.word == "#Task" && sharedTask(string(raw)) != "":
		return fmt.Sprintf("%s %s is never looked up: that request takes the model of %s", subject, raw, sharedTask(string(raw))), "write " + sharedTask(string(raw))
	case len(sc.t.Enum) > 0:
		members := texts(sc.t)
		if near := diag.Suggest(string(raw), members); near != "" {
			return fmt.Sprintf("%s %s is none of those allowed", subject, raw), fmt.Sprintf("did you mean %s?", near)
		}
		return fmt.Sprintf("%s %s is none of those allowed", subject, raw), "write one of " + strings.Join(members, ", ")
	case !sameKind(sc.t, raw):
		return fmt.Sprintf("%s %s is %s, but %s is asked for", subject, raw, kindOf(raw), kindName(sc.t.Kind)), "write " + kindName(sc.t.Kind)
	}
	return fmt.Sprintf("%s %s is not allowed: %s", subject, raw, c.Types.Refuses(sc.t, raw)), "write another one"
}

func (c *Checker) wrongKind(n *spec.Node, have string, s shape) {
	var want []string
	if len(s.structs) > 0 {
		want = append(want, "a struct")
	}
	if len(s.lists) > 0 {
		want = append(want, "a list")
	}
	for _, sc := range s.scalars {
		name, _ := words(sc.word)
		if name == "" {
			name = kindName(sc.t.Kind)
		}
		if len(want) == 0 || want[len(want)-1] != name {
			want = append(want, name)
		}
	}
	c.fail(codeWrongType, n.Path, n.ValuePosition(), fmt.Sprintf("this is %s, but %s is asked for", have, strings.Join(want, " or ")),
		"write "+strings.Join(want, " or "))
}

func sameKind(t ir.Type, raw json.RawMessage) bool {
	k := kindOf(raw)
	switch t.Kind {
	case ir.KindInt, ir.KindNumber:
		return k == "a number"
	case ir.KindEnum:
		return len(t.Enum) > 0 && kindOf(t.Enum[0].Value) == k
	}
	return kindName(t.Kind) == k
}

func kindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return "a string"
	case 't', 'f':
		return "a bool"
	case 'n':
		return "null"
	case '{':
		return "a struct"
	case '[':
		return "a list"
	}
	return "a number"
}

func kindName(k ir.Kind) string {
	switch k {
	case ir.KindString, ir.KindEnum:
		return "a string"
	case ir.KindBool:
		return "a bool"
	case ir.KindInt, ir.KindNumber:
		return "a number"
	case ir.KindNull:
		return "null"
	case ir.KindList:
		return "a list"
	}
	return "a struct"
}

// example says how a missing field is written.
func (c *Checker) example(name string, f *fieldShape) string {
	s := c.shapeOf(f.values)
	if len(s.scalars) > 0 {
		sc := s.scalars[0]
		if members := texts(sc.t); len(members) > 0 {
			return fmt.Sprintf("add %s: %s", name, strings.Join(members, " or "))
		}
		switch {
		case sc.word == "#Version":
			return fmt.Sprintf("add %s: 1", name)
		case sc.t.Kind == ir.KindString:
			return fmt.Sprintf("add %s: \"…\"", name)
		case sc.t.Kind == ir.KindInt:
			return fmt.Sprintf("add %s: 1", name)
		case sc.t.Kind == ir.KindBool:
			return fmt.Sprintf("add %s: true", name)
		}
	}
	if len(s.lists) > 0 {
		return fmt.Sprintf("add %s: […]", name)
	}
	if name == "#Match" {
		return "add #Match: {input: {…}}, or #Match: {} for always"
	}
	return fmt.Sprintf("add %s: {…}", name)
}
