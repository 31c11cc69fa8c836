package project_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// cardSchema takes objects with a number n below 5. mail is private, pin secret.
func cardSchema() ik.Schema {
	self := func(p ik.Privacy) func() *ik.Mask { return func() *ik.Mask { return &ik.Mask{Self: p} } }
	return ik.Schema{
		Name: "Card", JSON: `{"$ref":"#/$defs/Card","$defs":{"Card":{"type":"object","properties":{"n":{},"mail":{},"pin":{},"open":{},"list":{}}}}}`,
		Mask: func() *ik.Mask {
			return &ik.Mask{Fields: []ik.FieldMask{{Name: "mail", Mask: self(ik.Private)}, {Name: "pin", Mask: self(ik.Secret)}}}
		},
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			var v struct {
				N int `json:"n"`
			}
			if json.Unmarshal(raw, &v) != nil || v.N >= 5 {
				return nil, []ik.Issue{{Code: "x", Message: "no"}}
			}
			if v.N < 0 {
				panic("a decoder of the host")
			}
			return raw, nil
		},
	}
}

func TestInput(t *testing.T) {
	for name, c := range map[string]struct{ doc, want string }{
		"accepted":            {`{"n":1,"mail":"a@b.c","pin":4711,"open":{"a":[1]}}`, `{"n":1,"mail":"[redacted]","open":{"a":[1]}}`},
		"refused":             {`{"n":9,"mail":"a@b.c","pin":4711,"open":"o"}`, `{"n":9,"mail":"[redacted]","open":"o"}`},
		"refused, nested":     {`{"n":9,"open":{"pin":4711},"list":[4711]}`, `{"n":9}`},
		"refused, undeclared": {`{"n":9,"pni":4711,"PIN":4711}`, `{"n":9}`},
		"a decoder panics":    {`{"n":-1,"pin":4711,"open":{"pin":4711}}`, `{"n":-1}`},
		"null":                {`null`, `null`},
	} {
		t.Run(name, func(t *testing.T) {
			value, _, ok := project.Input(cardSchema(), json.RawMessage(c.doc))
			require.True(t, ok)
			raw, err := json.Marshal(value)
			require.NoError(t, err)
			assert.JSONEq(t, c.want, string(raw))
		})
	}
	for _, gone := range []string{``, `{`, `[4711]`, `4711`} {
		_, _, ok := project.Input(cardSchema(), json.RawMessage(gone))
		assert.False(t, ok, gone)
	}
	open := cardSchema()
	open.Mask = nil
	value, _, ok := project.Input(open, json.RawMessage(`{"n":9,"open":{"a":1}}`))
	assert.True(t, ok)
	assert.Contains(t, value, "open", "without private places nothing is withheld")
}

func TestPayloads(t *testing.T) {
	a := &agent.Agent{Capabilities: map[ik.CapabilityID]*ik.CapabilityDefinition{"card.block": {ID: "card.block", Input: cardSchema()}}}
	view := project.NewView(a, redact.New([]string{"a@b.c"}))
	const input = `{"n":1,"mail":"a@b.c","pin":4711}`
	for name, c := range map[string]struct{ payload, model, host string }{
		"of the kernel": {
			`{"intention":{"id":"i","proposedCapability":"card.block","input":` + input + `},"input":` + input + `}`,
			`{"intention":{"id":"i","proposedCapability":"card.block","input":{"n":1,"mail":"[redacted]"}},"input":{"n":1,"mail":"[redacted]"}}`,
			`{"intention":{"id":"i","proposedCapability":"card.block","input":{"n":1,"mail":"a@b.c"}},"input":{"n":1,"mail":"a@b.c"}}`,
		},
		"of an invalid input": {`{"issues":[],"proposedInput":{"n":9,"pin":4711}}`, `{"issues":[],"proposedInput":{"n":9}}`, `{"issues":[],"proposedInput":{"n":9}}`},
		"unreadable as input": {`{"input":[4711],"x":1}`, `{"x":1}`, `{"x":1}`},
		"of a handler":        {`{"mail":"to a@b.c","n":[1]}`, `{"mail":"to [redacted]","n":[1]}`, `{"mail":"to a@b.c","n":[1]}`},
		"no object":           {`["a@b.c"]`, `["[redacted]"]`, `["a@b.c"]`},
	} {
		t.Run(name, func(t *testing.T) {
			q := &ik.Interaction{ID: "q", CapabilityID: "card.block", Payload: json.RawMessage(c.payload)}
			seen, err := json.Marshal(view.Interaction(q).Payload)
			require.NoError(t, err)
			assert.JSONEq(t, c.model, string(seen))
			host, err := json.Marshal(project.HostPayload(a, q))
			require.NoError(t, err)
			assert.JSONEq(t, c.host, string(host))
			assert.JSONEq(t, c.payload, string(q.Payload.(json.RawMessage)), "the stored question is untouched")
		})
	}
	assert.Nil(t, project.HostPayload(a, &ik.Interaction{}))
}
