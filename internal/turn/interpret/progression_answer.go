package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/project/quote"
	ik "github.com/ikgen/ikgen/runtime"
)

// codeExit is the code of an answer that leaves a menu although the user did not.
const codeExit = "UNSUPPORTED_PROGRESSION_EXIT"

// reviewExit asks whether the user really leaves the open menu.
//
// Trigger: the answer is the continue option of the open menu, unless guidance says of a requested operation that it
// leaves the menu. A choice that was reviewed at selection is not exempt.
// Before any call: words that ask for an operation of the menu cannot leave it at the same time.
// Input: the answer and all intentions.
// Effect: an exit that is not supported sends the batch to the repair; the repair is not asked for it again.
// Failure: an unreadable review is an issue without a code.
func reviewExit(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !p.exits(p.batch.Answer) {
		return nil, nil
	}
	if _, guided := p.guidedExit(); guided {
		return nil, nil
	}
	for _, in := range p.overlapping() {
		if p.isTarget(in.ProposedCapability) {
			return []ik.Issue{issue(atAnswer, "The same words ask for an operation of the open interaction and leave it. Keep the "+
				"operation. If the user also leaves, quote other words for that; else remove the answer.")}, nil
		}
	}
	return p.rule(ctx, ruling{
		prompt:  control.ReviewExit,
		members: map[string]any{"proposedAnswer": p.shownAnswer(), "intentions": p.shownIntentions()},
		at:      atAnswer,
		code:    codeExit,
		advice:  "Remove the answer, leave the interaction open, and keep the operations that were asked for.",
	})
}

// overlapping are the intentions that quote the words of the answer, or words with these in them.
func (p *pass) overlapping() []ik.Intention {
	words := quote.Of(p.batch.Answer.Evidence)
	var out []ik.Intention
	for _, in := range p.batch.Intentions {
		for _, e := range in.Evidence {
			if own := quote.Of(e.Text); words.In(own) || own.In(words) {
				out = append(out, in)
				break
			}
		}
	}
	return out
}
