package compose

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model"
)

// review is what the grounding review says of a draft.
type review struct {
	supported   bool
	continuity  bool
	decision    bool
	unsupported []string
	approved    []int
}

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
	out.semantic, out.refused = r.judge(len(d.claims))
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
func (r review) judge(claims int) (issues []string, refused bool) {
	issues = append(issues, r.unsupported...)
	if !r.continuity {
		issues = append(issues, "the answer breaks the continuity of the conversation")
	}
	if !r.decision {
		issues = append(issues, "the answer does not carry out the decision of the turn")
	}
	complete := r.approves(claims)
	if r.supported && !complete {
		issues = append(issues, "the review did not approve every claim")
	}
	return issues, !r.supported || !complete || len(r.unsupported) > 0 || !r.continuity || !r.decision
}

// approves tells whether exactly the claims 0 to n-1 are approved.
func (r review) approves(n int) bool {
	ids := slices.Clone(r.approved)
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
func (c *composition) review(ctx context.Context, d draft) (review, error) {
	in := reviewInput{d.shown(), c.brief}
	r, err := c.reviewOnce(ctx, model.Call{Task: taskReview, Prompt: "kernel.response.grounding-review", Input: in})
	if !isStructural(err) {
		return r, err
	}
	r, err = c.reviewOnce(ctx, model.Call{Task: taskReview + ".repair", Prompt: "kernel.response.grounding-review.repair", Input: in})
	if isStructural(err) {
		return review{}, outputInvalid(taskReview).With("attempts", 2)
	}
	return r, err
}

func (c *composition) reviewOnce(ctx context.Context, call model.Call) (review, error) {
	call.Output = reviewSchema()
	a, err := c.Caller.Invoke(ctx, call)
	if err != nil {
		return review{}, err
	}
	if !a.Valid() {
		return review{}, outputInvalid(call.Task).With("issues", len(a.Issues))
	}
	return a.Value.(review), nil
}
