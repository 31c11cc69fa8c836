package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

func TestCompiling(t *testing.T) {
	for text, ok := range map[string]bool{
		"": false, " Not here.": false, "Not here.\n": false, strings.Repeat("é", 4001): false, strings.Repeat("é", 4000): true,
	} {
		d := newDesk(t)
		d.def.Unsupported = &text
		k, err := kernel.New(d.opt)
		require.NoError(t, err)
		_, err = k.Compile(d.def)
		if ok {
			assert.NoError(t, err, "E-044")
		} else {
			assert.Equal(t, "INVALID_RESPONSE_FALLBACK", ik.CodeOf(err), "E-044")
		}
	}
}

// publishing makes the opening hours publish an event of a category before they answer.
func publishing(category ik.Category, refused *error) func(*desk) {
	return func(d *desk) {
		invoke := d.def.Capabilities[1].Invoke
		d.def.Capabilities[1].Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			*refused = inv.Emit(ctx, "door.opened", category, map[string]any{})
			return invoke(ctx, inv, in)
		}
	}
}

func TestPublications(t *testing.T) {
	var refused error
	script := func() []scripted.Entry {
		return append(hoursAsked("Open?"), words([]string{hoursText, "ev-2"})...)
	}
	t.Run("E-149 the category of a publication", func(t *testing.T) {
		for given, want := range map[ik.Category]ik.Category{ik.CategoryIntegration: ik.CategoryIntegration, "": ik.CategoryTrace} {
			d := newDesk(t, publishing(given, &refused))
			d.say("Open?", script()...)
			require.NoError(t, refused)
			assert.Equal(t, want, byType(t, d.sink.take(), "capability.event").Category)
		}
	})
	t.Run("E-154 a sink that refuses a publication is not the handler's trouble", func(t *testing.T) {
		d := newDesk(t, publishing(ik.CategoryAudit, &refused), func(d *desk) {
			d.sink.fail = func(e ik.Event) error {
				if e.Type == "capability.event" {
					return errors.New("full")
				}
				return nil
			}
		})
		assert.Equal(t, "completed", d.say("Open?", script()...).Response.Status)
		assert.NoError(t, refused)
		assert.Equal(t, ik.CategoryAudit, byType(t, outbox(t, d), "capability.event").Category)
	})
	t.Run("E-161 who selected", func(t *testing.T) {
		d := newDesk(t)
		d.say("Open?", append(hoursAsked("Open?"), words([]string{hoursText, "ev-2"})...)...)
		assert.Equal(t, "model", data(t, byType(t, d.sink.take(), "capabilities.selected"))["source"])
		misread := selects("nothing like it", 2, "branch.hours")
		repair := misread
		repair.Prompt = "kernel.capability.select.repair"
		d.say("7", append([]scripted.Entry{misread, repair}, words([]string{"What about 7?"})...)...)
		assert.Equal(t, "kernel_boundary", data(t, byType(t, d.sink.take(), "capabilities.selected"))["source"])
	})
}

func TestCancellations(t *testing.T) {
	t.Run("E-136 what is given up is told before the facts", func(t *testing.T) {
		d := newDesk(t)
		out := d.givesUp([]ik.AgendaItem{open("agenda:a"), open("agenda:b")},
			giveUp("cancel_agenda_item", "agenda:b"), giveUp("cancel_agenda_item", "agenda:a"), giveUp("cancel_objective", "goal"))
		assert.Empty(t, out.Checkpoint.Agenda)
		assert.Equal(t, "cancelled", out.Checkpoint.Progression.Objective.Status)
		d.toldAfterPlan("agenda.item.cancelled", "agenda.item.cancelled", "objective.cancelled", "facts.reduced")
	})
	t.Run("what is given up is told before the work that goes on by itself", func(t *testing.T) {
		d := newDesk(t)
		next := open("agenda:b")
		next.Status, next.Intention.Input = ik.AgendaWaitingFacts, json.RawMessage(`{}`)
		next.MissingFacts = []ik.FactRequirement{{FactRef: candidates.FactRef, Description: "what was found"}}
		out := d.givesUp([]ik.AgendaItem{open("agenda:a"), next}, giveUp("cancel_agenda_item", "agenda:a"))
		assert.Empty(t, out.Checkpoint.Agenda)
		d.toldAfterPlan("agenda.item.cancelled", "dependency.consumer.resumed", "step.started", "capability.invoked", "capability.completed", "facts.reduced")
	})
}

