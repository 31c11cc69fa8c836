// Package automation makes the input of work that nobody typed: that which the agent starts of its own accord, and a
// member of a menu that was clicked.
//
// It owns the call of a capability's input builder and what its failures become. It does not know why the work starts, and
// it does not judge the input: planning validates it like any other.
package automation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// Codes of what can go wrong.
const (
	CodeFailed  = "HANDLER_FAILED"
	CodeNoInput = "CAPABILITY_AUTOMATION_REQUIRED"
)

// Source is what a builder may read: the user's message, and the confirmed facts.
type Source struct {
	Message ik.Message
	Facts   []ik.FactRecord
	Now     time.Time
}

// Input has the builder of a capability make an input. ok=false: it has none to give, or there is no builder; null is an
// input. Errors: HANDLER_FAILED with the kind "automation" and the capability's id, retryable where the builder's error
// says so; FACT_VALUE_UNREADABLE for a stored fact that it asked for; the end of the turn passes as it is.
func Input(ctx context.Context, a *agent.Agent, c *ik.CapabilityDefinition, from Source) (raw json.RawMessage, ok bool, err error) {
	if c.CreateInput == nil {
		return nil, false, nil
	}
	type made struct {
		raw json.RawMessage
		ok  bool
	}
	reader := facts.NewFullReader(a, from.Facts)
	m, err := guard.Call(ctx, func(ctx context.Context) (made, error) {
		in, ok, err := c.CreateInput(ctx, ik.AutomationContext{Message: from.Message, Facts: reader, Now: a.Now(from.Now)})
		if err != nil || !ok {
			return made{}, err
		}
		raw, err := json.Marshal(in)
		if err != nil {
			return made{}, fmt.Errorf("the input is no JSON: %w", err)
		}
		return made{fill.Without(c, raw), true}, nil
	})
	if ended := guard.Ended(ctx); err != nil && ended != nil {
		return nil, false, ended
	}
	if err := reader.Err(); err != nil {
		return nil, false, err
	}
	if err != nil {
		return nil, false, failed(c.ID, err)
	}
	return m.raw, m.ok, nil
}

// failed is what the turn tells of a builder's fault. Its own text may hold anything, so it stays behind.
func failed(id ik.CapabilityID, err error) error {
	out := ik.NewError(ik.KindBase, CodeFailed, "the input builder of the capability %q failed", id).
		With("kind", "automation").With("id", string(id)).Because(err)
	var own *ik.Error
	if errors.As(err, &own) {
		out.Retryable = own.Retryable
	}
	return out
}

// Issue is what a step that could not start for want of an input fails with. It gives nil for an error that ends the turn.
func Issue(id ik.CapabilityID, err error) *ik.CapabilityIssue {
	details := map[string]any{"kind": "automation", "id": string(id)}
	if err == nil {
		return &ik.CapabilityIssue{Code: CodeNoInput, Message: "Nothing made the input of this step.", Details: details}
	}
	e, ok := ik.AsError(err)
	if !ok || e.Code != CodeFailed {
		return nil
	}
	return &ik.CapabilityIssue{Code: CodeFailed, Message: "The input of this step could not be made.", Retryable: e.Retryable, Details: details}
}
