package progression

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

func line(t testing.TB) *def {
	t.Helper()
	d := (&def{}).can("a.start", ik.EffectRead, nil, keys("a@1")).can("b.run", ik.EffectRead, keys("a@1"), keys("b@1"))
	return d.rule("b.after-a", "b.run", 10, "a@1")
}

func TestIdentity(t *testing.T) {
	f := factOf("a@1", "a.start", "s1")
	base := id(t, f)
	assert.Len(t, base, 64)
	assert.Equal(t, base, id(t, f), "D-020 the same publication has the same identity")
	stored := f
	stored.Value = json.RawMessage(`{ "of" : "a@1" }`)
	assert.Equal(t, base, id(t, stored), "D-020 also as a store writes it")
	for name, change := range map[string]func(*ik.FactRecord){
		"value": func(f *ik.FactRecord) { f.Value = json.RawMessage(`{"of":"b@1"}`) }, "turn": func(f *ik.FactRecord) { f.ProducedBy.TurnID = "t2" },
		"step": func(f *ik.FactRecord) { f.ProducedBy.StepID = "s2" }, "version": func(f *ik.FactRecord) { f.Version = 2 },
		"key": func(f *ik.FactRecord) { f.Key = "k" }, "capability version": func(f *ik.FactRecord) { f.ProducedBy.CapabilityVersion = 2 },
	} {
		other := f
		change(&other)
		assert.NotEqual(t, base, id(t, other), name)
	}
	same := f
	same.DependsOn, same.EvidenceIDs, same.ModelVisibility = []ik.FactRef{{Type: "x"}}, []ik.EvidenceID{"e"}, ik.VisibilityHidden
	assert.Equal(t, base, id(t, same), "evidence, dependencies and visibility take no part")
	host, later := factOf("h@1", "", ""), factOf("h@1", "", "")
	later.ProducedBy.TurnID = "t2"
	assert.Equal(t, id(t, host), id(t, later), "a fact of the host is the same in every turn")
	_, err := Publication(ik.FactRecord{Value: json.RawMessage(`{`)})
	assert.Equal(t, "FACT_VALUE_UNREADABLE", ik.CodeOf(err))
}

