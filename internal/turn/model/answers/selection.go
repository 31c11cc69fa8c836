package answers

import (
	"encoding/json"
	"strconv"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// The names of holes.
const (
	holeIDs   = "ids"
	holeCount = "count"
)

var selectionForm = func() form.Form {
	n := form.Parse(kernelwire.CapabilitySelectionSchema)
	n.At("properties", "capabilityIds").Set("items", form.Hole(holeIDs)).Set("maxItems", form.Hole(holeCount))
	return n.Form()
}()

// Selection is the answer of capability selection among the registered capabilities: an ik.CapabilitySelection. Fields
// that only the kernel sets are not in it, so they are refused.
//
// The JSON Schema does not say which modes take capabilities: models are better at a flat object than at one branch for
// each mode.
func Selection(registered []ik.CapabilityID) ik.Schema {
	return ik.Schema{
		Name: "CapabilitySelection",
		JSON: publish(selectionForm, func(b []byte, hole string) []byte {
			if hole == holeCount {
				return strconv.AppendInt(b, int64(len(registered)), 10)
			}
			return form.AppendEnum(b, registered)
		}),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.CapabilitySelection, n *narrowing) any { return selection(v, n, registered) })
		},
	}
}

func selection(v *kernelwire.CapabilitySelection, n *narrowing, registered []ik.CapabilityID) any {
	const path = "/capabilityIds"
	out := ik.CapabilitySelection{
		Mode: string(v.Mode), CapabilityIDs: capabilities(n, path, v.CapabilityIDs, registered), Rationale: string(v.Rationale),
		Evidence: quotes(v.Evidence),
	}
	if !n.sound() {
		return nil
	}
	selects := v.Mode == kernelwire.CapabilitySelectionModeSelected || v.Mode == kernelwire.CapabilitySelectionModeSelectedWithControl
	switch {
	case selects && len(out.CapabilityIDs) == 0:
		n.fail(path, wire.TooFewItems, "mode "+strconv.Quote(out.Mode)+" needs at least one capability")
	case !selects && len(out.CapabilityIDs) > 0:
		n.fail(path, wire.TooManyItems, "mode "+strconv.Quote(out.Mode)+" takes no capabilities")
	}
	return out
}

// quotes converts what messages say for an answer.
func quotes(list []kernelwire.Quote) []ik.IntentionEvidence {
	out := make([]ik.IntentionEvidence, len(list))
	for i, q := range list {
		out[i] = quote(q)
	}
	return out
}

func quote(q kernelwire.Quote) ik.IntentionEvidence {
	return ik.IntentionEvidence{Text: string(q.Text), Meaning: string(q.Meaning), MessageIndex: int(q.MessageIndex)}
}
