package execute_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type obj = map[string]any

var intend = turntest.Intend

func statuses(r []ik.StepResult) []string {
	out := []string{}
	for _, s := range r {
		switch {
		case s.Result != nil && s.Result.Issue != nil:
			out = append(out, string(s.CapabilityID)+" failed "+s.Result.Issue.Code)
		case s.Result != nil:
			out = append(out, string(s.CapabilityID)+" "+string(s.Result.Status))
		default:
			out = append(out, string(s.CapabilityID)+" skipped "+s.Reason.Code)
		}
	}
	return out
}

func invoked(calls []turntest.Call) []ik.CapabilityID {
	var out []ik.CapabilityID
	for _, c := range calls {
		out = append(out, c.Capability)
	}
	return out
}

func types(events []ik.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.Type)
	}
	return out
}

func returns(r ik.Result, err error) turntest.Handler {
	return func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { return r, err }
}

func issue(code string) ik.Result {
	return ik.FailedResult(ik.CapabilityIssue{Code: code, Message: "no", Retryable: true})
}

var question = ik.Interaction{Kind: ik.InteractionInput, Goal: "What?"}

// because makes a write that nobody is asked about.
func because(a *turntest.Agent, id ik.CapabilityID, facts string) *ik.CapabilityDefinition {
	c := a.Add(id, ik.EffectWrite, facts)
	c.Confirmation, c.Because = ik.ConfirmationNone, "it must never wait"
	return c
}

func TestScheduling(t *testing.T) {
	find, pick := intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{})
	help := intend("h", "help.ask", obj{})
	t.Run("C-073 a failure blocks its consumers alone", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["items.find"] = returns(issue("NOTHING_FOUND"), nil)
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, find, pick, help)
		assert.Equal(t, []string{"items.find failed NOTHING_FOUND", "items.pick skipped DEPENDENCY_NOT_COMPLETED", "help.ask completed"}, statuses(turned.Results))
		assert.Equal(t, []string{"step-1"}, turned.Results[1].Reason.Evidence)
		assert.Equal(t, []ik.CapabilityID{"items.find", "help.ask"}, invoked(turned.Invoked))
		require.Len(t, turned.Issues, 2, "C-161")
		assert.Equal(t, "DEPENDENCY_NOT_COMPLETED", turned.Issues[1].Code)
		assert.False(t, turned.Issues[1].Retryable)
	})
	t.Run("C-074 C-077 a wait propagates", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["items.find"] = returns(turntest.Asks(question, nil), nil)
		a.Add("items.show", ik.EffectRead, "items.picked@1|")
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, intend("s", "items.show", obj{}), pick, find)
		assert.Equal(t, []string{"items.show skipped DEPENDENCY_PENDING", "items.pick skipped DEPENDENCY_PENDING", "items.find needs_input"}, statuses(turned.Results))
		assert.Equal(t, []ik.FactRequirement{{FactRef: ik.FactKey("items.found@1").Ref(), Description: "the items.found@1"}}, turned.Results[1].PendingFacts)
		assert.Empty(t, turned.Issues)
	})
	t.Run("C-080 a provider that published nothing lets its consumer wait", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["items.find"] = returns(turntest.Completed(), nil)
		w := turntest.NewWorld(t, a)
		assert.Equal(t, []string{"items.find completed", "items.pick skipped DEPENDENCY_PENDING"}, statuses(w.Say(t, find, pick).Results))
		assert.Equal(t, ik.AgendaWaitingFacts, w.Checkpoint.Agenda[0].Status)
	})
	t.Run("C-071 reads before writes, results in plan order", func(t *testing.T) {
		a := turntest.Shop()
		because(a, "log.write", "|")
		turned := turntest.NewWorld(t, a).Say(t, intend("l", "log.write", obj{}), help)
		assert.Equal(t, []ik.CapabilityID{"help.ask", "log.write"}, invoked(turned.Invoked))
		assert.Equal(t, []string{"log.write completed", "help.ask completed"}, statuses(turned.Results))
	})
	t.Run("steps that publish the same fact run one after the other", func(t *testing.T) {
		a := turntest.Shop()
		var running, peak atomic.Int32
		a.Handlers["items.find"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			peak.Store(max(peak.Load(), running.Add(1)))
			time.Sleep(5 * time.Millisecond)
			running.Add(-1)
			return turntest.Completed("items.found@1"), nil
		}
		w := turntest.NewWorld(t, a)
		w.Parallel = true
		w.Say(t, find, intend("g", "items.find", obj{"text": "y"}))
		assert.EqualValues(t, 1, peak.Load())
	})
	t.Run("reads run side by side, and their order does not show", func(t *testing.T) {
		a := turntest.Shop()
		gate := make(chan struct{})
		a.Handlers["help.ask"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			<-gate // waits for the other read
			return turntest.Completed(), nil
		}
		a.Handlers["items.find"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			close(gate)
			return turntest.Completed("items.found@1"), nil
		}
		w := turntest.NewWorld(t, a)
		w.Parallel = true
		assert.Equal(t, []string{"help.ask completed", "items.find completed"}, statuses(w.Say(t, help, find).Results))
	})
}

