package interpret_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestOneOperation(t *testing.T) {
	turn, out := scene{
		selection: selected("catalog.find", "help.answer"),
		script:    []snaptest.Reply{reply(promptINT, batch(nil, res("catalog.find", obj{"id": "made-up", "input": obj{"q": 1}})))},
	}.accepted(t)
	require.Len(t, out.Intentions, 1)
	assert.Equal(t, ik.IntentionID("intention-1"), out.Intentions[0].ID, "the model's id is forgotten")
	assert.JSONEq(t, `{"q":1}`, string(out.Intentions[0].Input))
	assert.Nil(t, out.Answer)

	req := turn.Gateway.Requests[0]
	assert.Equal(t, "turn.interpret", req.Task)
	in := turn.Gateway.Input(0)
	assert.Len(t, in, 2)
	assert.Contains(t, in, "context")
	assert.Equal(t, "selected", in["selection"].(map[string]any)["mode"])
	assert.NotContains(t, in["context"], "capabilities")
	require.Len(t, req.Capabilities, 2)
	assert.Equal(t, ik.CapabilityID("catalog.find"), req.Capabilities[0].ID, "in code order")
	assert.Equal(t, "contract", req.Capabilities[0].Detail)

	got, err := json.Marshal(turn.Event(t, "intention.interpreted"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"source":"model","intentions":[{"id":"intention-1","objective":"o","capabilityId":"catalog.find",
		"resolution":"resolved","evidence":[{"text":"op","meaning":"m","messageIndex":3}],"references":[],"input":{"q":1},
		"alternatives":[],"rationale":null}],"interactionAnswer":null,"interactionAnswerSource":null,"contradictions":[],
		"lifecycleActions":[]}`, string(got))
}

func TestConversationOverAQuestion(t *testing.T) {
	t.Run("B-100 without a contract nothing can be intended", func(t *testing.T) {
		nobody := &ik.Interaction{ID: "x", Kind: ik.InteractionClarification, Goal: "Which one?"}
		for name, output := range map[string]obj{"unsupported": batch(nil, uns()), "ambiguous": batch(nil, amb()), "resolved": batch(nil, res("catalog.find"))} {
			turn, out := scene{open: nobody, selection: mode("conversational"), script: []snaptest.Reply{
				reply(promptINT, output), reply(promptINTR, batch(nil)),
			}}.accepted(t)
			assert.Equal(t, []string{"TOO_MANY_ITEMS /intentions"}, issues(t, turn), name)
			assert.Empty(t, out.Intentions)
			assert.Empty(t, turn.Gateway.Requests[0].Capabilities)
		}
	})
	t.Run("B-101 with contracts only their owners can be meant", func(t *testing.T) {
		for name, output := range map[string]obj{"unsupported": batch(nil, uns()), "ambiguous": batch(nil, amb())} {
			turn, _ := scene{open: snaptest.Choice(""), selection: mode("conversational", "catalog.find"), script: []snaptest.Reply{
				reply(promptINT, output), reply(promptINTR, batch(nil)),
			}}.accepted(t)
			assert.Contains(t, issues(t, turn), "NOT_IN_ENUM /intentions/0/resolution", name)
		}
		_, out := scene{open: snaptest.Choice(""), selection: mode("conversational", "catalog.find"), script: []snaptest.Reply{
			reply(promptINT, batch(nil)),
		}}.accepted(t)
		assert.Empty(t, out.Intentions)
	})
}

func TestNothingToInterpret(t *testing.T) {
	t.Run("B-046 small talk without a question needs no model", func(t *testing.T) {
		turn, out := scene{selection: mode("conversational"), agenda: []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaWaitingInput)}}.accepted(t)
		assert.Equal(t, ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}, out)
		assert.Empty(t, turn.Event(t, "intention.interpreted")["intentions"])
	})
}

func TestOutputContract(t *testing.T) {
	one, two := selected("catalog.find"), selected("catalog.find", "catalog.compare")
	long := strings.Repeat("😀", 1200)
	for name, c := range map[string]struct {
		selection ik.CapabilitySelection
		output    any
		path      string // "" for valid
	}{
		"B-094 single contract fill":           {one, batch(nil, res("", obj{"proposedCapability": absent{}})), ""},
		"B-094 single contract fill of null":   {one, batch(nil, res("", obj{"proposedCapability": nil})), ""},
		"B-095 no fill with two contracts":     {two, batch(nil, res("", obj{"proposedCapability": absent{}})), "/intentions/0/proposedCapability"},
		"capability outside of the selection":  {two, batch(nil, res("help.answer")), "/intentions/0/proposedCapability"},
		"B-097 one alternative":                {one, batch(nil, amb(obj{"alternatives": []any{"a"}})), "/intentions/0/alternatives"},
		"B-097 no alternatives":                {one, batch(nil, amb(obj{"alternatives": absent{}})), "/intentions/0/alternatives"},
		"B-097 ambiguous with capability":      {one, batch(nil, amb(obj{"proposedCapability": "catalog.find"})), "/intentions/0/proposedCapability"},
		"B-097 two alternatives and null":      {one, batch(nil, amb(obj{"proposedCapability": nil})), ""},
		"B-098 unsupported with capability":    {one, batch(nil, uns(obj{"proposedCapability": "catalog.find"})), "/intentions/0/proposedCapability"},
		"B-098 unsupported with null":          {one, batch(nil, uns(obj{"proposedCapability": nil})), ""},
		"B-103 rationale of 1200":              {one, batch(nil, res("catalog.find", obj{"rationale": long})), ""},
		"B-103 rationale of 1201":              {one, batch(nil, res("catalog.find", obj{"rationale": long + "x"})), "/intentions/0/rationale"},
		"B-103 empty rationale":                {one, batch(nil, res("catalog.find", obj{"rationale": ""})), "/intentions/0/rationale"},
		"null alternatives":                    {one, batch(nil, res("catalog.find", obj{"alternatives": nil})), ""},
		"null answer":                          {one, with(batch(nil, res("catalog.find")), obj{"answerToInteraction": nil}), ""},
		"answer without a value":               {one, batch(ans("x", 1, obj{"value": absent{}}), res("catalog.find")), "/answerToInteraction/value"},
		"answer without evidence":              {one, batch(ans("x", 1, obj{"evidence": ""}), res("catalog.find")), "/answerToInteraction/evidence"},
		"no intentions member":                 {one, obj{"contradictions": []any{}}, "/intentions"},
		"no references":                        {one, batch(nil, res("catalog.find", obj{"references": absent{}})), "/intentions/0/references"},
		"unknown member":                       {one, with(batch(nil, res("catalog.find")), obj{"extra": 1}), "/extra"},
		"unknown member of an intention":       {one, batch(nil, res("catalog.find", obj{"extra": 1})), "/intentions/0/extra"},
		"contradiction without evidence":       {one, with(batch(nil, res("catalog.find")), obj{"contradictions": []any{obj{"description": "d", "evidence": []any{}}}}), "/contradictions/0/evidence"},
		"contradiction":                        {one, with(batch(nil, res("catalog.find")), obj{"contradictions": []any{obj{"description": "d", "evidence": []any{"e"}}}}), ""},
		"lifecycle action without control":     {one, with(batch(nil, res("catalog.find")), obj{"lifecycleActions": []any{cancel("ag-1")}}), "/lifecycleActions"},
		"no contract: unsupported":             {mode("no_match"), batch(nil, uns()), ""},
		"no contract: resolved":                {mode("no_match"), batch(nil, res("catalog.find")), "/intentions/0/resolution"},
		"B-106 a quote that is nowhere":        {one, batch(nil, res("catalog.find", obj{"evidence": quoteOf("nowhere")})), "EVIDENCE_NOT_IN_MESSAGE /intentions/0/evidence/0/text"},
		"not a list":                           {one, obj{"intentions": "x", "contradictions": []any{}}, "/intentions"},
		"an answer although nothing was asked": {one, batch(ans("x", 1), res("catalog.find")), "/answerToInteraction/interactionId"},
	} {
		t.Run(name, func(t *testing.T) {
			script := []snaptest.Reply{reply(promptINT, c.output)}
			if c.path != "" {
				good := batch(nil, uns())
				script = append(script, reply(promptINTR, good))
			}
			turn, _ := scene{selection: c.selection, script: script}.accepted(t)
			if c.path != "" {
				got := strings.Join(issues(t, turn), "\n")
				assert.Contains(t, got, c.path)
			}
		})
	}
}

func TestNullAndAbsentInputDiffer(t *testing.T) {
	agent := func(d *ik.AgentDefinition) {
		d.Capabilities[1].Input.Decode = func(json.RawMessage) (any, []ik.Issue) { return nil, nil }
	}
	for name, c := range map[string]struct{ input, want any }{"null": {nil, "null"}, "absent": {absent{}, ""}} {
		t.Run("B-104 an input that is "+name, func(t *testing.T) {
			_, out := scene{agent: agent, selection: selected("catalog.find"), script: []snaptest.Reply{
				reply(promptINT, batch(nil, res("catalog.find", obj{"input": c.input}))),
			}}.accepted(t)
			assert.Equal(t, c.want, string(out.Intentions[0].Input))
		})
	}
}

func TestInvalidTwice(t *testing.T) {
	t.Run("B-109 an answer that stays unreadable ends the stage", func(t *testing.T) {
		turn := scene{selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, obj{"intentions": "canary"}), reply(promptINTR, obj{"contradictions": []any{}, "canary": 1}),
		}}.rejected(t)
		_, _, err := scene{selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, obj{"intentions": "canary"}), reply(promptINTR, obj{"contradictions": []any{}, "canary": 1}),
		}}.run(t)
		raw, merr := json.Marshal(err)
		require.NoError(t, merr)
		assert.NotContains(t, string(raw), "canary")
		for _, e := range turn.Emitter.Events() {
			assert.NotEqual(t, "intention.interpreted", e.Type)
		}
	})
}

func TestRepairRequest(t *testing.T) {
	t.Run("B-110 a repair sees the context, the selection, its answer and what is wrong with it", func(t *testing.T) {
		bad := obj{"intentions": "x"}
		turn, out := scene{selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, bad), reply(promptINTR, batch(nil, res("catalog.find"))),
		}}.accepted(t)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 4)
		assert.Equal(t, map[string]any{"intentions": "x"}, in["invalidOutput"])
		assert.Equal(t, "turn.interpret.repair", turn.Gateway.Requests[1].Task)
		assert.Equal(t, turn.Gateway.Requests[0].Capabilities, turn.Gateway.Requests[1].Capabilities)
		assert.Equal(t, turn.Gateway.Requests[0].OutputSchema, turn.Gateway.Requests[1].OutputSchema)
		assert.Equal(t, ik.IntentionID("intention-1"), out.Intentions[0].ID)
	})
}

func TestGatewayError(t *testing.T) {
	t.Run("B-112 an error of the gateway passes, and nothing is repaired", func(t *testing.T) {
		_, _, err := scene{selection: selected("catalog.find"), script: []snaptest.Reply{
			{Prompt: promptINT, Err: ik.NewError(ik.KindGateway, "MODEL_EMPTY_RESPONSE", "x")},
		}}.run(t)
		assert.Equal(t, "MODEL_EMPTY_RESPONSE", ik.CodeOf(err))
	})
}

func compile(t *testing.T, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	s, err := c.Compile("s.json")
	require.NoError(t, err)
	return s
}

// permits tells whether a published schema takes a value.
func permits(t *testing.T, schema json.RawMessage, v any) bool {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	return compile(t, schema).Validate(doc) == nil
}

func TestPublishedSchema(t *testing.T) {
	schemaOf := func(c scene) (map[string]any, *jsonschema.Schema, string) {
		turn, _, _ := c.run(t)
		raw := turn.Gateway.Requests[0].OutputSchema
		var m map[string]any
		require.NoError(t, json.Unmarshal(raw, &m))
		return m["properties"].(map[string]any), compile(t, raw), string(raw)
	}
	accepts := func(s *jsonschema.Schema, v any) bool {
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
		require.NoError(t, err)
		return s.Validate(doc) == nil
	}
	t.Run("B-107 generation schema for choices", func(t *testing.T) {
		p, s, raw := schemaOf(scene{open: snaptest.Choice(""), selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.find"))), ocaNone(),
		}})
		branches := p["answerToInteraction"].(map[string]any)["anyOf"].([]any)
		members := branches[0].(map[string]any)["properties"].(map[string]any)
		assert.Equal(t, "ch", members["interactionId"].(map[string]any)["const"])
		assert.Equal(t, []any{"opt-1", "opt-2"}, members["value"].(map[string]any)["enum"])
		assert.Equal(t, map[string]any{"type": "null"}, branches[1])
		assert.NotContains(t, raw, `"pick"`)
		assert.True(t, accepts(s, batch(ans("ch", "opt-2"), res("catalog.find"))))
		assert.False(t, accepts(s, batch(ans("ch", obj{"pick": 2}), res("catalog.find"))))
	})
	t.Run("B-095 two contracts", func(t *testing.T) {
		p, s, raw := schemaOf(scene{selection: selected("catalog.find", "catalog.compare"), script: []snaptest.Reply{reply(promptINT, batch(nil, res("catalog.find")))}})
		assert.Len(t, p["intentions"].(map[string]any)["items"].(map[string]any)["oneOf"], 3)
		assert.NotContains(t, raw, `"id":`)
		assert.False(t, accepts(s, batch(nil, res("", obj{"proposedCapability": absent{}}))))
		assert.False(t, accepts(s, batch(nil, res("", obj{"proposedCapability": nil}))))
		assert.True(t, accepts(s, batch(nil, res("catalog.find"), amb(), uns())))
		assert.False(t, accepts(s, batch(nil, amb(obj{"alternatives": []any{"a"}}))))
		assert.False(t, accepts(s, with(batch(nil, res("catalog.find")), obj{"lifecycleActions": []any{cancel("x")}})))
	})
	t.Run("without contracts", func(t *testing.T) {
		p, s, _ := schemaOf(scene{selection: mode("no_match"), script: []snaptest.Reply{reply(promptINT, batch(nil, uns()))}})
		assert.Len(t, p["intentions"].(map[string]any)["items"].(map[string]any)["oneOf"], 2)
		assert.False(t, accepts(s, batch(nil, res("catalog.find"))))
	})
	t.Run("conversational", func(t *testing.T) {
		p, _, _ := schemaOf(scene{open: snaptest.Question(), selection: mode("conversational"), script: []snaptest.Reply{reply(promptINT, batch(nil))}})
		assert.InDelta(t, 0, p["intentions"].(map[string]any)["maxItems"], 0)
		p, _, _ = schemaOf(scene{open: snaptest.Question(), selection: mode("conversational", "help.answer"), script: []snaptest.Reply{reply(promptINT, batch(nil))}})
		assert.Equal(t, "object", p["intentions"].(map[string]any)["items"].(map[string]any)["type"])
	})
	t.Run("confirmation", func(t *testing.T) {
		_, s, _ := schemaOf(scene{open: snaptest.Confirmation(), selection: selected("help.answer"), script: []snaptest.Reply{reply(promptINT, batch(nil, res("help.answer")))}})
		assert.True(t, accepts(s, batch(ans("conf-1", true))))
		assert.False(t, accepts(s, batch(ans("conf-1", "yes"))))
	})
}
