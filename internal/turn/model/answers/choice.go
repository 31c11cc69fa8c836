package answers

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
)

// The decisions about an answer to a choice.
const (
	decisionSelected     = "selected"
	decisionNotSelection = "not_selection"
	decisionAmbiguous    = "ambiguous"
)

// ChoiceDecision says which option a message selects. OptionID is of decision selected, OptionIDs of ambiguous.
type ChoiceDecision struct {
	Decision  string // selected, not_selection, ambiguous
	OptionID  string
	OptionIDs []string
	Rationale string
}

// The decision among several options is only there where there are several.
var decisionForms = func() (out struct{ one, several form.Form }) {
	n := form.Parse(kernelwire.ChoiceDecisionSchema)
	n.Rename("anyOf", "oneOf")
	n.At("oneOf", "0", "properties").Set("optionId", form.Hole(holeIDs))
	n.At("oneOf", "2", "properties", "optionIds").Set("items", form.Hole(holeIDs)).Set("maxItems", form.Hole(holeCount))
	out.several = n.Form()
	n.At("oneOf").Drop(2)
	out.one = n.Form()
	return out
}()

// ChoiceAnswer is the answer of the review of an answer to a choice with these options: a ChoiceDecision.
func ChoiceAnswer(optionIDs []string) ik.Schema {
	f := decisionForms.one
	if len(optionIDs) > 1 {
		f = decisionForms.several
	}
	return ik.Schema{
		Name: "ChoiceDecision",
		JSON: publish(f, 2*room(optionIDs), func(w *strings.Builder, hole string) {
			if hole == holeCount {
				form.Int(w, len(optionIDs))
			} else {
				form.Enum(w, optionIDs)
			}
		}),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.ChoiceDecision, n *narrowing) any { return decision(v, n, optionIDs) })
		},
	}
}

func decision(v *kernelwire.ChoiceDecision, n *narrowing, ids []string) any {
	switch x := v.Value().(type) {
	case kernelwire.OptionSelected:
		option(n, "/optionId", x.OptionID, ids)
		return ChoiceDecision{Decision: decisionSelected, OptionID: x.OptionID, Rationale: string(x.Rationale)}
	case kernelwire.NoSelection:
		return ChoiceDecision{Decision: decisionNotSelection, Rationale: string(x.Rationale)}
	case kernelwire.SeveralOptions:
		n.count("/optionIds", len(x.OptionIDs), len(ids))
		for i, id := range x.OptionIDs[:min(len(x.OptionIDs), len(ids))] {
			option(n, at("/optionIds", i), id, ids)
		}
		return ChoiceDecision{Decision: decisionAmbiguous, OptionIDs: x.OptionIDs, Rationale: string(x.Rationale)}
	}
	return nil
}

// Omitted says whether a message answers the open choice although the interpretation has no answer. OptionID is "" when
// it is not supported.
type Omitted struct {
	Supported bool
	OptionID  string
	Rationale string
}

var omittedForm = func() form.Form {
	n := form.Parse(kernelwire.OmittedChoiceSchema)
	n.Rename("anyOf", "oneOf")
	n.At("oneOf", "0", "properties").Set("optionId", form.Hole(holeIDs))
	return n.Form()
}()

// OmittedChoice is the answer of the review for an omitted answer to a choice with these options: an Omitted.
func OmittedChoice(optionIDs []string) ik.Schema {
	return ik.Schema{
		Name: "OmittedChoice",
		JSON: publish(omittedForm, room(optionIDs), func(w *strings.Builder, _ string) { form.Enum(w, optionIDs) }),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.OmittedChoice, n *narrowing) any {
				switch x := v.Value().(type) {
				case kernelwire.OmittedAnswer:
					option(n, "/optionId", x.OptionID, optionIDs)
					return Omitted{Supported: true, OptionID: x.OptionID, Rationale: string(x.Rationale)}
				case kernelwire.NoOmittedAnswer:
					return Omitted{Rationale: string(x.Rationale)}
				}
				return nil
			})
		},
	}
}
