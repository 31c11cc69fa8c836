package execute_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestQuestionsAtTheBoundary(t *testing.T) {
	choice := func(f func(*ik.Interaction)) ik.Interaction {
		q := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?", Options: []ik.Option{{ID: "o", Label: "One", Value: 1}}}
		f(&q)
		return q
	}
	examples := func(list ...string) func(*ik.Interaction) {
		return func(q *ik.Interaction) { q.Options[0].ReferenceExamples = list }
	}
	many := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = strings.Repeat("é", 256)
		}
		return out
	}
	for name, c := range map[string]struct {
		change func(*ik.Interaction)
		code   string // "" for accepted
	}{
		"A-157 a response mode that nobody knows": {func(q *ik.Interaction) { q.ResponseMode = "unreviewed" }, "INVALID_INTERACTION_RESPONSE_MODE"},
		"A-157 the contextual mode":               {func(q *ik.Interaction) { q.ResponseMode = "contextual" }, ""},
		"A-160 33 examples":                       {examples(many(33)...), "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"A-160 B-032 a blank example":             {examples("one", " "), "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"A-160 an example of 257 characters":      {examples(strings.Repeat("é", 257)), "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"A-160 32 examples of 256 characters":     {examples(many(32)...), ""},
		"A-160 an empty list of examples":         {examples(), ""},
		"A-161 the response mode is judged before the examples": {func(q *ik.Interaction) {
			q.ResponseMode = "unreviewed"
			examples(" ")(q)
		}, "INVALID_INTERACTION_RESPONSE_MODE"},
	} {
		t.Run(name, func(t *testing.T) {
			a := turntest.Shop()
			a.Handlers["person.collect"] = returns(turntest.Asks(choice(c.change), nil), nil)
			w := turntest.NewWorld(t, a)
			turned := w.Say(t, intend("p", "person.collect", obj{}))
			assert.Empty(t, w.Checkpoint.Facts)
			if c.code == "" {
				assert.Equal(t, []string{"person.collect needs_input"}, statuses(turned.Results))
				assert.NotNil(t, w.Checkpoint.Interaction)
				return
			}
			assert.Equal(t, []string{"person.collect failed " + c.code}, statuses(turned.Results))
			assert.Nil(t, w.Checkpoint.Interaction, "the faulty question is not asked")
		})
	}
}

func TestEventNamesOfHandlers(t *testing.T) {
	for name, valid := range map[string]bool{
		"Invalid Event Name": false, "subgraph.nodeStarted": false, "subgraph.node-1.started": true, "started": true, "1st": false,
	} {
		t.Run("A-163 the name of a handler's event: "+name, func(t *testing.T) {
			a := turntest.Shop()
			var refused error
			a.Handlers["help.ask"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
				refused = inv.Emit(ctx, name, ik.CategoryTrace, obj{})
				return turntest.Completed(), nil
			}
			turned := turntest.NewWorld(t, a).Say(t, intend("h", "help.ask", obj{}))
			if valid {
				require.NoError(t, refused)
				assert.Contains(t, types(turned.Events), "capability.event")
				return
			}
			e, ok := ik.AsError(refused)
			require.True(t, ok)
			assert.Equal(t, "INVALID_CAPABILITY_EVENT_NAME", e.Code)
			assert.Equal(t, ik.KindBase, e.Kind)
			assert.Equal(t, map[string]any{"stepId": "step-1", "capabilityId": "help.ask"}, e.Context)
			assert.NotContains(t, types(turned.Events), "capability.event")
		})
	}
}

func TestResultsAtTheBoundary(t *testing.T) {
	t.Run("A-164 a write that completes without an effect has failed", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["mail.send"] = returns(turntest.Completed(), nil)
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("m", "mail.send", obj{}))
		assert.Equal(t, []string{"mail.send failed WRITE_EFFECT_NOT_COORDINATED"}, statuses(w.Answer(t, true).Results))
	})
	evidence := []ik.Evidence{{ID: "e1", Source: ik.SourceCapability, Content: "c"}}
	claim := func(ids ...ik.EvidenceID) func(*ik.Result) {
		return func(r *ik.Result) {
			r.Evidence = append(r.Evidence, evidence...)
			r.Canonical = &ik.CanonicalResponse{Message: "Paid 25.", Claims: []ik.ResponseClaim{{Text: "25", EvidenceIDs: ids}}}
		}
	}
	cites := func(ids ...ik.EvidenceID) func(*ik.Result) {
		return func(r *ik.Result) { r.Facts[0].EvidenceIDs = ids }
	}
	for name, c := range map[string]struct {
		change func(*ik.Result)
		code   string
	}{
		"A-166 a claim without evidence":      {claim(), "UNKNOWN_EVIDENCE"},
		"A-166 a claim with unknown evidence": {claim("e9"), "UNKNOWN_EVIDENCE"},
		"A-166 a claim that is proven":        {claim("e1"), ""},
		"A-166 a fact with unknown evidence":  {cites("e9"), "UNKNOWN_EVIDENCE"},
		"A-166 a fact without evidence":       {cites(), ""},
		"A-167 a fact that is not declared":   {func(r *ik.Result) { r.Facts[0].Fact = "deal.closed@1" }, "UNDECLARED_FACT"},
		"A-167 another version of the fact":   {func(r *ik.Result) { r.Facts[0].Fact = "person.known@2" }, "UNDECLARED_FACT"},
	} {
		t.Run(name, func(t *testing.T) {
			a := turntest.Shop()
			r := turntest.Completed("person.known@1")
			c.change(&r)
			a.Handlers["person.collect"] = returns(r, nil)
			w := turntest.NewWorld(t, a)
			turned := w.Say(t, intend("p", "person.collect", obj{}))
			if c.code == "" {
				assert.Equal(t, []string{"person.collect completed"}, statuses(turned.Results))
				assert.Len(t, w.Checkpoint.Facts, 1)
				return
			}
			assert.Equal(t, []string{"person.collect failed " + c.code}, statuses(turned.Results))
			assert.Empty(t, w.Checkpoint.Facts)
		})
	}
}

