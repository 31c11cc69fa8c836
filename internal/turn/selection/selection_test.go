package selection_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

type scene struct {
	message    string
	checkpoint func(*ik.Checkpoint)
	agent      func(*ik.AgentDefinition)
	script     []snaptest.Reply
}

func run(t *testing.T, c scene) (*snaptest.Turn, ik.CapabilitySelection, error) {
	t.Helper()
	cp := snaptest.Checkpoint()
	if c.checkpoint != nil {
		c.checkpoint(cp)
	}
	in := snapshot.Input{Checkpoint: cp, Message: ik.Message{Content: c.message}}
	if c.agent != nil {
		in.Agent = snaptest.Agent(t, c.agent)
	}
	turn := snaptest.New(t, in, c.script...)
	out, err := selection.Select(t.Context(), selection.Input{Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent})
	return turn, out, err
}

func open(i *ik.Interaction) func(*ik.Checkpoint) {
	return func(cp *ik.Checkpoint) { cp.Interaction = i }
}

func paths(t *testing.T, turn *snaptest.Turn) []string {
	t.Helper()
	require.Len(t, turn.Gateway.Requests, 2)
	var out []string
	for _, i := range turn.Gateway.Input(1)["validationIssues"].([]any) {
		out = append(out, i.(map[string]any)["path"].(string))
	}
	return out
}

func TestAcceptedAtOnce(t *testing.T) {
	turn, out, err := run(t, scene{message: "Find a tent", script: []snaptest.Reply{first(sel("selected", "catalog.find"))}})
	require.NoError(t, err)
	assert.Equal(t, []ik.CapabilityID{"catalog.find"}, out.CapabilityIDs)
	assert.Empty(t, out.Source)
	req := turn.Gateway.Requests[0]
	assert.Equal(t, "capability.select", req.Task)
	assert.JSONEq(t, string(turn.Snapshot.Context()), string(req.Input), "the context itself, not wrapped")
	require.Len(t, req.Capabilities, 3)
	for _, c := range req.Capabilities {
		assert.Equal(t, "summary", c.Detail)
		assert.Empty(t, c.InputSchema)
	}
	assert.Equal(t, map[string]any{
		"source": "model", "mode": "selected", "capabilityIds": []any{"catalog.find"}, "rationale": "r", "reviewedChoice": nil,
		"adjustments": []any{}, "evidence": []any{map[string]any{"text": "morning", "meaning": "m", "messageIndex": 0.0}},
	}, turn.Event(t, "capabilities.selected"))
	events := turn.Emitter.Events()
	assert.Equal(t, events[len(events)-2].ID, events[len(events)-1].CausationID)
	assert.Equal(t, events[len(events)-1].ID, turn.Caller.Head())
}

