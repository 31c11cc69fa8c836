package ik

import (
	"context"
	"encoding/json"
	"time"
)

// Trigger says why a step runs.
type Trigger string

// The triggers.
const (
	TriggerUser        Trigger = "user"
	TriggerProgression Trigger = "progression"
	TriggerDependency  Trigger = "dependency"
	TriggerResume      Trigger = "resume"
)

// Invocation is what the kernel hands to a type-erased capability. Its data are copies: changing them changes nothing.
type Invocation struct {
	Thread     ThreadID
	Turn       TurnID
	Step       StepID
	Capability CapabilityID
	Trigger    Trigger
	Now        time.Time // in the agent's time zone
	Intention  Intention
	Facts      FactReader

	Message      Message   // what the user wrote this turn
	Previous     []Message // the window of the checkpoint
	Summary      string
	HostContext  any
	Continuation json.RawMessage // what the last result of this work carried
	Redactions   []string
	Interaction  *Interaction // the active question, if it is this capability's or is being answered
	Answer       *InteractionAnswer
	Confirmed    InteractionID // the confirmation that the user accepted for this call, or ""

	Emit    func(ctx context.Context, name string, category Category, data any) error
	Effects EffectRunner
}

// EffectRunner runs op at most once for the effect key that the capability declares. label tells a further effect of
// the same call apart.
type EffectRunner func(ctx context.Context, label string, op func(context.Context, EffectAuthority) (json.RawMessage, error)) (json.RawMessage, EffectReceipt, error)

// Scope is embedded by every generated capability context.
type Scope struct{ inv *Invocation }

// NewScope is called by generated code.
func NewScope(inv *Invocation) Scope { return Scope{inv} }

// Thread is the conversation.
func (s *Scope) Thread() ThreadID { return s.inv.Thread }

// Turn is the turn that runs.
func (s *Scope) Turn() TurnID { return s.inv.Turn }

// Step is the step that runs.
func (s *Scope) Step() StepID { return s.inv.Step }

// Trigger says why the step runs.
func (s *Scope) Trigger() Trigger { return s.inv.Trigger }

// Now is the kernel's clock in the agent's time zone. Handlers use it in place of time.Now.
func (s *Scope) Now() time.Time { return s.inv.Now }

// Intention is what the kernel understood.
func (s *Scope) Intention() Intention { return s.inv.Intention }

// Message is what the user wrote this turn.
func (s *Scope) Message() Message { return s.inv.Message }

// Previous is the window of earlier messages.
func (s *Scope) Previous() []Message { return s.inv.Previous }

// Summary is the host's summary of the conversation, or "".
func (s *Scope) Summary() string { return s.inv.Summary }

// Interaction is the active question if it is this capability's own or is being answered, else nil.
func (s *Scope) Interaction() *Interaction { return s.inv.Interaction }

// Answer is the user's answer to this capability's question, or nil.
func (s *Scope) Answer() *InteractionAnswer { return s.inv.Answer }

// Confirmed tells whether the user accepted a confirmation for this very call: of a capability that asks itself, the call
// after NeedsConfirmation.
func (s *Scope) Confirmed() bool { return s.inv.Confirmed != "" }

// Emit publishes an event of the category trace. name is lower case, segments joined by "." or "-"; otherwise the error
// has code INVALID_CAPABILITY_EVENT_NAME.
func (s *Scope) Emit(ctx context.Context, name string, data any) error {
	return s.inv.Emit(ctx, name, CategoryTrace, data)
}

// EmitAs is Emit with a category.
func (s *Scope) EmitAs(ctx context.Context, category Category, name string, data any) error {
	return s.inv.Emit(ctx, name, category, data)
}

// FactsOf is called by generated code.
func FactsOf(s *Scope) FactReader { return s.inv.Facts }

// InvocationOf is called by generated code.
func InvocationOf(s *Scope) *Invocation { return s.inv }

// WriteScope is embedded only by contexts of capabilities with effect "write".
type WriteScope struct{ Scope }

// NewWriteScope is called by generated code.
func NewWriteScope(inv *Invocation) WriteScope { return WriteScope{Scope{inv}} }

func (w *WriteScope) writer() *Invocation { return w.inv }

// Writer is a context that may coordinate effects. It cannot be implemented outside this package.
type Writer interface{ writer() *Invocation }

// EffectOption changes one effect call.
type EffectOption struct{ label string }

// EffectLabel tells a further effect of one call from its first.
func EffectLabel(label string) EffectOption { return EffectOption{label} }

// RunEffect runs op at most once for the effect key that the capability declares, across turns and retries. When the
// effect already happened, its recorded value is returned and op is not called. An error of op that is not made by
// NotApplied leaves the effect uncertain: IsUncertain(err).
func RunEffect[T any](ctx context.Context, w Writer, op func(context.Context, EffectAuthority) (T, error), opts ...EffectOption) (T, EffectReceipt, error) {
	var zero T
	label := ""
	for _, o := range opts {
		label = o.label
	}
	raw, rec, err := w.writer().Effects(ctx, label, func(ctx context.Context, a EffectAuthority) (json.RawMessage, error) {
		v, err := op(ctx, a)
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	})
	if err != nil {
		return zero, rec, err
	}
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return zero, rec, NewError(KindDurability, "EFFECT_VALUE_UNREADABLE", "the recorded value of the effect cannot be decoded").Because(err)
	}
	return v, rec, nil
}
