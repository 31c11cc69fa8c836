package execute_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/execute"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func agenda(c *ik.Checkpoint) []string {
	out := []string{}
	for _, i := range c.Agenda {
		out = append(out, string(i.Intention.ProposedCapability)+" "+string(i.Status))
	}
	return out
}

func TestWritesOfOneTurn(t *testing.T) {
	t.Run("C-070 writes do not overlap", func(t *testing.T) {
		a := turntest.Shop()
		because(a, "log.write", "")
		var running, peak atomic.Int32
		slow := effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			peak.Store(max(peak.Load(), running.Add(1)))
			time.Sleep(2 * time.Millisecond)
			running.Add(-1)
			return json.RawMessage(`1`), nil
		})
		done := func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			_, err := slow(ctx, inv, in)
			return turntest.Completed(), err
		}
		a.Handlers["mail.send"], a.Handlers["log.write"] = done, done
		w := turntest.NewWorld(t, a)
		w.Parallel = true
		w.Say(t, intend("m", "mail.send", obj{}))
		question := string(w.Checkpoint.Interaction.ID)
		turned := w.Answer(t, true, intend("l", "log.write", obj{}))
		assert.EqualValues(t, 1, peak.Load())
		require.Equal(t, []string{"mail.send completed", "log.write completed"}, statuses(turned.Results))
		var keys []string
		for _, r := range w.Checkpoint.Effects {
			keys = append(keys, r.IdempotencyKey)
		}
		assert.Equal(t, []string{"mail.send:" + question, "log.write:turn:turn-2"}, keys)
	})
	t.Run("C-128 keys of two capabilities share nothing", func(t *testing.T) {
		a := turntest.NewAgent()
		for _, id := range []ik.CapabilityID{"write.one", "write.two"} {
			because(a, id, "").EffectKey = []ik.Path{"input.id"}
		}
		w := turntest.NewWorld(t, a)
		for _, id := range []ik.CapabilityID{"write.one", "write.two"} {
			r := w.Say(t, intend(string(id), id, obj{"id": "write.one:e1"})).Results[0].Effects[0]
			assert.Equal(t, string(id)+`:["write.one:e1"]`, r.IdempotencyKey)
			assert.False(t, r.Replayed)
		}
	})
	t.Run("C-131 E-214 a blank label is no label", func(t *testing.T) {
		var refused error
		w := turntest.NewWorld(t, writing(func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, refused = inv.Effects(ctx, "  ", turntest.Applied)
			return turntest.Completed("logged@1"), nil
		}))
		assert.Equal(t, []string{"log.write failed WRITE_EFFECT_NOT_COORDINATED"}, statuses(w.Say(t, write("1")).Results))
		assert.Equal(t, "INVALID_IDEMPOTENCY_KEY", ik.CodeOf(refused))
	})
	t.Run("C-133 E-221 the same key twice at once reaches the provider once", func(t *testing.T) {
		var calls atomic.Int32
		entered, leave := make(chan struct{}), make(chan struct{})
		w := turntest.NewWorld(t, writing(func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			op := func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
				calls.Add(1)
				close(entered)
				<-leave
				return json.RawMessage(`"once"`), nil
			}
			first := make(chan error, 1)
			go func() {
				_, _, err := inv.Effects(ctx, "", op)
				first <- err
			}()
			<-entered
			_, _, second := inv.Effects(ctx, "", op)
			assert.Equal(t, "EFFECT_IN_PROGRESS", ik.CodeOf(second))
			assert.True(t, ik.IsRetryable(second))
			close(leave)
			assert.NoError(t, <-first)
			value, receipt, err := inv.Effects(ctx, "", op)
			assert.JSONEq(t, `"once"`, string(value))
			assert.True(t, receipt.Replayed)
			return turntest.Completed("logged@1"), err
		}))
		turned := w.Say(t, write("1"))
		assert.Equal(t, []string{"log.write completed"}, statuses(turned.Results))
		assert.EqualValues(t, 1, calls.Load())
		assert.Len(t, w.Checkpoint.Effects, 1, "one receipt, however often it is used")
	})
}

func TestSkips(t *testing.T) {
	t.Run("C-076 an edge that no requirement explains is no wait", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["person.collect"] = returns(turntest.Asks(question, nil), nil)
		w := turntest.NewWorld(t, a)
		p, err := plan.Create(t.Context(), plan.Input{Agent: w.Compiled, IDs: w.IDs, Batch: ik.IntentionBatch{
			Intentions: []ik.Intention{intend("c", "person.collect", obj{}), intend("h", "help.ask", obj{})},
		}})
		require.NoError(t, err)
		p.Steps[1].DependsOn = []ik.StepID{p.Steps[0].ID}
		now := func() time.Time { return time.Unix(0, 0) }
		out, err := execute.Run(t.Context(), execute.Input{
			Plan: p, Checkpoint: w.Checkpoint, Agent: w.Compiled, Scope: w.Ledger.Scope("t"), IDs: w.IDs, Now: now, StepsLeft: 9,
			Emitter: emit.New(emit.Config{IDs: w.IDs, Stamp: now}),
		})
		require.NoError(t, err)
		assert.Equal(t, []string{"person.collect needs_input", "help.ask skipped DEPENDENCY_NOT_COMPLETED"}, statuses(out.Results))
		assert.Empty(t, out.Results[1].PendingFacts)
	})
	t.Run("C-079 a consumer waits for what is missing alone", func(t *testing.T) {
		a := turntest.NewAgent()
		a.Add("p.one", ik.EffectRead, "|one@1")
		a.Add("p.two", ik.EffectRead, "|two@1")
		a.Add("use.both", ik.EffectRead, "one@1 two@1")
		a.Handlers["p.two"] = returns(turntest.Asks(question, nil), nil)
		turned := turntest.NewWorld(t, a).Say(t, intend("1", "p.one", obj{}), intend("2", "p.two", obj{}), intend("u", "use.both", obj{}))
		waits := turned.Results[2]
		require.Len(t, waits.PendingFacts, 1)
		assert.Equal(t, ik.FactKey("two@1"), waits.PendingFacts[0].FactKey())
		assert.Equal(t, []string{"step-2"}, waits.Reason.Evidence)
	})
	t.Run("C-086 the handler gets the whole intention", func(t *testing.T) {
		wish := intend("h", "help.ask", obj{"a": 1})
		wish.Rationale = "because"
		wish.References = []ik.Reference{{Expression: "that one", Target: "order-1", Evidence: "said so"}}
		turned := turntest.NewWorld(t, turntest.Shop()).Say(t, wish)
		assert.Equal(t, wish, turned.Invoked[0].Invocation.Intention)
	})
}

