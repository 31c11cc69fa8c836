package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

const price = "Model A costs 100 USD."

func TestDirectDelivery(t *testing.T) {
	t.Run("E-001 required copy is delivered without models", func(t *testing.T) {
		out := newFixture(t).did("catalog.search", "ev-1", price, true).canonical(price)
		assert.Equal(t, []ik.ResponseClaim{{Text: price, EvidenceIDs: []ik.EvidenceID{"ev-1"}}}, out.Response.Claims)
		assert.Nil(t, out.Response.Interaction)
		assert.Nil(t, out.Undelivered)
	})
	t.Run("E-004 other copies and the question are joined", func(t *testing.T) {
		out := newFixture(t).did("branch.hours", "ev-2", "Open at 9.", false).did("catalog.search", "ev-1", price, true).
			asks("Add it?").canonical("Open at 9.\n\n" + price + "\n\nAdd it?")
		assert.Len(t, out.Response.Claims, 2)
		assert.Equal(t, ik.EvidenceID("ev-2"), out.Response.Claims[0].EvidenceIDs[0])
		assert.Equal(t, "Add it?", out.Response.Interaction.Goal)
		assert.Empty(t, out.Response.Interaction.AgendaItemID)
		assert.Empty(t, out.Response.Interaction.Consent)
	})
	t.Run("E-005 an optional question adds no invitation", func(t *testing.T) {
		out := newFixture(t).did("catalog.search", "ev-1", price, true).asks("More?", optional).canonical(price)
		assert.NotNil(t, out.Response.Interaction)
	})
	t.Run("E-007 copy that ends with the question", func(t *testing.T) {
		newFixture(t).did("catalog.search", "ev-1", "Nothing found. Add it?", true).asks("Add it?").canonical("Nothing found. Add it?")
	})
	t.Run("E-007 copy that ends with the question goes last", func(t *testing.T) {
		newFixture(t).did("catalog.search", "ev-1", "Nothing found. Add it?", true).did("branch.hours", "ev-2", "Open at 9.", true).
			asks("Add it?").canonical("Open at 9.\n\nNothing found. Add it?")
	})
	t.Run("E-008 copy that holds the question delivers it", func(t *testing.T) {
		newFixture(t).did("catalog.search", "ev-1", "Add it? It costs 100.", true).asks("Add it?").canonical("Add it? It costs 100.")
	})
	t.Run("copy that the question holds", func(t *testing.T) {
		newFixture(t).did("catalog.search", "ev-1", "Booked.", true).asks("Booked. Add a meal?").canonical("Booked. Add a meal?")
		newFixture(t).did("catalog.search", "ev-1", "Booked.", true).did("branch.hours", "ev-2", "Open at 9.", true).
			asks("Booked. Add a meal?").canonical("Open at 9.\n\nBooked. Add a meal?")
	})
	t.Run("E-010 E-011 contained copy", func(t *testing.T) {
		short, long := "Seats: 4.", "Seats: 4. Window side."
		out := newFixture(t).did("catalog.search", "ev-1", short, true).did("branch.hours", "ev-2", long, false).canonical(long)
		assert.Equal(t, short, out.Response.Claims[0].Text)
		out = newFixture(t).did("branch.hours", "ev-2", long, false).did("catalog.search", "ev-1", short, true).canonical(long)
		assert.Equal(t, long, out.Response.Claims[0].Text)
	})
	t.Run("E-017 pure collection", func(t *testing.T) {
		out := newFixture(t).asks("Which branch?").canonical("Which branch?")
		assert.Empty(t, out.Response.Claims)
		assert.NotNil(t, out.Response.Claims)
	})
	t.Run("E-031 only the question is redacted", func(t *testing.T) {
		goal := "Choose a branch in Riverside."
		newFixture(t).did("catalog.search", "ev-1", price, true, secret("Riverside")).asks(goal).canonical(price + "\n\n" + goal)
	})
	t.Run("E-028 E-032 a redacted question is delivered as it is", func(t *testing.T) {
		f := newFixture(t).asks("Riverside or not?", contextual)
		f.in.Checkpoint.Agenda = []ik.AgendaItem{{ID: "agenda:step-1", ModelRedactions: []string{"Riverside"}}}
		f.canonical("Riverside or not?")
	})
}

func secret(text string) func(*ik.StepOutcome) {
	return func(o *ik.StepOutcome) { o.Redactions = []string{text} }
}

func TestProtectedDelivery(t *testing.T) {
	t.Run("E-037 E-038 protected text follows the copies, the question is not added", func(t *testing.T) {
		for _, mode := range []func(*ik.Interaction){optional, contextual, func(*ik.Interaction) {}} {
			f := newFixture(t).did("catalog.search", "ev-1", price, true).did("branch.hours", "ev-2", "Open at 9.", false).
				asks("Confirm?", protected("Pay 100 to X?"), mode)
			out := f.canonical(price + "\n\nOpen at 9.\n\nPay 100 to X?")
			assert.True(t, out.Delivered)
			assert.Len(t, out.Response.Claims, 2)
			assert.Empty(t, out.Response.Interaction.ProtectedMessage)
			assert.Nil(t, out.Undelivered)
		}
	})
	t.Run("what has no copy is left for the next answer, issues keep their message", func(t *testing.T) {
		f := newFixture(t).did("branch.hours", "ev-2", "", false).asks("Confirm?", protected("Pay 100 to X?"))
		f.in.Issues = []ik.TurnIssue{{CapabilityIssue: ik.CapabilityIssue{Code: "CLOSED", Message: "The branch is closed."}}}
		f.before.Agenda = []ik.AgendaItem{{ID: "agenda:old", Intention: ik.Intention{Objective: "the old order"}}}
		f.in.Plan.CancelledAgendaItemIDs = []ik.AgendaItemID{"agenda:old"}
		out := f.canonical("The branch is closed.\n\nPay 100 to X?")
		assert.Len(t, out.Undelivered.Completed, 1)
		assert.Equal(t, []string{"the old order"}, out.Undelivered.Cancelled)

		next := newFixture(t, drafted(composePrompt, part("It opens at 9.", "ev-2")), approve(1))
		next.in.Checkpoint.Undelivered = out.Undelivered
		got := next.worded("It opens at 9.", 1)
		assert.Nil(t, got.Undelivered)
		input := next.gateway.Requests()[0].Input
		assert.Len(t, field(t, input, "completed"), 1)
		assert.Equal(t, []any{"the old order"}, field(t, input, "unacknowledgedCancellations"))
	})
	t.Run("E-040 protected text goes out once", func(t *testing.T) {
		newFixture(t).asks("Confirm?", protected("Pay 100 to X?"), func(i *ik.Interaction) { i.Delivered = true }).canonical("Confirm?")
	})
}

func TestNoCanonicalWay(t *testing.T) {
	t.Run("E-034 copy that cites unknown evidence", func(t *testing.T) {
		newFixture(t).did("catalog.search", "ev-1", price, true, func(o *ik.StepOutcome) { o.Evidence = nil }).technical("UNGROUNDED_RESPONSE")
	})
}
