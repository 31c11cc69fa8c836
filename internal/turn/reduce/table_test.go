package reduce

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

func small(t *testing.T) *agent.Agent {
	t.Helper()
	def := ik.AgentDefinition{ID: "test", Version: 1, Contract: "contract"}
	schema := ik.Schema{Name: "Any", JSON: `{}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
	for _, id := range []ik.CapabilityID{"a.do", "b.do", "c.do", "d.do"} {
		def.Capabilities = append(def.Capabilities, ik.CapabilityDefinition{
			ID: id, Version: 1, Description: "Do", Effect: ik.EffectRead, Input: schema, Output: schema,
			Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil },
		})
	}
	def.Capabilities[0].Provides = []ik.FactKey{"f@1"}
	def.Facts = []ik.FactDefinition{{Fact: "f@1", Value: schema}}
	out, err := agent.Compile(def)
	require.NoError(t, err)
	return out
}

func intention(id string, capability ik.CapabilityID, input string) ik.Intention {
	return ik.Intention{ID: ik.IntentionID(id), ProposedCapability: capability, Input: json.RawMessage(input), Resolution: ik.Resolved}
}

// openWork is one item in a state.
func openWork(s state) ik.AgendaItem {
	status := []ik.AgendaStatus{
		ik.AgendaReady, ik.AgendaWaitingInput, ik.AgendaWaitingFacts, ik.AgendaWaitingConfirmation, ik.AgendaBlocked, ik.AgendaBlocked,
	}[s]
	return ik.AgendaItem{
		ID: "agenda:old", Intention: intention("old", "a.do", `{"n":1}`), Status: status, MissingFacts: []ik.FactRequirement{},
		Dependencies: []ik.AgendaItemID{}, Continuation: json.RawMessage(`"kept"`),
	}
}

// deed is a plan that does an event to openWork.
func deed(e event) *ik.TurnPlan {
	step := func(i ik.Intention, d ik.Disposition, code string) []ik.PlanStep {
		return []ik.PlanStep{{
			ID: "new", IntentionID: i.ID, Intention: i, CapabilityID: i.ProposedCapability, Disposition: d, Reason: ik.PlanReason{Code: code},
		}}
	}
	same := intention("old", "a.do", `{"n":1}`)
	switch e {
	case objectiveCancelled:
		return &ik.TurnPlan{CancelledObjectiveIDs: []string{"goal"}}
	case cancelled:
		return &ik.TurnPlan{CancelledAgendaItemIDs: []ik.AgendaItemID{"agenda:old"}}
	case answered:
		return &ik.TurnPlan{AnsweredItem: "agenda:old"}
	case unjudged:
		return &ik.TurnPlan{Steps: step(same, ik.DispositionReject, plan.CodeHandlerFailed)}
	case refused:
		return &ik.TurnPlan{Steps: step(same, ik.DispositionReject, plan.CodeDenied)}
	case continued:
		return &ik.TurnPlan{Steps: step(same, ik.DispositionClarify, plan.CodeInvalidInput)}
	case repeated:
		return &ik.TurnPlan{Steps: step(intention("other", "a.do", `{"n":1}`), ik.DispositionClarify, plan.CodeInvalidInput)}
	case similar:
		return &ik.TurnPlan{Steps: step(intention("other", "a.do", `{"n":2}`), ik.DispositionClarify, plan.CodeInvalidInput)}
	case orphaned:
		return &ik.TurnPlan{CancelledAgendaItemIDs: []ik.AgendaItemID{"agenda:parent"}}
	}
	return &ik.TurnPlan{Steps: step(intention("other", "b.do", `{"n":1}`), ik.DispositionReject, plan.CodeDenied)}
}

func TestAgendaTable(t *testing.T) {
	a := small(t)
	for _, row := range agendaTable {
		for s := range state(len(stateNames)) {
			t.Run(fmt.Sprintf("%s, %s", row.event, stateNames[s]), func(t *testing.T) {
				cp := &ik.Checkpoint{Agenda: []ik.AgendaItem{openWork(s)}}
				if s == uncertain {
					cp.Effects = []ik.EffectReceipt{{ID: "e", CapabilityID: "a.do", StepID: "old", Status: ik.EffectUncertain}}
				}
				if row.event == orphaned {
					cp.Agenda = append(cp.Agenda, ik.AgendaItem{
						ID: "agenda:parent", Intention: intention("parent", "b.do", `{}`), Status: ik.AgendaWaitingFacts,
						Dependencies: []ik.AgendaItemID{"agenda:old"}, OwnedDependencyIDs: []ik.AgendaItemID{"agenda:old"},
					})
				}
				out, err := Reduce(Input{Checkpoint: cp, Plan: deed(row.event), Agent: a, TurnID: "t"})
				require.NoError(t, err)
				at := func(id ik.AgendaItemID) int {
					return slices.IndexFunc(out.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.ID == id })
				}
				assert.Equal(t, row.fates[s] == stays, at("agenda:old") >= 0)
				if row.fates[s] == stays {
					assert.Equal(t, cp.Agenda[0], out.Checkpoint.Agenda[at("agenda:old")], "as it was")
				}
				if row.fates[s] == replaced {
					assert.GreaterOrEqual(t, at("agenda:new"), 0, "what the step leaves takes its place")
				}
			})
		}
	}
}

// ended is a step that ended in a way, and its result.
func ended(o outcome) (ik.PlanStep, []ik.StepResult) {
	s := ik.PlanStep{
		ID: "new", IntentionID: "old", Intention: intention("old", "a.do", `{"n":1}`), CapabilityID: "a.do", Disposition: ik.DispositionExecute,
		Continuation: json.RawMessage(`"step"`), DeferredChoiceAnswer: &ik.DeferredAnswer{},
	}
	need := ik.FactRequirement{FactRef: ik.FactKey("f@1").Ref()}
	asks := &ik.Interaction{ID: "q", Kind: ik.InteractionInput, Goal: "What?", AgendaItemID: "agenda:new"}
	result := func(out ik.StepOutcome) (ik.PlanStep, []ik.StepResult) {
		out.Continuation = json.RawMessage(`"result"`)
		return s, []ik.StepResult{{Status: "invoked", StepID: "new", CapabilityID: "a.do", Result: &out}}
	}
	planned := func(d ik.Disposition, code string) (ik.PlanStep, []ik.StepResult) {
		s.Disposition, s.Reason.Code = d, code
		return s, nil
	}
	switch o {
	case stepRefused:
		return planned(ik.DispositionReject, plan.CodeDenied)
	case stepUnclear:
		return planned(ik.DispositionClarify, plan.CodeInvalidInput)
	case stepUnconfirmed:
		return planned(ik.DispositionDefer, plan.CodeConfirm)
	case stepLacksFacts:
		return planned(ik.DispositionDefer, plan.CodeMissingFacts)
	case stepLeft:
		return planned(ik.DispositionDefer, plan.CodeBudget)
	case stepPending:
		return s, []ik.StepResult{{StepID: "new", PendingFacts: []ik.FactRequirement{need}, Reason: &ik.PlanReason{}}}
	case stepSkipped:
		return s, []ik.StepResult{{StepID: "new", Reason: &ik.PlanReason{}}}
	case stepInput:
		return result(ik.StepOutcome{Status: ik.StatusNeedsInput, Interaction: asks, Partial: json.RawMessage(`"partial"`)})
	case stepDependency:
		return result(ik.StepOutcome{Status: ik.StatusNeedsDependency, Requirement: &need})
	case stepConfirmation:
		return result(ik.StepOutcome{Status: ik.StatusNeedsConfirmation, Interaction: asks})
	case stepFollowUp:
		return result(ik.StepOutcome{Status: ik.StatusCompleted, Interaction: asks})
	case stepCompleted:
		return result(ik.StepOutcome{Status: ik.StatusCompleted})
	case stepFailed:
		return result(ik.StepOutcome{Status: ik.StatusFailed, Issue: &ik.CapabilityIssue{Code: "NO"}})
	}
	return s, nil // did not run
}

func TestOutcomeTable(t *testing.T) {
	a := small(t)
	texts := map[source]string{fromNothing: "", fromStep: `"step"`, fromResult: `"result"`, fromPartial: `"partial"`}
	for _, left := range outcomeTable {
		for s := range state(len(stateNames)) {
			t.Run(fmt.Sprintf("%s, %s", left.outcome, stateNames[s]), func(t *testing.T) {
				step, results := ended(left.outcome)
				cp := &ik.Checkpoint{Agenda: []ik.AgendaItem{openWork(s)}}
				if s == uncertain {
					cp.Effects = []ik.EffectReceipt{{ID: "e", CapabilityID: "a.do", StepID: "old", Status: ik.EffectUncertain}}
				}
				out, err := Reduce(Input{Checkpoint: cp, Plan: &ik.TurnPlan{Steps: []ik.PlanStep{step}}, Results: results, Agent: a, TurnID: "t"})
				require.NoError(t, err)
				if left.status == "" {
					assert.Empty(t, out.Checkpoint.Agenda)
					return
				}
				require.Len(t, out.Checkpoint.Agenda, 1)
				item := out.Checkpoint.Agenda[0]
				assert.Equal(t, ik.AgendaItemID("agenda:new"), item.ID)
				assert.Equal(t, left.status, item.Status)
				assert.Equal(t, texts[left.continuation], string(item.Continuation))
				assert.Equal(t, left.answer, item.DeferredChoiceAnswer != nil)
				assert.Equal(t, left.outcome == stepFollowUp, item.CompletedFollowUp)
			})
		}
	}
}

// conversation is a state in which the question of "agenda:a" stands at a place, and a plan that is an occasion for it.
func conversation(o occasion, p place) (*ik.Checkpoint, *ik.TurnPlan, []ik.StepResult) {
	item := func(letter string, age time.Duration, q *ik.Interaction) ik.AgendaItem {
		q.AgendaItemID = ik.AgendaItemID("agenda:" + letter)
		out := ik.AgendaItem{
			ID: q.AgendaItemID, Intention: intention(letter, q.CapabilityID, `{}`), Status: ik.AgendaWaitingInput,
			AskedAt: time.Unix(1000, 0).Add(-age), Dependencies: []ik.AgendaItemID{}, MissingFacts: []ik.FactRequirement{},
		}
		if !q.Optional() {
			out.Question = q
		}
		return out
	}
	ask := func(letter string) *ik.Interaction {
		return &ik.Interaction{ID: ik.InteractionID("q-" + letter), Kind: ik.InteractionInput, Goal: "What?", CapabilityID: ik.CapabilityID(letter + ".do")}
	}
	qa := ask("a")
	if p == activeOptional {
		qa.Mode = "optional"
	}
	cp := &ik.Checkpoint{Agenda: []ik.AgendaItem{item("a", 0, qa)}, Interaction: qa}
	if p == waiting {
		cp.Agenda = append(cp.Agenda, item("b", time.Hour, ask("b")))
		cp.Interaction = cp.Agenda[1].Question
		if o != placeFree {
			cp.Agenda = append(cp.Agenda, item("c", time.Minute, ask("c")))
		}
	}
	result := func(out ik.StepOutcome) (*ik.Checkpoint, *ik.TurnPlan, []ik.StepResult) {
		if out.Interaction != nil {
			out.Interaction.AgendaItemID = "agenda:new"
		}
		s := ik.PlanStep{ID: "new", IntentionID: "new", Intention: intention("new", "d.do", `{}`), CapabilityID: "d.do", Disposition: ik.DispositionExecute}
		return cp, &ik.TurnPlan{Steps: []ik.PlanStep{s}}, []ik.StepResult{{StepID: "new", CapabilityID: "d.do", Result: &out}}
	}
	optional := ask("d")
	optional.Mode = "optional"
	switch o {
	case workGone:
		return cp, &ik.TurnPlan{CancelledAgendaItemIDs: []ik.AgendaItemID{"agenda:a"}}, nil
	case dismissed:
		return result(ik.StepOutcome{Status: ik.StatusCompleted, Dismiss: true})
	case factsKnown:
		cp.Agenda[0].Status, cp.Agenda[0].MissingFacts = ik.AgendaWaitingFacts, []ik.FactRequirement{{FactRef: ik.FactKey("f@1").Ref()}}
		cp.Facts = []ik.FactRecord{{FactRef: ik.FactKey("f@1").Ref()}}
	case otherWork:
		return result(ik.StepOutcome{Status: ik.StatusCompleted})
	case offered:
		return result(ik.StepOutcome{Status: ik.StatusCompleted, Interaction: optional})
	case outranked:
		return result(ik.StepOutcome{Status: ik.StatusNeedsInput, Interaction: ask("d")})
	case placeFree:
		return cp, &ik.TurnPlan{CancelledAgendaItemIDs: []ik.AgendaItemID{"agenda:b"}}, nil
	}
	return cp, &ik.TurnPlan{}, nil
}

func TestQuestionTable(t *testing.T) {
	a := small(t)
	for _, move := range questionTable {
		for p := range gone {
			t.Run(fmt.Sprintf("%s, %s", move.occasion, placeNames[p]), func(t *testing.T) {
				cp, todo, results := conversation(move.occasion, p)
				out, err := Reduce(Input{Checkpoint: cp, Plan: todo, Results: results, Agent: a, TurnID: "t", Now: time.Unix(2000, 0)})
				require.NoError(t, err)
				assert.Equal(t, placeNames[move.next[p]], placeNames[placeOf(out.Checkpoint)])
			})
		}
	}
}

// placeOf tells where the question of "agenda:a" stands.
func placeOf(cp *ik.Checkpoint) place {
	if q := cp.Interaction; q != nil && q.AgendaItemID == "agenda:a" {
		if q.Optional() {
			return activeOptional
		}
		return active
	}
	if slices.ContainsFunc(cp.Agenda, func(i ik.AgendaItem) bool { return i.ID == "agenda:a" && i.Question != nil }) {
		return waiting
	}
	return gone
}

func TestTheTablesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/kernel/reduce.md")
	require.NoError(t, err)
	for _, table := range []string{agendaMarkdown(), outcomeMarkdown(), questionMarkdown()} {
		assert.Contains(t, string(page), table, "docs/kernel/reduce.md shows this table:\n%s", table)
	}
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func head(names ...string) string {
	return row(names...) + "|" + strings.Repeat("---|", len(names)) + "\n"
}

func agendaMarkdown() string {
	out := head(append([]string{"What the turn does"}, stateNames[:]...)...)
	for _, r := range agendaTable {
		cells := []string{string(r.event)}
		for _, f := range r.fates {
			cells = append(cells, string(f))
		}
		out += row(cells...)
	}
	return out
}

func outcomeMarkdown() string {
	out := head("The step", "leaves", "with the continuation", "keeps an undelivered choice")
	for _, l := range outcomeTable {
		status, answer := "nothing", ""
		if l.status != "" {
			status = "`" + string(l.status) + "`"
		}
		if l.answer {
			answer = "yes"
		}
		out += row(string(l.outcome), status, string(l.continuation), answer)
	}
	return out
}

func questionMarkdown() string {
	out := head(append([]string{"What the turn does"}, placeNames[:gone]...)...)
	for _, m := range questionTable {
		cells := []string{string(m.occasion)}
		for _, p := range m.next {
			cells = append(cells, placeNames[p])
		}
		out += row(cells...)
	}
	return out
}
