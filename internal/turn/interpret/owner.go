package interpret

import (
	"bytes"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// optionsWithValue gives the options whose value equals an answer's. The answer is read once, however many options there
// are: it is as large as a model makes it.
func optionsWithValue(i *ik.Interaction, value json.RawMessage) []*ik.Option {
	given, readable := jsonval.Decode(value)
	if !readable {
		return nil
	}
	var out []*ik.Option
	for n := range i.Options {
		if own, ok := jsonval.Decode(rawValue(&i.Options[n])); ok && jsonval.Same(own, given) {
			out = append(out, &i.Options[n])
		}
	}
	return out
}

// answersActive tells whether an answer is for the open question.
func answersActive(s *snapshot.Snapshot, a *ik.InteractionAnswer) bool {
	return a != nil && s.Interaction != nil && a.InteractionID == s.Interaction.ID
}

// consents tells whether an answer says yes or no to the open confirmation.
func consents(s *snapshot.Snapshot, a *ik.InteractionAnswer) bool {
	return answersActive(s, a) && s.Interaction.Kind == ik.InteractionConfirmation && boolean(a.Value)
}

func boolean(raw json.RawMessage) bool {
	t := string(bytes.TrimSpace(raw))
	return t == "true" || t == "false"
}

// answerOwner is who takes an answer of an input or an ordinary choice, "" when nobody certainly does.
func answerOwner(s *snapshot.Snapshot, a *ik.InteractionAnswer) ik.CapabilityID {
	if !answersActive(s, a) || s.IsGroup() {
		return ""
	}
	switch s.Interaction.Kind {
	case ik.InteractionInput:
		return s.Interaction.CapabilityID
	case ik.InteractionChoice:
		if options := optionsWithValue(s.Interaction, a.Value); len(options) == 1 {
			return target(s.Interaction, options[0])
		}
	}
	return ""
}

// boundaryOwner is the looser notion: of a choice the first option that fits, of every other kind the owner.
func boundaryOwner(s *snapshot.Snapshot, a *ik.InteractionAnswer) ik.CapabilityID {
	switch {
	case !answersActive(s, a):
		return ""
	case s.Interaction.Kind != ik.InteractionChoice:
		return s.Interaction.CapabilityID
	}
	if options := optionsWithValue(s.Interaction, a.Value); len(options) > 0 {
		return target(s.Interaction, options[0])
	}
	return ""
}

func target(i *ik.Interaction, o *ik.Option) ik.CapabilityID {
	if o.TargetCapabilityID != "" {
		return o.TargetCapabilityID
	}
	return i.CapabilityID
}

// pendingCollector is the one piece of open work that waits for exactly this answer, or nil.
func pendingCollector(s *snapshot.Snapshot, a *ik.InteractionAnswer) *ik.AgendaItem {
	owner := answerOwner(s, a)
	if owner == "" || owner != s.Interaction.CapabilityID {
		return nil
	}
	var found *ik.AgendaItem
	for i := range s.Agenda {
		if s.Agenda[i].Intention.ProposedCapability != owner {
			continue
		}
		if found != nil {
			return nil
		}
		found = &s.Agenda[i]
	}
	if found == nil || found.Status != ik.AgendaWaitingInput || found.Intention.Resolution != ik.Resolved {
		return nil
	}
	return found
}

// resolvedFor tells whether a batch has a resolved intention for a capability.
func resolvedFor(b ik.IntentionBatch, id ik.CapabilityID) bool {
	for _, in := range b.Intentions {
		if in.Resolution == ik.Resolved && in.ProposedCapability == id {
			return true
		}
	}
	return false
}
