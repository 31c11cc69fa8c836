// Package interpret finds out what a message means: which intentions it has, what it answers, what it cancels.
//
// It owns the interpretation stage: the shape of the model's answer, its canonical form, the checks at the boundary, the
// reviews, and one repair at most. A model proposes; nothing here runs, plans or stores anything, and no review changes
// what was proposed.
package interpret

import (
	"context"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/project"
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
// turn's is CAPABILITY_SELECTION_INVALID.
func Interpret(ctx context.Context, in Input) (ik.IntentionBatch, error) {
	s := &stage{Input: in, validated: in.Snapshot.Answer}
	batch, err := s.run(ctx)
	if err != nil {
		return ik.IntentionBatch{}, err
	}
	in.Caller.Emit(ctx, "intention.interpreted", ik.CategoryAudit, s.eventData(batch))
	return batch, nil
}

// stage is one run of the stage.
type stage struct {
	Input
	// validated is an answer that stands above the model's: of a click, else of a reviewed choice.
	validated *ik.InteractionAnswer
}

func (s *stage) run(ctx context.Context) (ik.IntentionBatch, error) {
	reviewed, err := s.reviewedAnswer()
	if err != nil {
		return ik.IntentionBatch{}, err
	}
	if reviewed != nil && s.validated == nil {
		s.validated = reviewed
	}
	if s.resumesCollector(reviewed) {
		return ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}, Answer: reviewed}, nil
	}
	if s.Selection.Mode == modeConversational && s.Snapshot.Interaction == nil {
		return ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}, nil
	}
	return s.ask(ctx)
}

// ask has the model interpret, and repair once.
func (s *stage) ask(ctx context.Context) (ik.IntentionBatch, error) {
	first, err := s.attempt(ctx, model.Call{
		Task: "turn.interpret", Prompt: "kernel.turn.interpret",
		Input: s.Snapshot.Task(map[string]any{"selection": s.shownSelection()}),
	}, nil)
	if err != nil || len(first.issues) == 0 {
		return first.batch, err
	}
	repaired, err := s.attempt(ctx, model.Call{
		Task: "turn.interpret.repair", Prompt: "kernel.turn.interpret.repair",
		Input: s.Snapshot.Repair(s.rejected(first.answer), first.issues, map[string]any{"selection": s.shownSelection()}),
	}, &first)
	if err != nil || len(repaired.issues) == 0 {
		return repaired.batch, err
	}
	return ik.IntentionBatch{}, ik.NewError(ik.KindGateway, "MODEL_OUTPUT_INVALID",
		"the model's interpretation stayed invalid after its repair").
		With("task", "turn.interpret").With("attempts", 2).With("issues", snapshot.PublicIssues(repaired.issues))
}

// attempt is one answer of the model and what is wrong with it.
type attempt struct {
	answer model.Answer
	batch  ik.IntentionBatch
	issues []ik.Issue
}

// attempt makes one call, brings a structurally valid answer into its canonical form and has it checked. first is the
// attempt that is being repaired, or nil.
func (s *stage) attempt(ctx context.Context, call model.Call, first *attempt) (attempt, error) {
	call.Output = schema(s.Selection, s.Snapshot.Interaction)
	call.Capabilities = s.Snapshot.Contracts(s.Selection.CapabilityIDs)
	call.Private = s.private
	answer, err := s.Caller.Invoke(ctx, call)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{answer: answer, issues: answer.Issues}
	proposed, ok := answer.Value.(ik.IntentionBatch)
	if !ok {
		return a, nil
	}
	a.batch = s.canonical(s.identified(proposed))
	a.issues, err = s.check(ctx, a.batch, first)
	return a, err
}

// identified gives every intention an id of this turn. A repair gets new ones.
func (s *stage) identified(b ik.IntentionBatch) ik.IntentionBatch {
	for i := range b.Intentions {
		b.Intentions[i].ID = ik.IntentionID(s.IDs.Next(ik.IDIntention))
	}
	return b
}

// shownSelection is the selection as the model sees it.
func (s *stage) shownSelection() any { return s.Snapshot.View.Value(s.Selection) }

// private takes the private places out of the inputs that a model proposed, before an event tells of them.
func (s *stage) private(raw json.RawMessage) (any, []string) {
	return privateProposal(s.Agent, s.Snapshot.View, s.Selection, raw)
}

// rejected is an answer as the request of its repair shows it: without the private places, which a model never reads
// back.
func (s *stage) rejected(a model.Answer) any {
	shown, texts := s.private(a.Raw)
	return s.Snapshot.View.With(texts...).Value(shown)
}

// privateTexts are the private strings in the inputs of a batch.
func (s *stage) privateTexts(b ik.IntentionBatch) []string {
	var out []string
	for _, in := range b.Intentions {
		if c := s.Agent.Capabilities[in.ProposedCapability]; c != nil {
			out = append(out, project.Private(c.Input, in.Input)...)
		}
	}
	return out
}
