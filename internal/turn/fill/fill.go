// Package fill puts into inputs what the kernel fills in from facts.
//
// It owns the one way in which such a field gets its value: from the fact that the contract names, never from a model, a
// handler or a stored document. Inputs are kept without these fields wherever they are kept, so that a fact is never
// stored beside itself; they are filled anew whenever the input is about to be judged or to run. The package knows no
// plans and no turns, and judges no value: the schema of the input does.
package fill

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input gives an input with the fields that the kernel fills, as far as their facts are there. A field that the input
// already has is filled all the same: the document then has it twice, which no schema takes.
func Input(a *agent.Agent, c *ik.CapabilityDefinition, current []ik.FactRecord, input json.RawMessage) json.RawMessage {
	body := bytes.TrimSpace(input)
	if len(c.Filled) == 0 || len(body) < 2 || body[0] != '{' {
		return input
	}
	out := []byte{'{'}
	step := facts.Step{Agent: a, Capability: c, Input: input, Facts: current}
	for _, name := range Fields(c) {
		value, ok := value(step, c.Filled[name])
		if !ok {
			continue
		}
		key, err := json.Marshal(name)
		if err != nil {
			continue
		}
		out = append(append(append(append(out, key...), ':'), value...), ',')
	}
	rest := bytes.TrimSpace(body[1:])
	if rest[0] == '}' {
		out = bytes.TrimSuffix(out, []byte{','})
	}
	return append(out, rest...)
}

// Fields are the names of the fields that the kernel fills, in code order.
func Fields(c *ik.CapabilityDefinition) []string { return slices.Sorted(maps.Keys(c.Filled)) }

// Given are the fields of an input that the kernel fills and that are in it nevertheless, in code order.
func Given(c *ik.CapabilityDefinition, input json.RawMessage) []string {
	if len(c.Filled) == 0 || !json.Valid(input) {
		return nil
	}
	members, _ := jsonval.Members(input)
	var out []string
	for _, name := range Fields(c) {
		if _, there := members[name]; there {
			out = append(out, name)
		}
	}
	return out
}

// Without gives an input without the fields that the kernel fills.
func Without(c *ik.CapabilityDefinition, input json.RawMessage) json.RawMessage {
	if len(Given(c, input)) == 0 {
		return input
	}
	members, _ := jsonval.Members(input)
	for name := range c.Filled {
		delete(members, name)
	}
	out, err := json.Marshal(members)
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}

// value gives the value at a path of a fact, null too: the schema says whether that is one. Of a keyed fact it is that of
// the instance that the step is about.
func value(step facts.Step, path ik.Path) (json.RawMessage, bool) {
	root, fields := path.Split()
	rec := step.Record(ik.FactKey(root))
	if rec == nil {
		return nil, false
	}
	return jsonval.Lookup(rec.Value, fields...)
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// field is the name of the field of a document that a JSON Pointer leads into.
func field(pointer string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	return unescape.Replace(name)
}

// codeGiven is the code of a field that is in an input and not in its schema, as every decoder has it.
const codeGiven = "UNKNOWN_FIELD"

// refused are issues that say which fields of an input only the kernel may fill.
func refused(c *ik.CapabilityDefinition, input json.RawMessage) []ik.Issue {
	var out []ik.Issue
	for _, name := range Given(c, input) {
		out = append(out, ik.Issue{Path: pointer(name), Code: codeGiven, Message: "this field is not part of the input: leave it out"})
	}
	return out
}

func pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// Decode fills an input that somebody proposed, and decodes it. Others are the issues of the proposal: a field that only
// the kernel may fill is one. Own are those of the fields that it fills, or could not fill: they may tell of values, and
// are nobody's to see.
func Decode(a *agent.Agent, c *ik.CapabilityDefinition, current []ik.FactRecord, input json.RawMessage) (value any, own, others []ik.Issue) {
	if len(c.Filled) == 0 {
		value, others = c.Input.Decode(slices.Clone(input))
		return value, nil, others
	}
	given := refused(c, input)
	if len(given) > 0 {
		input = Without(c, input)
	}
	value, issues := c.Input.Decode(slices.Clone(Input(a, c, current, input)))
	own, others = split(c, issues)
	return value, own, append(given, others...)
}

// Proposal is the schema of an input as it is proposed and kept: what is filled in is not missed,
// and may not be there. It judges documents; what it decodes is not filled.
func Proposal(c *ik.CapabilityDefinition) ik.Schema {
	s := c.Input
	if decode := s.Decode; len(c.Filled) > 0 && decode != nil {
		s.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
			value, issues := decode(raw)
			_, others := split(c, issues)
			return value, append(refused(c, raw), others...)
		}
	}
	return s
}

// split tells the issues of fields that the kernel fills from all others.
func split(c *ik.CapabilityDefinition, issues []ik.Issue) (own, others []ik.Issue) {
	for _, is := range issues {
		if _, filled := c.Filled[field(is.Path)]; filled {
			own = append(own, is)
		} else {
			others = append(others, is)
		}
	}
	return own, others
}
