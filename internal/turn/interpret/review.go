package interpret

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewTask is the task of every review of an answer.
const reviewTask = "interaction-answer.review"

// ruling is what a review with two outcomes leads to. code and advice are of a rejection; a review that cannot be read
// rejects too, but never with the code, so that it can unlock nothing.
type ruling struct {
	prompt       string
	members      map[string]any
	capabilities []ik.CapabilityProjection
	at           string
	code         string
	advice       string
}

// rule has a review judge the batch.
func (p *pass) rule(ctx context.Context, r ruling) ([]ik.Issue, error) {
	answer, err := p.Caller.Invoke(ctx, model.Call{
		Task: reviewTask, Prompt: r.prompt, Input: p.shown.Task(r.members), Output: shape.VerdictSchema("Review"),
		Capabilities: r.capabilities,
	})
	if err != nil {
		return nil, err
	}
	verdict, ok := answer.Value.(shape.Verdict)
	switch {
	case !ok:
		return unreadable(r.at, answer), nil
	case verdict.Supported:
		return nil, nil
	default:
		return []ik.Issue{{Path: r.at, Code: r.code, Message: fmt.Sprintf("%s %s", verdict.Rationale, r.advice)}}, nil
	}
}

// unreadable turns the faults of a review's own answer into issues at the place that was reviewed.
func unreadable(at string, a model.Answer) []ik.Issue {
	var out []ik.Issue
	for _, i := range a.Issues {
		out = append(out, issue(at, fmt.Sprintf("The review gave no readable verdict (%s): %s.", i.Path, i.Message)))
	}
	return out
}

// proposedContracts are the contracts of the capabilities that the batch proposes.
func (p *pass) proposedContracts() []ik.CapabilityProjection {
	var ids []ik.CapabilityID
	for _, in := range p.batch.Intentions {
		if in.ProposedCapability != "" {
			ids = append(ids, in.ProposedCapability)
		}
	}
	return p.Snapshot.Contracts(ids)
}