// candidates is a fact of the desk.
var candidates = ik.FactRecord{
	FactRef: ik.FactRef{Type: "catalog.candidates", Version: 1}, Value: json.RawMessage(`{}`), EvidenceIDs: []ik.EvidenceID{},
	DependsOn: []ik.FactRef{}, Evidence: []ik.Evidence{},
	ProducedBy: ik.Producer{CapabilityID: "catalog.search", CapabilityVersion: 1, TurnID: "t0", StepID: "s0"},
}

// giveUp is what the message "Forget all" means for a piece of open work, or for the goal.
func giveUp(kind, id string) map[string]any {
	return map[string]any{"kind": kind, "targetId": id, "evidence": quote("Forget all", 0)}
}

// givesUp runs a turn over open work in which the user gives up some of it.
func (d *desk) givesUp(work []ik.AgendaItem, actions ...map[string]any) *ik.TurnResult {
	d.store.Seed("thread-1", object(ik.Checkpoint{
		SchemaVersion: 1, Revision: 1, AgentFingerprint: "contract-1", AuditFingerprint: "audit-1", Messages: []ik.Message{},
		Facts: []ik.FactRecord{candidates}, Effects: []ik.EffectReceipt{}, Agenda: work,
		Progression: &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "goal", Status: "active"}, Occurrences: []ik.Occurrence{}},
	}))
	control := selects("Forget all", 0)
	control.Output = json.RawMessage(strings.Replace(string(control.Output), "conversational", "control", 1))
	reviews := []any{}
	for n := range actions {
		reviews = append(reviews, map[string]any{"actionIndex": n, "verdict": "supported", "rationale": "r"})
	}
	return d.say("Forget all", append([]scripted.Entry{control, agrees(controlPrompt), {Prompt: interpretPrompt, Output: object(map[string]any{
		"intentions": []any{}, "contradictions": []any{}, "lifecycleActions": actions,
	})}, {Prompt: cancelPrompt, Output: object(map[string]any{"reviews": reviews})}}, words([]string{"All forgotten."})...)...)
}

// toldAfterPlan checks which events follow the plan of the user's message, each caused by the one before it.
func (d *desk) toldAfterPlan(want ...string) {
	d.t.Helper()
	events := d.sink.take()
	at := slices.Index(types(events), "plan.created") + 1
	require.Equal(d.t, want, types(events[at:at+len(want)]))
	for i := at; i < at+len(want); i++ {
		assert.Equal(d.t, events[i-1].ID, events[i].CausationID, events[i].Type)
	}
}

func open(id ik.AgendaItemID) ik.AgendaItem {
	return ik.AgendaItem{
		ID: id, Status: ik.AgendaWaitingInput, MissingFacts: []ik.FactRequirement{}, Dependencies: []ik.AgendaItemID{},
		Intention: ik.Intention{
			ID: ik.IntentionID("i-" + id), Objective: "Open " + string(id), Evidence: []ik.IntentionEvidence{}, References: []ik.Reference{},
			ProposedCapability: "branch.hours", Resolution: ik.Resolved,
		},
	}
}

