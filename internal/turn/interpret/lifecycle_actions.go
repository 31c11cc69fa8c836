package interpret

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewLifecycleActions asks of each cancellation whether the user really gave that work up.
//
// Trigger: at least one lifecycle action.
// Input: the selection and the actions.
// Effect: each action that is not supported is an issue of its own; none is dropped by the kernel.
// Failure: an unreadable review, also one that does not judge every action exactly once, is an issue. No issue of this
// review has a code.
func reviewLifecycleActions(ctx context.Context, p *pass) ([]ik.Issue, error) {
	actions := p.batch.LifecycleActions
	if len(actions) == 0 {
		return nil, nil
	}
	answer, err := p.Caller.Invoke(ctx, model.Call{
		Task: taskLifecycle, Prompt: string(control.ReviewLifecycle), Output: answers.Lifecycle(len(actions)),
		Input: p.shown.Task(map[string]any{
			"selection": p.shown.ShownSelection(p.Selection), "proposedActions": p.shown.View.Value(actions),
		}),
	})
	if err != nil {
		return nil, err
	}
	reviews, ok := answer.Value.([]answers.ActionReview)
	if !ok {
		return unreadable(atActions, answer), nil
	}
	var out []ik.Issue
	for _, r := range reviews {
		if !r.Supported {
			out = append(out, issue(fmt.Sprintf("%s/%d", atActions, r.ActionIndex), r.Rationale+" Remove the action, or name what the "+
				"user gave up; keep independent operations."))
		}
	}
	return out, nil
}
