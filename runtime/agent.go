package ik

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// AgentDefinition is a whole agent with its handlers bound. Generated code builds it; kernel.Compile checks it.
type AgentDefinition struct {
	ID       AgentID
	Version  int
	Identity string
	TimeZone string // IANA name, "" is UTC
	Models   map[string]string
	Limits   Limits

	Facts        []FactDefinition
	Capabilities []CapabilityDefinition
	Policies     []PolicyDefinition
	Advice       []AdviceDefinition
	Progression  *ProgressionDefinition
	// Unsupported is the copy for what the agent cannot do, used when nothing stronger is there. Nil: none.
	Unsupported   *string
	KernelPrompts []KernelPromptOverride
	HostContext   *Schema

	Contract   string   // fingerprint of what stored threads and callers depend on
	Audit      string   // fingerprint of what models read
	Compatible []string // contracts that it can take over

	// Unbound are the names of what the host left nil, as Unbound gives them. kernel.Compile refuses an agent with any.
	Unbound []string
}

// Limits bound a turn. Nil means the next weaker source: kernel option, agent, default.
type Limits struct {
	TurnTimeoutMs      *int // default 60 000
	MaxSteps           *int // executed steps of a turn, automatic ones included; default 64
	RecentMessageLimit *int // earlier messages that models see; default 20
	MaxModelCalls      *int // default none
	MaxTokens          *int // default none
}

// FactDefinition declares a fact.
type FactDefinition struct {
	Fact         FactKey
	Description  string
	Visibility   Visibility
	KeyPath      string // field path of the instance key, "" for a fact without instances
	Host         bool   // given by the host with each turn
	Alternatives bool
	Value        Schema
}

// KeyFields is KeyPath as a list of field names, nil for a fact without instances.
func (f *FactDefinition) KeyFields() []string {
	if f.KeyPath == "" {
		return nil
	}
	return strings.Split(f.KeyPath, ".")
}

// Confirmation says who asks before a capability runs.
type Confirmation string

// The confirmations. The zero value is ConfirmationNone.
const (
	ConfirmationNone       Confirmation = "none"
	ConfirmationRequired   Confirmation = "required"   // the kernel asks
	ConfirmationCapability Confirmation = "capability" // the handler asks
)

// CapabilityDefinition declares one capability and binds its handler.
type CapabilityDefinition struct {
	ID           CapabilityID
	Alias        string
	Version      int
	Description  string
	Effect       Effect
	Confirmation Confirmation
	Because      string // why a write needs no confirmation
	Confirm      Template
	Input        Schema
	Output       Schema
	Continuation *Schema
	Requires     []Requirement
	Provides     []FactKey
	Invalidates  []FactKey // every instance of each
	// InvalidatesInstances are the instances of keyed facts that are invalidated, by the paths of their keys.
	InvalidatesInstances []InstancePath

	Filled      map[string]Path // input fields that the kernel fills; not in the model's schema
	EffectKey   []Path
	Idempotent  bool
	Destructive bool
	After       []CapabilityID
	Issues      []IssueDefinition // nil: any code
	OfferedWhen OfferedWhen
	Guidance    *Guidance
	References  *ReferenceRequirements
	Automation  int // version, 0: none

	// Invoke runs the handler. in is what Input.Decode gave.
	Invoke func(ctx context.Context, inv *Invocation, in any) (Result, error)
	// CreateInput builds the input of automatic work. ok=false: no input.
	CreateInput func(ctx context.Context, a AutomationContext) (in any, ok bool, err error)
}

// Template is a parsed text: the kernel renders it from validated input and facts.
type Template []TemplatePart

// TemplatePart is literal text, or with Path the value at it.
type TemplatePart struct {
	Text string
	Path Path
}

// Requirement is a fact, or any of several, that a capability needs.
type Requirement struct {
	Facts       []FactKey // more than one: any of them
	Description string
	Key         Path   // which instance; "*": any, the handler gets all
	Resolution  string // "", runtime, optional
	From        *PlannedRead
}

// InstancePath names one instance of a keyed fact by the path at which its key stands.
type InstancePath struct {
	Fact FactKey
	Key  Path
}

// PlannedRead is the read that the kernel plans first when the fact is missing.
type PlannedRead struct {
	Capability CapabilityID
	Input      map[string]Path
}

// IssueDefinition declares an issue code of a capability.
type IssueDefinition struct {
	Code        string
	Description string
	Retryable   bool
}

// OfferedWhen says when a capability is shown to selection.
type OfferedWhen struct{ Present, Missing []FactKey }

// Guidance tells models when a capability is meant.
type Guidance struct {
	WhenToUse    []string `json:"whenToUse"`
	WhenNotToUse []string `json:"whenNotToUse"`
	Examples     []string `json:"examples"`
}

// ReferenceRequirements ask that the user picked options that were shown.
type ReferenceRequirements struct {
	Source  string `json:"source"` // active_interaction_options
	Minimum int    `json:"minimum"`
	Maximum int    `json:"maximum"`
}

// AutomationContext is what the input of automatic work is built from.
type AutomationContext struct {
	Message Message
	Facts   FactReader
	Now     time.Time
}

// VerdictKind is what a policy says of a step.
type VerdictKind string

// The verdicts, mildest first.
const (
	VerdictAllow   VerdictKind = "allow"
	VerdictConfirm VerdictKind = "confirm"
	VerdictClarify VerdictKind = "clarify"
	VerdictDeny    VerdictKind = "deny"
)

