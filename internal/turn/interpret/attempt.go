package interpret

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// attempt is one answer of the model and what is wrong with it.
type attempt struct {
	answer model.Answer
	batch  ik.IntentionBatch
	issues []ik.Issue
}

// ask has the model interpret, and repair once: whatever kind of fault there was, structural or found by a review.
func (s *stage) ask(ctx context.Context) (ik.IntentionBatch, error) {
	first, err := s.attempt(ctx, model.Call{
		Task: "turn.interpret", Prompt: "kernel.turn.interpret",
		Input: s.Snapshot.Task(map[string]any{"selection": s.shownSelection()}),
	}, nil)
	if err != nil || len(first.issues) == 0 {
		return first.batch, err
	}
	repaired, err := s.attempt(ctx, model.Call{
		Task: "turn.interpret.repair", Prompt: "kernel.turn.interpret.repair", Input: s.repairInput(first),
	}, &first)
	if err != nil || len(repaired.issues) == 0 {
		return repaired.batch, err
	}
	return ik.IntentionBatch{}, ik.NewError(ik.KindGateway, "MODEL_OUTPUT_INVALID",
		"the model's interpretation stayed invalid after its repair").
		With("task", "turn.interpret").With("attempts", 2).With("issues", snapshot.PublicIssues(repaired.issues))
}

// attempt makes one call, brings a structurally valid answer into its canonical form and has it checked. first is the
// attempt that is being repaired, or nil.
func (s *stage) attempt(ctx context.Context, call model.Call, first *attempt) (attempt, error) {
	s.demand(&call)
	call.Capabilities = s.Snapshot.Contracts(s.Selection.CapabilityIDs)
	call.Private = s.told
	answer, err := s.Caller.Invoke(ctx, call)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{answer: answer, issues: answer.Issues}
	proposed, ok := answer.Value.(ik.IntentionBatch)
	if !ok {
		return a, nil
	}
	a.batch = s.canonical(s.named(s.identified(proposed)))
	a.issues, err = s.check(ctx, a.batch, first)
	return a, err
}

// demand says which answer a call wants. What it says without an open question, the agent keeps.
func (s *stage) demand(call *model.Call) {
	question := s.shownQuestion()
	if question != nil {
		call.Output = answers.Batch(s.Selection, question)
		return
	}
	var key [128]byte
	kept := s.Caller.Keep(answers.BatchKey(key[:0], s.Selection), func() ik.Schema {
		own := ik.CapabilitySelection{Mode: s.Selection.Mode, CapabilityIDs: slices.Clone(s.Selection.CapabilityIDs)}
		return answers.Batch(own, nil)
	})
	call.Output, call.Published = kept.Schema, kept.Published
}

// identified gives every intention an id of this turn. A repair gets new ones.
func (s *stage) identified(b ik.IntentionBatch) ik.IntentionBatch {
	for i := range b.Intentions {
		b.Intentions[i].ID = ik.IntentionID(s.IDs.Next(ik.IDIntention))
	}
	return b
}

// repairInput is what a repair sees of an attempt: what was wrong with it, without the private places of the inputs that
// it proposed, which a model never reads back. The faults of an input may quote them, so they are masked there too.
func (s *stage) repairInput(first attempt) map[string]any {
	proposal, texts := privateProposal(s.Agent, s.Snapshot.View, s.Selection, first.answer.Raw)
	view := s.Snapshot.View.With(texts...)
	issues := make([]ik.Issue, len(first.issues))
	for n, i := range first.issues {
		i.Message, i.Path = view.Text(i.Message), view.Text(i.Path)
		issues[n] = i
	}
	return s.Snapshot.Repair(view.Value(proposal), issues, map[string]any{"selection": s.shownSelection()})
}

// shownSelection is the selection as the model sees it.
func (s *stage) shownSelection() any { return s.Snapshot.ShownSelection(s.Selection) }

// told is what an event tells of an answer that nobody validated yet: nothing of the private places of its inputs. An
// answer that can have none is told as it came.
func (s *stage) told(raw json.RawMessage) (any, []string) {
	if !anyMask(s.Agent, s.Selection) && json.Valid(raw) {
		return raw, nil
	}
	return privateProposal(s.Agent, s.Snapshot.View, s.Selection, raw)
}
