// Package host takes what the host hands over with a turn: the facts that only it knows, and its context.
//
// It owns their validation and how host facts take part in a turn: they join the facts of the thread when the turn begins
// and leave them before anything is stored. It knows no stages, and calls no model and no handler.
package host

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// Codes of what a host hands over wrongly.
const (
	CodeMissing        = "HOST_FACT_MISSING"
	CodeInvalid        = "HOST_FACT_INVALID"
	CodeInvalidContext = "HOST_CONTEXT_INVALID"
)

// evidencePrefix begins the id of the record that proves a host fact.
const evidencePrefix = "host:"

// Facts checks the facts that a host gives with a turn and makes them records, in code order. Errors: HOST_FACT_INVALID
// for a fact that the agent does not want from the host, that is given twice, or whose value does not fit its schema (an
// *ik.SchemaError is the cause, since its words may tell of the value); HOST_FACT_MISSING for one that the agent cannot
// do without.
func Facts(a *agent.Agent, given ik.HostFacts, turn ik.TurnID) ([]ik.FactRecord, error) {
	list, err := read(given)
	if err != nil {
		return nil, err
	}
	out := make([]ik.FactRecord, 0, len(list))
	for i, f := range list {
		if i > 0 && list[i-1].Fact == f.Fact {
			return nil, invalid(f.Fact, "the host gives the fact %q twice", f.Fact)
		}
		rec, err := record(a, f, turn)
		if err != nil {
			return nil, err
		}
		out = append(out, rec)
	}
	for _, want := range a.HostFacts() {
		if want.Required && !facts.Present(out, want.Fact) {
			return nil, ik.NewError(ik.KindBase, CodeMissing, "the host does not give the fact %q, which the agent needs with every turn", want.Fact).
				With("fact", string(want.Fact))
		}
	}
	return out, nil
}

// read calls the host's code, which may fail like any other.
func read(given ik.HostFacts) ([]ik.HostFact, error) {
	if given == nil {
		return nil, nil
	}
	list, err := guard.Protect(func() ([]ik.HostFact, error) { return slices.Clone(given.HostFacts()), nil })
	if err != nil {
		return nil, ik.NewError(ik.KindSchema, CodeInvalid, "the facts of the host cannot be read").Because(err)
	}
	slices.SortStableFunc(list, func(a, b ik.HostFact) int { return strings.Compare(string(a.Fact), string(b.Fact)) })
	return list, nil
}

// record validates one fact. What is kept is what its schema decoded, with defaults.
func record(a *agent.Agent, f ik.HostFact, turn ik.TurnID) (ik.FactRecord, error) {
	def := a.Facts[f.Fact]
	if def == nil || !def.Host {
		return ik.FactRecord{}, invalid(f.Fact, "the agent takes no fact %q from the host", f.Fact)
	}
	value, err := normal(def.Value, f.Value)
	var schema *ik.SchemaError
	switch {
	case errors.As(err, &schema):
		return ik.FactRecord{}, invalid(f.Fact, "the host's fact %q does not fit its schema", f.Fact).
			With("issues", len(schema.Issues)).Because(err)
	case err != nil:
		return ik.FactRecord{}, invalid(f.Fact, "the host's fact %q is not JSON", f.Fact).Because(err)
	}
	proof := ik.EvidenceID(evidencePrefix + string(f.Fact))
	return ik.FactRecord{
		FactRef: f.Fact.Ref(), Value: value, EvidenceIDs: []ik.EvidenceID{proof}, DependsOn: []ik.FactRef{},
		ModelVisibility: def.Visibility, ModelRedactions: facts.Private(def.Value, value),
		Evidence:   []ik.Evidence{{ID: proof, Source: ik.SourceHost, Content: "The host says so with this turn: " + subject(def)}},
		ProducedBy: ik.Producer{TurnID: turn},
	}, nil
}

// subject says what a fact is about, in the agent's own words.
func subject(def *ik.FactDefinition) string {
	if ik.IsBlank(def.Description) {
		return string(def.Fact)
	}
	return def.Description
}

// normal gives the JSON of a value as its schema decodes it. The error is an *ik.SchemaError, or says that it is no JSON.
func normal(s ik.Schema, v any) (json.RawMessage, error) {
	raw, err := guard.Protect(func() ([]byte, error) { return json.Marshal(v) })
	if err != nil {
		return nil, err
	}
	value, issues := s.Decode(raw)
	if len(issues) > 0 {
		return nil, &ik.SchemaError{Type: s.Name, Issues: issues}
	}
	return json.Marshal(value)
}

func invalid(fact ik.FactKey, format string, args ...any) *ik.Error {
	return ik.NewError(ik.KindSchema, CodeInvalid, format, args...).With("fact", string(fact))
}
