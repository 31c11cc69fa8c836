package plan

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// answered is a usable answer to the active question.
type answered struct {
	given  *ik.InteractionAnswer
	asked  *ik.Interaction
	item   *ik.AgendaItem  // the open work that asked, or nil
	owner  ik.CapabilityID // who asked, or ""
	target ik.CapabilityID // who gets the answer, or "" where nobody in particular does
	// Of confirmations.
	confirms  bool
	accepts   bool
	intention ik.Intention // what was confirmed or declined, with the exact input
}

// readAnswer gives the answer of the batch, or nil where there is none that the active question can take. A
// confirmation takes true and false alone: anything else leaves it open.
func readAnswer(in Input) *answered {
	given, asked := in.Batch.Answer, in.Interaction
	if given == nil || asked == nil || given.InteractionID != asked.ID {
		return nil
	}
	a := &answered{given: given, asked: asked, item: Asker(asked, in.Agenda), owner: asked.CapabilityID}
	if a.owner == "" && a.item != nil {
		a.owner = a.item.Intention.ProposedCapability
	}
	a.target = a.owner
	if asked.Kind != ik.InteractionConfirmation {
		if o := MatchedOption(asked, given.Value); o != nil && o.TargetCapabilityID != "" {
			a.target = o.TargetCapabilityID
		}
		return a
	}
	a.confirms = true
	switch {
	case string(given.Value) == "true":
		a.accepts = true
	case string(given.Value) != "false":
		return nil
	}
	var ok bool
	if a.intention, ok = confirmed(asked, a.item); !ok {
		return nil
	}
	return a
}

// confirmed gives what a confirmation is about: the intention of its payload, or of the item that asked, with the input
// that was asked about.
func confirmed(asked *ik.Interaction, item *ik.AgendaItem) (ik.Intention, bool) {
	var payload struct {
		Intention *ik.Intention   `json:"intention"`
		Input     json.RawMessage `json:"input"`
	}
	_ = json.Unmarshal(jsonval.Raw(asked.Payload), &payload)
	intention := ik.Intention{}
	switch {
	case item != nil:
		intention = item.Intention
	case payload.Intention != nil && payload.Intention.ID != "":
		intention = *payload.Intention
	default:
		return intention, false
	}
	intention.Input = payload.Input
	return intention, true
}

func payloadText(i *ik.Interaction, key string) string {
	raw, ok := jsonval.Lookup(jsonval.Raw(i.Payload), key)
	if !ok {
		return ""
	}
	s, _ := jsonval.String(raw)
	return s
}

// Asker gives the item that asked a question, or nil. Questions that were stored without their item are matched by the
// capability or the intention that they are about, where only one item can be meant.
func Asker(asked *ik.Interaction, agenda []ik.AgendaItem) *ik.AgendaItem {
	if asked == nil {
		return nil
	}
	if asked.AgendaItemID != "" {
		return only(agenda, func(i *ik.AgendaItem) bool { return i.ID == asked.AgendaItemID })
	}
	if id := intentionOf(asked); id != "" {
		if item := only(agenda, func(i *ik.AgendaItem) bool { return i.Intention.ID == id }); item != nil {
			return item
		}
	}
	if asked.CapabilityID == "" {
		return nil
	}
	return only(agenda, func(i *ik.AgendaItem) bool { return i.Intention.ProposedCapability == asked.CapabilityID })
}

func intentionOf(asked *ik.Interaction) ik.IntentionID {
	raw, ok := jsonval.Lookup(jsonval.Raw(asked.Payload), "intention", "id")
	if !ok {
		return ""
	}
	id, _ := jsonval.String(raw)
	return ik.IntentionID(id)
}

func only(agenda []ik.AgendaItem, match func(*ik.AgendaItem) bool) *ik.AgendaItem {
	var found *ik.AgendaItem
	for i := range agenda {
		if match(&agenda[i]) {
			if found != nil {
				return nil
			}
			found = &agenda[i]
		}
	}
	return found
}

// MatchedOption gives the option that an answer picks: the only one with that value. Nil: none, or several.
func MatchedOption(asked *ik.Interaction, value json.RawMessage) *ik.Option {
	var found *ik.Option
	for i := range asked.Options {
		raw, err := json.Marshal(asked.Options[i].Value)
		if err != nil || !jsonval.Equal(raw, value) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &asked.Options[i]
	}
	return found
}

// binding keeps a choice together with its question, so that it can be delivered when its owner runs at last.
func (a *answered) binding(id ik.CapabilityID) *ik.DeferredAnswer {
	if a.asked.Kind != ik.InteractionChoice || a.target != id || IsGroup(a.asked) || MatchedOption(a.asked, a.given.Value) == nil {
		return nil
	}
	return &ik.DeferredAnswer{Interaction: *a.asked, Answer: *a.given}
}

// IsGroup tells whether a question is a menu of the progression, which makes its questions itself.
func IsGroup(i *ik.Interaction) bool { return payloadText(i, "kind") == reserved.Group }

// isWriteOrder tells whether a question asks which of several writes goes first.
func isWriteOrder(i *ik.Interaction) bool { return payloadText(i, "kind") == reserved.WriteOrder }

// byCapability tells whether the handler, and not the kernel, worded a confirmation.
func byCapability(i *ik.Interaction) bool { return payloadText(i, "askedBy") == kindCapabilityAsked }

func cancels(actions []ik.LifecycleAction, kind, id string) bool {
	return slices.ContainsFunc(actions, func(a ik.LifecycleAction) bool { return a.Kind == kind && a.TargetID == id })
}
