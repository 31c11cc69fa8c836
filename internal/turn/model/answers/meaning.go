package answers

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// The meanings of a message in front of a choice.
const (
	meaningOption    = "unique_option"
	meaningOperation = "operation_request"
	meaningUnrelated = "ambiguous_or_unrelated"
)

// ChoiceMeaning says what a message means in front of an open choice. OptionID, Label and Position are of unique_option,
// OperationIDs of operation_request.
type ChoiceMeaning struct {
	Meaning      string // unique_option, operation_request, ambiguous_or_unrelated
	OptionID     string
	Label        string
	Position     int // from 1
	OperationIDs []ik.CapabilityID
	Rationale    string
}

const (
	holeBranches = "branches"
	holePosition = "position"
	holeLabel    = "label"
	holeOption   = "option"
)

// meaningForms: the schema of a meaning, and its branches. There is one branch for each option.
var meaningForms = func() (out struct{ root, option, unrelated, operation form.Form }) {
	n := form.Parse(kernelwire.ChoiceMeaningSchema)
	option, operation := n.At("anyOf", "0"), n.At("anyOf", "2")
	option.At("properties").Set("position", form.Hole(holePosition)).Set("label", form.Hole(holeLabel)).
		Set("optionId", form.Hole(holeOption))
	operation.At("properties", "operationCapabilityIds").Set("items", form.Hole(holeIDs)).Set("maxItems", form.Hole(holeCount))
	out.option, out.unrelated, out.operation = option.Form(), n.At("anyOf", "1").Form(), operation.Form()
	n.Rename("anyOf", "oneOf")
	n.Set("oneOf", form.Hole(holeBranches))
	out.root = n.Form()
	return out
}()

// ChoiceSelection is the answer of the review of a selection in front of a choice, as the model was shown it: a
// ChoiceMeaning. Position, label and id of an option only go together.
func ChoiceSelection(c *project.Choice, registered []ik.CapabilityID) ik.Schema {
	return ik.Schema{
		Name: "ChoiceMeaning",
		JSON: publish(meaningForms.root, 4096, func(w *strings.Builder, _ string) { writeBranches(w, c, registered) }),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.ChoiceMeaning, n *narrowing) any { return meaning(v, n, c, registered) })
		},
	}
}

func writeBranches(w *strings.Builder, c *project.Choice, registered []ik.CapabilityID) {
	w.WriteByte('[')
	for _, o := range c.Options {
		meaningForms.option.Write(w, func(w *strings.Builder, hole string) {
			switch hole {
			case holePosition:
				w.WriteString(`{"type":"integer","const":`)
				form.Int(w, o.Position)
				w.WriteByte('}')
			case holeLabel:
				form.Const(w, o.Label)
			default:
				form.Const(w, o.ID)
			}
		})
		w.WriteByte(',')
	}
	meaningForms.unrelated.Write(w, nil)
	if len(registered) > 0 {
		w.WriteByte(',')
		meaningForms.operation.Write(w, func(w *strings.Builder, hole string) {
			if hole == holeCount {
				form.Int(w, len(registered))
			} else {
				form.Enum(w, registered)
			}
		})
	}
	w.WriteByte(']')
}

func meaning(v *kernelwire.ChoiceMeaning, n *narrowing, c *project.Choice, registered []ik.CapabilityID) any {
	switch x := v.Value().(type) {
	case kernelwire.UniqueOption:
		m := ChoiceMeaning{
			Meaning: meaningOption, OptionID: x.OptionID, Label: x.Label, Position: int(x.Position), Rationale: string(x.Rationale),
		}
		if n.sound() && !slices.ContainsFunc(c.Options, func(o project.Option) bool {
			return o.Position == m.Position && o.Label == m.Label && o.ID == m.OptionID
		}) {
			n.fail("/optionId", wire.NotInEnum, "no option has this position, label and id")
		}
		return m
	case kernelwire.UnrelatedMessage:
		return ChoiceMeaning{Meaning: meaningUnrelated, Rationale: string(x.Rationale)}
	case kernelwire.OperationRequest:
		return ChoiceMeaning{
			Meaning:      meaningOperation,
			OperationIDs: capabilities(n, "/operationCapabilityIds", x.OperationCapabilityIDs, registered),
			Rationale:    string(x.Rationale),
		}
	}
	return nil
}
