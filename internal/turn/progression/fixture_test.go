package progression

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// def makes agents. Its methods chain.
type def struct{ ik.AgentDefinition }

func anything() ik.Schema {
	return ik.Schema{Name: "Any", JSON: `{}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
}

// can adds a capability that starts itself.
func (d *def) can(id ik.CapabilityID, effect ik.Effect, requires, provides []ik.FactKey) *def {
	c := ik.CapabilityDefinition{
		ID: id, Version: 1, Description: "Do " + string(id), Effect: effect, Input: anything(), Output: anything(), Provides: provides,
		Automation:  1,
		CreateInput: func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, true, nil },
		Invoke:      func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil },
	}
	if effect == ik.EffectWrite {
		c.Confirmation = ik.ConfirmationRequired
	}
	for _, k := range requires {
		c.Requires = append(c.Requires, ik.Requirement{Facts: []ik.FactKey{k}, Resolution: "runtime"})
	}
	d.Capabilities = append(d.Capabilities, c)
	for _, k := range provides {
		d.Facts = append(d.Facts, ik.FactDefinition{Fact: k, Value: anything()})
	}
	return d
}

// rule adds a required rule for a capability.
func (d *def) rule(id string, target ik.CapabilityID, priority int, facts ...ik.FactKey) *def {
	if d.Progression == nil {
		d.Progression = &ik.ProgressionDefinition{}
	}
	d.Progression.Rules = append(d.Progression.Rules, ik.ProgressionRule{
		ID: id, Version: 1, Target: ik.ProgressionTarget{CapabilityID: target}, Mode: "required", Priority: priority, ActivateWhen: facts,
	})
	return d
}

func (d *def) compile(t testing.TB) *agent.Agent {
	t.Helper()
	d.ID, d.Version, d.Contract = "test", 1, "contract"
	a, err := agent.Compile(d.AgentDefinition)
	require.NoError(t, err)
	return a
}

// keys is a list of facts.
func keys(list ...ik.FactKey) []ik.FactKey { return list }

// record is a fact that a step published.
func factOf(key ik.FactKey, by ik.CapabilityID, step ik.StepID, dependsOn ...ik.FactKey) ik.FactRecord {
	f := ik.FactRecord{
		FactRef: key.Ref(), Value: json.RawMessage(`{"of":"` + string(key) + `"}`),
		ProducedBy: ik.Producer{CapabilityID: by, CapabilityVersion: 1, TurnID: "t1", StepID: step},
	}
	for _, d := range dependsOn {
		f.DependsOn = append(f.DependsOn, d.Ref())
	}
	return f
}

func id(t testing.TB, f ik.FactRecord) string {
	t.Helper()
	out, err := Publication(f)
	require.NoError(t, err)
	return out
}

// occ is the occurrence of a rule for facts.
func occ(t testing.TB, rule ik.ProgressionRule, st status, member ik.CapabilityID, facts ...ik.FactRecord) ik.Occurrence {
	t.Helper()
	o := ik.Occurrence{
		RuleID: rule.ID, Target: rule.Target, Mode: rule.Mode, Priority: rule.Priority, Status: string(st), ActiveMember: member,
		CompletedMembers: []ik.CapabilityID{}, ActivationFacts: []ik.ActivationFact{},
	}
	for _, f := range facts {
		o.ActivationFacts = append(o.ActivationFacts, ik.ActivationFact{FactRef: f.FactRef, Publication: id(t, f)})
	}
	var err error
	o.ID, err = OccurrenceID(rule.ID, o.ActivationFacts)
	require.NoError(t, err)
	return o
}

func ruleOf(a *agent.Agent, id string) ik.ProgressionRule {
	rules := a.Def.Progression.Rules
	return rules[slices.IndexFunc(rules, func(r ik.ProgressionRule) bool { return r.ID == id })]
}

// work is open work of a capability.
func work(id ik.AgendaItemID, capability ik.CapabilityID, st ik.AgendaStatus) ik.AgendaItem {
	return ik.AgendaItem{
		ID: id, Status: st, Dependencies: []ik.AgendaItemID{}, MissingFacts: []ik.FactRequirement{},
		Intention: ik.Intention{ID: ik.IntentionID(id), ProposedCapability: capability, Resolution: ik.Resolved},
	}
}

func waitsFor(item ik.AgendaItem, fact ik.FactKey) ik.AgendaItem {
	item.MissingFacts = []ik.FactRequirement{{FactRef: fact.Ref()}}
	return item
}

func owning(item, child ik.AgendaItem) ik.AgendaItem {
	item.Dependencies, item.OwnedDependencyIDs = []ik.AgendaItemID{child.ID}, []ik.AgendaItemID{child.ID}
	return item
}

func asked(item ik.AgendaItem) *ik.Interaction {
	return &ik.Interaction{
		ID: ik.InteractionID("q:" + item.ID), Kind: ik.InteractionInput, Goal: "?", CapabilityID: item.Intention.ProposedCapability, AgendaItemID: item.ID,
	}
}

func completedResult(step ik.StepID, id ik.CapabilityID, facts ...ik.FactKey) ik.StepResult {
	o := &ik.StepOutcome{Status: ik.StatusCompleted}
	for _, f := range facts {
		o.Facts = append(o.Facts, ik.CandidateRecord{FactRef: f.Ref()})
	}
	return ik.StepResult{Status: "invoked", StepID: step, CapabilityID: id, Result: o}
}

func failedResult(id ik.CapabilityID, retryable bool) ik.StepResult {
	return ik.StepResult{Status: "invoked", StepID: "s", CapabilityID: id, Result: &ik.StepOutcome{
		Status: ik.StatusFailed, Issue: &ik.CapabilityIssue{Code: "X", Retryable: retryable},
	}}
}

// tester is a test, or a check of a property.
type tester interface {
	require.TestingT
	Helper()
}

// reconcile runs the function, and checks that it changes nothing that it was given and does the same again.
func reconcile(t tester, in Input) *Output {
	t.Helper()
	if in.Plan == nil {
		in.Plan = &ik.TurnPlan{}
	}
	before := text(t, in.Checkpoint)
	out, err := Reconcile(in)
	require.NoError(t, err)
	require.Equal(t, before, text(t, in.Checkpoint), "the input is not changed")
	again, err := Reconcile(in)
	require.NoError(t, err)
	require.Equal(t, text(t, out.Checkpoint), text(t, again.Checkpoint), "the same input gives the same output")
	return out
}

func text(t tester, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func statusOf(cp *ik.Checkpoint, rule string) string {
	for _, o := range cp.Progression.Occurrences {
		if o.RuleID == rule && o.Status != string(superseded) {
			return o.Status
		}
	}
	return ""
}

func refused(id ik.CapabilityID, code string) *ik.TurnPlan {
	return &ik.TurnPlan{Steps: []ik.PlanStep{{ID: "s", CapabilityID: id, Disposition: ik.DispositionReject, Reason: ik.PlanReason{Code: code}}}}
}
