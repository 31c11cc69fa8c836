package ik

import (
	"context"
	"encoding/json"
	"time"
)

// Category says who an event is for.
type Category string

// The categories.
const (
	CategoryTrace       Category = "trace"
	CategoryAudit       Category = "audit"
	CategoryIntegration Category = "integration"
)

// Event is one thing that happened in a turn. Data is sanitised: attributes, visibility and the host's redactor went
// over it.
type Event struct {
	ID            EventID         `json:"id"`
	Type          string          `json:"type"`
	Version       int             `json:"version"` // always 1
	OccurredAt    time.Time       `json:"occurredAt"`
	ThreadID      ThreadID        `json:"threadId"`
	TurnID        TurnID          `json:"turnId"`
	StepID        StepID          `json:"stepId,omitempty"`
	Sequence      int             `json:"sequence"` // 1, 2, 3 … in the turn
	CorrelationID TraceID         `json:"correlationId"`
	CausationID   EventID         `json:"causationId,omitempty"` // absent on the first event only
	Category      Category        `json:"category"`
	Agent         AgentStamp      `json:"agent"`
	Data          json.RawMessage `json:"data"`
}

// AgentStamp says which agent made an event.
type AgentStamp struct {
	ID       AgentID `json:"id"`
	Version  int     `json:"version"`
	Contract string  `json:"contract"`
	Audit    string  `json:"audit"`
}

// EventSink receives events in sequence order, as they happen. Its errors never fail a turn: they go to the kernel's
// OnSinkError, and the outbox of the store still delivers.
type EventSink interface {
	Emit(context.Context, Event) error
}
