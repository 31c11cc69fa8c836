package interpret

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxRationale is the length of a rationale in code points.
const maxRationale = 1200

// maxIntentions bounds the work that one message can ask for.
const maxIntentions = 100

// decoder reads an answer under one selection.
type decoder struct{ sel ik.CapabilitySelection }

func (d decoder) decode(raw json.RawMessage) (any, []ik.Issue) {
	doc, root := shape.Read(raw)
	f, ok := root.Object([]string{"intentions", "contradictions"}, []string{"answerToInteraction", "lifecycleActions"})
	if !ok {
		return nil, doc.Issues()
	}
	b := ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}
	for _, n := range f.At("intentions").List(0, d.intentionLimit()) {
		b.Intentions = append(b.Intentions, d.intention(n))
	}
	for _, n := range f.At("contradictions").List(0, -1) {
		b.Contradictions = append(b.Contradictions, contradiction(n))
	}
	if f.Given("answerToInteraction") {
		b.Answer = answer(f.At("answerToInteraction"))
	}
	if f.Has("lifecycleActions") {
		for _, n := range f.At("lifecycleActions").List(0, d.actionLimit()) {
			b.LifecycleActions = append(b.LifecycleActions, lifecycleAction(n))
		}
	}
	return b, doc.Issues()
}

// intentionLimit: without a contract, a conversational message has no intentions.
func (d decoder) intentionLimit() int {
	if d.sel.Mode == modeConversational && len(d.sel.CapabilityIDs) == 0 {
		return 0
	}
	return maxIntentions
}

// actionLimit: only modes with control may cancel anything.
func (d decoder) actionLimit() int {
	if controls(d.sel) {
		return -1
	}
	return 0
}

func controls(sel ik.CapabilitySelection) bool {
	return sel.Mode == modeControl || sel.Mode == modeSelectedWithControl
}

// resolutions are the outcomes that an intention may have under the selection.
func (d decoder) resolutions() []string {
	switch {
	case len(d.sel.CapabilityIDs) == 0:
		return []string{string(ik.Ambiguous), string(ik.Unsupported)}
	case d.sel.Mode == modeConversational:
		return []string{string(ik.Resolved)}
	default:
		return []string{string(ik.Resolved), string(ik.Ambiguous), string(ik.Unsupported)}
	}
}

func (d decoder) intention(n shape.Node) ik.Intention {
	// Models like to number their intentions: an id is accepted and forgotten.
	f, ok := n.Object([]string{"objective", "evidence", "references", "resolution"},
		[]string{"id", "rationale", "input", "alternatives", "proposedCapability"})
	if !ok {
		return ik.Intention{}
	}
	in := ik.Intention{
		Objective: f.At("objective").Text(-1), Rationale: rationale(f), Evidence: f.At("evidence").Quotes(),
		References: []ik.Reference{}, Resolution: ik.Resolution(f.At("resolution").OneOf(d.resolutions()...)),
	}
	for _, r := range f.At("references").List(0, -1) {
		in.References = append(in.References, reference(r))
	}
	if f.Has("input") {
		in.Input = f.At("input").Raw()
	}
	if f.Given("alternatives") {
		for _, a := range f.At("alternatives").List(0, -1) {
			in.Alternatives = append(in.Alternatives, a.Text(-1))
		}
	}
	d.proposal(f, &in)
	return in
}

// proposal reads the capability, which a resolved intention has and no other, and the alternatives of an ambiguous one.
func (d decoder) proposal(f shape.Fields, in *ik.Intention) {
	at := f.At("proposedCapability")
	switch in.Resolution {
	case ik.Resolved:
		if at.IsNull() && len(d.sel.CapabilityIDs) == 1 {
			in.ProposedCapability = d.sel.CapabilityIDs[0]
			return
		}
		if !f.Has("proposedCapability") {
			at.Fail("required", "a resolved intention names its capability")
			return
		}
		id := ik.CapabilityID(at.Text(-1))
		if id != "" && !slices.Contains(d.sel.CapabilityIDs, id) {
			at.Fail("unknown_capability", "%q is not among the selected capabilities", id)
		}
		in.ProposedCapability = id
	case ik.Ambiguous, ik.Unsupported:
		if !at.IsNull() {
			at.Fail("invalid_value", "only a resolved intention proposes a capability")
		}
		if in.Resolution == ik.Ambiguous && len(in.Alternatives) < 2 {
			f.At("alternatives").Fail("too_small", "an ambiguous intention names at least 2 alternatives")
		}
	}
}

func rationale(f shape.Fields) string {
	if !f.Has("rationale") {
		return ""
	}
	return f.At("rationale").Text(maxRationale)
}

func reference(n shape.Node) ik.Reference {
	f, ok := n.Object([]string{"expression", "target", "evidence"}, nil)
	if !ok {
		return ik.Reference{}
	}
	return ik.Reference{
		Expression: f.At("expression").Text(-1), Target: f.At("target").Text(-1), Evidence: f.At("evidence").Text(-1),
	}
}

func answer(n shape.Node) *ik.InteractionAnswer {
	f, ok := n.Object([]string{"interactionId", "value", "evidence"}, []string{"rationale"})
	if !ok {
		return nil
	}
	return &ik.InteractionAnswer{
		InteractionID: ik.InteractionID(f.At("interactionId").Text(-1)), Value: f.At("value").Raw(),
		Evidence: f.At("evidence").Text(-1), Rationale: rationale(f),
	}
}

func contradiction(n shape.Node) ik.Contradiction {
	f, ok := n.Object([]string{"description", "evidence"}, nil)
	if !ok {
		return ik.Contradiction{}
	}
	c := ik.Contradiction{Description: f.At("description").Text(-1)}
	for _, e := range f.At("evidence").List(1, -1) {
		c.Evidence = append(c.Evidence, e.Text(-1))
	}
	return c
}

func lifecycleAction(n shape.Node) ik.LifecycleAction {
	f, ok := n.Object([]string{"kind", "targetId", "evidence"}, nil)
	if !ok {
		return ik.LifecycleAction{}
	}
	return ik.LifecycleAction{
		Kind: f.At("kind").OneOf("cancel_agenda_item", "cancel_objective"), TargetID: f.At("targetId").Text(-1),
		Evidence: f.At("evidence").Quote(),
	}
}
