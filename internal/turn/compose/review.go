package compose

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
)

// assessment is everything that is wrong with a draft.
type assessment struct {
	static   []string // what the kernel found
	semantic []string // what the review found
	refused  bool     // by the review, with or without reasons
}

func (a assessment) accepted() bool { return len(a.static) == 0 && !a.refused }

func (a assessment) all() []string { return append(append([]string{}, a.static...), a.semantic...) }

// assess holds a draft to the brief and has it reviewed, also when the kernel itself found faults.
func (c *composition) assess(ctx context.Context, d draft) (assessment, error) {
	out := assessment{static: c.shownAuthority().check(canonicalText(d))}
	r, err := c.review(ctx, d)
	if err != nil {
		return assessment{}, err
	}
	out.semantic, out.refused = judge(r, len(d.claims))
	return out, nil
}

// shownAuthority is what a draft is held to: copy, question and evidence as the model saw them.
func (c *composition) shownAuthority() authority {
	a := authority{
		required: c.brief.RequiredResponses, holders: messagesOf(c.brief.RequiredResponses), known: c.brief.known(),
		conversational: c.brief.Decision.Mode == modeConversational,
	}
	if c.delivery.asks() && (len(a.required) > 0 || c.delivery.contextual()) {
		a.goal = c.brief.Interaction.Goal
	}
	return a
}

// judge gives the issues of a review and whether it refuses the draft. A review that contradicts itself refuses.
func judge(r answers.Grounding, claims int) (issues []string, refused bool) {
	issues = append(issues, r.Unsupported...)
	if !r.Continuity {
		issues = append(issues, "the answer breaks the continuity of the conversation")
	}
	if !r.Decision {
		issues = append(issues, "the answer does not carry out the decision of the turn")
	}
	complete := approves(r, claims)
	if r.Supported && !complete {
		issues = append(issues, "the review did not approve every claim")
	}
	return issues, !r.Supported || !complete || len(r.Unsupported) > 0 || !r.Continuity || !r.Decision
}

// approves tells whether exactly the claims 0 to n-1 are approved.
func approves(r answers.Grounding, n int) bool {
	ids := slices.Clone(r.Approved)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return len(ids) == n && (n == 0 || ids[0] == 0 && ids[n-1] == n-1)
}

// reviewInput is what the grounding review reads.
type reviewInput struct {
	Response shownDraft `json:"response"`
	Brief    *brief     `json:"brief"`
}

// review calls the grounding review, and once more when its answer cannot be read.
func (c *composition) review(ctx context.Context, d draft) (answers.Grounding, error) {
	in := reviewInput{c.shown(d), c.brief}
	r, err := c.reviewOnce(ctx, model.Call{Task: taskReview, Prompt: "kernel.response.grounding-review", Input: in})
	if !isStructural(err) {
		return r, err
	}
	r, err = c.reviewOnce(ctx, model.Call{Task: taskReview + ".repair", Prompt: "kernel.response.grounding-review.repair", Input: in})
	if isStructural(err) {
		return answers.Grounding{}, outputInvalid(taskReview).With("attempts", 2)
	}
	return r, err
}

func (c *composition) reviewOnce(ctx context.Context, call model.Call) (answers.Grounding, error) {
	call.Output = answers.GroundingSchema()
	a, err := c.Caller.Invoke(ctx, call)
	if err != nil {
		return answers.Grounding{}, err
	}
	if !a.Valid() {
		return answers.Grounding{}, outputInvalid(call.Task).With("issues", len(a.Issues))
	}
	return a.Value.(answers.Grounding), nil
}