func TestStoredThreads(t *testing.T) {
	t.Run("E-169 another model alias is no other contract", func(t *testing.T) {
		d := newDesk(t)
		d.say("Hi", greeting("Hi", 0)...)
		d.def.Models = map[string]string{"response.compose": "small"}
		d.compile()
		assert.Equal(t, 2, d.say("Hi", greeting("Hi", 2)...).Checkpoint.Revision)
	})
	t.Run("E-188 a stored question of an unknown response mode", func(t *testing.T) {
		d := newDesk(t)
		d.store.Seed("thread-1", object(ik.Checkpoint{
			SchemaVersion: 1, Revision: 1, AgentFingerprint: "contract-1", Messages: []ik.Message{}, Facts: []ik.FactRecord{},
			Effects: []ik.EffectReceipt{}, Agenda: []ik.AgendaItem{},
			Interaction: &ik.Interaction{ID: "q", Kind: ik.InteractionInput, Goal: "What?", ResponseMode: "x", RequestedFacts: []ik.FactType{}},
		}))
		d.fails("INVALID_INTERACTION_RESPONSE_MODE", d.next("Hi"))
		assert.Empty(t, d.gateway.Requests())
	})
	t.Run("E-188 a capability that asks in an unknown response mode", func(t *testing.T) {
		d := newDesk(t, asking(ik.Interaction{Kind: ik.InteractionInput, Goal: "What?", ResponseMode: "x"}))
		out := d.say("Open?", append(hoursAsked("Open?"), words([]string{"That failed.", "issue:INVALID_INTERACTION_RESPONSE_MODE"})...)...)
		assert.Nil(t, out.Checkpoint.Interaction)
		assert.NotContains(t, types(d.sink.take()), "interaction.requested")
	})
	t.Run("E-185 an action answers an input question", func(t *testing.T) {
		d := newDesk(t, asking(ik.Interaction{Kind: ik.InteractionInput, Goal: "Which branch?"}))
		asked := d.say("Open?", hoursAsked("Open?")...).Response.Interaction
		in := d.next("Harbour street")
		in.Selection = &ik.TurnSelection{InteractionID: asked.ID, Action: "Harbour street"}
		out := d.send(in, selects("Harbour street", 2, "branch.hours"), answers(string(asked.ID), map[string]any{"action": "Harbour street"}, "Harbour street"))
		assert.Equal(t, `{"action":"Harbour street"}{"step":1}`, out.Response.Message)
	})
	t.Run("E-226 a commit of a revision that is not the next is refused", func(t *testing.T) {
		d := newDesk(t, func(d *desk) { d.opt.Store = &shifted{d.store} })
		e := d.fails("CHECKPOINT_REVISION_CONFLICT", d.next("Hi"), greeting("Hi", 0)...)
		assert.True(t, e.Retryable)
		assert.Equal(t, map[string]any{"expectedRevision": 1, "actualRevision": 3}, e.Context)
		events := d.sink.take()
		last := data(t, events[len(events)-1])
		assert.Equal(t, "turn.failed", events[len(events)-1].Type)
		assert.Equal(t, []any{"runtime", "CHECKPOINT_REVISION_CONFLICT"}, []any{last["stage"], last["code"]})
		assert.Empty(t, outbox(t, d))
	})
}

// shifted is a store that commits a wrong revision.
type shifted struct{ ik.Store }

func (s *shifted) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	return s.Store.WithTurn(ctx, id, func(ctx context.Context, sc ik.TurnScope) error { return fn(ctx, shiftedScope{sc}) })
}

type shiftedScope struct{ ik.TurnScope }

func (s shiftedScope) Commit(ctx context.Context, c ik.Commit) error {
	wrong := *c.Checkpoint
	wrong.Revision += 2
	c.Checkpoint = &wrong
	return s.TurnScope.Commit(ctx, c)
}

// Past the reserve of a turn's time no step starts, but what was done is told and stored.
func TestReserve(t *testing.T) {
	timeout := 60_000
	d := newDesk(t, func(d *desk) {
		d.opt.Limits.TurnTimeoutMs = &timeout
		invoke := d.def.Capabilities[0].Invoke
		d.def.Capabilities[0].Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			d.clock.advance(55 * time.Second)
			return invoke(ctx, inv, in)
		}
	})
	text := "Advise me"
	out := d.say(text, append([]scripted.Entry{selects(text, 0, "sales.advise"), understands(want("sales.advise", text, 0, map[string]string{}))},
		words([]string{priceText, "ev-1"}, []string{" The rest comes later.", "issue:STEP_BUDGET_EXCEEDED"})...)...)
	require.Len(t, out.Issues, 1)
	assert.Equal(t, "STEP_BUDGET_EXCEEDED", out.Issues[0].Code)
	assert.Contains(t, out.Issues[0].Message, "no time")
	require.Len(t, out.Checkpoint.Agenda, 1)
	assert.Equal(t, ik.AgendaReady, out.Checkpoint.Agenda[0].Status)
	assert.Equal(t, 1, d.ran["sales.advise"])
	out = d.say("Go on", selects("Go on", 2))
	assert.Equal(t, "Take A.", out.Response.Message)
	assert.Empty(t, out.Checkpoint.Agenda)
}
