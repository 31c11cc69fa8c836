package kernel_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// asking makes the opening hours ask which branch is meant, once.
func asking(question ik.Interaction) func(*desk) {
	return func(d *desk) {
		d.def.Capabilities[1].Invoke = func(_ context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
			d.invoked("branch.hours")
			if inv.Answer == nil {
				return ik.NeedsInputResult(ik.NeedsInput{Ask: question, Partial: map[string]any{"step": 1}}), nil
			}
			ev := ik.Evidence{ID: "ev-2", Source: ik.SourceCapability, Content: string(inv.Answer.Value) + string(inv.Continuation)}
			return ik.CompletedResult("9", ik.Completed{Canonical: ik.Canonical("%s", ik.Claim(ev.Content, ev)).Must()}), nil
		}
	}
}

func hoursAsked(text string) []scripted.Entry {
	return []scripted.Entry{selects(text, 0, "branch.hours"), understands(want("branch.hours", text, 0, map[string]string{}))}
}

func TestDialogue(t *testing.T) {
	t.Run("E-017 E-178 a question is asked word by word and a click answers it", func(t *testing.T) {
		d := newDesk(t, asking(ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which branch?", Options: []ik.Option{
			{ID: "north", Label: "North", Value: "N"}, {ID: "south", Label: "South", Value: "S"},
		}}))
		out := d.say("Open?", hoursAsked("Open?")...)
		assert.Equal(t, "Which branch?", out.Response.Message)
		assert.Equal(t, "canonical", out.Response.Source)
		require.NotNil(t, out.Response.Interaction)
		assert.Len(t, out.Response.Interaction.Options, 2)
		assert.Empty(t, out.Checkpoint.Facts)

		in := d.next("South")
		south := "south"
		in.Selection = &ik.TurnSelection{InteractionID: out.Response.Interaction.ID, OptionID: &south}
		out = d.send(in, selects("South", 2, "branch.hours"), answers(string(out.Response.Interaction.ID), "S", "South"))
		assert.Equal(t, `"S"{"step":1}`, out.Response.Message)
		assert.Nil(t, out.Response.Interaction)
		assert.Empty(t, out.Checkpoint.Agenda)
	})
	t.Run("E-036 E-040 protected copy goes out once, what it left out is told later", func(t *testing.T) {
		d := newDesk(t, asking(ik.Interaction{Kind: ik.InteractionInput, Goal: "Your card?", ProtectedMessage: "Card 4111 of Ada: which code?"}))
		out := d.say("Both", both("Both")...)
		assert.Equal(t, "Card 4111 of Ada: which code?", out.Response.Message)
		assert.Empty(t, out.Response.Interaction.ProtectedMessage)
		assert.True(t, out.Checkpoint.Interaction.Delivered)
		require.NotNil(t, out.Checkpoint.Undelivered)
		assert.Equal(t, ik.CapabilityID("catalog.search"), out.Checkpoint.Undelivered.Completed[0].CapabilityID)
		for _, e := range d.sink.take() {
			assert.NotContains(t, string(e.Data), "Card 4111", e.Type)
		}

		out = d.say("Hm", append([]scripted.Entry{selects("Hm", 2, "catalog.search"), agrees(diversionPrompt), understands(want("catalog.search", "Hm", 2, map[string]string{"term": "any"}))},
			words([]string{priceText, "ev-1"})...)...)
		assert.Equal(t, priceText, out.Response.Message)
		assert.Nil(t, out.Checkpoint.Undelivered)
		assert.NotNil(t, out.Checkpoint.Interaction)
		var brief struct{ Completed []struct{ Earlier bool } }
		requests := d.gateway.Requests()
		require.NoError(t, json.Unmarshal(requests[len(requests)-2].Input, &brief))
		require.Len(t, brief.Completed, 2)
		assert.True(t, brief.Completed[0].Earlier)
	})
}
