package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// decisions is an event sink that keeps the events of a turn, and passes them on.
type decisions struct {
	mu     sync.Mutex
	events []ik.Event
	more   ik.EventSink // nil for nobody
}

// Emit keeps one event.
func (d *decisions) Emit(ctx context.Context, e ik.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
	if d.more == nil {
		return nil
	}
	return d.more.Emit(ctx, e)
}

// take gives the events since the last call.
func (d *decisions) take() []ik.Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.events
	d.events = nil
	return out
}

func printTurn(w io.Writer, turn exchange, res *ik.TurnResult, events []ik.Event) error {
	var b strings.Builder
	fmt.Fprintf(&b, "── %s: %s\n", turn.id, turn.shows)
	fmt.Fprintf(&b, "user   %s\nagent  %s\n", turn.text, strings.ReplaceAll(res.Response.Message, "\n", "\n       "))
	if res.Replayed {
		b.WriteString("  · replayed: the stored answer, no model, no handler, no effect\n")
	}
	for _, e := range events {
		if line := decision(e); line != "" {
			fmt.Fprintf(&b, "  · %s\n", line)
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// details are the parts of event data that the report shows.
type details struct {
	Mode          string            `json:"mode"`
	CapabilityIDs []ik.CapabilityID `json:"capabilityIds"`
	CapabilityID  ik.CapabilityID   `json:"capabilityId"`
	Intentions    []ik.Intention    `json:"intentions"`
	Answer        json.RawMessage   `json:"interactionAnswer"`
	Steps         []ik.PlanStep     `json:"steps"`
	Status        string            `json:"status"`
	EffectID      string            `json:"effectId"`
	Key           string            `json:"idempotencyKey"`
	Published     []ik.FactRef      `json:"published"`
	Invalidated   []ik.FactRef      `json:"invalidated"`
	Source        string            `json:"source"`
	Claims        int               `json:"claims"`
	Revision      int               `json:"revision"`
}

// decision says in a line what the kernel decided, or "" for events that are not decisions.
func decision(e ik.Event) string {
	var d details
	if json.Unmarshal(e.Data, &d) != nil {
		return ""
	}
	switch e.Type {
	case "capabilities.selected":
		return fmt.Sprintf("selected     %s %v", d.Mode, d.CapabilityIDs)
	case "intention.interpreted":
		return fmt.Sprintf("interpreted  %d intention(s)%s", len(d.Intentions), answered(d.Answer))
	case "plan.created":
		return "planned      " + plan(d.Steps)
	case "capability.completed", "capability.failed", "capability.skipped":
		return fmt.Sprintf("ran          %s: %s", d.CapabilityID, d.Status)
	case "effect.recorded":
		return fmt.Sprintf("receipt      %s %s %s", d.EffectID, d.Key, d.Status)
	case "facts.reduced":
		return fmt.Sprintf("facts        %s", facts(d))
	case "response.composed":
		return fmt.Sprintf("composed     by %s, %d claim(s)", d.Source, d.Claims)
	case "state.committed":
		return fmt.Sprintf("committed    revision %d", d.Revision)
	}
	return ""
}

func answered(answer json.RawMessage) string {
	if len(answer) == 0 || string(answer) == "null" {
		return ""
	}
	return ", an answer to the open question"
}

func plan(steps []ik.PlanStep) string {
	if len(steps) == 0 {
		return "nothing to do"
	}
	parts := make([]string, len(steps))
	for i, s := range steps {
		parts[i] = fmt.Sprintf("%s: %s (%s)", s.CapabilityID, s.Disposition, s.Reason.Code)
	}
	return strings.Join(parts, ", ")
}

func facts(d details) string {
	var parts []string
	for _, f := range d.Published {
		parts = append(parts, "+"+string(f.FactKey()))
	}
	for _, f := range d.Invalidated {
		parts = append(parts, "-"+string(f.FactKey()))
	}
	if len(parts) == 0 {
		return "no change"
	}
	return strings.Join(parts, " ")
}
