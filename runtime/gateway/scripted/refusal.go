package scripted

import (
	"encoding/json"
	"fmt"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// Bounds of what is told of a refusal: people need the first faults, not all of them.
const (
	maxRefusals    = 5
	maxRefusalText = 300 // runes of one fault
)

// refused is one fault of an answer. Reviews of wordings give plain sentences, everything else gives objects.
type refused struct{ Code, Path, Message string }

// UnmarshalJSON reads a sentence or an object.
func (r *refused) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &r.Message) == nil {
		return nil
	}
	var v struct {
		Code    string `json:"code"`
		Path    string `json:"path"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*r = refused(v)
	// The first sentence says what is wrong, the others tell the model how to repair it.
	r.Message, _, _ = strings.Cut(r.Message, ". ")
	return nil
}

func (r refused) String() string {
	text := r.Message
	if r.Path != "" {
		text = r.Path + ": " + text
	}
	if r.Code != "" {
		text += " [" + r.Code + "]"
	}
	runes := []rune(text)
	if len(runes) > maxRefusalText {
		return string(runes[:maxRefusalText]) + "…"
	}
	return text
}

// Refusal says why the kernel asks for a repair: the faults of the answer before, as the request names them to the
// model, in one line. It is empty for a request that asks for no repair. It tells nothing that the request does not hold.
func Refusal(req ik.ModelRequest) string {
	if !strings.HasSuffix(req.Prompt.Definition.ID, "repair") {
		return ""
	}
	var in struct {
		ValidationIssues []refused `json:"validationIssues"`
		Issues           []refused `json:"issues"`
	}
	const said = "the model's answer was refused"
	if json.Unmarshal(req.Input, &in) != nil {
		return said
	}
	faults := in.ValidationIssues
	if len(faults) == 0 {
		faults = in.Issues
	}
	if len(faults) == 0 {
		return said
	}
	var lines []string
	for _, f := range faults[:min(len(faults), maxRefusals)] {
		lines = append(lines, f.String())
	}
	if more := len(faults) - maxRefusals; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return said + ": " + strings.Join(lines, "; ")
}
