package model

import (
	"context"
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	"github.com/ikgen/ikgen/internal/turn/project/write"
	ik "github.com/ikgen/ikgen/runtime"
)

// invoked tells that a call is about to be made. A repair's request has an earlier answer in it, of which an event tells
// as little as when it came.
func (c *Caller) invoked(ctx context.Context, call Call, req ik.ModelRequest, in input, prompt rendered) {
	if c.cfg.Emitter == nil {
		return
	}
	parts := in.parts()
	rejected := parts.rejected()
	if rejected != nil && call.Private != nil {
		shown, err := json.Marshal(c.proposal(call, rejected))
		if err != nil {
			shown = nil
		}
		rejected = shown
	}
	told := c.context(parts.context(req.Input))
	c.emit(ctx, "model.invoked", ik.CategoryTrace, emit.Later(func() emit.Written {
		b, err := appendInvoked(req, &parts, told, rejected, prompt)
		if err != nil {
			return nil // nothing that can be told
		}
		return b
	}))
}

// appendInvoked writes the data of model.invoked.
func appendInvoked(req ik.ModelRequest, p *inputParts, told *seenContext, rejected json.RawMessage, prompt rendered) ([]byte, error) {
	b := append(write.Buffer(auditSize(req, prompt)), `{"audit":`...)
	b, err := appendAudit(b, req, p, told, rejected, prompt)
	b = write.Int(append(b, `,"capabilityCount":`...), len(req.Capabilities))
	b = append(b, `,"model":`...)
	if req.Model == "" {
		b = append(b, "null"...)
	} else {
		b = write.String(b, req.Model)
	}
	return append(write.String(append(b, `,"task":`...), req.Task), '}'), err
}

// completed tells what came back, as it came.
func (c *Caller) completed(ctx context.Context, call Call, res ik.ModelResult) {
	if c.cfg.Emitter == nil {
		return
	}
	data, err := told(call.Task, res, c.proposal(call, res.Value))
	if err != nil {
		data = nil // nothing that can be told
	}
	c.emit(ctx, "model.completed", ik.CategoryTrace, data)
}

func told(task string, res ik.ModelResult, proposal any) (emit.Written, error) {
	duration := res.DurationMs
	if math.IsNaN(duration) || math.IsInf(duration, 0) {
		duration = 0
	}
	b := write.Float(append(write.Buffer(len(res.Value)+256), `{"durationMs":`...), duration)
	b = append(write.String(append(b, `,"model":`...), res.Model), `,"proposal":`...)
	if raw, ok := proposal.(json.RawMessage); ok {
		b = write.Raw(b, raw)
	} else {
		var err error
		if b, err = write.Any(b, proposal); err != nil {
			return nil, err
		}
	}
	b = write.String(append(b, `,"provider":`...), res.Provider)
	b = append(write.String(append(b, `,"task":`...), task), `,"usage":`...)
	if res.Usage == nil {
		return append(b, "null}"...), nil
	}
	b, err := write.Any(b, res.Usage)
	return append(b, '}'), err
}

// proposal is an answer for an event: without what the stage knows to be private, and nothing of one that is too large to
// be read.
func (c *Caller) proposal(call Call, raw json.RawMessage) any {
	if len(raw) > maxOutput {
		return nil
	}
	if call.Private == nil {
		return asJSON(raw)
	}
	proposal, texts := call.Private(raw)
	if own, ok := proposal.(json.RawMessage); ok && !utf8.Valid(own) {
		proposal = tree(own)
	}
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

// asJSON gives an answer as it was written where that is JSON in valid UTF-8, else as a tree or as text.
func asJSON(raw json.RawMessage) any {
	if utf8.Valid(raw) && json.Valid(raw) {
		return raw
	}
	return tree(raw)
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

// Emit appends a stage's own event to the chain: it is caused by the last call, and causes the next.
func (c *Caller) Emit(ctx context.Context, kind string, category ik.Category, data any) ik.EventID {
	c.emit(ctx, kind, category, data)
	return c.Head()
}
