package interpret

import (
	"context"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// The codes of a choice's answer.
const (
	codeChoiceAnswer = "UNSUPPORTED_CHOICE_ANSWER"
	codeChoiceOther  = "MISMATCHED_CHOICE_ANSWER"
)

// The decision of the review that counts. Everything else is no selection.
const decisionSelected = "selected"

// reviewChoice asks which option the message picks.
//
// Trigger: an answer to an open choice, of a menu only one that picks a member or accepts an offer. A click, and a choice
// that was reviewed at selection, are certain already.
// Before any call: a number that means two options, an answer that fits not exactly one stored value, and options that
// models cannot tell apart pick nothing.
// Input: the choice with the positions of its options, the option that the answer stands for, the answer, and all
// intentions.
// Effect: another option sends the batch to the repair, which binds that one; no option for certain sends it there too,
// and then it may come back empty.
// Failure: an unreadable review is an issue without a code.
func reviewChoice(ctx context.Context, p *pass) ([]ik.Issue, error) {
	a, open := p.batch.Answer, p.Snapshot.Interaction
	if a == nil || open == nil || open.Kind != ik.InteractionChoice || p.group && !p.picksMember(a) && !p.accepts(a) || p.isValidated(a) {
		return nil, nil
	}
	options := optionsWithValue(open, a.Value)
	if control.OfText(p.Snapshot).Decision == control.NoOption || len(options) != 1 || !answersActive(p.Snapshot, a) {
		return refused("The answer does not name one option for certain."), nil
	}
	choice := p.shown.View.Choice(open)
	proposed := projectedOption(open, choice, options[0])
	if proposed == nil {
		return refused("The option cannot be told from the others."), nil
	}
	answer, err := p.consult(ctx, control.ReviewChoice, map[string]any{
		"currentChoice": choice, "proposedOption": proposed, "proposedAnswer": p.shownAnswer(), "intentions": p.shownIntentions(),
	}, answers.ChoiceAnswer(shownOptionIDs(choice)), nil)
	if err != nil {
		return nil, err
	}
	decision, ok := answer.Value.(answers.ChoiceDecision)
	if !ok {
		return unreadable(atAnswer, answer), nil
	}
	return decisionIssues(decision, proposed.ID), nil
}

// isValidated tells whether an answer is the one that stands above the model's.
func (p *pass) isValidated(a *ik.InteractionAnswer) bool {
	return p.validated != nil && p.validated.InteractionID == p.Snapshot.Interaction.ID &&
		p.validated.InteractionID == a.InteractionID && jsonval.Equal(p.validated.Value, a.Value)
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

// decisionIssues are what a readable decision leads to for the option that was proposed.
func decisionIssues(d answers.ChoiceDecision, proposed string) []ik.Issue {
	switch {
	case d.Decision != decisionSelected:
		return refused(d.Rationale)
	case d.OptionID != proposed:
		return []ik.Issue{{
			Path: atAnswer, Code: codeChoiceOther,
			Message: fmt.Sprintf("The message selects %q, not the proposed option: bind the answer to it and keep independent "+
				"work. This is no reason to drop the selection.", d.OptionID),
		}}
	default:
		return nil
	}
}

func refused(why string) []ik.Issue {
	return []ik.Issue{{
		Path: atAnswer, Code: codeChoiceAnswer,
		Message: fmt.Sprintf("%s Remove the answer and the intentions that only follow from it; keep independent intentions "+
			"and the open choice.", why),
	}}
}

// shownOptionIDs are the ids of the options that a review sees, each once.
func shownOptionIDs(c *project.Choice) []string {
	ids := []string{}
	for _, o := range c.Options {
		if !slices.Contains(ids, o.ID) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}
