package answers

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
)

// The places of the alternatives of an intention in its schema.
const (
	branchResolved    = "0"
	branchAmbiguous   = "1"
	branchUnsupported = "2"
)

// batchForms are the schema of a batch, its holes, and what stands in them.
type batchForms struct {
	batch form.Form // holes: intentions, answer, actions
	// The elements of intentions, by what a selection allows.
	three, unresolved, resolved, none form.Form // hole: ids
	answer                            form.Form // holes: interaction, value
}

const (
	holeIntentions  = "intentions"
	holeAnswer      = "answer"
	holeActions     = "actions"
	holeInteraction = "interaction"
	holeValue       = "value"
)

var batchForm = newBatchForms()

func newBatchForms() batchForms {
	n := form.Parse(kernelwire.IntentionBatchSchema)
	intentions, answers := n.At("properties", "intentions"), n.At("properties", "answerToInteraction", "anyOf")
	answer := answers.At("0")
	answer.At("properties").Set("interactionId", form.Hole(holeInteraction)).Set("value", form.Hole(holeValue))
	f := batchForms{
		resolved: branches(branchResolved).At("oneOf", "0").Form(), none: branches(branchUnsupported).At("oneOf", "0").Form(),
		three:      branches(branchResolved, branchAmbiguous, branchUnsupported).Form(),
		unresolved: branches(branchAmbiguous, branchUnsupported).Form(), answer: answer.Form(),
	}
	intentions.Set("items", form.Hole(holeIntentions)).Set("maxItems", form.Hole(holeCount))
	answers.Replace(0, form.Hole(holeAnswer))
	n.At("properties", "lifecycleActions").Set("maxItems", form.Hole(holeActions))
	f.batch = n.Form()
	return f
}

// branches is the schema of an intention with some of its alternatives. The first describes what they have in common.
func branches(places ...string) *form.Node {
	n := form.Parse(kernelwire.IntentionBatchSchema).At("properties", "intentions", "items")
	all := n.At("anyOf")
	var list []*form.Node
	for i, place := range places {
		b := all.At(place)
		properties := b.At("properties")
		properties.Take("id") // that an id is forgotten is nothing for models to know
		if place == branchResolved {
			// Models always name the capability. That a decoder can fill the only one in is a kindness, not an offer.
			properties.Set("proposedCapability", form.Hole(holeIDs))
			b.Require("proposedCapability")
		}
		if i > 0 {
			b.BareMembers("alternatives")
		}
		list = append(list, b)
	}
	n.Rename("anyOf", "oneOf")
	return n.Set("oneOf", form.List(list...))
}

// schema is the schema of a batch under a selection.
func (f batchForms) schema(r batchReader, active *ik.Interaction) string {
	intention := f.intention(r)
	size := intention.Size() + f.answer.Size() + room(r.sel.CapabilityIDs) + 256
	return publish(f.batch, size, func(w *strings.Builder, hole string) {
		switch hole {
		case holeIntentions:
			intention.Write(w, func(w *strings.Builder, _ string) { form.Enum(w, r.sel.CapabilityIDs) })
		case holeCount:
			form.Int(w, r.intentionLimit())
		case holeActions:
			form.Int(w, r.actionLimit())
		default:
			f.answer.Write(w, func(w *strings.Builder, hole string) { writeAnswer(w, hole, active) })
		}
	})
}

func (f batchForms) intention(r batchReader) form.Form {
	switch may := r.outcomes(); {
	case r.intentionLimit() == 0:
		return f.none
	case may == onlyResolved:
		return f.resolved
	case may == onlyUnresolved:
		return f.unresolved
	default:
		return f.three
	}
}

// writeAnswer narrows an answer to the open question: a choice to the ids of its options, a confirmation to yes or no.
func writeAnswer(w *strings.Builder, hole string, active *ik.Interaction) {
	switch {
	case hole == holeInteraction && active == nil:
		w.WriteString(`{"type":"string","minLength":1}`)
	case hole == holeInteraction:
		form.Const(w, active.ID)
	case active != nil && active.Kind == ik.InteractionConfirmation:
		w.WriteString(`{"type":"boolean"}`)
	case active != nil && active.Kind == ik.InteractionChoice && len(active.Options) > 0:
		ids := make([]string, 0, len(active.Options))
		for _, o := range active.Options {
			if !slices.Contains(ids, o.ID) { // an enum has each value once
				ids = append(ids, o.ID)
			}
		}
		form.Enum(w, ids)
	default:
		w.WriteString("{}")
	}
}