func TestWaitingForProviders(t *testing.T) {
	closes, collect := intend("d", "deal.close", obj{}), intend("c", "person.collect", obj{})
	t.Run("C-110 a breach is told beside an open question too", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["help.ask"] = returns(turntest.Asks(question, nil), nil)
		a.Handlers["deal.close"] = returns(ik.Result{Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("x@1").Ref(), Provider: "no.body"}, nil)
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, closes, intend("h", "help.ask", obj{}))
		assert.Equal(t, "DYNAMIC_DEPENDENCY_PROVIDER_NOT_REGISTERED", turned.Issues[0].Code)
		assert.Equal(t, []string{"deal.close blocked", "help.ask waiting_input"}, agenda(w.Checkpoint))
		assert.Equal(t, ik.CapabilityID("help.ask"), w.Checkpoint.Interaction.CapabilityID)
	})
	t.Run("C-115 a provider that has to be confirmed", func(t *testing.T) {
		a := closing(0)
		a.Def.Capabilities[3].Confirmation = ik.ConfirmationRequired
		w := turntest.NewWorld(t, a)
		w.Say(t, closes)
		require.Equal(t, []string{"deal.close waiting_facts", "person.collect waiting_confirmation"}, agenda(w.Checkpoint))
		assert.Equal(t, []ik.AgendaItemID{w.Checkpoint.Agenda[1].ID}, w.Checkpoint.Agenda[0].OwnedDependencyIDs)
		assert.Equal(t, ik.CapabilityID("person.collect"), w.Checkpoint.Interaction.CapabilityID)
		turned := w.Answer(t, true)
		require.Equal(t, []ik.CapabilityID{"person.collect", "deal.close"}, invoked(turned.Invoked))
		assert.Equal(t, []ik.Trigger{"user", "resume"}, []ik.Trigger{turned.Invoked[0].Trigger, turned.Invoked[1].Trigger})
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-116 a provider that is given no input is asked about", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["deal.close"] = returns(ik.Result{Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("person.known@1").Ref(), Provider: "person.collect"}, nil)
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, closes)
		assert.Equal(t, []ik.CapabilityID{"deal.close"}, invoked(turned.Invoked))
		assert.Equal(t, []string{"deal.close waiting_facts", "person.collect waiting_input"}, agenda(w.Checkpoint))
		assert.Equal(t, ik.InteractionClarification, w.Checkpoint.Interaction.Kind)
	})
	t.Run("C-119 two consumers of one provider run once each", func(t *testing.T) {
		a := turntest.Shop()
		a.Add("deal.view", ik.EffectRead, "person.known@1")
		a.Add("deal.mail", ik.EffectRead, "person.known@1")
		rounds := 0
		a.Handlers["person.collect"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			if rounds++; rounds < 3 {
				return turntest.Asks(question, nil), nil
			}
			return turntest.Completed("person.known@1"), nil
		}
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("v", "deal.view", obj{}), intend("m", "deal.mail", obj{}), collect)
		assert.Len(t, w.Answer(t, "a").Invoked, 1)
		assert.Equal(t, []ik.CapabilityID{"person.collect", "deal.view", "deal.mail"}, invoked(w.Answer(t, "b").Invoked))
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-121 a write that was accepted and then had to wait asks again", func(t *testing.T) {
		a := turntest.Shop()
		w := turntest.NewWorld(t, a).Facts("items.found@1", "items.picked@1")
		w.Say(t, intend("o", "order.place", obj{}))
		w.Checkpoint.Facts = w.Checkpoint.Facts[:1]
		a.Handlers["items.pick"] = returns(turntest.Asks(question, nil), nil)
		turned := w.Answer(t, true, intend("p", "items.pick", obj{}))
		assert.Equal(t, []ik.CapabilityID{"items.pick"}, invoked(turned.Invoked))
		assert.ElementsMatch(t, []string{"order.place waiting_facts", "items.pick waiting_input"}, agenda(w.Checkpoint))
		a.Handlers["items.pick"] = nil
		assert.Equal(t, []ik.CapabilityID{"items.pick"}, invoked(w.Answer(t, "this one").Invoked))
		require.Equal(t, []string{"order.place waiting_confirmation"}, agenda(w.Checkpoint))
		assert.Equal(t, []ik.CapabilityID{"order.place"}, invoked(w.Answer(t, true).Invoked))
	})
}
