package ik

import (
	"context"
	"encoding/json"
)

// ModelGateway calls a model. It honours ctx, does not outlive it with retries, and maps faults of the provider to
// Errors of KindGateway. An error ends the turn, which can be run again; only while an answer is worded do the codes
// MODEL_EMPTY_RESPONSE, MODEL_JSON_INVALID and MODEL_OUTPUT_INVALID open the repair. A text that is not JSON is best
// returned as it came: the kernel then has the model repair it at every stage.
type ModelGateway interface {
	Invoke(context.Context, ModelRequest) (ModelResult, error)
}

// ModelRequest is one call: everything that the model may see is in it.
type ModelRequest struct {
	Task         string                 `json:"task"`
	Model        string                 `json:"model,omitempty"` // alias of the spec
	System       string                 `json:"system"`          // rendered prompt
	Prompt       PromptReference        `json:"prompt"`
	Input        json.RawMessage        `json:"input"`
	OutputSchema json.RawMessage        `json:"outputSchema"` // JSON Schema, draft 2020-12
	Capabilities []CapabilityProjection `json:"capabilities"`
}

// CapabilityProjection is what a model sees of a capability. A summary has no schema, guidance or reference
// requirements.
type CapabilityProjection struct {
	Detail                string                 `json:"detail"` // summary, contract
	ID                    CapabilityID           `json:"id"`
	Description           string                 `json:"description"`
	InputSchema           json.RawMessage        `json:"inputSchema,omitempty"`
	Availability          string                 `json:"availability"` // ready, blocked
	BlockedBy             []string               `json:"blockedBy"`
	Guidance              *Guidance              `json:"guidance,omitempty"`
	ReferenceRequirements *ReferenceRequirements `json:"referenceRequirements,omitempty"`
}

// ModelResult is what a model returned. The kernel validates Value again.
type ModelResult struct {
	Value      json.RawMessage `json:"value"`
	Provider   string          `json:"provider"`
	Model      string          `json:"model"`
	DurationMs float64         `json:"durationMs"`
	Usage      *ModelUsage     `json:"usage,omitempty"`
}

// ModelUsage counts tokens.
type ModelUsage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}
