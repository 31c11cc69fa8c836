package interpret

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// The codes of a choice's answer.
const (
	codeChoiceAnswer = "UNSUPPORTED_CHOICE_ANSWER"
	codeChoiceOther  = "MISMATCHED_CHOICE_ANSWER"
)

// reviewChoice has an answer to an open choice reviewed, unless a click or an earlier review already bound it.
func reviewChoice(ctx context.Context, p *pass) ([]ik.Issue, error) {
	a, i := p.batch.Answer, p.Snapshot.Interaction
	if a == nil || i == nil || i.Kind != ik.InteractionChoice || p.isValidated(a) {
		return nil, nil
	}
	options := optionsWithValue(i, a.Value)
	if conflict(i, p.Snapshot.Current.Content) || len(options) != 1 || !answers(p.Snapshot, a) {
		return refused("The answer does not name one option for certain."), nil
	}
	choice := p.shown.View.Choice(i)
	proposed := projectedOption(i, choice, options[0])
	if proposed == nil {
		return refused("The option cannot be told from the others."), nil
	}
	answer, err := p.Caller.Invoke(ctx, model.Call{
		Task: reviewTask, Prompt: "kernel.review-choice-answer.choice-answer-review-system-prompt",
		Input: p.shown.Task(map[string]any{
			"currentChoice": choice, "proposedOption": proposed, "proposedAnswer": p.shown.View.Answer(a),
			"intentions": p.shown.View.Intentions(p.batch.Intentions),
		}),
		Output: choiceSchema(choice),
	})
	if err != nil {
		return nil, err
	}
	decision, ok := answer.Value.(choiceDecision)
	if !ok {
		return unreadable("/answerToInteraction", answer), nil
	}
	return decision.issues(proposed.ID), nil
}

func (p *pass) isValidated(a *ik.InteractionAnswer) bool {
	return p.validated != nil && p.validated.InteractionID == a.InteractionID && jsonval.Equal(p.validated.Value, a.Value)
}

func equalValue(a, b *ik.InteractionAnswer) bool { return jsonval.Equal(a.Value, b.Value) }

func hasCode(issues []ik.Issue, code string) bool {
	return slices.ContainsFunc(issues, func(i ik.Issue) bool { return i.Code == code })
}

// conflict: the message is the position of one option and, word by word, an example of another.
func conflict(i *ik.Interaction, message string) bool {
	ref := ik.Trim(message)
	for n := range i.Options {
		if strconv.Itoa(n+1) != ref {
			continue
		}
		for m, o := range i.Options {
			if m != n && slices.Contains(o.ReferenceExamples, ref) {
				return true
			}
		}
	}
	return false
}

// projectedOption finds an option in the projected choice. Redaction may make ids equal: then none can be named.
func projectedOption(i *ik.Interaction, c *project.Choice, o *ik.Option) *project.Option {
	seen := map[string]bool{}
	var found *project.Option
	for n := range c.Options {
		if seen[c.Options[n].ID] {
			return nil
		}
		seen[c.Options[n].ID] = true
		if i.Options[n].ID == o.ID {
			found = &c.Options[n]
		}
	}
	return found
}

func refused(why string) []ik.Issue {
	return []ik.Issue{{
		Path: "/answerToInteraction", Code: codeChoiceAnswer,
		Message: fmt.Sprintf("%s Remove the answer and the intentions that only follow from it; keep independent intentions "+
			"and the open choice.", why),
	}}
}

// issues are what a readable decision leads to for the option that was proposed.
func (d choiceDecision) issues(proposed string) []ik.Issue {
	switch {
	case d.decision != "selected":
		return refused(d.rationale)
	case d.optionID != proposed:
		return []ik.Issue{{
			Path: "/answerToInteraction", Code: codeChoiceOther,
			Message: fmt.Sprintf("The message selects %q, not the proposed option: bind the answer to it and keep independent "+
				"work. This is no reason to drop the selection.", d.optionID),
		}}
	default:
		return nil
	}
}
