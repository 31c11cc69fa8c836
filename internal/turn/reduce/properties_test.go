package reduce_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// outcomes is what the calls of each capability come to, drawn before the conversation, so that it can be run twice.
type outcomes map[ik.CapabilityID][]int

var capabilities = []ik.CapabilityID{
	"items.find", "items.pick", "help.ask", "person.collect", "deal.close", "order.place", "invoice.issue", "invoice.mail", "mail.send",
}

// randomShop is the shop with handlers that do as drawn, and a gauge of writes that run at once.
func randomShop(script outcomes) (*turntest.Agent, *atomic.Int32) {
	a := turntest.Shop()
	var running, worst atomic.Int32
	for _, id := range capabilities {
		write := slices.Contains(capabilities[5:], id)
		complete := a.Complete(id)
		a.Handlers[id] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			n := script[id][number(inv.Step)%len(script[id])]
			if write {
				if now := running.Add(1); now > worst.Load() {
					worst.Store(now)
				}
				defer running.Add(-1)
			}
			return outcome(ctx, n, id, inv, in, complete)
		}
	}
	return a, &worst
}

// number is the n of "step-n": outcomes hang at steps, so that they do not depend on which call comes first.
func number(id ik.StepID) int {
	n, err := strconv.Atoi(strings.TrimPrefix(string(id), "step-"))
	if err != nil {
		return 0
	}
	return n
}

func outcome(ctx context.Context, n int, id ik.CapabilityID, inv *ik.Invocation, in json.RawMessage, complete turntest.Handler) (ik.Result, error) {
	switch n {
	case 1:
		return turntest.Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "What?"}, obj{"n": n}), nil
	case 2:
		return ik.FailedResult(ik.CapabilityIssue{Code: "NO", Message: "no"}), nil
	case 3:
		return ik.Result{}, errors.New("broken")
	case 4:
		return ik.Result{}, nil
	case 5:
		r, err := complete(ctx, inv, in)
		r.Interaction = ik.Ask(ik.Interaction{Kind: ik.InteractionChoice, Goal: "More?", Mode: "optional"})
		return r, err
	case 6:
		r, err := complete(ctx, inv, in)
		r.Interaction = ik.Dismiss()
		return r, err
	case 7:
		_, _, err := inv.Effects(ctx, "", func(context.Context, ik.EffectAuthority) (json.RawMessage, error) { return nil, errors.New("lost") })
		return ik.Result{}, err
	case 8:
		if id == "deal.close" {
			return ik.Result{Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("person.known@1").Ref(), Provider: "person.collect", ProviderIn: obj{}}, nil
		}
	}
	return complete(ctx, inv, in)
}

type saying struct {
	batch  []ik.Intention
	answer any // nil: none
	cancel bool
}

func drawConversation(t *rapid.T) (outcomes, []saying) {
	script := outcomes{}
	for _, id := range capabilities {
		script[id] = rapid.SliceOfN(rapid.IntRange(0, 8), 1, 4).Draw(t, string(id))
	}
	var talk []saying
	for i := range rapid.IntRange(1, 6).Draw(t, "turns") {
		var s saying
		for j := range rapid.IntRange(0, 4).Draw(t, "intentions") {
			id := rapid.SampledFrom(capabilities).Draw(t, "capability")
			input := obj{"text": rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "text")}
			s.batch = append(s.batch, intend(string(rune('a'+i))+string(rune('0'+j)), id, input))
		}
		s.answer = rapid.SampledFrom([]any{nil, true, true, false, "words"}).Draw(t, "answer")
		s.cancel = rapid.IntRange(0, 5).Draw(t, "cancel") == 0
		talk = append(talk, s)
	}
	return script, talk
}

func (s saying) batchFor(w *turntest.World) ik.IntentionBatch {
	b := ik.IntentionBatch{Intentions: s.batch}
	if q := w.Checkpoint.Interaction; q != nil && s.answer != nil {
		b.Answer = &ik.InteractionAnswer{InteractionID: q.ID, Value: turntest.JSON(s.answer), Evidence: "words"}
	}
	if s.cancel && len(w.Checkpoint.Agenda) > 0 {
		b.LifecycleActions = []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: string(w.Checkpoint.Agenda[0].ID)}}
	}
	return b
}

func TestConversations(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		script, talk := drawConversation(rt)
		first, worst := randomShop(script)
		second, _ := randomShop(script)
		one, two := turntest.NewWorld(t, first), turntest.NewWorld(t, second)
		one.Parallel = true
		for _, s := range talk {
			before := one.Checkpoint
			batch := s.batchFor(one)
			pure(rt, one, batch)
			state := string(turntest.JSON(before))
			turned, err := one.Try(t.Context(), batch)
			require.NoError(rt, err)
			again, err := two.Try(t.Context(), s.batchFor(two))
			require.NoError(rt, err)
			assert.Equal(rt, state, string(turntest.JSON(before)), "a turn does not change the state that it started from")
			sameButIDs(rt, turned, again)
			holds(rt, one, before, turned)
		}
		assert.LessOrEqual(rt, worst.Load(), int32(1), "one write at a time")
	})
}

