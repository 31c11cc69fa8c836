package interpret

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// choiceDecision is what the review of a choice's answer says.
type choiceDecision struct {
	decision  string // selected, not_selection, ambiguous
	optionID  string // of selected
	rationale string
}

// choiceSchema describes the decision over the options that the review sees.
func choiceSchema(c *project.Choice) ik.Schema {
	ids := []string{}
	for _, o := range c.Options {
		ids = append(ids, o.ID)
	}
	branches := []any{
		shape.Strict(map[string]any{
			"decision": shape.Const("selected"), "optionId": shape.Enum(ids...), "rationale": shape.NonEmpty(),
		}),
		shape.Strict(map[string]any{"decision": shape.Const("not_selection"), "rationale": shape.NonEmpty()}),
	}
	if len(ids) >= 2 {
		list := shape.ListOf(shape.Enum(ids...), 2, len(ids))
		list["uniqueItems"] = true
		branches = append(branches, shape.Strict(map[string]any{
			"decision": shape.Const("ambiguous"), "optionIds": list, "rationale": shape.NonEmpty(),
		}))
	}
	return ik.Schema{
		Name:   "ChoiceAnswerReview",
		JSON:   shape.Root(map[string]any{"oneOf": branches}),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) { return decodeChoice(raw, ids) },
	}
}

func decodeChoice(raw json.RawMessage, ids []string) (any, []ik.Issue) {
	doc, root := shape.Read(raw)
	f, ok := root.Object([]string{"decision", "rationale"}, []string{"optionId", "optionIds"})
	if !ok {
		return nil, doc.Issues()
	}
	d := choiceDecision{
		decision:  f.At("decision").OneOf("selected", "not_selection", "ambiguous"),
		rationale: f.At("rationale").Text(-1),
	}
	one, many := f.At("optionId"), f.At("optionIds")
	if f.Has("optionId") != (d.decision == "selected") {
		one.Fail("invalid_value", "an option id goes with the decision selected alone")
	}
	if f.Has("optionIds") != (d.decision == "ambiguous") {
		many.Fail("invalid_value", "option ids go with the decision ambiguous alone")
	}
	if len(doc.Issues()) > 0 {
		return nil, doc.Issues()
	}
	switch d.decision {
	case "selected":
		d.optionID = one.OneOf(ids...)
	case "ambiguous":
		distinctOptions(many, ids)
	}
	return d, doc.Issues()
}

func distinctOptions(n shape.Node, ids []string) {
	var seen []string
	for _, e := range n.List(2, len(ids)) {
		id := e.OneOf(ids...)
		if slices.Contains(seen, id) {
			e.Fail("duplicate", "this option is named twice")
		}
		seen = append(seen, id)
	}
}
