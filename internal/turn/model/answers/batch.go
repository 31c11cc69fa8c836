package answers

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/ikgen/ikgen/generated/kernelwire"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// The modes of a selection that narrow a batch.
const (
	modeSelectedWithControl = string(kernelwire.CapabilitySelectionModeSelectedWithControl)
	modeConversational      = string(kernelwire.CapabilitySelectionModeConversational)
	modeControl             = string(kernelwire.CapabilitySelectionModeControl)
)

// maxItems bounds the lists of a batch: the work that one message can ask for.
const maxItems = 100

// Batch is the answer of interpretation under a selection, with a question open or nil: an ik.IntentionBatch whose
// intentions have no ids yet.
//
// The decoder accepts more than the JSON Schema tells a model: an id in an intention, no capability where only one is
// selected, any id of a question and any value of an answer.
func Batch(sel ik.CapabilitySelection, active *ik.Interaction) ik.Schema {
	r := batchReader{sel}
	return ik.Schema{
		Name: "IntentionBatch", JSON: batchForm.schema(r, active),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) { return read(raw, r.batch) },
	}
}

// BatchKey is a key of the schema of a batch where no question is open: the same for the same selection.
func BatchKey(b []byte, sel ik.CapabilitySelection) []byte {
	return appendIDs(append(append(b, 'b'), sel.Mode...), sel.CapabilityIDs)
}

// batchReader narrows a batch to one selection.
type batchReader struct{ sel ik.CapabilitySelection }

// outcome says how intentions may end under a selection.
type outcome uint8

const (
	anyOutcome outcome = iota
	onlyResolved
	onlyUnresolved
)

func (r batchReader) outcomes() outcome {
	switch {
	case len(r.sel.CapabilityIDs) == 0:
		return onlyUnresolved
	case r.sel.Mode == modeConversational:
		return onlyResolved
	default:
		return anyOutcome
	}
}

// intentionLimit: without a contract, a conversational message has no intentions.
func (r batchReader) intentionLimit() int {
	if r.sel.Mode == modeConversational && len(r.sel.CapabilityIDs) == 0 {
		return 0
	}
	return maxItems
}

// actionLimit: only modes with control may cancel anything.
func (r batchReader) actionLimit() int {
	if r.sel.Mode == modeControl || r.sel.Mode == modeSelectedWithControl {
		return maxItems
	}
	return 0
}

func (r batchReader) batch(v *kernelwire.IntentionBatch, n *narrowing) any {
	b := ik.IntentionBatch{
		Intentions: make([]ik.Intention, 0, len(v.Intentions)), Contradictions: make([]ik.Contradiction, 0, len(v.Contradictions)),
	}
	n.count("/intentions", len(v.Intentions), r.intentionLimit())
	n.count("/lifecycleActions", len(v.LifecycleActions), r.actionLimit())
	for i := range v.Intentions {
		if i < r.intentionLimit() {
			b.Intentions = append(b.Intentions, r.intention(&v.Intentions[i], n, i))
		}
	}
	for _, c := range v.Contradictions {
		b.Contradictions = append(b.Contradictions, ik.Contradiction{Description: string(c.Description), Evidence: texts[string](c.Evidence)})
	}
	b.Answer = answer(v.AnswerToInteraction.Pointer())
	if v.LifecycleActions != nil {
		b.LifecycleActions = actions(v.LifecycleActions)
	}
	return b
}

func (r batchReader) intention(v *kernelwire.Intention, n *narrowing, i int) ik.Intention {
	var in ik.Intention
	switch x := v.Value().(type) {
	case kernelwire.ResolvedIntention:
		in = intention(ik.Resolved, x.Objective, x.Rationale, x.Evidence, x.References, x.Input)
		in.ProposedCapability = r.capability(x.ProposedCapability, n, i)
		in.Alternatives = texts[string](optional(x.Alternatives))
	case kernelwire.AmbiguousIntention:
		in = intention(ik.Ambiguous, x.Objective, x.Rationale, x.Evidence, x.References, x.Input)
		in.Alternatives = texts[string](x.Alternatives)
	case kernelwire.UnsupportedIntention:
		in = intention(ik.Unsupported, x.Objective, x.Rationale, x.Evidence, x.References, x.Input)
		in.Alternatives = texts[string](optional(x.Alternatives))
	default: // neither of them: noted by the decoder
		return in
	}
	may := r.outcomes()
	if may == onlyResolved && in.Resolution != ik.Resolved || may == onlyUnresolved && in.Resolution == ik.Resolved {
		n.fail(at("/intentions", i)+"/resolution", wire.NotInEnum, "must not be "+string(in.Resolution)+" under this selection")
	}
	return in
}

// capability reads the capability of a resolved intention. Where only one is selected, nobody has to say which.
func (r batchReader) capability(v ik.Nullable[kernelwire.Text], n *narrowing, i int) ik.CapabilityID {
	named := v.Pointer()
	if named == nil && len(r.sel.CapabilityIDs) == 1 {
		return r.sel.CapabilityIDs[0]
	}
	if r.outcomes() == onlyUnresolved {
		return "" // the resolution itself is refused
	}
	path := at("/intentions", i) + "/proposedCapability"
	switch {
	case v.IsNull():
		n.fail(path, wire.NullValue, "a resolved intention names its capability")
	case named == nil:
		n.fail(path, wire.MissingField, "a resolved intention names its capability")
	case *named != "" && !slices.Contains(r.sel.CapabilityIDs, ik.CapabilityID(*named)):
		n.fail(path, UnknownCapability, strconv.Quote(string(*named))+" is not among the selected capabilities")
	default:
		return ik.CapabilityID(*named)
	}
	return ""
}

func intention(
	r ik.Resolution, objective kernelwire.Text, why *kernelwire.Rationale, evidence []kernelwire.Quote,
	references []kernelwire.Reference, input ik.Nullable[any],
) ik.Intention {
	in := ik.Intention{
		Objective: string(objective), Rationale: rationale(why), Evidence: quotes(evidence),
		References: make([]ik.Reference, len(references)), Resolution: r,
	}
	for i, x := range references {
		in.References[i] = ik.Reference{Expression: string(x.Expression), Target: string(x.Target), Evidence: string(x.Evidence)}
	}
	switch given, ok := input.Get(); {
	case ok:
		in.Input = rawOf(given)
	case input.IsNull():
		in.Input = json.RawMessage("null")
	}
	return in
}

func answer(a *kernelwire.InteractionAnswer) *ik.InteractionAnswer {
	if a == nil {
		return nil
	}
	return &ik.InteractionAnswer{
		InteractionID: ik.InteractionID(a.InteractionID), Value: rawOf(a.Value), Evidence: string(a.Evidence),
		Rationale: rationale(a.Rationale),
	}
}

func actions(list []kernelwire.LifecycleAction) []ik.LifecycleAction {
	out := make([]ik.LifecycleAction, len(list))
	for i, a := range list {
		out[i] = ik.LifecycleAction{Kind: string(a.Kind), TargetID: string(a.TargetID), Evidence: quote(a.Evidence)}
	}
	return out
}

func rationale(r *kernelwire.Rationale) string {
	if r == nil {
		return ""
	}
	return string(*r)
}

func optional[T any](v ik.Nullable[[]T]) []T {
	list, _ := v.Get()
	return list
}

// texts converts texts of one type to another, nil to nil.
func texts[T, S ~string](list []S) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, s := range list {
		out[i] = T(s)
	}
	return out
}

// rawOf writes a decoded value as JSON.
func rawOf(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil // what a decoder read can be written
	}
	return raw
}