// Verdict is a policy's judgement. Ask is the question of a clarify; Interaction replaces it where a handler needs
// options or a kind of its own.
type Verdict struct {
	Kind        VerdictKind
	Reason      string
	Ask         string
	Interaction *Interaction
}

// Allow lets the step run.
func Allow() Verdict { return Verdict{Kind: VerdictAllow} }

// Deny rejects the step. reason is shown to the user.
func Deny(reason string) Verdict { return Verdict{Kind: VerdictDeny, Reason: reason} }

// Confirm asks the user before the step runs.
func Confirm(reason string) Verdict { return Verdict{Kind: VerdictConfirm, Reason: reason} }

// Clarify asks a question whose answer changes the input.
func Clarify(reason, ask string) Verdict {
	return Verdict{Kind: VerdictClarify, Reason: reason, Ask: ask}
}

// Strictest returns the stricter of two verdicts: deny, clarify, confirm, allow. The first wins a tie.
func Strictest(a, b Verdict) Verdict {
	if rank(b.Kind) > rank(a.Kind) {
		return b
	}
	return a
}

// rank orders verdicts. An unknown kind is the strictest: it fails closed.
func rank(k VerdictKind) int {
	switch k {
	case VerdictAllow, "":
		return 0
	case VerdictConfirm:
		return 1
	case VerdictClarify:
		return 2
	case VerdictDeny:
		return 3
	default:
		return 4
	}
}

// PolicyDefinition binds a policy. Evaluate is the Go handler, Rules the declarative rules; either may be nil.
type PolicyDefinition struct {
	ID       PolicyID
	Version  int
	On       []CapabilityID // empty: all
	Evaluate func(context.Context, PolicyContext) (Verdict, error)
	Rules    func(PolicyContext) Verdict // phase plan
	Result   func(PolicyContext) Verdict // phase result
	// ReadsFacts are the facts that the declarative rules read.
	ReadsFacts []FactKey
}

// PolicyContext is what a policy judges.
type PolicyContext struct {
	Capability CapabilityID
	Input      any // what Input.Decode gave
	Output     any // phase result
	Facts      FactReader
	Intention  Intention
	Now        time.Time
	// Shown gives what a text may show at a path: the name of a private value, nothing of a fact that models do not see.
	// The kernel always sets it. Nil, in a context that a test makes: everything.
	Shown func(Path) (json.RawMessage, bool)
}

// AdviceDefinition binds contextual guidance for models. Select is nil for advice that always applies.
type AdviceDefinition struct {
	ID              PolicyID
	Version         int
	Description     string
	Instructions    []string
	Examples        []AdviceExample
	CounterExamples []AdviceExample
	Continue        []CapabilityID // continueProgressionFor; nil and empty differ
	Select          func(context.Context, AdviceContext) (Selection, error)
}

// AdviceExample shows what an instruction means.
type AdviceExample struct {
	Input            string `json:"input"`
	ExpectedBehavior string `json:"expectedBehavior"`
}

// AdviceContext is what advice is selected from. The current message is not in it.
type AdviceContext struct {
	Active      []CapabilityID
	Registered  []CapabilityID
	Facts       FactReader
	Present     []FactKey // of all confirmed facts, in code order
	Agenda      []AgendaItem
	Interaction *Interaction
	Progression *ProgressionState
	Now         time.Time
}

// Selection says whether advice applies, and by which selectors.
type Selection struct {
	Selected bool
	Matched  []string
}

// ProgressionDefinition is what the agent does of its own accord.
type ProgressionDefinition struct {
	Objective *ObjectiveDefinition
	Groups    []GroupDefinition
	Rules     []ProgressionRule
}

// ObjectiveDefinition is the goal of a conversation.
type ObjectiveDefinition struct {
	ID             string
	Activation     string // conversation_start
	CompletionFact FactKey
}

// GroupDefinition is a menu of capabilities.
type GroupDefinition struct {
	ID                        string
	Label, Prompt             string
	RepeatPrompt              string
	ContinueLabel             string
	ContinueExamples          []string
	RepeatAfterMember         bool
	CompletedMemberVisibility string // show (also ""), hide
	Members                   []GroupMember
}

// GroupMember is one capability of a group.
type GroupMember struct {
	Capability CapabilityID
	Label      string
	Examples   []string
}

// ProgressionRule says when a group or a capability becomes due.
type ProgressionRule struct {
	ID              string
	Version         int
	Target          ProgressionTarget
	Mode            string // available, offer, required
	Priority        int
	ActivateWhen    []FactKey
	ActivateWhenAny []FactKey
}

// ProgressionTarget is a group or a capability.
type ProgressionTarget struct {
	GroupID      string       `json:"groupId,omitempty"`
	CapabilityID CapabilityID `json:"capabilityId,omitempty"`
}

// KernelPromptOverride replaces a prompt of the kernel. Replaces is the hash of the default that was reviewed.
type KernelPromptOverride struct {
	ID, Revision, Template, Replaces string
}

// HostFacts is implemented by the generated HostFacts.
type HostFacts interface{ HostFacts() []HostFact }

// HostFact is a fact that the host gives with a turn.
type HostFact struct {
	Fact  FactKey
	Value any
}

// RawHostFacts are host facts as JSON, for adapters and tests.
type RawHostFacts map[FactKey]json.RawMessage

// HostFacts gives the facts in code order of their keys, each value as its JSON.
func (r RawHostFacts) HostFacts() []HostFact {
	out := make([]HostFact, 0, len(r))
	for _, k := range slices.Sorted(maps.Keys(r)) {
		out = append(out, HostFact{Fact: k, Value: r[k]})
	}
	return out
}
