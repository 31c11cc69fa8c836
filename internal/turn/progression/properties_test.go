package progression

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// drawn is a random agent: reads and writes in a random web of facts, with menus, offers and rules of every mode.
func drawn(t *rapid.T) *agent.Agent {
	d := &def{}
	n := rapid.IntRange(1, 5).Draw(t, "capabilities")
	var facts []ik.FactKey
	for i := range n {
		id := ik.CapabilityID(fmt.Sprintf("c%d.run", i))
		effect := rapid.SampledFrom([]ik.Effect{ik.EffectRead, ik.EffectWrite}).Draw(t, "effect")
		var needs []ik.FactKey
		if len(facts) > 0 && rapid.Bool().Draw(t, "needs") {
			needs = keys(rapid.SampledFrom(facts).Draw(t, "need"))
		}
		fact := ik.FactKey(fmt.Sprintf("f%d@1", i))
		d.can(id, effect, needs, keys(fact))
		facts = append(facts, fact)
	}
	d.Progression = &ik.ProgressionDefinition{Groups: []ik.GroupDefinition{{
		ID: "g", Label: "l", Prompt: "p", RepeatPrompt: "again", ContinueLabel: "on", RepeatAfterMember: rapid.Bool().Draw(t, "repeats"),
		Members: []ik.GroupMember{{Capability: "c0.run", Label: "m"}},
	}}}
	if rapid.Bool().Draw(t, "objective") {
		d.Progression.Objective = &ik.ObjectiveDefinition{ID: "goal", CompletionFact: rapid.SampledFrom(facts).Draw(t, "completion")}
	}
	for i := range rapid.IntRange(1, 6).Draw(t, "rules") {
		r := ik.ProgressionRule{
			ID: fmt.Sprintf("r%d", i), Version: 1, Priority: rapid.IntRange(0, 3).Draw(t, "priority"),
			Mode:         rapid.SampledFrom([]string{"required", "required", "offer", "available"}).Draw(t, "mode"),
			ActivateWhen: keys(rapid.SampledFrom(facts).Draw(t, "fact")),
			Target:       ik.ProgressionTarget{CapabilityID: ik.CapabilityID(fmt.Sprintf("c%d.run", rapid.IntRange(0, n-1).Draw(t, "target")))},
		}
		if rapid.Bool().Draw(t, "menu") {
			r.Target = ik.ProgressionTarget{GroupID: "g"}
		}
		d.Progression.Rules = append(d.Progression.Rules, r)
	}
	d.ID, d.Version, d.Contract = "test", 1, "contract"
	a, err := agent.Compile(d.AgentDefinition)
	require.NoError(t, err)
	return a
}

// thread is a thread in which random things happen.
type thread struct {
	t     *rapid.T
	agent *agent.Agent
	cp    *ik.Checkpoint
	turn  int
	step  int
}

// happens changes the state as a plan might: work runs, fails, waits, ends or is cancelled.
func (h *thread) happens() Input {
	h.step++
	in := Input{Agent: h.agent, Before: h.cp, Plan: &ik.TurnPlan{}}
	cp := copyOf(h.cp)
	cp.Interaction = nil
	c := rapid.SampledFrom(h.agent.Def.Capabilities).Draw(h.t, "capability")
	step := ik.StepID(fmt.Sprintf("s%d", h.step))
	cp.Agenda = slices.DeleteFunc(cp.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ProposedCapability == c.ID })
	switch rapid.SampledFrom([]string{"completes", "completes", "fails", "fails once", "asks", "waits", "cancelled", "answers"}).Draw(h.t, "outcome") {
	case "completes":
		fact := factOf(c.Provides[0], c.ID, step)
		in.Results, in.Published = []ik.StepResult{completedResult(step, c.ID, c.Provides...)}, []ik.FactRecord{fact}
		i := slices.IndexFunc(cp.Facts, func(f ik.FactRecord) bool { return f.FactKey() == c.Provides[0] })
		if i >= 0 {
			in.Invalidated = []ik.FactRecord{cp.Facts[i]}
			cp.Facts = slices.Delete(slices.Clone(cp.Facts), i, i+1)
		}
		cp.Facts = append(slices.Clone(cp.Facts), fact)
	case "fails":
		in.Results = []ik.StepResult{failedResult(c.ID, false)}
		cp.Agenda = append(cp.Agenda, work(ik.AgendaItemID("agenda:"+step), c.ID, ik.AgendaBlocked))
	case "fails once":
		in.Results = []ik.StepResult{failedResult(c.ID, true)}
		cp.Agenda = append(cp.Agenda, work(ik.AgendaItemID("agenda:"+step), c.ID, ik.AgendaBlocked))
	case "asks":
		item := work(ik.AgendaItemID("agenda:"+step), c.ID, ik.AgendaWaitingInput)
		item.Question = asked(item)
		cp.Agenda, cp.Interaction = append(cp.Agenda, item), asked(item)
	case "waits":
		cp.Agenda = append(cp.Agenda, waitsFor(work(ik.AgendaItemID("agenda:"+step), c.ID, ik.AgendaWaitingFacts), c.Provides[0]))
	case "answers":
		if p := cp.Progression; p != nil && len(p.Occurrences) > 0 {
			in.Plan.ProgressionAction = &ik.ProgressionAction{
				Kind: rapid.SampledFrom([]string{ActionContinue, ActionMember, ActionAccept}).Draw(h.t, "action"), CapabilityID: c.ID,
				OccurrenceID: rapid.SampledFrom(p.Occurrences).Draw(h.t, "occurrence").ID,
			}
		}
	}
	in.Checkpoint = cp
	return in
}

func TestProgressionKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &thread{t: t, agent: drawn(t), cp: &ik.Checkpoint{}}
		for h.turn = range 6 {
			loaded, tried := h.cp, map[string]bool{}
			for range rapid.IntRange(1, 3).Draw(t, "plans") {
				in := h.happens()
				in.Loaded, in.Tried = loaded, tried
				h.promises(in, reconcile(t, in))
			}
		}
	})
}

// promises checks what holds after every reconciliation.
func (h *thread) promises(in Input, out *Output) {
	t, p := h.t, out.Checkpoint.Progression
	ids := map[string]bool{}
	for _, o := range p.Occurrences {
		require.False(t, ids[o.ID], "an occurrence is there once")
		ids[o.ID] = true
		if o.Status == "active" {
			works := slices.ContainsFunc(out.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ProposedCapability == o.ActiveMember })
			started := out.Activate != nil && out.Activate.OccurrenceID == o.ID
			require.True(t, works || started, "nothing is active for good without work")
		}
		if before := in.Checkpoint.Progression; before != nil {
			i := slices.IndexFunc(before.Occurrences, func(b ik.Occurrence) bool { return b.ID == o.ID })
			if i >= 0 && over(&before.Occurrences[i]) && !over(&o) {
				require.Equal(t, "satisfied", before.Occurrences[i].Status, "only what was satisfied is opened again")
				require.Equal(t, ik.EffectRead, h.agent.Capabilities[o.Target.CapabilityID].Effect, "and only a read")
			}
		}
	}
	if a := out.Activate; a != nil {
		require.False(t, in.Tried[a.OccurrenceID], "once a turn")
		require.Nil(t, out.Requested, "either work or a question")
		require.Nil(t, out.Checkpoint.Interaction)
		in.Tried[a.OccurrenceID] = true
	}
	if o := p.Objective; o != nil && o.Status == ObjectiveCompleted {
		require.Nil(t, out.Activate, "nothing begins after the goal")
		require.Nil(t, out.Requested)
	}
	for _, i := range in.Checkpoint.Agenda {
		require.True(t, slices.ContainsFunc(out.Checkpoint.Agenda, func(o ik.AgendaItem) bool { return o.ID == i.ID && o.Status == i.Status }), "open work is not touched")
	}
	questions := func(cp *ik.Checkpoint) int {
		n := 0
		for _, i := range cp.Agenda {
			if i.Question != nil || i.Suspended != nil {
				n++
			}
		}
		return n
	}
	require.Equal(t, questions(in.Checkpoint), questions(out.Checkpoint), "no question is lost")
	if was := in.Loaded.Progression; was != nil {
		for _, o := range p.Occurrences {
			ended := over(&o) && slices.ContainsFunc(was.Occurrences, func(b ik.Occurrence) bool { return b.ID == o.ID && over(&b) })
			for _, a := range o.ActivationFacts {
				current := slices.ContainsFunc(out.Checkpoint.Facts, func(f ik.FactRecord) bool { return f.FactRef == a.FactRef })
				require.True(t, !ended || current, "what ended with its facts is forgotten")
			}
		}
	}
	h.cp = out.Checkpoint
	if a := out.Activate; a != nil { // its plan leaves it waiting
		item := work(ik.AgendaItemID(fmt.Sprintf("agenda:auto%d", h.step)), a.Capability, ik.AgendaWaitingConfirmation)
		h.cp = copyOf(out.Checkpoint)
		h.cp.Agenda = append(h.cp.Agenda, item)
	}
}
