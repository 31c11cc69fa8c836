package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

func find(text string, index int, term string) []scripted.Entry {
	return []scripted.Entry{
		selects(text, index, "catalog.search"), understands(want("catalog.search", text, index, map[string]string{"term": term})),
	}
}

func TestTurns(t *testing.T) {
	t.Run("E-001 E-002 E-166 required copy, then small talk", func(t *testing.T) {
		d := newDesk(t)
		out := d.say("Find A", find("Find A", 0, "exact")...)
		assert.Equal(t, priceText, out.Response.Message)
		assert.Equal(t, "canonical", out.Response.Source)
		assert.Equal(t, 1, out.Checkpoint.Revision)
		assert.Equal(t, 1, out.Checkpoint.SchemaVersion)
		assert.Equal(t, "contract-1", out.Checkpoint.AgentFingerprint)
		assert.Equal(t, 2, out.Checkpoint.MessageCount)
		assert.Equal(t, "Find A", out.Checkpoint.Messages[0].Content)
		assert.Equal(t, priceText, out.Checkpoint.Messages[1].Content)
		assert.Equal(t, ik.FactKey("catalog.candidates@1"), out.Checkpoint.Facts[0].FactKey())
		assert.Equal(t, 2, out.Usage.ModelCalls)

		out = d.say("OK", append([]scripted.Entry{selects("OK", 2)}, words([]string{"Fine."})...)...)
		assert.Equal(t, "Fine.", out.Response.Message)
		assert.Equal(t, "model", out.Response.Source)
		assert.Len(t, out.Checkpoint.Facts, 1)
		assert.Equal(t, 2, out.Checkpoint.Revision)
		assert.Equal(t, 1, d.ran["catalog.search"])
	})
	t.Run("a write is asked, confirmed and carried out once", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find A", find("Find A", 0, "exact")...)
		out := d.say("Order A", selects("Order A", 2, "order.register"), understands(want("order.register", "Order A", 2, map[string]string{"model": "A"})))
		require.NotNil(t, out.Response.Interaction)
		assert.Equal(t, ik.InteractionConfirmation, out.Response.Interaction.Kind)
		assert.Equal(t, 0, d.effects)
		question := string(out.Response.Interaction.ID)

		out = d.say("yes", selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed())
		assert.Equal(t, "Registered R1.", out.Response.Message)
		assert.Nil(t, out.Response.Interaction)
		assert.Equal(t, 1, d.effects)
		ledger := d.store.Effects("thread-1")
		require.Len(t, ledger, 1)
		assert.Equal(t, `order.register:["A"]`, ledger[0].IdempotencyKey)
		assert.Equal(t, ik.EffectCompleted, ledger[0].Status)
	})
	t.Run("E-109 E-137 E-167 a dependency is fetched and its consumer resumed", func(t *testing.T) {
		d := newDesk(t)
		out := d.say("Advise me", append([]scripted.Entry{selects("Advise me", 0, "sales.advise"), understands(want("sales.advise", "Advise me", 0, map[string]string{}))},
			words([]string{"Take A.", "ev-3"})...)...)
		assert.Contains(t, out.Response.Message, "Take A.")
		assert.Equal(t, 2, d.ran["sales.advise"])
		assert.Equal(t, 1, d.ran["catalog.search"])
		assert.Equal(t, 1, out.Checkpoint.Revision)
		assert.Empty(t, out.Checkpoint.Agenda)
		assert.Subset(t, types(d.sink.events), []string{"dependency.capability.activated", "dependency.consumer.resumed"})
	})
}

func confirmed() scripted.Entry {
	return scripted.Entry{Prompt: confirmPrompt, Output: object(map[string]any{"verdict": "supported", "rationale": "clear"})}
}
