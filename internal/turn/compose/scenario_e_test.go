package compose

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// twice is a script in which both drafts are rejected.
func twice(text string) []scripted.Entry {
	return []scripted.Entry{drafted(composePrompt, part(text)), reject(text), drafted(repairPrompt, part(text)), reject(text)}
}

func TestRequiredCopy(t *testing.T) {
	t.Run("E-013 copy that joining would repeat is never joined", func(t *testing.T) {
		newFixture(t, twice("Fine.")...).did("catalog.search", "ev-1", "Seats: 4.", true).
			did("branch.hours", "ev-2", "Seats: 4. Window side.", false).did("branch.hours", "ev-3", "Aisle. Seats: 4.", false).
			technical("UNGROUNDED_RESPONSE")
	})
	t.Run("E-014 no follow-up is invented", func(t *testing.T) {
		f := newFixture(t).did("catalog.search", "ev-1", price, true)
		assert.Nil(t, f.canonical(price).Response.Interaction)
		assert.Empty(t, f.tasks())
	})
	t.Run("E-046 copy that is not required needs no claims", func(t *testing.T) {
		f := newFixture(t, twice("No.")...).did("catalog.search", "ev-1", price, false, func(o *ik.StepOutcome) { o.Canonical.Claims = nil })
		assert.Empty(t, f.canonical(price).Response.Claims)
	})
	t.Run("E-035 collecting falls back to the question alone", func(t *testing.T) {
		f := newFixture(t).asks("Which branch?")
		f.compose()
		c := newComposition(f.in)
		c.delivery.fallback = &canonicalText{message: "Which shop?"}
		_, ok := c.verifiedFallback()
		assert.False(t, ok)
	})
}

func TestUnsupportedBesideAQuestion(t *testing.T) {
	f := newFixture(t, drafted(composePrompt, part("I cannot fly. Which branch?")), approve(0)).asks("Which branch?")
	wish := ik.Intention{ID: "i1", Objective: "fly", Resolution: ik.Unsupported}
	f.in.Batch.Intentions = []ik.Intention{wish}
	f.in.Plan.Steps = []ik.PlanStep{{
		ID: "s", IntentionID: "i1", Intention: wish, Disposition: ik.DispositionReject,
		Reason: ik.PlanReason{Code: "UNSUPPORTED_INTENTION", Message: "no capability does this"},
	}}
	f.worded("I cannot fly. Which branch?", 0)
	input := f.gateway.Requests()[0].Input
	assert.Equal(t, "no_match", field(t, input, "decision", "mode"), "E-020")
	issues := field(t, input, "issues").([]any)
	require.Len(t, issues, 1)
	assert.Equal(t, "UNSUPPORTED_INTENTION", issues[0].(map[string]any)["code"])
}

func TestDrafts(t *testing.T) {
	t.Run("E-073 what really happened is cited by its proof", func(t *testing.T) {
		out := newFixture(t, drafted(composePrompt, part("Registered.", "proof")), approve(1)).
			did("catalog.search", "proof", "", false).worded("Registered.", 1)
		assert.Equal(t, []ik.EvidenceID{"proof"}, out.Response.Claims[0].EvidenceIDs)
	})
	t.Run("E-080 another question than the open one is refused", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("Do you want a tour?")), approve(0), drafted(repairPrompt, part("Which branch?")), approve(0)).
			asks("Which branch?", contextual)
		f.worded("Which branch?", 0)
		assert.Contains(t, issuesOf(t, f.gateway.Requests()[2]), "missing")
	})
	t.Run("E-086 a placeholder stays", func(t *testing.T) {
		newFixture(t, drafted(composePrompt, part("Near [redacted].")), approve(0)).
			did("catalog.search", "ev-1", "", false, secret("Riverside")).worded("Near [redacted].", 0)
	})
	t.Run("E-091 the failure says what was wrong with the second draft", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("a", "made-up")), reject("a"), drafted(repairPrompt, part("b", "invented")), reject("b")).
			did("catalog.search", "ev-1", "", false)
		f.technical("UNGROUNDED_RESPONSE")
		events := f.emitter.Events()
		told := events[len(events)-1].Data
		var static, semantic []string
		require.NoError(t, json.Unmarshal([]byte(field(t, told, "details", "context", "staticIssues").(string)), &static))
		require.NoError(t, json.Unmarshal([]byte(field(t, told, "details", "context", "semanticIssues").(string)), &semantic))
		require.Len(t, static, 1)
		assert.Contains(t, static[0], "invented")
		assert.Equal(t, []string{"b"}, semantic)
	})
}

func TestPrivateState(t *testing.T) {
	f := newFixture(t, drafted(composePrompt, part("Hi.")), approve(0))
	f.before.Progression = &ik.ProgressionState{
		Objective:   &ik.ObjectiveState{ID: "goal", Status: "active"},
		Occurrences: []ik.Occurrence{{ID: "o", Status: "active", CompletionLineage: json.RawMessage(`["private-lineage"]`)}},
	}
	f.in.Checkpoint.Progression = &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "goal", Status: "cancelled"}, Occurrences: []ik.Occurrence{}}
	f.in.Checkpoint.Agenda = []ik.AgendaItem{{
		ID: "agenda:1", Intention: ik.Intention{ID: "i", Objective: "o"}, Status: ik.AgendaWaitingFacts,
		MissingFacts: []ik.FactRequirement{}, Dependencies: []ik.AgendaItemID{}, Continuation: json.RawMessage(`"private-continuation"`),
		OwnedDependencyIDs: []ik.AgendaItemID{"private-owned"}, CompletedFollowUp: true, OptionalInput: true,
	}}
	f.worded("Hi.", 0)
	input := f.gateway.Requests()[0].Input
	assert.NotContains(t, string(input), "private-")
	item := field(t, input, "pending").([]any)[0].(map[string]any)
	for _, name := range []string{"id", "intention", "status", "missingFacts", "dependencies"} {
		assert.Contains(t, item, name, "E-112")
	}
	assert.Len(t, item, 5, "E-112")
	assert.Equal(t, "active", field(t, input, "progression", "objective", "status"), "E-113 as it was when the turn began")
}
