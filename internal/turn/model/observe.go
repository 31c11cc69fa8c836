package model

import (
	"context"
	"encoding/json"
	"math"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// invoked tells that a call is about to be made. A repair's request has an earlier answer in it, of which an event tells
// as little as when it came.
func (c *Caller) invoked(ctx context.Context, call Call, req ik.ModelRequest, prompt rendered) {
	told := audit(req, prompt)
	if told.RejectedProposal != nil && call.Private != nil {
		shown, err := json.Marshal(c.proposal(call, told.RejectedProposal))
		if err != nil {
			shown = nil
		}
		told.RejectedProposal = shown
	}
	c.emit(ctx, "model.invoked", ik.CategoryTrace, map[string]any{
		"task": req.Task, "model": orNull(req.Model), "capabilityCount": len(req.Capabilities), "audit": told,
	})
}

// completed tells what came back, as it came.
func (c *Caller) completed(ctx context.Context, call Call, res ik.ModelResult) {
	duration := res.DurationMs
	if math.IsNaN(duration) || math.IsInf(duration, 0) {
		duration = 0
	}
	data := map[string]any{
		"task": call.Task, "provider": res.Provider, "model": res.Model, "durationMs": duration, "usage": nil,
		"proposal": c.proposal(call, res.Value),
	}
	if res.Usage != nil {
		data["usage"] = res.Usage
	}
	c.emit(ctx, "model.completed", ik.CategoryTrace, data)
}

// proposal is an answer for an event: without what the stage knows to be private, and nothing of one that is too large to
// be read.
func (c *Caller) proposal(call Call, raw json.RawMessage) any {
	if len(raw) > maxOutput {
		return nil
	}
	if call.Private == nil {
		if json.Valid(raw) {
			return raw
		}
		return tree(raw)
	}
	proposal, texts := call.Private(raw)
	if c.cfg.Emitter != nil {
		c.cfg.Emitter.Protect(texts)
	}
	return proposal
}

// failed tells that a call failed: its code, never its text.
func (c *Caller) failed(ctx context.Context, task string, err error) {
	c.emit(ctx, "model.failed", ik.CategoryAudit, map[string]any{"task": task, "code": ik.CodeOf(err)})
}

// emit appends an event to the chain of calls.
func (c *Caller) emit(ctx context.Context, kind string, category ik.Category, data any) {
	if c.cfg.Emitter == nil {
		return
	}
	id := c.cfg.Emitter.Emit(ctx, emit.Event{Type: kind, Category: category, Cause: c.Head(), Data: data})
	c.Begin(id)
}

// tree gives an answer for an event: as JSON when it is, else as the text that it is, so that it can be read.
func tree(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	v, err := redact.Decode(raw)
	if err != nil {
		return string(raw)
	}
	return v
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// Emit appends a stage's own event to the chain: it is caused by the last call, and causes the next.
func (c *Caller) Emit(ctx context.Context, kind string, category ik.Category, data any) ik.EventID {
	c.emit(ctx, kind, category, data)
	return c.Head()
}
