package host

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// Context checks what a host hands over for handlers. Where the agent has a schema for it, it is kept as JSON, so that
// every handler gets a typed value of its own; without a schema it is handed on as it is. Nil is nothing, whatever the
// schema. The error has the code HOST_CONTEXT_INVALID, with an *ik.SchemaError as its cause where the value does not fit.
func Context(a *agent.Agent, v any) (any, error) {
	s := a.Def.HostContext
	if v == nil || s == nil {
		return v, nil
	}
	raw, err := normal(*s, v)
	if err == nil {
		return raw, nil
	}
	failed := ik.NewError(ik.KindSchema, CodeInvalidContext, "the host context does not fit its schema")
	var schema *ik.SchemaError
	if errors.As(err, &schema) {
		failed = failed.With("issues", len(schema.Issues))
	}
	return nil, failed.Because(err)
}

// ContextFor is the context as one handler gets it: typed, and its own.
func ContextFor(a *agent.Agent, v any) any {
	raw, checked := v.(json.RawMessage)
	if s := a.Def.HostContext; s != nil && checked {
		value, issues := s.Decode(slices.Clone(raw))
		if len(issues) > 0 {
			return nil
		}
		return value
	}
	return v
}
