// Package interpret finds out what a message means: which intentions it has, what it answers, what it cancels.
//
// It owns the interpretation stage: the canonical form of the model's answer, the checks at the boundary, the reviews,
// and one repair at most. A model proposes; nothing here runs, plans or stores anything, and no review changes what was
// proposed: a review finds issues, and issues lead to the repair or to a typed error.
package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/automation"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/menu"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is what the stage needs.
type Input struct {
	Caller    *model.Caller
	Snapshot  *snapshot.Snapshot
	Agent     *agent.Agent
	Selection ik.CapabilitySelection
	IDs       ik.IDGenerator
}

// The modes of a selection that the stage tells apart.
const (
	modeSelected            = "selected"
	modeSelectedWithControl = "selected_with_control"
	modeConversational      = "conversational"
	modeControl             = "control"
)

// Interpret runs the stage and emits intention.interpreted. Errors of the gateway, of prompts and of budgets pass as
// they are. An answer that stays wrong after the repair is MODEL_OUTPUT_INVALID; a reviewed choice that is not this
// turn's is CAPABILITY_SELECTION_INVALID. A clicked member of a menu whose input builder fails is HANDLER_FAILED: then the
// batch comes along, and the operation is without its input.
func Interpret(ctx context.Context, in Input) (ik.IntentionBatch, error) {
	s := &stage{Input: in, group: in.Snapshot.IsGroup(), validated: in.Snapshot.Answer}
	batch, err := s.run(ctx)
	if err != nil && automation.Issue("", err) == nil {
		return ik.IntentionBatch{}, err
	}
	in.Caller.Emit(ctx, "intention.interpreted", ik.CategoryAudit, s.eventData(batch))
	return batch, err
}

// stage is one run of the stage.
type stage struct {
	Input
	// group: the open question is a menu of the agent's progression.
	group bool
	// validated is an answer that stands above the model's: of a click, else of a reviewed choice.
	validated *ik.InteractionAnswer
}

// run tries what needs no model first.
func (s *stage) run(ctx context.Context) (ik.IntentionBatch, error) {
	if click, ok := control.GroupClick(s.Snapshot); ok {
		return menu.Batch(ctx, click, s.Snapshot, s.Agent)
	}
	reviewed, err := s.reviewedAnswer()
	if err != nil {
		return ik.IntentionBatch{}, err
	}
	if reviewed != nil && s.validated == nil {
		s.validated = reviewed
	}
	if s.resumesCollector(reviewed) {
		return answerAlone(reviewed), nil
	}
	if s.Selection.Mode == modeConversational && s.Snapshot.Interaction == nil {
		return answerAlone(nil), nil
	}
	return s.ask(ctx)
}

// answerAlone is a batch that asks for no work. It owns its copy of the answer.
func answerAlone(a *ik.InteractionAnswer) ik.IntentionBatch {
	b := ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}
	if a != nil {
		own := *a
		b.Answer = &own
	}
	return b
}
