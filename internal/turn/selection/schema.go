package selection

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// schema describes what selection returns. Fields that only the kernel sets are not in it, so they are refused.
func schema(registered []ik.CapabilityID) ik.Schema {
	items := shape.ListOf(shape.Enum(registered...), 0, len(registered))
	items["uniqueItems"] = true
	if len(registered) == 0 {
		items["items"] = shape.NonEmpty()
	}
	return ik.Schema{
		Name: "CapabilitySelection",
		JSON: shape.Root(shape.Strict(map[string]any{
			"mode":          shape.Enum(modes()...),
			"capabilityIds": items,
			"rationale":     shape.NonEmpty(),
			"evidence":      shape.ListOf(shape.QuoteSchema(), 1, -1),
		})),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) { return decode(raw, registered) },
	}
}

func modes() []string {
	return []string{ModeSelected, ModeSelectedWithControl, ModeNoMatch, ModeConversational, ModeControl}
}

func decode(raw json.RawMessage, registered []ik.CapabilityID) (any, []ik.Issue) {
	doc, root := shape.Read(raw)
	f, ok := root.Object([]string{"mode", "capabilityIds", "rationale", "evidence"}, nil)
	if !ok {
		return nil, doc.Issues()
	}
	out := ik.CapabilitySelection{Mode: f.At("mode").OneOf(modes()...), CapabilityIDs: []ik.CapabilityID{}}
	list := f.At("capabilityIds")
	for _, n := range list.List(0, len(registered)) {
		id := ik.CapabilityID(n.Text(-1))
		switch {
		case id == "":
		case !slices.Contains(registered, id):
			n.Fail("unknown_capability", "%q is not a registered capability", id)
		case slices.Contains(out.CapabilityIDs, id):
			list.Fail("duplicate", "%q is listed twice", id)
		default:
			out.CapabilityIDs = append(out.CapabilityIDs, id)
		}
	}
	out.Rationale = f.At("rationale").Text(-1)
	out.Evidence = f.At("evidence").Quotes()
	if len(doc.Issues()) == 0 {
		checkMode(list, out)
	}
	return out, doc.Issues()
}

// checkMode holds mode and capabilities together.
func checkMode(list shape.Node, sel ik.CapabilitySelection) {
	switch {
	case selects(sel) && len(sel.CapabilityIDs) == 0:
		list.Fail("too_small", "mode %q needs at least one capability", sel.Mode)
	case !selects(sel) && len(sel.CapabilityIDs) > 0:
		list.Fail("too_big", "mode %q takes no capabilities", sel.Mode)
	}
}

// selects tells whether the mode names operations.
func selects(sel ik.CapabilitySelection) bool {
	return sel.Mode == ModeSelected || sel.Mode == ModeSelectedWithControl
}
