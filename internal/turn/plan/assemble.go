package plan

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// assemble makes the plan of the settled drafts.
func (p *planner) assemble() *ik.TurnPlan {
	out := &ik.TurnPlan{Steps: make([]ik.PlanStep, 0, len(p.drafts))}
	for _, d := range p.drafts {
		if d.step.Question != nil {
			d.step.Question.ID = ik.InteractionID(p.in.IDs.Next(ik.IDInteraction))
		}
		out.Steps = append(out.Steps, d.step)
	}
	if p.in.Batch.Answer != nil && p.in.Interaction != nil {
		out.AnsweredCapability = p.in.Interaction.CapabilityID
	}
	out.AnsweredItem = p.settledItem()
	out.ProgressionAction = progressionAction(p.in.Batch.Answer, p.in.Interaction)
	p.cancel(out)
	Refresh(out)
	out.ResponseGoal = p.goal(out)
	return out
}

// settledItem is the open work whose question this plan settles. A step that failed through a policy's fault settles
// nothing: the user can answer again.
func (p *planner) settledItem() ik.AgendaItemID {
	for _, d := range p.drafts {
		failed := d.step.Reason.Code == CodeHandlerFailed
		if failed && (d.accepted || (d.item != nil && d.item.ID == p.retired)) {
			return ""
		}
	}
	if p.answer == nil && p.retired != "" && !p.replaced() {
		return ""
	}
	return p.retired
}

// replaced tells whether a new request of the capability that asks was taken up, and not refused.
func (p *planner) replaced() bool {
	item := Asker(p.in.Interaction, p.in.Agenda)
	return item != nil && slices.ContainsFunc(p.drafts, func(d *draft) bool {
		return d.proposes(item.Intention.ProposedCapability) && d.item == nil && d.step.Disposition != ik.DispositionReject
	})
}

// progressionAction is what an answer does to the menu that is open. The value of any other question means nothing here.
func progressionAction(a *ik.InteractionAnswer, asked *ik.Interaction) *ik.ProgressionAction {
	if a == nil || asked == nil || a.InteractionID != asked.ID || !IsGroup(asked) {
		return nil
	}
	text := func(key string) string {
		raw, ok := jsonval.Lookup(a.Value, key)
		if !ok {
			return ""
		}
		s, _ := jsonval.String(raw)
		return s
	}
	occurrence, capability := text("occurrenceId"), text("capabilityId")
	switch kind := text("kind"); {
	case occurrence == "":
	case kind == reserved.Continue:
		return &ik.ProgressionAction{Kind: "continue", OccurrenceID: occurrence}
	case kind == reserved.Accept:
		return &ik.ProgressionAction{Kind: "accept", OccurrenceID: occurrence}
	case kind == reserved.Member && capability != "":
		return &ik.ProgressionAction{Kind: "member", OccurrenceID: occurrence, CapabilityID: ik.CapabilityID(capability)}
	}
	return nil
}

// cancel lists what the user takes back, each once, as far as it is there.
func (p *planner) cancel(out *ik.TurnPlan) {
	for _, a := range p.in.Batch.LifecycleActions {
		switch a.Kind {
		case actionCancelItem:
			id := ik.AgendaItemID(a.TargetID)
			known := slices.ContainsFunc(p.in.Agenda, func(i ik.AgendaItem) bool { return i.ID == id })
			if known && !slices.Contains(out.CancelledAgendaItemIDs, id) {
				out.CancelledAgendaItemIDs = append(out.CancelledAgendaItemIDs, id)
			}
		case actionCancelGoal:
			if p.in.Objective != "" && a.TargetID == p.in.Objective && !slices.Contains(out.CancelledObjectiveIDs, a.TargetID) {
				out.CancelledObjectiveIDs = append(out.CancelledObjectiveIDs, a.TargetID)
			}
		}
	}
}

func (p *planner) goal(out *ik.TurnPlan) string {
	if out.Interaction != nil {
		return out.Interaction.Goal
	}
	var parts []string
	for _, s := range out.Steps {
		parts = append(parts, s.Intention.Objective)
	}
	for _, item := range p.in.Agenda {
		if slices.Contains(out.CancelledAgendaItemIDs, item.ID) {
			parts = append(parts, "Acknowledge that this was cancelled: "+item.Intention.Objective)
		}
	}
	for _, id := range out.CancelledObjectiveIDs {
		parts = append(parts, "Acknowledge that the goal "+id+" was cancelled")
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case p.in.Interaction != nil:
		return "Continue the active question"
	default:
		return "Reply naturally, within identity and capabilities"
	}
}
