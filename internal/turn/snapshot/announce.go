package snapshot

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/emit"
	ik "github.com/ikgen/ikgen/runtime"
)

// Announce protects the private texts of the state in every later event of the turn and emits context.built.
func (s *Snapshot) Announce(ctx context.Context, e *emit.Emitter, cause ik.EventID) ik.EventID {
	e.Protect(s.View.Texts().List())
	return e.Emit(ctx, emit.Event{Type: "context.built", Category: ik.CategoryTrace, Cause: cause, Data: s.EventData()})
}

// EventData is what context.built tells: what is there, never a value.
func (s *Snapshot) EventData() map[string]any {
	users := 1
	for _, m := range s.Conversation.Recent {
		if m.Role == ik.RoleUser {
			users++
		}
	}
	facts := []ik.FactKey{}
	for _, ref := range kinds(s.Facts) {
		facts = append(facts, ref.FactKey())
	}
	data := map[string]any{
		"recentMessages":                len(s.Conversation.Recent),
		"userMessageCount":              users,
		"currentMessageIndex":           s.Current.Index,
		"activeCapabilityId":            nil,
		"facts":                         facts,
		"agendaItems":                   len(s.Agenda),
		"activeInteraction":             nil,
		"interactionSelection":          s.View.Click(s.Selection),
		"selectedModelGuidancePolicies": s.selectedGuidance(),
		"omissions":                     s.Omissions,
	}
	if i := s.Interaction; i != nil {
		data["activeInteraction"] = i.Kind
		if i.CapabilityID != "" {
			data["activeCapabilityId"] = i.CapabilityID
		}
	}
	return data
}

func (s *Snapshot) selectedGuidance() []map[string]any {
	out := []map[string]any{}
	for _, g := range s.Guidance {
		out = append(out, map[string]any{"id": g.ID, "version": g.Version, "matchedSelectors": g.Matched})
	}
	return out
}