func TestOccurrences(t *testing.T) {
	a := line(t).compile(t)
	fact := factOf("a@1", "a.start", "s1")
	rule := ruleOf(a, "b.after-a")
	t.Run("an agent without progression is left alone", func(t *testing.T) {
		plain := (&def{}).can("a.start", ik.EffectRead, nil, keys("a@1")).compile(t)
		cp := &ik.Checkpoint{}
		out := reconcile(t, Input{Agent: plain, Checkpoint: cp})
		assert.Same(t, cp, out.Checkpoint)
	})
	t.Run("a fact that cannot be read ends the turn, if a rule is about it", func(t *testing.T) {
		torn := fact
		torn.Value = json.RawMessage(`{`)
		_, err := Reconcile(Input{Agent: a, Checkpoint: &ik.Checkpoint{Facts: []ik.FactRecord{torn}}})
		assert.Equal(t, "FACT_VALUE_UNREADABLE", ik.CodeOf(err))
		torn.Type = "b"
		_, err = Reconcile(Input{Agent: a, Checkpoint: &ik.Checkpoint{Facts: []ik.FactRecord{torn}}})
		require.NoError(t, err)
	})
	t.Run("due, started, and never twice in one turn", func(t *testing.T) {
		cp := &ik.Checkpoint{Facts: []ik.FactRecord{fact}}
		out := reconcile(t, Input{Agent: a, Checkpoint: cp})
		require.NotNil(t, out.Activate)
		assert.Equal(t, ik.CapabilityID("b.run"), out.Activate.Capability)
		o := out.Checkpoint.Progression.Occurrences[0]
		assert.Equal(t, "active", o.Status)
		assert.Equal(t, []ik.ActivationFact{{FactRef: fact.FactRef, Publication: id(t, fact)}}, o.ActivationFacts)
		tried := reconcile(t, Input{Agent: a, Checkpoint: cp, Tried: map[string]bool{o.ID: true}})
		assert.Nil(t, tried.Activate)
		assert.Nil(t, reconcile(t, Input{Agent: a, Checkpoint: cp, Defer: true}).Activate, "other work comes first")
	})
	t.Run("nothing is started in an idle turn, and a menu is shown all the same", func(t *testing.T) {
		cp := &ik.Checkpoint{Facts: []ik.FactRecord{fact}}
		out := reconcile(t, Input{Agent: a, Checkpoint: cp, Idle: true})
		assert.Nil(t, out.Activate)
		assert.Equal(t, "pending", out.Checkpoint.Progression.Occurrences[0].Status)
		d := line(t)
		d.Progression.Groups = []ik.GroupDefinition{{ID: "g", Label: "l", Prompt: "p", ContinueLabel: "c", Members: []ik.GroupMember{{Capability: "b.run", Label: "m"}}}}
		d.Progression.Rules[0].Target = ik.ProgressionTarget{GroupID: "g"}
		out = reconcile(t, Input{Agent: d.compile(t), Checkpoint: cp, Idle: true})
		require.NotNil(t, out.Requested)
		assert.Equal(t, "p", out.Checkpoint.Interaction.Goal)
	})
	t.Run("what ended with facts that are gone is forgotten a turn later", func(t *testing.T) {
		old := occ(t, rule, satisfied, "", factOf("a@1", "a.start", "s0"))
		now := &ik.Checkpoint{Facts: []ik.FactRecord{fact}, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{old}}}
		out := reconcile(t, Input{Agent: a, Checkpoint: now, Loaded: now})
		assert.Len(t, out.Checkpoint.Progression.Occurrences, 1)
		out = reconcile(t, Input{Agent: a, Checkpoint: now, Loaded: &ik.Checkpoint{}})
		assert.Len(t, out.Checkpoint.Progression.Occurrences, 2, "it ended in this turn")
		kept := &ik.Checkpoint{Facts: now.Facts, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{occ(t, rule, satisfied, "", fact)}}}
		out = reconcile(t, Input{Agent: a, Checkpoint: kept, Loaded: kept})
		assert.Len(t, out.Checkpoint.Progression.Occurrences, 1, "its facts are there: it must not begin again")
		assert.Nil(t, out.Activate)
	})
	t.Run("occurrences of rules that the agent does not have", func(t *testing.T) {
		other, retargeted := rule, rule
		other.ID, retargeted.Target = "gone", ik.ProgressionTarget{GroupID: "gone"}
		cp := &ik.Checkpoint{Facts: []ik.FactRecord{fact}, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{
			occ(t, other, active, "b.run", fact), occ(t, retargeted, pending, "", fact),
		}}}
		out := reconcile(t, Input{Agent: a, Checkpoint: cp})
		assert.Equal(t, "superseded", out.Checkpoint.Progression.Occurrences[0].Status)
		assert.Equal(t, "superseded", out.Checkpoint.Progression.Occurrences[1].Status)
		assert.Nil(t, out.Activate)
	})
	t.Run("another instance of a keyed fact is another publication", func(t *testing.T) {
		one, two := fact, fact
		one.Key, two.Key = "1", "2"
		first := reconcile(t, Input{Agent: a, Checkpoint: &ik.Checkpoint{Facts: []ik.FactRecord{one}}}).Checkpoint.Progression.Occurrences[0]
		out := reconcile(t, Input{Agent: a, Checkpoint: &ik.Checkpoint{
			Facts: []ik.FactRecord{one, two}, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{first}},
		}})
		assert.Equal(t, "superseded", out.Checkpoint.Progression.Occurrences[0].Status)
		assert.Equal(t, "2", out.Checkpoint.Progression.Occurrences[1].ActivationFacts[0].Key)
	})
	t.Run("facts of the host activate rules, once", func(t *testing.T) {
		d := line(t)
		d.Facts = append(d.Facts, ik.FactDefinition{Fact: "h@1", Value: anything()})
		d.Capabilities[0].Provides = append(d.Capabilities[0].Provides, "h@1")
		h := d.rule("b.after-h", "b.run", 1, "h@1").compile(t)
		host := factOf("h@1", "", "")
		cp := reconcile(t, Input{Agent: h, Checkpoint: &ik.Checkpoint{Facts: []ik.FactRecord{host}}}).Checkpoint
		require.Len(t, cp.Progression.Occurrences, 1)
		host.ProducedBy.TurnID = "t2"
		cp = copyOf(cp)
		cp.Facts = []ik.FactRecord{host}
		cp = reconcile(t, Input{Agent: h, Checkpoint: cp, Loaded: cp}).Checkpoint
		assert.Len(t, cp.Progression.Occurrences, 1)
	})
}