func TestStructure(t *testing.T) {
	good := sel("selected", "catalog.find")
	with := func(member string) string { return strings.Replace(good, `{"mode"`, `{`+member+`,"mode"`, 1) }
	for name, c := range map[string]struct{ output, path string }{
		"B-034 unknown id":             {sel("selected", "ghost.op"), "/capabilityIds/0"},
		"B-035 duplicate ids":          {sel("selected", "catalog.find", "catalog.find"), "/capabilityIds"},
		"too many ids":                 {sel("selected", "catalog.find", "catalog.compare", "help.answer", "catalog.find"), "/capabilityIds"},
		"selected without ids":         {sel("selected"), "/capabilityIds"},
		"with control without ids":     {sel("selected_with_control"), "/capabilityIds"},
		"B-037 conversational with id": {sel("conversational", "catalog.find"), "/capabilityIds"},
		"B-037 control with id":        {sel("control", "catalog.find"), "/capabilityIds"},
		"B-037 no match with id":       {sel("no_match", "catalog.find"), "/capabilityIds"},
		"B-038 reviewedChoice":         {with(`"reviewedChoice":{}`), "/reviewedChoice"},
		"B-038 source":                 {with(`"source":"model"`), "/source"},
		"B-038 adjustments":            {with(`"adjustments":[]`), "/adjustments"},
		"unknown mode":                 {sel("maybe"), "/mode"},
		"empty rationale":              {strings.Replace(good, `"r"`, `""`, 1), "/rationale"},
		"no evidence":                  {strings.Replace(good, `{"text":"morning","meaning":"m","messageIndex":0}`, "", 1), "/evidence"},
		"negative index":               {strings.Replace(good, `"messageIndex":0`, `"messageIndex":-1`, 1), "/evidence/0/messageIndex"},
		"fraction":                     {strings.Replace(good, `"messageIndex":0`, `"messageIndex":0.5`, 1), "/evidence/0/messageIndex"},
		"not an object":                {`[]`, ""},
		"null":                         {`null`, ""},
		"not JSON":                     {`{`, ""},
		"B-044 quote of nothing":       {strings.Replace(good, `"morning"`, `"evening"`, 1), "/evidence/0/text"},
		"B-044 quote of no message":    {strings.Replace(good, `"messageIndex":0`, `"messageIndex":999`, 1), "/evidence/0/messageIndex"},
	} {
		t.Run(name, func(t *testing.T) {
			turn, out, err := run(t, scene{message: "Find a tent", script: []snaptest.Reply{first(c.output), repair(good)}})
			require.NoError(t, err)
			assert.Equal(t, []ik.CapabilityID{"catalog.find"}, out.CapabilityIDs)
			assert.Contains(t, paths(t, turn), c.path)
		})
	}
}

