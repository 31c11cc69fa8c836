package interpret

import (
	"maps"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// schema describes what interpretation returns under a selection. The JSON Schema tells a model less than the decoder
// accepts: options by their ids, never their values.
func schema(sel ik.CapabilitySelection, active *ik.Interaction) ik.Schema {
	d := decoder{sel}
	return ik.Schema{Name: "IntentionBatch", JSON: shape.Root(batchSchema(d, active)), Decode: d.decode}
}

func batchSchema(d decoder, active *ik.Interaction) map[string]any {
	return shape.Strict(map[string]any{
		"intentions":          intentionsSchema(d),
		"contradictions":      shape.ListOf(contradictionSchema(), 0, -1),
		"answerToInteraction": map[string]any{"anyOf": []any{answerSchema(active), map[string]any{"type": "null"}}},
		"lifecycleActions":    shape.ListOf(actionSchema(), 0, d.actionLimit()),
	}, "answerToInteraction", "lifecycleActions")
}

func intentionsSchema(d decoder) map[string]any {
	limit := d.intentionLimit()
	if limit == 0 {
		return shape.ListOf(unresolvedSchema(common(), ik.Unsupported), 0, 0)
	}
	var branches []any
	common := common()
	for _, r := range d.resolutions() {
		if r == string(ik.Resolved) {
			branches = append(branches, resolvedSchema(common, d.sel))
		} else {
			branches = append(branches, unresolvedSchema(common, ik.Resolution(r)))
		}
	}
	if len(branches) == 1 {
		return shape.ListOf(branches[0], 0, limit)
	}
	return shape.ListOf(map[string]any{"oneOf": branches}, 0, limit)
}

// common are the members of every intention. There is no id among them: ids are the kernel's.
func common() map[string]any {
	return map[string]any{
		"objective": shape.NonEmpty(),
		"rationale": rationaleSchema(),
		"evidence":  shape.ListOf(shape.QuoteSchema(), 1, -1),
		"references": shape.ListOf(shape.Strict(map[string]any{
			"expression": shape.NonEmpty(), "target": shape.NonEmpty(), "evidence": shape.NonEmpty(),
		}), 0, -1),
		"input": map[string]any{},
	}
}

func rationaleSchema() map[string]any {
	return map[string]any{"type": "string", "minLength": 1, "maxLength": maxRationale}
}

func resolvedSchema(common map[string]any, sel ik.CapabilitySelection) map[string]any {
	members := maps.Clone(common)
	members["resolution"] = shape.Const(string(ik.Resolved))
	members["proposedCapability"] = shape.Enum(sel.CapabilityIDs...)
	members["alternatives"] = orNull(shape.ListOf(shape.NonEmpty(), 0, -1))
	return shape.Strict(members, "rationale", "input", "alternatives")
}

func unresolvedSchema(common map[string]any, r ik.Resolution) map[string]any {
	members := maps.Clone(common)
	members["resolution"] = shape.Const(string(r))
	members["proposedCapability"] = map[string]any{"type": "null"}
	optional := []string{"rationale", "input", "proposedCapability"}
	if r == ik.Ambiguous {
		members["alternatives"] = shape.ListOf(shape.NonEmpty(), 2, -1)
	} else {
		members["alternatives"] = orNull(shape.ListOf(shape.NonEmpty(), 0, -1))
		optional = append(optional, "alternatives")
	}
	return shape.Strict(members, optional...)
}

func orNull(schema map[string]any) map[string]any {
	out := maps.Clone(schema)
	out["type"] = []any{out["type"], "null"}
	return out
}

// answerSchema describes an answer to the open question: a choice by option id, a confirmation by yes or no.
func answerSchema(active *ik.Interaction) map[string]any {
	members := map[string]any{
		"interactionId": shape.NonEmpty(), "value": map[string]any{}, "evidence": shape.NonEmpty(), "rationale": rationaleSchema(),
	}
	if active != nil {
		members["interactionId"] = shape.Const(string(active.ID))
		switch {
		case active.Kind == ik.InteractionConfirmation:
			members["value"] = map[string]any{"type": "boolean"}
		case active.Kind == ik.InteractionChoice && len(active.Options) > 0:
			members["value"] = shape.Enum(optionIDs(active)...)
		}
	}
	return shape.Strict(members, "rationale")
}

func optionIDs(i *ik.Interaction) []string {
	out := []string{}
	for _, o := range i.Options {
		out = append(out, o.ID)
	}
	return out
}

func contradictionSchema() map[string]any {
	return shape.Strict(map[string]any{
		"description": shape.NonEmpty(), "evidence": shape.ListOf(shape.NonEmpty(), 1, -1),
	})
}

func actionSchema() map[string]any {
	return shape.Strict(map[string]any{
		"kind": shape.Enum("cancel_agenda_item", "cancel_objective"), "targetId": shape.NonEmpty(),
		"evidence": shape.QuoteSchema(),
	})
}