func TestBudget(t *testing.T) {
	a := turntest.Shop()
	w := turntest.NewWorld(t, a)
	w.MaxSteps = 2
	turned := w.Say(t, intend("a", "help.ask", obj{"n": 1}), intend("b", "help.ask", obj{"n": 2}), intend("c", "help.ask", obj{"n": 3}))
	assert.Len(t, turned.Invoked, 2)
	require.Len(t, turned.Issues, 1)
	assert.Equal(t, "STEP_BUDGET_EXCEEDED", turned.Issues[0].Code)
	require.Len(t, w.Checkpoint.Agenda, 1)
	assert.Equal(t, ik.AgendaReady, w.Checkpoint.Agenda[0].Status)
	next := w.Say(t, intend("d", "items.find", obj{"text": "x"}))
	assert.Equal(t, []ik.CapabilityID{"help.ask", "items.find"}, invoked(next.Invoked), "what is left comes first")
	assert.Empty(t, w.Checkpoint.Agenda)
	t.Run("what was confirmed has room first", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop())
		w.MaxSteps = 1
		w.Say(t, intend("m", "mail.send", obj{}))
		assert.Equal(t, []ik.CapabilityID{"mail.send"}, invoked(w.Answer(t, true, intend("h", "help.ask", obj{})).Invoked))
	})
	t.Run("C-112 automatic steps count", func(t *testing.T) {
		w := turntest.NewWorld(t, closing(0))
		w.MaxSteps = 2
		turned := w.Say(t, intend("d", "deal.close", obj{}))
		assert.Len(t, turned.Invoked, 2)
		assert.Equal(t, "STEP_BUDGET_EXCEEDED", turned.Issues[0].Code)
		assert.Equal(t, []ik.CapabilityID{"deal.close"}, invoked(w.Say(t).Invoked))
	})
}

// closing is a shop whose deal.close asks for the person; it goes on asking for insist more times.
func closing(insist int) *turntest.Agent {
	a := turntest.Shop()
	a.Handlers["deal.close"] = func(_ context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
		if _, known := inv.Facts.Required("person.known@1"); known && insist == 0 {
			return turntest.Completed("deal.closed@1"), nil
		}
		insist = max(0, insist-1)
		return ik.Result{
			Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("person.known@1").Ref(), Provider: "person.collect", ProviderIn: obj{},
			Continuation: obj{"half": true},
		}, nil
	}
	return a
}