func TestRepairRequest(t *testing.T) {
	t.Run("B-040 a repair sees the context, its answer and what is wrong with it", func(t *testing.T) {
		turn, _, err := run(t, scene{message: "Find a tent", script: []snaptest.Reply{
			first(sel("selected", "ghost.op")), repair(sel("selected", "catalog.find")),
		}})
		require.NoError(t, err)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 3)
		assert.JSONEq(t, sel("selected", "ghost.op"), asJSON(t, in["invalidOutput"]))
		assert.JSONEq(t, string(turn.Snapshot.Context()), asJSON(t, in["context"]))
		assert.Equal(t, "capability.select.repair", turn.Gateway.Requests[1].Task)
		assert.Equal(t, turn.Gateway.Requests[0].Capabilities, turn.Gateway.Requests[1].Capabilities)
		assert.Equal(t, turn.Gateway.Requests[0].OutputSchema, turn.Gateway.Requests[1].OutputSchema)
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func TestInvalidTwice(t *testing.T) {
	for name, output := range map[string]string{"B-269 structure": `{"canary":true}`, "unknown id": sel("selected", "canary.op")} {
		t.Run(name, func(t *testing.T) {
			turn, _, err := run(t, scene{message: "Hello", script: []snaptest.Reply{first(output), repair(output)}})
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "CAPABILITY_SELECTION_INVALID", e.Code)
			assert.Equal(t, ik.KindGateway, e.Kind)
			assert.False(t, e.Retryable)
			assert.Equal(t, "capability.select", e.Context["task"])
			assert.Equal(t, 2, e.Context["attempts"])
			assert.NotContains(t, asJSON(t, e), "canary")
			for _, ev := range turn.Emitter.Events() {
				assert.NotEqual(t, "capabilities.selected", ev.Type)
			}
		})
	}
}

func TestGatewayErrorPasses(t *testing.T) {
	_, _, err := run(t, scene{message: "Hello", script: []snaptest.Reply{
		{Prompt: promptSelect, Err: ik.NewError(ik.KindGateway, "MODEL_OUTPUT_INVALID", "x")},
	}})
	assert.Equal(t, "MODEL_OUTPUT_INVALID", ik.CodeOf(err))
}

func TestIDsAreComparedWhole(t *testing.T) {
	joined := func(d *ik.AgentDefinition) {
		d.Capabilities = append(d.Capabilities, snaptest.Capability("catalog.find-tent"))
	}
	t.Run("B-041 an id is taken letter by letter", func(t *testing.T) {
		_, out, err := run(t, scene{message: "Find a tent", agent: joined, script: []snaptest.Reply{first(sel("selected", "catalog.find-tent"))}})
		require.NoError(t, err)
		assert.Equal(t, []ik.CapabilityID{"catalog.find-tent"}, out.CapabilityIDs)
	})
	t.Run("B-041 another case is another id", func(t *testing.T) {
		turn, _, err := run(t, scene{message: "Find a tent", agent: joined, script: []snaptest.Reply{
			first(sel("selected", "catalog.find-Tent")), repair(sel("selected", "catalog.find-tent")),
		}})
		require.NoError(t, err)
		assert.Equal(t, []string{"/capabilityIds/0"}, paths(t, turn)[:1])
	})
}

func TestNoCapabilities(t *testing.T) {
	t.Run("B-043 an agent without capabilities can talk", func(t *testing.T) {
		_, out, err := run(t, scene{
			message: "Hello", agent: func(d *ik.AgentDefinition) { d.Capabilities = nil },
			script: []snaptest.Reply{first(sel("conversational"))},
		})
		require.NoError(t, err)
		assert.Equal(t, "conversational", out.Mode)
	})
}

func TestAdjustments(t *testing.T) {
	for name, c := range map[string]struct {
		open        *ik.Interaction
		mode        string
		ids         []string
		want        []ik.CapabilityID
		adjustments []ik.Adjustment
	}{
		"B-046 conversational without interaction": {nil, "conversational", nil, []ik.CapabilityID{}, nil},
		"conversational over a choice": {snaptest.Choice("catalog.compare"), "conversational", nil, []ik.CapabilityID{"catalog.compare", "catalog.find"},
			[]ik.Adjustment{{Code: "ACTIVE_INTERACTION_CONTRACT_AVAILABLE", CapabilityID: "catalog.compare"}, {Code: "ACTIVE_INTERACTION_CONTRACT_AVAILABLE", CapabilityID: "catalog.find"}}},
		"B-047 nothing to expose":       {&ik.Interaction{ID: "x", Kind: ik.InteractionClarification}, "conversational", nil, []ik.CapabilityID{}, []ik.Adjustment{}},
		"B-049 owner already present":   {snaptest.Confirmation(), "selected", []string{"help.answer"}, []ik.CapabilityID{"help.answer"}, nil},
		"B-082 confirmation owner kept": {snaptest.Confirmation(), "selected", []string{"catalog.find"}, []ik.CapabilityID{"catalog.find", "help.answer"}, []ik.Adjustment{{Code: "ACTIVE_CONFIRMATION_OWNER_RETAINED", CapabilityID: "help.answer"}}},
	} {
		t.Run(name, func(t *testing.T) {
			turn, out, err := run(t, scene{message: "well", checkpoint: open(c.open), script: []snaptest.Reply{first(sel(c.mode, c.ids...))}})
			require.NoError(t, err)
			assert.Equal(t, c.want, out.CapabilityIDs)
			assert.Equal(t, c.adjustments, out.Adjustments)
			assert.Len(t, turn.Event(t, "capabilities.selected")["adjustments"], len(c.adjustments))
		})
	}
}

func TestIsolatedNumber(t *testing.T) {
	for _, message := range []string{" 2 ", "-3.5", "0", "1e+21", "0.000001", "1e-7", "1.5e+300"} {
		t.Run("B-053 guarded "+message, func(t *testing.T) {
			turn, out, err := run(t, scene{message: message, script: []snaptest.Reply{
				first(sel("selected", "catalog.find")), repair(sel("conversational")),
			}})
			require.NoError(t, err)
			assert.Equal(t, "conversational", out.Mode)
			assert.Equal(t, []string{"/mode"}, paths(t, turn))
		})
	}
	for _, message := range []string{
		"02", "2.0", "+2", "1e3", "-0", "0x10", "1,000", "2 items", "12345678901234567890", "1e21", "Infinity", "NaN", "1_0", "", "-", "1e400",
	} {
		t.Run("B-053 not guarded "+message, func(t *testing.T) {
			_, out, err := run(t, scene{message: message, script: []snaptest.Reply{first(sel("selected", "catalog.find"))}})
			require.NoError(t, err)
			assert.Equal(t, "selected", out.Mode)
		})
	}
	t.Run("B-052 bare number, conversational", func(t *testing.T) {
		_, out, err := run(t, scene{message: "2", script: []snaptest.Reply{first(sel("conversational"))}})
		require.NoError(t, err)
		assert.Empty(t, out.Source)
	})
	t.Run("B-055 number with interaction", func(t *testing.T) {
		_, out, err := run(t, scene{message: "2", checkpoint: open(snaptest.Question()), script: []snaptest.Reply{first(sel("selected", "help.answer"))}})
		require.NoError(t, err)
		assert.Equal(t, "selected", out.Mode)
	})
	t.Run("stubborn model: the kernel abstains", func(t *testing.T) {
		turn, out, err := run(t, scene{message: "2", script: []snaptest.Reply{
			first(sel("selected", "catalog.find")), repair(sel("selected", "catalog.find")),
		}})
		require.NoError(t, err)
		assert.Equal(t, "kernel_boundary", out.Source)
		assert.Equal(t, "conversational", out.Mode)
		assert.Empty(t, out.CapabilityIDs)
		assert.Equal(t, "2", out.Evidence[0].Text)
		assert.Equal(t, 3, out.Evidence[0].MessageIndex)
		assert.Equal(t, "kernel_boundary", turn.Event(t, "capabilities.selected")["source"])
	})
	t.Run("unreadable twice: the kernel abstains", func(t *testing.T) {
		_, out, err := run(t, scene{message: "2", script: []snaptest.Reply{first(`{}`), repair(`{}`)}})
		require.NoError(t, err)
		assert.Equal(t, "kernel_boundary", out.Source)
	})
}

func TestAbstentionByShape(t *testing.T) {
	misquoted := func(mode string, ids ...string) string {
		return strings.Replace(sel(mode, ids...), "morning", "nowhere", 1)
	}
	for name, c := range map[string]struct {
		checkpoint func(*ik.Checkpoint)
		output     string
		abstains   bool
	}{
		"diversion from a question":     {open(snaptest.Question()), misquoted("selected", "catalog.find"), true},
		"the question's own capability": {open(snaptest.Question()), misquoted("selected", "help.answer"), false},
		"an option's target":            {open(snaptest.Choice("catalog.compare")), misquoted("selected", "catalog.compare"), true},
		"the owner of a choice":         {open(snaptest.Choice("")), misquoted("selected", "catalog.find"), false},
		"beyond a choice":               {open(snaptest.Choice("")), misquoted("selected", "catalog.find", "help.answer"), true},
		"after a cancelled objective": {func(cp *ik.Checkpoint) {
			cp.Progression = &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "trip", Status: "cancelled"}}
		}, misquoted("selected", "catalog.find"), true},
		"nothing open": {nil, misquoted("selected", "catalog.find"), false},
	} {
		t.Run(name, func(t *testing.T) {
			_, out, err := run(t, scene{message: "well", checkpoint: c.checkpoint, script: []snaptest.Reply{first(c.output), repair(c.output)}})
			if c.abstains {
				require.NoError(t, err)
				assert.Equal(t, "kernel_boundary", out.Source)
			} else {
				assert.Equal(t, "CAPABILITY_SELECTION_INVALID", ik.CodeOf(err))
			}
		})
	}
}

// The JSON Schema that a model gets agrees with the decoder on everything that it can say.
func TestSchemaAgreesWithDecoder(t *testing.T) {
	turn, _, err := run(t, scene{message: "x", script: []snaptest.Reply{first(sel("selected", "catalog.find"))}})
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(turn.Gateway.Requests[0].OutputSchema)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	s, err := c.Compile("s.json")
	require.NoError(t, err)
	for output, valid := range map[string]bool{
		sel("selected", "catalog.find"): true, sel("conversational"): true, sel("maybe"): false, sel("selected", "ghost.op"): false,
		sel("selected", "catalog.find", "catalog.find"): false, `{}`: false,
		strings.Replace(sel("control"), `"mode"`, `"source":"x","mode"`, 1): false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(output))
		require.NoError(t, err)
		assert.Equal(t, valid, s.Validate(v) == nil, output)
	}
}
