package answers

import (
	"encoding/json"
	"strconv"
	"strings"

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
		JSON: publish(selectionForm, room(registered), func(w *strings.Builder, hole string) {
			if hole == holeCount {
				form.Int(w, len(registered))
			} else {
				form.Enum(w, registered)
			}
		}),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.CapabilitySelection, n *narrowing) any { return selection(v, n, registered) })
		},
	}
}

// SelectionKey is a key of the schema of a selection: the same for the same capabilities.
func SelectionKey(b []byte, registered []ik.CapabilityID) []byte {
	return appendIDs(append(b, 's'), registered)
}

func appendIDs(b []byte, ids []ik.CapabilityID) []byte {
	for _, id := range ids {
		b = append(append(b, ' '), id...)
	}
	return b
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
