package snapshot

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// resolveClick finds the answer that a click stands for. An option wins over an action.
func resolveClick(sel *ik.TurnSelection, active *ik.Interaction) (*ik.InteractionAnswer, error) {
	switch {
	case sel == nil:
		return nil, nil
	case active == nil || active.ID != sel.InteractionID:
		return nil, clickError("INTERACTION_SELECTION_MISMATCH", "the selection is not for the open question", sel)
	case sel.OptionID != nil:
		return optionAnswer(sel, active)
	case !ik.IsBlank(sel.Action):
		return actionAnswer(sel, active)
	default:
		return nil, clickError("INTERACTION_SELECTION_EMPTY", "the selection names neither an option nor an action", sel)
	}
}

func optionAnswer(sel *ik.TurnSelection, active *ik.Interaction) (*ik.InteractionAnswer, error) {
	for _, o := range active.Options {
		if o.ID == *sel.OptionID {
			value, err := json.Marshal(o.Value)
			if err != nil {
				return nil, clickError("INTERACTION_OPTION_NOT_FOUND", "the option has no readable value", sel)
			}
			return &ik.InteractionAnswer{InteractionID: active.ID, Value: value, Evidence: o.Label}, nil
		}
	}
	return nil, clickError("INTERACTION_OPTION_NOT_FOUND", "the open question has no such option", sel).
		With("optionId", *sel.OptionID)
}

// actionAnswer takes a free action. A choice takes none but one that an option has as its value: anything else could
// only be refused after model calls.
func actionAnswer(sel *ik.TurnSelection, active *ik.Interaction) (*ik.InteractionAnswer, error) {
	value, err := json.Marshal(map[string]string{"action": sel.Action})
	if err != nil {
		return nil, err
	}
	if active.Kind == ik.InteractionChoice && !isOptionValue(active, value) {
		return nil, clickError("INTERACTION_ACTION_NOT_ALLOWED", "the open question has no option for this action", sel)
	}
	return &ik.InteractionAnswer{InteractionID: active.ID, Value: value, Evidence: sel.Action}, nil
}

func isOptionValue(i *ik.Interaction, value json.RawMessage) bool {
	for _, o := range i.Options {
		if raw, err := json.Marshal(o.Value); err == nil && jsonval.Equal(raw, value) {
			return true
		}
	}
	return false
}

func clickError(code, message string, sel *ik.TurnSelection) *ik.Error {
	return ik.NewError(ik.KindBase, code, "%s", message).With("interactionId", string(sel.InteractionID))
}
