package selection

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// ruling is what a review with two outcomes is asked and what a rejection leads to.
type ruling struct {
	task         string
	review       control.Review
	members      map[string]any
	capabilities []ik.CapabilityProjection
	at           string // where a rejection is noted
	advice       string // what the repair is told beside the reviewer's reason
}

// rule has a review judge the selection. A verdict that cannot be read rejects it too.
func (s *stage) rule(ctx context.Context, r ruling) ([]ik.Issue, error) {
	answer, err := s.Caller.Invoke(ctx, model.Call{
		Task: r.task, Prompt: string(r.review), Input: s.Snapshot.Task(r.members), Output: answers.VerdictSchema(),
		Capabilities: r.capabilities,
	})
	if err != nil {
		return nil, err
	}
	verdict, ok := answer.Value.(answers.Verdict)
	switch {
	case !ok:
		return unreadable(answer), nil
	case verdict.Supported:
		return nil, nil
	default:
		return []ik.Issue{{Path: r.at, Message: fmt.Sprintf("%s %s", verdict.Rationale, r.advice)}}, nil
	}
}

// unreadable turns the faults of a review's own answer into issues of the selection.
func unreadable(a model.Answer) []ik.Issue {
	var out []ik.Issue
	for _, i := range a.Issues {
		out = append(out, ik.Issue{
			Path: "/mode", Message: fmt.Sprintf("The review gave no readable verdict (%s): %s.", i.Path, i.Message),
		})
	}
	return out
}
