package shape

import (
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// Verdict is the answer of a review with two outcomes.
type Verdict struct {
	Supported bool
	Rationale string
}

// VerdictSchema is what such a review returns.
func VerdictSchema(name string) ik.Schema {
	return ik.Schema{
		Name: name,
		JSON: Root(Strict(map[string]any{"verdict": Enum("supported", "unsupported"), "rationale": NonEmpty()})),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			doc, root := Read(raw)
			f, ok := root.Object([]string{"verdict", "rationale"}, nil)
			if !ok {
				return nil, doc.Issues()
			}
			v := Verdict{
				Supported: f.At("verdict").OneOf("supported", "unsupported") == "supported",
				Rationale: f.At("rationale").Text(-1),
			}
			return v, doc.Issues()
		},
	}
}
