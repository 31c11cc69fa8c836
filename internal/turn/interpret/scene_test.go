package interpret_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// The prompts of the stage.
const (
	promptINT  = "kernel.turn.interpret"
	promptINTR = "kernel.turn.interpret.repair"
	promptCFA  = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	promptCFI  = "kernel.review-confirmation-intentions.review-system-prompt"
	promptCHA  = "kernel.review-choice-answer.choice-answer-review-system-prompt"
)

// obj is a JSON object of a model's answer.
type obj = map[string]any

func quoteOf(text string) []any {
	return []any{obj{"text": text, "meaning": "m", "messageIndex": 3}}
}

// res is a resolved intention; each change sets or removes a member.
func res(id string, changes ...obj) obj {
	return with(obj{
		"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "resolved",
		"proposedCapability": id, "input": obj{},
	}, changes...)
}

func amb(changes ...obj) obj {
	return with(obj{
		"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "ambiguous", "alternatives": []any{"a", "b"},
	}, changes...)
}

func uns(changes ...obj) obj {
	return with(obj{"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "unsupported"}, changes...)
}

// absent takes a member away.
type absent struct{}

func with(o obj, changes ...obj) obj {
	for _, c := range changes {
		for k, v := range c {
			if _, gone := v.(absent); gone {
				delete(o, k)
			} else {
				o[k] = v
			}
		}
	}
	return o
}

// refs are references to targets.
func refs(targets ...string) obj {
	list := []any{}
	for _, t := range targets {
		list = append(list, obj{"expression": "e", "target": t, "evidence": "the reference"})
	}
	return obj{"references": list}
}

// batch is an answer of interpretation.
func batch(answer any, intentions ...obj) obj {
	list := []any{}
	for _, i := range intentions {
		list = append(list, i)
	}
	b := obj{"intentions": list, "contradictions": []any{}}
	if answer != nil {
		b["answerToInteraction"] = answer
	}
	return b
}

func ans(id string, value any, changes ...obj) obj {
	return with(obj{"interactionId": id, "value": value, "evidence": "an"}, changes...)
}

func reply(prompt string, output any) snaptest.Reply {
	raw, err := json.Marshal(output)
	if err != nil {
		panic(err)
	}
	return snaptest.Reply{Prompt: prompt, Output: string(raw)}
}

func verdict(v string) obj { return obj{"verdict": v, "rationale": "r"} }

func yes(prompt string) snaptest.Reply { return reply(prompt, verdict("supported")) }
func no(prompt string) snaptest.Reply  { return reply(prompt, verdict("unsupported")) }

func cha(id string) snaptest.Reply {
	return reply(promptCHA, obj{"decision": "selected", "optionId": id, "rationale": "r"})
}

func chaNone() snaptest.Reply {
	return reply(promptCHA, obj{"decision": "not_selection", "rationale": "r"})
}

// selected is a selection of capabilities.
func selected(ids ...ik.CapabilityID) ik.CapabilitySelection { return mode("selected", ids...) }

func mode(m string, ids ...ik.CapabilityID) ik.CapabilitySelection {
	return ik.CapabilitySelection{Mode: m, CapabilityIDs: append([]ik.CapabilityID{}, ids...), Rationale: "r"}
}

// scene is a state, a selection and what the model says.
type scene struct {
	message   string
	open      *ik.Interaction
	agenda    []ik.AgendaItem
	progress  *ik.ProgressionState
	click     *ik.TurnSelection
	agent     func(*ik.AgentDefinition)
	selection ik.CapabilitySelection
	script    []snaptest.Reply
}

func (c scene) turn(t *testing.T) *snaptest.Turn {
	t.Helper()
	cp := snaptest.Checkpoint()
	cp.Interaction, cp.Agenda, cp.Progression = c.open, c.agenda, c.progress
	if c.message == "" {
		c.message = "an op, the second"
	}
	in := snapshot.Input{Checkpoint: cp, Message: ik.Message{Content: c.message}, Selection: c.click}
	if c.agent != nil {
		in.Agent = snaptest.Agent(t, c.agent)
	}
	return snaptest.New(t, in, c.script...)
}

func (c scene) run(t *testing.T) (*snaptest.Turn, ik.IntentionBatch, error) {
	t.Helper()
	turn := c.turn(t)
	out, err := c.in(t, turn)
	return turn, out, err
}

// in runs a scene in a turn that was made for it.
func (c scene) in(t *testing.T, turn *snaptest.Turn) (ik.IntentionBatch, error) {
	t.Helper()
	return interpret.Interpret(t.Context(), interpret.Input{
		Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent, Selection: c.selection, IDs: turn.IDs,
	})
}

// accepted runs a scene that must be accepted.
func (c scene) accepted(t *testing.T) (*snaptest.Turn, ik.IntentionBatch) {
	t.Helper()
	turn, out, err := c.run(t)
	require.NoError(t, err)
	return turn, out
}

// rejected runs a scene that must end in MODEL_OUTPUT_INVALID.
func (c scene) rejected(t *testing.T) *snaptest.Turn {
	t.Helper()
	turn, _, err := c.run(t)
	e, ok := ik.AsError(err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, "MODEL_OUTPUT_INVALID", e.Code)
	assert.Equal(t, ik.KindGateway, e.Kind)
	assert.False(t, e.Retryable)
	assert.Equal(t, "turn.interpret", e.Context["task"])
	assert.Equal(t, 2, e.Context["attempts"])
	return turn
}

// issues are the issues that the repair was told of, as "code path".
func issues(t *testing.T, turn *snaptest.Turn) []string {
	t.Helper()
	for n, r := range turn.Gateway.Requests {
		if r.Prompt.Definition.ID != promptINTR {
			continue
		}
		var out []string
		for _, i := range turn.Gateway.Input(n)["validationIssues"].([]any) {
			m := i.(map[string]any)
			code, _ := m["code"].(string)
			out = append(out, strings.TrimSpace(code+" "+m["path"].(string)))
		}
		return out
	}
	t.Fatal("there was no repair")
	return nil
}
