package plan

import (
	"context"

	ik "github.com/ikgen/ikgen/runtime"
)

// Reask judges open work again whose confirmation is asked once more, because it waited behind another question or because
// facts changed: policies may refuse it by now, facts may be gone, and what is to be confirmed may have changed. It gives
// the plan that puts this right, or nil where the question is still what would be asked. A question that a handler worded
// is the handler's business. Errors are those of Create.
func Reask(ctx context.Context, in Input, item *ik.AgendaItem) (*ik.TurnPlan, error) {
	asked := item.Question
	if asked == nil || asked.Kind != ik.InteractionConfirmation || byCapability(asked) || in.Agent.Capabilities[asked.CapabilityID] == nil {
		return nil, nil
	}
	intention, ok := confirmed(asked, item)
	if !ok {
		return nil, nil
	}
	in.Automatic, in.Interaction, in.Batch = true, nil, ik.IntentionBatch{}
	d := &draft{step: ik.PlanStep{Intention: intention, IntentionID: intention.ID}, item: item, implicit: true, open: true}
	p := &planner{in: in, drafts: []*draft{d}}
	if err := p.assess(ctx, d); err != nil {
		return nil, err
	}
	p.index()
	if d.open {
		same, err := p.stillAsked(d, asked)
		if err != nil || same {
			return nil, err
		}
	}
	d.step.ID = ik.StepID(in.IDs.Next(ik.IDStep))
	if d.step.Question != nil {
		d.step.Question.AgendaItemID = ItemID(d.step.ID)
	}
	if err := p.settle(d); err != nil {
		return nil, err
	}
	return p.assemble(), nil
}

// stillAsked tells whether a draft that nothing forbids would be asked about exactly as it is.
func (p *planner) stillAsked(d *draft, asked *ik.Interaction) (bool, error) {
	asks := d.judged.Verdict.Kind == ik.VerdictConfirm || d.capability.Confirmation == ik.ConfirmationRequired
	if missing, _ := p.depend(d); !asks || len(missing) > 0 {
		return false, nil
	}
	return stillValid(p.subject(d), d.judged.Reads, asked)
}
