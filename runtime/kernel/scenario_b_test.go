package kernel_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// state gives the stored checkpoint of the desk's thread as JSON.
func state(d *desk) string {
	d.t.Helper()
	var raw []byte
	err := d.store.WithTurn(context.Background(), ik.TurnIdentity{Thread: "thread-1", Turn: "look"}, func(_ context.Context, s ik.TurnScope) error {
		raw = object(s.Checkpoint())
		return nil
	})
	require.NoError(d.t, err)
	return string(raw)
}

func TestFailedTurnsLeaveNoTrace(t *testing.T) {
	bad := object(map[string]any{"unexpected": true})
	entry := func(prompt string, output json.RawMessage) scripted.Entry {
		return scripted.Entry{Prompt: prompt, Output: output}
	}
	repair := func(e scripted.Entry) scripted.Entry {
		e.Prompt += ".repair"
		return e
	}
	const order = "Order A"
	wanted := understands(want("order.register", order, 4, map[string]string{"model": "A"}))
	empty := understands()
	for name, c := range map[string]struct {
		code   string
		text   string
		script func(question string) []scripted.Entry
	}{
		"a selection that stays unreadable": {"CAPABILITY_SELECTION_INVALID", "Hello", func(string) []scripted.Entry {
			return []scripted.Entry{entry(selectPrompt, bad), repair(entry(selectPrompt, bad))}
		}},
		"a selection that stays unknown": {"CAPABILITY_SELECTION_INVALID", "Hello", func(string) []scripted.Entry {
			unknown := selects("Hello", 4, "order.register", "ghost.op")
			return []scripted.Entry{unknown, repair(unknown)}
		}},
		"an interpretation that stays unreadable": {"MODEL_OUTPUT_INVALID", order, func(string) []scripted.Entry {
			return []scripted.Entry{selects(order, 4, "order.register"), entry(interpretPrompt, bad), repair(entry(interpretPrompt, bad))}
		}},
		"an interpretation that stays empty": {"MODEL_OUTPUT_INVALID", order, func(string) []scripted.Entry {
			return []scripted.Entry{selects(order, 4, "order.register"), empty, repair(empty)}
		}},
		"consent that stays unsupported": {"MODEL_OUTPUT_INVALID", "Ann Lee", func(question string) []scripted.Entry {
			yes := answers(question, true, "Ann Lee")
			no := scripted.Entry{Prompt: confirmPrompt, Output: object(map[string]any{"verdict": "unsupported", "rationale": "a name"})}
			return []scripted.Entry{selects("Ann Lee", 4, "order.register"), yes, no, repair(yes), no}
		}},
		"an invalid input that stays so": {"MODEL_OUTPUT_INVALID", order, func(string) []scripted.Entry {
			faulty := understands(want("catalog.search", order, 4, map[string]int{"term": 1}))
			return []scripted.Entry{selects(order, 4, "catalog.search"), faulty, repair(faulty)}
		}},
	} {
		t.Run("B-271 "+name, func(t *testing.T) {
			d := newDesk(t)
			question := askOrder(d)
			d.sink.take()
			before, ran := state(d), d.ran["catalog.search"]
			in := d.next(c.text)
			e := d.fails(c.code, in, c.script(question)...)
			require.NoError(t, d.gateway.Err())
			require.Empty(t, d.gateway.Remaining())
			assert.False(t, e.Retryable)
			assert.Equal(t, before, state(d), "the stored state is as it was")
			assert.Equal(t, ran, d.ran["catalog.search"])
			assert.Zero(t, d.effects)
			events := d.sink.take()
			failed := events[len(events)-1]
			assert.Equal(t, "turn.failed", failed.Type)
			assert.Equal(t, ik.CategoryAudit, failed.Category)
			assert.Equal(t, c.code, data(t, failed)["code"])
			assert.NotContains(t, types(events), "plan.created")

			in.Text = order
			out := d.send(in, selects(order, 4, "order.register"), wanted)
			assert.False(t, out.Replayed, "the same turn may be tried again")
			assert.Equal(t, 3, out.Checkpoint.Revision)
		})
	}
}

func TestUnreadableQuestions(t *testing.T) {
	many := make([]string, 33)
	for i := range many {
		many[i] = "x"
	}
	for name, c := range map[string]struct {
		examples any
		code     string
	}{
		"a text":             {"x", "CHECKPOINT_UNREADABLE"},
		"numbers":            {[]any{2}, "CHECKPOINT_UNREADABLE"},
		"an empty example":   {[]string{""}, "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"a blank example":    {[]string{" "}, "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"33 examples":        {many, "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"one of 257 letters": {[]string{strings.Repeat("é", 257)}, "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
	} {
		t.Run("B-029 a stored question with "+name+" for its examples ends the turn before any call", func(t *testing.T) {
			d := newDesk(t)
			cp := stored(d)
			cp.Interaction = &ik.Interaction{ID: "ch-a", Kind: ik.InteractionChoice, Goal: "Which?", CapabilityID: "catalog.search",
				Options: []ik.Option{{ID: "opt-1", Label: "One", Value: 1}}}
			var tree map[string]any
			require.NoError(t, json.Unmarshal(object(cp), &tree))
			tree["interaction"].(map[string]any)["options"].([]any)[0].(map[string]any)["referenceExamples"] = c.examples
			seeded := object(tree)
			d.store.Seed("thread-1", seeded)
			e := d.fails(c.code, d.next("one"))
			if c.code == "INVALID_INTERACTION_REFERENCE_EXAMPLES" {
				assert.Equal(t, map[string]any{"interactionId": "ch-a", "optionId": "opt-1"}, e.Context)
				assert.JSONEq(t, string(seeded), state(d), "the stored state is as it was")
			}
			assert.Empty(t, d.gateway.Requests())
			assert.Empty(t, d.ran)
		})
	}
}