func TestDynamicDependencies(t *testing.T) {
	close := intend("d", "deal.close", obj{})
	t.Run("C-100 provider, then the consumer again", func(t *testing.T) {
		w := turntest.NewWorld(t, closing(0))
		turned := w.Say(t, close)
		require.Equal(t, []ik.CapabilityID{"deal.close", "person.collect", "deal.close"}, invoked(turned.Invoked))
		assert.Equal(t, []ik.Trigger{"user", "dependency", "resume"}, []ik.Trigger{turned.Invoked[0].Trigger, turned.Invoked[1].Trigger, turned.Invoked[2].Trigger})
		assert.JSONEq(t, `{"half":true}`, string(turned.Invoked[2].Invocation.Continuation))
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Len(t, w.Checkpoint.Facts, 2)
		assert.Equal(t, 1, w.Checkpoint.Revision)
	})
	t.Run("C-101 a provider that asks, over three turns", func(t *testing.T) {
		a, round := closing(0), 0
		a.Handlers["person.collect"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			if round++; round < 3 {
				return turntest.Asks(ik.Interaction{Kind: ik.InteractionChoice, Goal: "More?"}, nil), nil
			}
			return turntest.Completed("person.known@1"), nil
		}
		w := turntest.NewWorld(t, a)
		w.Say(t, close)
		for range 2 {
			require.Len(t, w.Checkpoint.Agenda, 2)
			parent, child := w.Checkpoint.Agenda[0], w.Checkpoint.Agenda[1]
			if parent.Intention.ProposedCapability != "deal.close" {
				parent, child = child, parent
			}
			assert.Equal(t, []ik.AgendaItemID{child.ID}, parent.Dependencies)
			assert.Equal(t, []ik.AgendaItemID{child.ID}, parent.OwnedDependencyIDs)
			assert.Equal(t, child.ID, w.Checkpoint.Interaction.AgendaItemID)
			w.Answer(t, "more")
		}
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Equal(t, 3, round)
	})
	t.Run("C-113 an insatiable consumer ends with the budget", func(t *testing.T) {
		w := turntest.NewWorld(t, closing(100))
		w.MaxSteps = 5
		turned := w.Say(t, close)
		assert.Len(t, turned.Invoked, 5)
		assert.Equal(t, "STEP_BUDGET_EXCEEDED", turned.Issues[0].Code)
	})
	for name, ask := range map[string]ik.Result{
		"C-107 DYNAMIC_DEPENDENCY_SELF_REFERENCE":          {Requirement: ik.FactKey("deal.closed@1").Ref(), Provider: "deal.close"},
		"C-108 DYNAMIC_DEPENDENCY_PROVIDER_NOT_REGISTERED": {Requirement: ik.FactKey("x@1").Ref(), Provider: "no.body"},
		"C-109 DYNAMIC_DEPENDENCY_FACT_NOT_PROVIDED":       {Requirement: ik.FactKey("person.known@2").Ref(), Provider: "person.collect"},
	} {
		t.Run(name, func(t *testing.T) {
			a := turntest.Shop()
			ask.Status = ik.StatusNeedsDependency
			a.Handlers["deal.close"] = returns(ask, nil)
			assert.Equal(t, []string{"deal.close failed " + name[6:]}, statuses(turntest.NewWorld(t, a).Say(t, close).Results))
		})
	}
}

