package selection

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// picksOption: a capability was selected that an option of the open choice leads to. The owner of the choice alone does
// not count: whether its question is answered is judged when it is known what the message means.
func picksOption(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	i := s.Interaction
	if !selects(sel) || i == nil || i.Kind != ik.InteractionChoice || len(i.Options) < 2 {
		return false
	}
	return slices.ContainsFunc(i.Options, func(o ik.Option) bool {
		return o.TargetCapabilityID != "" && slices.Contains(sel.CapabilityIDs, o.TargetCapabilityID)
	})
}

// reviewChoice has a model tell a pick from a request of its own. What it binds holds through interpretation.
func reviewChoice(ctx context.Context, s *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	if control.OfText(s.Snapshot).Decision == control.NoOption {
		return sel, ambiguousNumber(), nil
	}
	choice := s.Snapshot.View.Choice(s.Snapshot.Interaction)
	answer, err := s.Caller.Invoke(ctx, model.Call{
		Task: "capability-selection.choice-review", Prompt: string(control.ReviewChoiceSelection),
		Input: s.Snapshot.Task(map[string]any{
			"currentChoice": choice, "proposedSelection": s.Snapshot.ShownSelection(sel),
		}),
		Output:       answers.ChoiceSelection(choice, s.offered),
		Capabilities: s.Snapshot.Contracts(sel.CapabilityIDs),
	})
	if err != nil {
		return sel, nil, err
	}
	meaning, ok := answer.Value.(answers.ChoiceMeaning)
	if !ok {
		return sel, unreadable(answer), nil
	}
	switch meaning.Meaning {
	case "unique_option":
		return s.bind(sel, meaning)
	case "operation_request":
		return sel, unlisted(sel, meaning), nil
	default:
		return sel, notAnOption(meaning.Rationale), nil
	}
}

// bind attaches the option that the review found. The model saw masked options: the position says which one is meant,
// since masking never moves one.
func (s *stage) bind(sel ik.CapabilitySelection, m answers.ChoiceMeaning) (ik.CapabilitySelection, []ik.Issue, error) {
	i := s.Snapshot.Interaction
	if m.Position < 1 || m.Position > len(i.Options) || twins(i, i.Options[m.Position-1].ID) {
		return sel, notAnOption("The option cannot be told from the others."), nil
	}
	sel.ReviewedChoice = &ik.ReviewedChoice{
		InteractionID: i.ID, OptionID: i.Options[m.Position-1].ID, MessageIndex: s.Snapshot.Current.Index,
		Evidence: s.Snapshot.Current.Content, Rationale: m.Rationale,
	}
	return sel, nil, nil
}

// twins tells whether several options have an id.
func twins(i *ik.Interaction, id string) bool {
	n := 0
	for _, o := range i.Options {
		if o.ID == id {
			n++
		}
	}
	return n > 1
}

func ambiguousNumber() []ik.Issue {
	return []ik.Issue{{
		Path: "/mode",
		Message: "The number is the position of one option and the name of another: neither is authorised. Use " +
			"conversational without capabilities, so that the question stays open.",
	}}
}

// unlisted are the operations that the message asks for and the selection does not have. The reviewer's ids are never
// added by the kernel: a repair may.
func unlisted(sel ik.CapabilitySelection, m answers.ChoiceMeaning) []ik.Issue {
	var missing []string
	for _, id := range m.OperationIDs {
		if !slices.Contains(sel.CapabilityIDs, id) {
			missing = append(missing, fmt.Sprintf("%q", id))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return []ik.Issue{{
		Path: "/capabilityIds",
		Message: fmt.Sprintf("The message seems to ask for %s: %s Evaluate the selection again. Do not put the capability "+
			"that takes the option in their place; what a review names authorises nothing and is not added by itself.",
			strings.Join(missing, ", "), m.Rationale),
	}}
}

func notAnOption(why string) []ik.Issue {
	return []ik.Issue{{
		Path: "/mode",
		Message: fmt.Sprintf("%s Without an independent operation use conversational without capabilities. Do not turn an "+
			"unanswered question into a new request for its owner.", why),
	}}
}