// secrets is a shop whose person is a list of private texts.
func secrets(texts ...any) *turntest.Agent {
	a := turntest.Shop()
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	for i := range a.Def.Facts {
		if a.Def.Facts[i].Fact == "person.known@1" {
			a.Def.Facts[i].Value.Mask = func() *ik.Mask {
				return &ik.Mask{Fields: []ik.FieldMask{{Name: "texts", Mask: func() *ik.Mask { return &ik.Mask{Elem: private} }}}}
			}
		}
	}
	r := turntest.Completed("person.known@1")
	r.Facts[0].Value = obj{"texts": texts}
	a.Handlers["person.collect"] = returns(r, nil)
	return a
}

func TestPrivacyOfPublishedFacts(t *testing.T) {
	t.Run("A-169 private texts of a fact are kept once each, and short ones not at all", func(t *testing.T) {
		w := turntest.NewWorld(t, secrets("ab", "abc", "abc", "abcd", 1234))
		w.Say(t, intend("p", "person.collect", obj{}))
		require.Len(t, w.Checkpoint.Facts, 1)
		assert.Equal(t, []string{"abc", "abcd"}, w.Checkpoint.Facts[0].ModelRedactions)
	})
	for visibility, shown := range map[ik.Visibility]string{
		ik.VisibilityPresence: `[{"type":"person.known","version":1,"value":{"available":true},"evidenceIds":[],"dependsOn":[],"evidence":[],"producedBy"`,
		ik.VisibilityHidden:   `[]`,
	} {
		t.Run("A-170 what a declaration lets models see: "+string(visibility), func(t *testing.T) {
			a := turntest.Shop()
			for i := range a.Def.Facts {
				a.Def.Facts[i].Visibility = visibility
			}
			w := turntest.NewWorld(t, a)
			w.Say(t, intend("p", "person.collect", obj{}))
			require.Len(t, w.Checkpoint.Facts, 1)
			assert.Equal(t, visibility, w.Checkpoint.Facts[0].ModelVisibility)
			view := project.NewView(w.Compiled, project.Redactions(w.Compiled, w.Checkpoint.Facts, nil))
			got := string(turntest.JSON(view.Facts(w.Checkpoint.Facts).List))
			assert.True(t, strings.HasPrefix(got, shown), got)
		})
	}
}

func TestRuntimeRequirements(t *testing.T) {
	collect, deal := intend("c", "person.collect", obj{}), intend("d", "deal.close", obj{})
	t.Run("A-172 a requirement of run time waits for nobody that was not asked for", func(t *testing.T) {
		turned := turntest.NewWorld(t, turntest.Shop()).Say(t, deal)
		require.Len(t, turned.Plan.Steps, 1)
		step := turned.Plan.Steps[0]
		assert.Equal(t, ik.DispositionExecute, step.Disposition)
		assert.Empty(t, step.DependsOn)
		assert.Empty(t, step.MissingFacts)
		assert.Equal(t, []ik.CapabilityID{"deal.close"}, invoked(turned.Invoked))
	})
	t.Run("A-172 and for its provider when both are asked for", func(t *testing.T) {
		turned := turntest.NewWorld(t, turntest.Shop()).Say(t, deal, collect)
		require.Len(t, turned.Plan.Steps, 2)
		assert.Equal(t, []ik.StepID{turned.Plan.Steps[1].ID}, turned.Plan.Steps[0].DependsOn)
		assert.Equal(t, []ik.CapabilityID{"person.collect", "deal.close"}, invoked(turned.Invoked))
	})
	t.Run("A-173 without run time the consumer waits for the fact", func(t *testing.T) {
		turned := turntest.NewWorld(t, turntest.Shop()).Say(t, intend("p", "items.pick", obj{}))
		require.Len(t, turned.Plan.Steps, 1)
		assert.Equal(t, ik.DispositionDefer, turned.Plan.Steps[0].Disposition)
		assert.Equal(t, "MISSING_REQUIRED_FACTS", turned.Plan.Steps[0].Reason.Code)
		assert.Empty(t, turned.Invoked)
	})
}

func TestStrictestPolicy(t *testing.T) {
	t.Run("A-175 every policy is heard, and the strictest wins", func(t *testing.T) {
		a := turntest.Shop()
		var heard []ik.PolicyID
		says := func(id ik.PolicyID, v ik.Verdict) ik.PolicyDefinition {
			return ik.PolicyDefinition{ID: id, Version: 1, On: []ik.CapabilityID{"help.ask"}, Rules: func(ik.PolicyContext) ik.Verdict {
				heard = append(heard, id)
				return v
			}}
		}
		a.Def.Policies = []ik.PolicyDefinition{says("p1", ik.Allow()), says("p2", ik.Confirm("sure?")), says("p3", ik.Deny("not today"))}
		turned := turntest.NewWorld(t, a).Say(t, intend("h", "help.ask", obj{}))
		assert.Equal(t, []ik.PolicyID{"p1", "p2", "p3"}, heard)
		step := turned.Plan.Steps[0]
		assert.Equal(t, ik.DispositionReject, step.Disposition)
		assert.Equal(t, "POLICY_DENIED", step.Reason.Code)
		verdicts := []string{}
		for _, p := range step.Reason.Policies {
			verdicts = append(verdicts, string(p.ID)+" "+string(p.Verdict))
		}
		assert.Equal(t, []string{"p3 deny", "p2 confirm"}, verdicts, "those that had something to say, the strictest first")
	})
}