// pure plans twice and expects the same plan.
func pure(t *rapid.T, w *turntest.World, batch ik.IntentionBatch) {
	create := func() string {
		p, err := plan.Create(context.Background(), plan.Input{
			Batch: batch, Facts: w.Checkpoint.Facts, Agenda: w.Checkpoint.Agenda, Interaction: w.Checkpoint.Interaction, Agent: w.Compiled, IDs: &turntest.IDs{},
		})
		require.NoError(t, err)
		for _, s := range p.Steps {
			executable := s.Reason.Code == plan.CodeReady || s.Reason.Code == plan.CodeAccepted
			assert.Equal(t, executable, s.Disposition == ik.DispositionExecute)
			assert.False(t, executable && len(s.MissingFacts) > 0)
			assert.NotContains(t, s.DependsOn, s.ID)
		}
		return string(turntest.JSON(p))
	}
	assert.Equal(t, create(), create())
}

// sameButIDs expects that side by side and one after the other come to the same.
func sameButIDs(t *rapid.T, a, b turntest.Turned) {
	outcomes := func(x turntest.Turned) []string {
		var out []string
		for _, r := range x.Results {
			s := string(r.StepID) + string(r.CapabilityID)
			if r.Result != nil {
				s += string(r.Result.Status)
			}
			out = append(out, s)
		}
		return out
	}
	assert.Equal(t, outcomes(a), outcomes(b))
	assert.Equal(t, string(turntest.JSON(a.Events)), string(turntest.JSON(b.Events)))
}

// holds checks what is true of every state after a turn.
func holds(t *rapid.T, w *turntest.World, before *ik.Checkpoint, turned turntest.Turned) {
	c := w.Checkpoint
	assert.Equal(t, before.Revision+1, c.Revision)
	ids := map[ik.AgendaItemID]bool{}
	for _, i := range c.Agenda {
		assert.False(t, ids[i.ID], "agenda ids are unique")
		ids[i.ID] = true
	}
	for _, i := range c.Agenda {
		for _, d := range i.Dependencies {
			assert.True(t, ids[d], "a dependency exists")
		}
		for _, o := range i.OwnedDependencyIDs {
			assert.Contains(t, i.Dependencies, o)
		}
	}
	if q := c.Interaction; q != nil {
		assert.True(t, ids[q.AgendaItemID], "a question has the work that asked it")
		for _, a := range turned.Answered {
			assert.NotEqual(t, a.ID, q.ID, "what was answered is not asked")
		}
	}
	for _, f := range c.Facts {
		assert.True(t, w.Compiled.Provides(f.ProducedBy.CapabilityID, f.FactKey()))
	}
	receipts(t, c, turned)
	dependencies(t, w, before, turned)
}

func receipts(t *rapid.T, c *ik.Checkpoint, turned turntest.Turned) {
	seen := map[ik.EffectID]bool{}
	for _, e := range c.Effects {
		assert.False(t, seen[e.ID], "one receipt an id")
		seen[e.ID] = true
	}
	for _, r := range turned.Results {
		write := slices.Contains(capabilities[5:], r.CapabilityID)
		if write && r.Result != nil && r.Result.Status == ik.StatusCompleted {
			assert.True(t, slices.ContainsFunc(r.Effects, func(e ik.EffectReceipt) bool { return e.Status == ik.EffectCompleted }))
		}
		for _, e := range r.Effects {
			assert.True(t, seen[e.ID], "no receipt is lost")
		}
	}
}

// dependencies expects that whoever ran came after everything that it depends on completed, or had its facts from
// elsewhere, and that results are in plan order.
func dependencies(t *rapid.T, w *turntest.World, before *ik.Checkpoint, turned turntest.Turned) {
	done := map[ik.StepID]ik.Status{}
	known := map[ik.FactKey]bool{}
	for _, f := range before.Facts {
		known[f.FactKey()] = true
	}
	at := -1
	for _, r := range turned.Results {
		if r.Result != nil {
			done[r.StepID] = r.Result.Status
			for _, f := range r.Result.Facts {
				known[f.FactKey()] = true
			}
		}
		place := slices.IndexFunc(turned.Carried.Steps, func(s ik.PlanStep) bool { return s.ID == r.StepID })
		if place >= 0 {
			assert.Greater(t, place, at, "results are in plan order")
			at = place
		}
	}
	for _, s := range turned.Carried.Steps {
		_, ran := done[s.ID]
		if !ran || !slices.ContainsFunc(s.DependsOn, func(d ik.StepID) bool { return done[d] != ik.StatusCompleted }) {
			continue
		}
		for _, req := range w.Compiled.Capabilities[s.CapabilityID].Requires {
			assert.True(t, req.Resolution != "" || known[req.Facts[0]], "%s ran without %s", s.ID, req.Facts[0])
		}
	}
}