func TestFaultsOfHandlers(t *testing.T) {
	help := intend("h", "help.ask", obj{})
	fault := func(r ik.Result, err error) turntest.Turned {
		a := turntest.Shop()
		a.Handlers["help.ask"] = returns(r, err)
		return turntest.NewWorld(t, a).Say(t, help, intend("f", "items.find", obj{"text": "x"}))
	}
	t.Run("an error fails its step", func(t *testing.T) {
		turned := fault(ik.Result{}, ik.NewError(ik.KindBase, "SHOP_CLOSED", "secret-canary").Retry())
		assert.Equal(t, []string{"help.ask failed CAPABILITY_FAILED", "items.find completed"}, statuses(turned.Results))
		assert.Equal(t, map[string]any{"code": "SHOP_CLOSED"}, turned.Issues[0].Details)
		assert.True(t, turned.Issues[0].Retryable)
		assert.NotContains(t, string(turntest.JSON(turned.Events)), "secret-canary")
	})
	t.Run("a foreign error and a panic have no code of their own", func(t *testing.T) {
		assert.Equal(t, map[string]any{"code": "UNEXPECTED_ERROR"}, fault(ik.Result{}, errors.New("secret-canary")).Issues[0].Details)
		assert.Equal(t, map[string]any{"code": "UNEXPECTED_ERROR"}, fault(ik.Result{}, ik.NewError(ik.KindBase, "not a code: 4111", "x")).Issues[0].Details)
		a := turntest.Shop()
		a.Handlers["help.ask"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { panic("secret-canary") }
		turned := turntest.NewWorld(t, a).Say(t, help)
		assert.Equal(t, []string{"help.ask failed CAPABILITY_FAILED"}, statuses(turned.Results))
		assert.NotContains(t, string(turntest.JSON(turned.Events)), "secret-canary")
	})
	badMode := question
	badMode.ResponseMode = "shouted"
	choice := func(examples []string) ik.Interaction {
		return ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?", Options: []ik.Option{{ID: "o", Value: 1, ReferenceExamples: examples}}}
	}
	completed := func(f func(*ik.Result)) ik.Result {
		r := turntest.Completed()
		f(&r)
		return r
	}
	evidence := []ik.Evidence{{ID: "e1", Source: ik.SourceCapability, Content: "c"}}
	claim := func(text string, ids ...ik.EvidenceID) *ik.CanonicalResponse {
		return &ik.CanonicalResponse{Message: "Paid 25.", Claims: []ik.ResponseClaim{{Text: text, EvidenceIDs: ids}}}
	}
	for name, tt := range map[string]struct {
		result ik.Result
		code   string
	}{
		"no result":                             {ik.Result{}, "INVALID_CAPABILITY_RESULT"},
		"C-089 response mode":                   {turntest.Asks(badMode, nil), "INVALID_INTERACTION_RESPONSE_MODE"},
		"C-091 blank example":                   {turntest.Asks(choice([]string{" "}), nil), "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"C-091 33 examples":                     {turntest.Asks(choice(make([]string, 33)), nil), "INVALID_INTERACTION_REFERENCE_EXAMPLES"},
		"question without words":                {turntest.Asks(ik.Interaction{Kind: ik.InteractionInput}, nil), "INVALID_CAPABILITY_INTERACTION"},
		"needs_input without a question":        {ik.Result{Status: ik.StatusNeedsInput}, "INVALID_CAPABILITY_INTERACTION"},
		"reserved payload":                      {turntest.Asks(ik.Interaction{Kind: ik.InteractionChoice, Goal: "g", Payload: obj{"kind": "progression.group"}}, nil), "RESERVED_INTERACTION_KIND"},
		"C-094 confirmation of another kind":    {ik.NeedsConfirmationResult(ik.NeedsConfirmation[any]{Ask: choice(nil), Proposed: obj{}}), "INVALID_CAPABILITY_INTERACTION"},
		"proposed input is validated":           {ik.NeedsConfirmationResult(ik.NeedsConfirmation[any]{Ask: ik.Interaction{Kind: ik.InteractionConfirmation, Goal: "g"}, Proposed: 7}), "INVALID_CAPABILITY_INPUT"},
		"C-083 output":                          {ik.Result{Status: ik.StatusCompleted, Output: 7}, "INVALID_CAPABILITY_OUTPUT"},
		"C-145 undeclared fact":                 {turntest.Completed("deal.closed@1"), "UNDECLARED_FACT"},
		"C-148 required without claims":         {completed(func(r *ik.Result) { r.Canonical = (&ik.CanonicalResponse{Message: "m"}).Must() }), "INVALID_CANONICAL_RESPONSE"},
		"C-149 blank copy":                      {completed(func(r *ik.Result) { r.Canonical = &ik.CanonicalResponse{Message: " "} }), "INVALID_CANONICAL_RESPONSE"},
		"C-149 claim outside the copy":          {completed(func(r *ik.Result) { r.Evidence, r.Canonical = evidence, claim("26", "e1") }), "INVALID_CANONICAL_RESPONSE"},
		"C-149 empty claim":                     {completed(func(r *ik.Result) { r.Evidence, r.Canonical = evidence, claim("", "e1") }), "INVALID_CANONICAL_RESPONSE"},
		"C-149 claim without evidence":          {completed(func(r *ik.Result) { r.Evidence, r.Canonical = evidence, claim("25") }), "UNKNOWN_EVIDENCE"},
		"claim with foreign evidence":           {completed(func(r *ik.Result) { r.Evidence, r.Canonical = evidence, claim("25", "e9") }), "UNKNOWN_EVIDENCE"},
		"failed without a word":                 {ik.Result{Status: ik.StatusFailed}, "INVALID_CAPABILITY_RESULT"},
		"invalidating what it does not declare": {ik.NeedsInputResult(ik.NeedsInput{Ask: question, Invalidates: []ik.FactRef{{Type: "x", Version: 1}}}), "UNDECLARED_FACT_INVALIDATION"},
		"values that are no JSON":               {ik.Result{Status: ik.StatusCompleted, Output: func() {}}, "INVALID_CAPABILITY_OUTPUT"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{"help.ask failed " + tt.code, "items.find completed"}, statuses(fault(tt.result, nil).Results))
		})
	}
	t.Run("everything of a completed result is JSON", func(t *testing.T) {
		r := turntest.Completed()
		r.Artifacts = []ik.Artifact{{ID: "a", Kind: "k", Data: obj{"x": 1}}}
		r.Evidence = []ik.Evidence{{ID: "e", Content: "c", Data: obj{"y": 2}}}
		r.Canonical = &ik.CanonicalResponse{Message: "Done."}
		o := fault(r, nil).Results[0].Result
		assert.JSONEq(t, `{"x":1}`, string(o.Artifacts[0].Data.(json.RawMessage)))
		assert.JSONEq(t, `{"y":2}`, string(o.Evidence[0].Data.(json.RawMessage)))
		assert.NotNil(t, o.Canonical.Claims)
		r.Artifacts[0].Data = func() {}
		assert.Equal(t, "INVALID_CAPABILITY_RESULT", fault(r, nil).Issues[0].Code)
	})
	publishing := map[string]struct {
		change func(*ik.Result)
		code   string
	}{
		"twice":                          {func(r *ik.Result) { r.Facts = append(r.Facts, r.Facts[0]) }, "DUPLICATE_FACT"},
		"C-146 with unknown evidence":    {func(r *ik.Result) { r.Facts[0].EvidenceIDs = []ik.EvidenceID{"e9"} }, "UNKNOWN_EVIDENCE"},
		"C-157 with an unknown ancestor": {func(r *ik.Result) { r.Facts[0].DependsOn = []ik.FactKey{"x@1"} }, "UNKNOWN_FACT_DEPENDENCY"},
		"of another shape":               {func(r *ik.Result) { r.Facts[0].Value = 7 }, "INVALID_FACT_VALUE"},
		"C-145 of another version":       {func(r *ik.Result) { r.Facts[0].Fact = "person.known@2" }, "UNDECLARED_FACT"},
	}
	for name, tt := range publishing {
		t.Run("a fact "+name, func(t *testing.T) {
			a := turntest.Shop()
			r := turntest.Completed("person.known@1")
			tt.change(&r)
			a.Handlers["person.collect"] = returns(r, nil)
			w := turntest.NewWorld(t, a)
			assert.Equal(t, []string{"person.collect failed " + tt.code}, statuses(w.Say(t, intend("c", "person.collect", obj{})).Results))
			assert.Empty(t, w.Checkpoint.Facts)
		})
	}
	t.Run("an issue that is not declared", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Capabilities[2].Issues = []ik.IssueDefinition{{Code: "KNOWN"}}
		a.Handlers["help.ask"] = returns(issue("OTHER"), nil)
		assert.Equal(t, []string{"help.ask failed UNDECLARED_ISSUE"}, statuses(turntest.NewWorld(t, a).Say(t, help).Results))
	})
}

