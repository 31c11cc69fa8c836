package ik

import (
	"context"
	"time"
)

// TurnResponse is what the user gets.
type TurnResponse struct {
	Status      string          `json:"status"` // completed, failed
	Grounded    bool            `json:"grounded"`
	Source      string          `json:"source"` // model, canonical, technical_fallback
	Message     string          `json:"message"`
	Claims      []ResponseClaim `json:"claims"`
	Interaction *Interaction    `json:"interaction,omitempty"`
	Artifacts   []Artifact      `json:"artifacts"`
	TraceID     TraceID         `json:"traceId,omitempty"` // only of the technical fallback
}

// TurnResult is the outcome of a turn, as returned and as stored.
type TurnResult struct {
	Response   TurnResponse `json:"response"`
	Checkpoint Checkpoint   `json:"checkpoint"`
	ThreadID   ThreadID     `json:"threadId"`
	TurnID     TurnID       `json:"turnId"`
	TraceID    TraceID      `json:"traceId"`
	Replayed   bool         `json:"replayed"`
	Issues     []TurnIssue  `json:"issues"` // faults of steps, budgets
	Usage      TurnUsage    `json:"usage"`
}

// TurnIssue is a fault that did not end the turn.
type TurnIssue struct {
	CapabilityIssue
	StepID       StepID       `json:"stepId,omitempty"`
	CapabilityID CapabilityID `json:"capabilityId,omitempty"`
}

// TurnUsage counts what a turn cost.
type TurnUsage struct {
	ModelCalls   int `json:"modelCalls"`
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}

// Clock gives the time. The kernel reads no other.
type Clock interface{ Now() time.Time }

// StampClock is a Clock that also gives the times of events and messages, for runs whose times must be reproducible:
// each call of Stamp moves it on. A plain Clock stamps with Now.
type StampClock interface {
	Clock
	Stamp() time.Time
}

// TimeoutClock is a Clock that also ends contexts in its own time, for runs in virtual time: a turn's deadline passes
// when the clock passes it, and never otherwise.
type TimeoutClock interface {
	Clock
	// WithTimeout is context.WithTimeout in the clock's time.
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
}
