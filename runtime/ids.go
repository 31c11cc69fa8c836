package ik

import (
	"strings"
)

// Ids of the spec. They are lower case: segments of letters and digits joined by "." or "-", the first starting with a
// letter.
type (
	AgentID      string // an agent
	CapabilityID string // a capability
	PolicyID     string // a policy or an advice
	FactType     string // the type of a fact, without its version
)

// Opaque ids. Any text that is not blank; it is kept byte for byte.
type (
	ThreadID      string // a conversation, chosen by the host
	TurnID        string // one turn of a thread, chosen by the host; the same id again is a replay
	EvidenceID    string // an evidence record of one result
	InteractionID string // a question, made by the kernel
	EffectID      string // a receipt, made by the kernel
	EventID       string // an event, made by the kernel
	TraceID       string // one turn, for correlation; made by the kernel
)

// Ids that only the kernel makes.
type (
	IntentionID  string
	StepID       string
	AgendaItemID string // "agenda:" and the id of the step that made the item
)

// NewAgentID checks an agent id. The error has code INVALID_IDENTIFIER.
func NewAgentID(s string) (AgentID, error) { return semantic[AgentID]("AgentId", s) }

// NewCapabilityID checks a capability id. The error has code INVALID_IDENTIFIER.
func NewCapabilityID(s string) (CapabilityID, error) {
	return semantic[CapabilityID]("CapabilityId", s)
}

// NewPolicyID checks the id of a policy or an advice. The error has code INVALID_IDENTIFIER.
func NewPolicyID(s string) (PolicyID, error) { return semantic[PolicyID]("PolicyId", s) }

// NewFactType checks a fact type. The error has code INVALID_IDENTIFIER.
func NewFactType(s string) (FactType, error) { return semantic[FactType]("FactType", s) }

// NewThreadID checks a thread id: it must not be blank. The error has code INVALID_IDENTIFIER.
func NewThreadID(s string) (ThreadID, error) { return opaque[ThreadID]("ThreadId", s) }

// NewTurnID checks a turn id: it must not be blank. The error has code INVALID_IDENTIFIER.
func NewTurnID(s string) (TurnID, error) { return opaque[TurnID]("TurnId", s) }

// NewEvidenceID checks an evidence id: it must not be blank. The error has code INVALID_IDENTIFIER.
func NewEvidenceID(s string) (EvidenceID, error) { return opaque[EvidenceID]("EvidenceId", s) }

// NewInteractionID checks an interaction id: it must not be blank. The error has code INVALID_IDENTIFIER.
func NewInteractionID(s string) (InteractionID, error) {
	return opaque[InteractionID]("InteractionId", s)
}

// NewEffectID checks an effect id: it must not be blank. The error has code INVALID_IDENTIFIER.
func NewEffectID(s string) (EffectID, error) { return opaque[EffectID]("EffectId", s) }

func semantic[T ~string](kind, s string) (T, error) {
	if !isSemantic(s) {
		return "", NewError(KindBase, "INVALID_IDENTIFIER", "%s %q is not a valid identifier", kind, s).
			With("kind", kind).With("value", s)
	}
	return T(s), nil
}

func opaque[T ~string](kind, s string) (T, error) {
	if IsBlank(s) {
		return "", NewError(KindBase, "INVALID_IDENTIFIER", "%s must not be blank", kind).With("kind", kind)
	}
	return T(s), nil
}

// isSemantic matches ^[a-z][a-z0-9]*([.-][a-z0-9]+)*$ without a regular expression.
func isSemantic(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	separated := false
	for i := 1; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			separated = false
		case (c == '.' || c == '-') && !separated:
			separated = true
		default:
			return false
		}
	}
	return !separated
}

// trimSet is the white space of the specification. It differs from unicode.IsSpace: U+FEFF counts, U+0085 does not.
const trimSet = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// Trim removes leading and trailing white space of the specification.
func Trim(s string) string { return strings.Trim(s, trimSet) }

// IsBlank tells whether nothing but white space is in s.
func IsBlank(s string) bool { return Trim(s) == "" }

// IDKind names the kinds of ids that the kernel asks an IDGenerator for.
type IDKind string

// The kinds of ids.
const (
	IDIntention   IDKind = "intention"
	IDStep        IDKind = "step"
	IDInteraction IDKind = "interaction"
	IDEvent       IDKind = "event"
	IDEffect      IDKind = "effect"
	IDTrace       IDKind = "trace"
)

// IDGenerator makes ids that are unique within a store. It is called from one goroutine at a time for one turn, and
// from several for several turns.
type IDGenerator interface {
	Next(kind IDKind) string
}