func TestEndOfTurn(t *testing.T) {
	t.Run("a handler that ignores the end is left behind", func(t *testing.T) {
		a := turntest.Shop()
		release, late := make(chan struct{}), make(chan error, 2)
		a.Handlers["items.find"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			<-release
			late <- inv.Emit(ctx, "too.late", ik.CategoryTrace, nil)
			return turntest.Completed(), nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		w := turntest.NewWorld(t, a)
		_, err := w.Try(ctx, ik.IntentionBatch{Intentions: []ik.Intention{intend("f", "items.find", obj{"text": "x"})}})
		assert.Equal(t, "TURN_DEADLINE_EXCEEDED", ik.CodeOf(err))
		close(release)
		assert.Equal(t, "CAPABILITY_CALL_OVER", ik.CodeOf(<-late))
	})
	t.Run("C-085 nothing starts after a cancellation", func(t *testing.T) {
		a := turntest.Shop()
		ctx, cancel := context.WithCancel(t.Context())
		a.Handlers["items.find"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			cancel()
			return turntest.Completed("items.found@1"), nil
		}
		w := turntest.NewWorld(t, a)
		_, err := w.Try(ctx, ik.IntentionBatch{Intentions: []ik.Intention{intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{})}})
		assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(err))
		assert.Equal(t, []ik.CapabilityID{"items.find"}, invoked(a.Calls()))
	})
}