func TestSettlement(t *testing.T) {
	a := line(t).compile(t)
	fact := factOf("a@1", "a.start", "s1")
	rule := ruleOf(a, "b.after-a")
	blocked := work("agenda:s", "b.run", ik.AgendaBlocked)
	state := func(st status, member ik.CapabilityID, agenda ...ik.AgendaItem) *ik.Checkpoint {
		return &ik.Checkpoint{
			Facts: []ik.FactRecord{fact}, Agenda: agenda, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{occ(t, rule, st, member, fact)}},
		}
	}
	skipped := ik.StepResult{Status: "skipped", StepID: "s0", CapabilityID: "b.run"}
	for _, c := range []struct {
		name    string
		cp      *ik.Checkpoint
		results []ik.StepResult
		plan    *ik.TurnPlan
		want    status
		member  ik.CapabilityID
	}{
		{"an explicit request satisfies what is pending", state(pending, ""), []ik.StepResult{skipped, completedResult("s", "b.run")}, nil, satisfied, ""},
		{"an explicit request that fails for good binds it", state(pending, "", blocked), []ik.StepResult{failedResult("b.run", false)}, nil, active, "b.run"},
		{"completing wins over failing", state(pending, "", blocked), []ik.StepResult{failedResult("b.run", false), completedResult("s", "b.run")}, nil, satisfied, ""},
		{"bound work completes", state(active, "b.run"), []ik.StepResult{completedResult("s", "b.run")}, nil, satisfied, ""},
		{"D-103 bound work fails and may be tried again", state(active, "b.run", blocked), []ik.StepResult{failedResult("b.run", true)}, nil, pending, ""},
		{"D-109 bound work fails for good", state(active, "b.run", blocked), []ik.StepResult{failedResult("b.run", false)}, nil, active, "b.run"},
		{"D-109 and completes later", state(active, "b.run"), []ik.StepResult{completedResult("s", "b.run")}, nil, satisfied, ""},
		{"of bound work the first result counts", state(active, "b.run", blocked), []ik.StepResult{skipped, completedResult("s", "b.run")}, nil, active, "b.run"},
		{"D-085 declined", state(active, "b.run"), nil, refused("b.run", plan.CodeDeclined), declined, ""},
		{"denied", state(active, "b.run"), nil, refused("b.run", plan.CodeDenied), declined, ""},
		{"D-119 its open work was cancelled", state(active, "b.run"), nil, nil, declined, ""},
		{"a policy failed: nobody declined", state(active, "b.run"), nil, refused("b.run", plan.CodeHandlerFailed), pending, ""},
		{"open work keeps it", state(active, "b.run", work("agenda:s", "b.run", ik.AgendaWaitingInput)), nil, nil, active, "b.run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tried := map[string]bool{c.cp.Progression.Occurrences[0].ID: true}
			out := reconcile(t, Input{Agent: a, Checkpoint: c.cp, Results: c.results, Plan: c.plan, Tried: tried})
			o := out.Checkpoint.Progression.Occurrences[0]
			assert.Equal(t, string(c.want), o.Status)
			assert.Equal(t, c.member, o.ActiveMember)
			assert.Nil(t, out.Activate)
		})
	}
}

func TestActionsThatAreNobodysBusiness(t *testing.T) {
	a := line(t).compile(t)
	fact := factOf("a@1", "a.start", "s1")
	ended := occ(t, ruleOf(a, "b.after-a"), satisfied, "", fact)
	cp := &ik.Checkpoint{Facts: []ik.FactRecord{fact}, Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{ended}}}
	for name, action := range map[string]ik.ProgressionAction{
		"unknown occurrence": {Kind: ActionContinue, OccurrenceID: "x"}, "ended occurrence": {Kind: ActionContinue, OccurrenceID: ended.ID},
		"member of what is no menu": {Kind: ActionMember, OccurrenceID: ended.ID, CapabilityID: "b.run"}, "offer of none": {Kind: ActionAccept, OccurrenceID: ended.ID},
	} {
		t.Run(name, func(t *testing.T) {
			out := reconcile(t, Input{Agent: a, Checkpoint: cp, Plan: &ik.TurnPlan{ProgressionAction: &action}})
			assert.Equal(t, cp.Progression.Occurrences, out.Checkpoint.Progression.Occurrences)
		})
	}
}

func TestObjective(t *testing.T) {
	d := line(t)
	d.Progression.Objective = &ik.ObjectiveDefinition{ID: "goal", CompletionFact: "b@1"}
	a := d.compile(t)
	status := func(prev string, facts ...ik.FactRecord) string {
		cp := &ik.Checkpoint{Facts: facts}
		if prev != "" {
			cp.Progression = &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "goal", Status: prev}}
		}
		return reconcile(t, Input{Agent: a, Checkpoint: cp}).Checkpoint.Progression.Objective.Status
	}
	there := factOf("b@1", "b.run", "s")
	assert.Equal(t, "active", status(""))
	assert.Equal(t, "cancelled", status("cancelled"))
	assert.Equal(t, "completed", status("cancelled", there))
	assert.Equal(t, "active", status("completed"), "completed is not kept without its fact")
	t.Run("D-115 cancelling", func(t *testing.T) {
		p := &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "goal", Status: "active"}, Occurrences: []ik.Occurrence{
			{ID: "1", Status: "active", ActiveMember: "b.run"}, {ID: "2", Status: "pending"}, {ID: "3", Status: "satisfied"},
		}}
		assert.Same(t, p, Cancel(p, []string{"other"}))
		assert.Nil(t, Cancel(nil, []string{"goal"}))
		out := Cancel(p, []string{"goal"})
		assert.Equal(t, "cancelled", out.Objective.Status)
		assert.Equal(t, []string{"declined", "declined", "satisfied"}, []string{out.Occurrences[0].Status, out.Occurrences[1].Status, out.Occurrences[2].Status})
		assert.Empty(t, out.Occurrences[0].ActiveMember)
		assert.Equal(t, "active", p.Objective.Status)
	})
}
