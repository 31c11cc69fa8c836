package plan

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/presentation"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// NormaliseInteraction checks a question that a handler made and turns its values into JSON. What only the kernel may
// set is cleared. Errors have the codes INVALID_INTERACTION_RESPONSE_MODE, INVALID_INTERACTION_REFERENCE_EXAMPLES and
// INVALID_CAPABILITY_INTERACTION; the last one is for kinds and modes that do not exist, values that are not JSON, and
// options without an id of their own: a click on them would mean nothing for certain.
func NormaliseInteraction(i ik.Interaction) (ik.Interaction, *ik.Error) {
	i.ID, i.AgendaItemID, i.Delivered, i.Consent = "", "", false, ""
	if err := presentation.Check(&i); err != nil {
		return i, err
	}
	switch i.Kind {
	case ik.InteractionInput, ik.InteractionConfirmation, ik.InteractionChoice, ik.InteractionClarification:
	default:
		return i, fault("INVALID_CAPABILITY_INTERACTION", "the kind of question %q does not exist", i.Kind)
	}
	if i.Mode != "" && i.Mode != "required" && i.Mode != "optional" {
		return i, fault("INVALID_CAPABILITY_INTERACTION", "the mode %q of a question does not exist", i.Mode)
	}
	i.RequestedFacts = nonNil(slices.Clone(i.RequestedFacts))
	i.Options = slices.Clone(i.Options)
	seen := make(map[string]bool, len(i.Options))
	for n := range i.Options {
		if err := normaliseOption(&i.Options[n], seen); err != nil {
			return i, err
		}
	}
	if i.Payload != nil {
		raw, err := json.Marshal(i.Payload)
		if err != nil {
			return i, fault("INVALID_CAPABILITY_INTERACTION", "the payload of a question is not JSON")
		}
		i.Payload = json.RawMessage(raw)
	}
	if k := payloadText(&i, "kind"); reserved.Payload(k) {
		return i, fault("RESERVED_INTERACTION_KIND", "the kind of payload %q is the kernel's own", k)
	}
	for _, o := range i.Options {
		raw, _ := jsonval.Lookup(jsonval.Raw(o.Value), "kind")
		if k, _ := jsonval.String(raw); reserved.Value(k) {
			return i, fault("RESERVED_INTERACTION_KIND", "the kind of value %q is the kernel's own", k).With("optionId", o.ID)
		}
	}
	return i, nil
}

// normaliseOption checks an option. seen are the ids of the options before it.
func normaliseOption(o *ik.Option, seen map[string]bool) *ik.Error {
	if o.ID == "" || seen[o.ID] {
		return fault("INVALID_CAPABILITY_INTERACTION", "the option id %q is empty or that of another option", o.ID).With("optionId", o.ID)
	}
	seen[o.ID] = true
	o.ReferenceExamples = slices.Clone(o.ReferenceExamples)
	raw, err := json.Marshal(o.Value)
	if err != nil {
		return fault("INVALID_CAPABILITY_INTERACTION", "the value of option %q is not JSON", o.ID).With("optionId", o.ID)
	}
	o.Value = json.RawMessage(raw)
	return nil
}

func fault(code, format string, args ...any) *ik.Error {
	return ik.NewError(ik.KindBase, code, format, args...)
}
