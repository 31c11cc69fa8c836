package answers

import (
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
	intentions := n.At("properties", "intentions")
	items := intentions.At("items")
	answers := n.At("properties", "answerToInteraction", "anyOf")
	answer := answers.At("0")
	for _, branch := range []string{branchResolved, branchAmbiguous, branchUnsupported} {
		// That an id is forgotten is nothing for models to know.
		items.At("anyOf", branch, "properties").Take("id")
	}
	// Models always name the capability. That a decoder can fill the only one in is a kindness, not an offer.
	resolved := items.At("anyOf", branchResolved)
	resolved.At("properties").Set("proposedCapability", form.Hole(holeIDs))
	resolved.Require("proposedCapability")
	answer.At("properties").Set("interactionId", form.Hole(holeInteraction)).Set("value", form.Hole(holeValue))

	f := batchForms{resolved: resolved.Form(), none: items.At("anyOf", branchUnsupported).Form(), answer: answer.Form()}
	items.Rename("anyOf", "oneOf")
	f.three = items.Form()
	items.At("oneOf").Drop(0)
	f.unresolved = items.Form()

	intentions.Set("items", form.Hole(holeIntentions)).Set("maxItems", form.Hole(holeCount))
	answers.Replace(0, form.Hole(holeAnswer))
	n.At("properties", "lifecycleActions").Set("maxItems", form.Hole(holeActions))
	f.batch = n.Form()
	return f
}

// batchSchema is the schema of a batch under a selection.
func (f batchForms) schema(r batchReader, active *ik.Interaction) string {
	ids := func(b []byte, _ string) []byte { return form.AppendEnum(b, r.sel.CapabilityIDs) }
	return publish(f.batch, func(b []byte, hole string) []byte {
		switch hole {
		case holeIntentions:
			return f.intention(r).Append(b, ids)
		case holeCount:
			return appendInt(b, r.intentionLimit())
		case holeActions:
			return appendInt(b, r.actionLimit())
		default:
			return f.answer.Append(b, func(b []byte, hole string) []byte { return appendAnswer(b, hole, active) })
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

// appendAnswer narrows an answer to the open question: a choice to the ids of its options, a confirmation to yes or no.
func appendAnswer(b []byte, hole string, active *ik.Interaction) []byte {
	switch {
	case hole == holeInteraction && active == nil:
		return append(b, `{"type":"string","minLength":1}`...)
	case hole == holeInteraction:
		return form.AppendConst(b, string(active.ID))
	case active != nil && active.Kind == ik.InteractionConfirmation:
		return append(b, `{"type":"boolean"}`...)
	case active != nil && active.Kind == ik.InteractionChoice && len(active.Options) > 0:
		ids := make([]string, len(active.Options))
		for i, o := range active.Options {
			ids[i] = o.ID
		}
		return form.AppendEnum(b, ids)
	default:
		return append(b, "{}"...)
	}
}
