package interpret

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// The tasks of the reviews. Those of one task are told apart by their prompts.
const (
	taskAnswers   = "interaction-answer.review"
	taskLifecycle = "lifecycle.review"
)

// The places that reviews find fault with.
const (
	atAnswer     = "/answerToInteraction"
	atIntentions = "/intentions"
	atActions    = "/lifecycleActions"
)

// ruling is what a review with two outcomes leads to. code and advice are of a rejection; a review that cannot be read
// rejects too, but never with the code, so that it can unlock nothing.
type ruling struct {
	prompt       control.Review
	members      map[string]any
	capabilities []ik.CapabilityProjection
	at           string
	code         string
	advice       string
}

// rule has a review judge the batch.
func (p *pass) rule(ctx context.Context, r ruling) ([]ik.Issue, error) {
	answer, err := p.consult(ctx, r.prompt, r.members, answers.VerdictSchema(), r.capabilities)
	if err != nil {
		return nil, err
	}
	verdict, ok := answer.Value.(answers.Verdict)
	switch {
	case !ok:
		return unreadable(r.at, answer), nil
	case verdict.Supported:
		return nil, nil
	default:
		return []ik.Issue{{Path: r.at, Code: r.code, Message: fmt.Sprintf("%s %s", verdict.Rationale, r.advice)}}, nil
	}
}

// consult makes the call of a review of what the batch answers and asks for. Its input is the context and the members.
func (p *pass) consult(
	ctx context.Context, prompt control.Review, members map[string]any, output ik.Schema, capabilities []ik.CapabilityProjection,
) (model.Answer, error) {
	return p.Caller.Invoke(ctx, model.Call{
		Task: taskAnswers, Prompt: string(prompt), Input: p.shown.Task(members), Output: output, Capabilities: capabilities,
	})
}

// unreadable turns the faults of a review's own answer into issues at the place that was reviewed.
func unreadable(at string, a model.Answer) []ik.Issue {
	var out []ik.Issue
	for _, i := range a.Issues {
		out = append(out, issue(at, fmt.Sprintf("The review gave no readable verdict (%s): %s.", i.Path, i.Message)))
	}
	return out
}

// shownAnswer is the answer of the batch as reviews see it.
func (p *pass) shownAnswer() any { return p.shown.View.Answer(p.batch.Answer) }

// shownIntentions are all intentions of the batch as reviews see them.
func (p *pass) shownIntentions() any { return p.shown.View.Intentions(p.batch.Intentions) }

// contracts are the contracts of the capabilities that intentions propose.
func (p *pass) contracts(list []ik.Intention) []ik.CapabilityProjection {
	var ids []ik.CapabilityID
	for _, in := range list {
		if in.ProposedCapability != "" {
			ids = append(ids, in.ProposedCapability)
		}
	}
	return p.Snapshot.Contracts(ids)
}

// resolved are the resolved intentions of the batch whose capability fits.
func (p *pass) resolved(fits func(ik.CapabilityID) bool) []ik.Intention {
	var out []ik.Intention
	for _, in := range p.batch.Intentions {
		if in.Resolution == ik.Resolved && fits(in.ProposedCapability) {
			out = append(out, in)
		}
	}
	return out
}

// unanswered tells whether the batch answers and cancels nothing: only then something can have been left out.
func (p *pass) unanswered() bool { return p.batch.Answer == nil && len(p.batch.LifecycleActions) == 0 }
