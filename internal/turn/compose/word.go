package compose

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// The tasks of this stage.
const (
	taskCompose = "response.compose"
	taskRepair  = "response.compose.repair"
	taskReview  = "response.grounding-review"
)

// draft is what a model worded, as message and claims.
type draft struct {
	message string
	claims  []ik.ResponseClaim
}

// shownDraft is a draft as reviews and repairs read it.
type shownDraft struct {
	Message string             `json:"message"`
	Claims  []ik.ResponseClaim `json:"claims"`
}

// assembled derives message and claims from the parts of an answer.
func assembled(parts []answers.Part) draft {
	var text strings.Builder
	var d draft
	for _, p := range parts {
		text.WriteString(p.Text)
		if len(p.EvidenceIDs) > 0 {
			d.claims = append(d.claims, ik.ResponseClaim{Text: p.Text, EvidenceIDs: p.EvidenceIDs})
		}
	}
	d.message = text.String()
	return d
}

// shown is a draft as models read it: private texts that it happens to hold are masked, as they are everywhere.
func (c *composition) shown(d draft) shownDraft {
	out := shownDraft{c.view.Text(d.message), make([]ik.ResponseClaim, len(d.claims))}
	for i, claim := range d.claims {
		claim.Text = c.view.Text(claim.Text)
		out.Claims[i] = claim
	}
	return out
}

// repairInput is what a recomposition gets. RejectedResponse is the raw answer when it could not be read.
type repairInput struct {
	Brief            *brief   `json:"brief"`
	RejectedResponse any      `json:"rejectedResponse"`
	Issues           []string `json:"issues"`
}

// word has a model word the answer: a draft, its review, and one recomposition at most, whether the first draft was
// unreadable or rejected.
func (c *composition) word(ctx context.Context) (draft, error) {
	first, raw, err := c.draft(ctx, model.Call{Task: taskCompose, Prompt: "kernel.response.compose", Input: c.brief})
	repair := repairInput{Brief: c.brief, RejectedResponse: c.view.Value(raw)}
	switch {
	case isStructural(err):
		repair.Issues = structuralIssues(err)
	case err != nil:
		return draft{}, err
	default:
		found, err := c.assess(ctx, first)
		if err != nil || found.accepted() {
			return first, err
		}
		repair.RejectedResponse, repair.Issues = c.shown(first), found.all()
	}
	second, _, err := c.draft(ctx, model.Call{Task: taskRepair, Prompt: "kernel.compose-response.compose-repair", Input: repair})
	if err != nil {
		return draft{}, err
	}
	found, err := c.assess(ctx, second)
	if err != nil || found.accepted() {
		return second, err
	}
	return draft{}, ungrounded().With("staticIssues", listText(found.static)).With("semanticIssues", listText(found.semantic))
}

// draft makes one draft. raw is the answer as it came, for a repair. An unreadable answer is MODEL_OUTPUT_INVALID, or
// what the gateway said of it.
func (c *composition) draft(ctx context.Context, call model.Call) (d draft, raw any, err error) {
	call.Output = answers.DraftSchema()
	a, err := c.Caller.Invoke(ctx, call)
	if err != nil {
		return draft{}, nil, err
	}
	if !a.Valid() {
		return draft{}, a.Shown(), &unreadable{outputInvalid(call.Task).With("issues", len(a.Issues)), a.Issues}
	}
	return assembled(a.Value.([]answers.Part)), nil, nil
}

// unreadable is MODEL_OUTPUT_INVALID with what was wrong, for the repair.
type unreadable struct {
	err    *ik.Error
	issues []ik.Issue
}

func (u *unreadable) Error() string { return u.err.Error() }

// Unwrap gives the error without the issues.
func (u *unreadable) Unwrap() error { return u.err }

func outputInvalid(task string) *ik.Error {
	return ik.NewError(ik.KindGateway, codeOutputInvalid, "the model's answer has no valid structure").With("task", task)
}

// structuralIssues says to a repair why the first draft could not be read.
func structuralIssues(err error) []string {
	var u *unreadable
	if !errors.As(err, &u) {
		return []string{"the answer could not be read: " + ik.CodeOf(err)}
	}
	out := make([]string, 0, len(u.issues))
	for _, i := range u.issues {
		out = append(out, strings.TrimSpace(i.Path+" "+i.Message))
	}
	return out
}

// listText writes a list as JSON: contexts of errors are flat.
func listText(list []string) string {
	raw, err := json.Marshal(append([]string{}, list...))
	if err != nil {
		return "[]"
	}
	return string(raw)
}
