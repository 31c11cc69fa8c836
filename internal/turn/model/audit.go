package model

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/project/write"
	ik "github.com/ikgen/ikgen/runtime"
)

// The members of an input that an audit repeats, by their places in inputNames.
const (
	inContext = iota
	inBrief
	inSelection
	inProposedSelection
	inProposedAnswer
	inCurrentChoice
	inProposedOption
	inIntentions
	inValidationIssues
	inIssues
	inInvalidOutput
	inRejectedResponse
	inAll
)

var inputNames = []string{
	"context", "brief", "selection", "proposedSelection", "proposedAnswer", "currentChoice", "proposedOption", "intentions",
	"validationIssues", "issues", "invalidOutput", "rejectedResponse",
}

// inputParts are members of an input, nil where they are not there or null.
type inputParts [inAll]json.RawMessage

// rejected is an earlier answer that the input shows.
func (p *inputParts) rejected() json.RawMessage {
	return first(p[inInvalidOutput], p[inRejectedResponse])
}

// context is the context among the members, else the input itself.
func (p *inputParts) context(input json.RawMessage) json.RawMessage {
	for _, c := range []json.RawMessage{p[inContext], p[inBrief]} {
		if len(c) > 0 && c[0] == '{' {
			return c
		}
	}
	return input
}

// appendAudit writes what the event of a call keeps of its request: the identity of its instructions and the parts of its input
// that explain an answer. It is made from what the model sees, so nothing that is withheld from models is in it.
func appendAudit(
	b []byte, req ik.ModelRequest, p *inputParts, told *seenContext, rejected json.RawMessage, prompt rendered,
) ([]byte, error) {
	context := told.read()
	b = append(append(append(b, '{'), prompt.told...), `,"context":`...)
	b = append(append(b, context.text...), `,"capabilities":`...)
	b, err := appendCapabilities(b, req.Capabilities)
	b = write.Written(append(b, `,"selection":`...), p[inSelection])
	b = write.Written(append(b, `,"proposedSelection":`...), p[inProposedSelection])
	b = write.Written(append(b, `,"proposedAnswer":`...), p[inProposedAnswer])
	b = write.Written(append(b, `,"currentChoice":`...), p[inCurrentChoice])
	b = write.Written(append(b, `,"proposedOption":`...), p[inProposedOption])
	b = write.Written(append(b, `,"intentions":`...), orList(p[inIntentions]))
	b = write.Written(append(b, `,"completedWork":`...), context.completed)
	b = write.Written(append(b, `,"responseGoal":`...), context.goal)
	b = write.Written(append(b, `,"validationIssues":`...), orList(first(p[inValidationIssues], p[inIssues])))
	b = write.Written(append(b, `,"rejectedProposal":`...), rejected)
	return append(b, '}'), err
}

// auditSize is how long an audit gets, about.
func auditSize(req ik.ModelRequest, prompt rendered) int {
	n := 1024 + len(prompt.told) + len(req.Input)
	for _, c := range req.Capabilities {
		n += 128 + len(c.ID) + len(c.Description) + len(c.InputSchema)
	}
	return n
}

// appendCapabilities writes capabilities as encoding/json does.
func appendCapabilities(b []byte, list []ik.CapabilityProjection) ([]byte, error) {
	b = append(b, '[')
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = write.String(append(b, `{"detail":`...), c.Detail)
		b = write.String(append(b, `,"id":`...), c.ID)
		b = write.String(append(b, `,"description":`...), c.Description)
		if len(c.InputSchema) > 0 {
			if !json.Valid(c.InputSchema) {
				return b, errSchema
			}
			b = write.Raw(append(b, `,"inputSchema":`...), c.InputSchema)
		}
		b = write.String(append(b, `,"availability":`...), c.Availability)
		b = write.Strings(append(b, `,"blockedBy":`...), c.BlockedBy)
		var err error
		if c.Guidance != nil {
			if b, err = write.Any(append(b, `,"guidance":`...), c.Guidance); err != nil {
				return b, err
			}
		}
		if c.ReferenceRequirements != nil {
			if b, err = write.Any(append(b, `,"referenceRequirements":`...), c.ReferenceRequirements); err != nil {
				return b, err
			}
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}
