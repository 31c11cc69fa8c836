package ir

import "slices"

// Agent is everything that `agent: ik.#Agent & {…}` says.
type Agent struct {
	ID           string         `json:"id"`
	Version      int            `json:"version"`
	Identity     string         `json:"identity"`
	TimeZone     string         `json:"timezone"`
	Models       []ModelAlias   `json:"models,omitempty"`
	Facts        []Fact         `json:"facts,omitempty"`
	Capabilities []Capability   `json:"capabilities,omitempty"`
	Ports        []Port         `json:"ports,omitempty"`
	Policies     []Policy       `json:"policies,omitempty"`
	Advice       []Advice       `json:"advice,omitempty"`
	Progression  *Progression   `json:"progression,omitempty"`
	Unsupported  string         `json:"unsupported,omitempty"` // responses.unsupported
	Prompts      []Prompt       `json:"prompts,omitempty"`
	Kernel       []KernelPrompt `json:"kernelPrompts,omitempty"`
	Limits       map[string]int `json:"limits,omitempty"`
	HostContext  *Type          `json:"hostContext,omitempty"`
}

// ModelAlias binds a task to a model alias.
type ModelAlias struct {
	Task  string `json:"task"`
	Alias string `json:"alias"`
}

// Fact is one versioned fact.
type Fact struct {
	Key          string `json:"key"` // "order.found@1"
	Value        Type   `json:"value"`
	Doc          string `json:"doc,omitempty"`
	Visibility   string `json:"visibility"` // full, presence, hidden
	Description  string `json:"description,omitempty"`
	InstanceKey  string `json:"instanceKey,omitempty"` // field path in the value (keyed fact)
	Provider     string `json:"provider"`              // capability, host
	Alternatives bool   `json:"alternatives,omitempty"`
}

// Capability is one thing that the agent may do.
type Capability struct {
	ID           string        `json:"id"`
	Was          string        `json:"was,omitempty"`
	Version      int           `json:"version"`
	Description  string        `json:"description"`
	Effect       string        `json:"effect"`       // none, read, write
	Confirmation string        `json:"confirmation"` // none, required, capability
	Because      string        `json:"because,omitempty"`
	Alias        string        `json:"alias,omitempty"`
	Confirm      string        `json:"confirm,omitempty"` // template text
	Input        Type          `json:"input"`
	Output       Type          `json:"output"`
	Continuation *Type         `json:"continuation,omitempty"`
	Requires     []Requirement `json:"requires,omitempty"`
	Provides     []string      `json:"provides,omitempty"`
	Invalidates  []string      `json:"invalidates,omitempty"` // every instance of each
	// InvalidatesInstances are the elements of `invalidates` that name one instance.
	InvalidatesInstances []FactInstance `json:"invalidatesInstances,omitempty"`

	EffectKey   []string       `json:"effectKey,omitempty"`
	Idempotent  bool           `json:"idempotent,omitempty"`
	Destructive bool           `json:"destructive,omitempty"`
	After       []string       `json:"after,omitempty"`
	Issues      []Issue        `json:"issues,omitempty"`
	AnyIssue    bool           `json:"anyIssue,omitempty"` // `issues` is absent: any code
	OfferedWhen *FactCondition `json:"offeredWhen,omitempty"`
	Guidance    *Guidance      `json:"guidance,omitempty"`
	References  *References    `json:"references,omitempty"`
	Automation  int            `json:"automation,omitempty"` // version, 0: none
	Ports       []string       `json:"ports,omitempty"`
}

// Requirement is one required fact, or any of several.
type Requirement struct {
	Facts       []string     `json:"facts"` // one, or several of anyOf
	AnyOf       bool         `json:"anyOf,omitempty"`
	Description string       `json:"description,omitempty"`
	Key         string       `json:"key,omitempty"`
	Resolution  string       `json:"resolution,omitempty"` // "", runtime, optional
	From        *PlannedRead `json:"from,omitempty"`
}

// FactInstance names one instance of a keyed fact by the path of its key. At is its place in the list that it is written in.
type FactInstance struct {
	Fact string `json:"fact"`
	Key  string `json:"key"`
	At   int    `json:"-"`
}

// InvalidatesPlaces are the places of Invalidates in the list that they are written in, beside those of the instances.
func (c *Capability) InvalidatesPlaces() []int {
	out := make([]int, 0, len(c.Invalidates))
	for i := 0; len(out) < len(c.Invalidates); i++ {
		if !slices.ContainsFunc(c.InvalidatesInstances, func(f FactInstance) bool { return f.At == i }) {
			out = append(out, i)
		}
	}
	return out
}

// PlannedRead is the read that the kernel plans when a required fact is missing.
type PlannedRead struct {
	Capability string    `json:"capability"`
	Input      []Binding `json:"input,omitempty"`
}

// Binding fills a field from a path.
type Binding struct {
	Field string `json:"field"`
	Path  string `json:"path"`
}

// Issue is one declared issue of a capability.
type Issue struct {
	Code        string `json:"code"`
	Description string `json:"description"`
	Retryable   bool   `json:"retryable,omitempty"`
}

// FactCondition holds when the present facts are there and the missing ones are not.
type FactCondition struct {
	Present []string `json:"present,omitempty"`
	Missing []string `json:"missing,omitempty"`
}

// Guidance tells models when a capability is meant.
type Guidance struct {
	WhenToUse    []string `json:"whenToUse,omitempty"`
	WhenNotToUse []string `json:"whenNotToUse,omitempty"`
	Examples     []string `json:"examples,omitempty"`
}

// References asks that the user picked options that were shown.
type References struct {
	Source  string `json:"source"`
	Minimum int    `json:"minimum"`
	Maximum int    `json:"maximum"`
}

// Port is something that handlers may reach: an existing Go type, or methods.
type Port struct {
	Name    string       `json:"name"`
	Go      string       `json:"go,omitempty"` // "import/path.Type"
	Methods []PortMethod `json:"methods,omitempty"`
}

// PortMethod is one generated method.
type PortMethod struct {
	Name string `json:"name"`
	In   Type   `json:"in"`
	Out  Type   `json:"out"`
}

// Policy judges proposed steps.
type Policy struct {
	ID      string   `json:"id"`
	Version int      `json:"version"`
	On      []string `json:"on,omitempty"` // in list order; empty: every capability
	Rules   []Rule   `json:"rules,omitempty"`
	Handler bool     `json:"handler,omitempty"`
}

// Rule is one declarative rule of a policy.
type Rule struct {
	Match   Match    `json:"match"`
	Unless  *Match   `json:"unless,omitempty"`
	Missing []string `json:"missingFacts,omitempty"`
	Older   []Age    `json:"olderThan,omitempty"`
	Newer   []Age    `json:"newerThan,omitempty"`
	Phase   string   `json:"phase"` // plan, result
	Verdict string   `json:"verdict"`
	Reason  string   `json:"reason"`
	Ask     string   `json:"ask,omitempty"`
}

// Age compares the RFC 3339 time at a path with now.
type Age struct {
	Path     string `json:"path"`
	Duration string `json:"duration"`
}

// Match is a constraint on a step: every leaf must hold. A step without the path of a leaf does not match.
type Match struct {
	Leaves []Leaf `json:"leaves,omitempty"`
}

// Leaf is one constraint at one place of the step: ["input", "amount"], ["output", "total"] or
// ["facts", "order.found@1", "status"]. An empty struct in the spec asks for presence alone: its Type is nil.
type Leaf struct {
	Path    []string     `json:"path"`
	Type    *Type        `json:"type,omitempty"`
	Compare []Comparison `json:"compare,omitempty"` // all must hold
}

// Advice is contextual guidance for models.
type Advice struct {
	ID              string    `json:"id"`
	Version         int       `json:"version"`
	Description     string    `json:"description"`
	Instructions    []string  `json:"instructions"`
	Examples        []Example `json:"examples,omitempty"`
	CounterExamples []Example `json:"counterExamples,omitempty"`
	When            *When     `json:"when,omitempty"`
	Match           *Match    `json:"match,omitempty"`
	Handler         bool      `json:"handler,omitempty"`
	Continue        []string  `json:"continueProgressionFor,omitempty"`
}

// Example is one example of an advice.
type Example struct {
	Input            string `json:"input"`
	ExpectedBehavior string `json:"expectedBehavior"`
}

// When is the declarative condition of an advice.
type When struct {
	ActiveCapabilities []string `json:"activeCapabilities,omitempty"`
	AnyActive          []string `json:"anyActive,omitempty"`
	PresentFacts       []string `json:"presentFacts,omitempty"`
	MissingFacts       []string `json:"missingFacts,omitempty"`
	Interaction        string   `json:"interaction,omitempty"`
	Agenda             string   `json:"agenda,omitempty"`
	ProgressionRule    string   `json:"progressionRule,omitempty"`
	ProgressionGroup   string   `json:"progressionGroup,omitempty"`
	ProgressionStatus  string   `json:"progressionStatus,omitempty"`
}

// Progression is what the agent does of its own accord.
type Progression struct {
	Objective *Objective        `json:"objective,omitempty"`
	Groups    []Group           `json:"groups,omitempty"`
	Rules     []ProgressionRule `json:"rules,omitempty"`
}

// Objective is the goal of a conversation.
type Objective struct {
	ID             string `json:"id"`
	Activation     string `json:"activation"`
	CompletionFact string `json:"completionFact"`
}

// Group is a menu of capabilities.
type Group struct {
	ID                string        `json:"id"`
	Label             string        `json:"label"`
	Prompt            string        `json:"prompt"`
	RepeatPrompt      string        `json:"repeatPrompt,omitempty"`
	ContinueLabel     string        `json:"continueLabel"`
	ContinueExamples  []string      `json:"continueExamples,omitempty"`
	RepeatAfterMember bool          `json:"repeatAfterMember"`
	Completed         string        `json:"completedMemberVisibility"`
	Members           []GroupMember `json:"members"`
}

// GroupMember is one capability of a group.
type GroupMember struct {
	Capability string   `json:"capability"`
	Label      string   `json:"label"`
	Examples   []string `json:"examples,omitempty"`
}

// ProgressionRule says when a group or capability becomes due.
type ProgressionRule struct {
	ID              string   `json:"id"`
	Version         int      `json:"version"`
	TargetGroup     string   `json:"targetGroup,omitempty"`
	TargetCap       string   `json:"targetCapability,omitempty"`
	Mode            string   `json:"mode"`
	Priority        int      `json:"priority"`
	ActivateWhen    []string `json:"activateWhen,omitempty"`
	ActivateWhenAny []string `json:"activateWhenAny,omitempty"`
}

// Prompt is one prompt of a frozen catalog.
type Prompt struct {
	ID        string   `json:"id"`
	Version   int      `json:"version"`
	Template  string   `json:"template"` // newlines normalised to \n
	Variables []string `json:"variables,omitempty"`
}

// KernelPrompt replaces a prompt of the kernel.
type KernelPrompt struct {
	ID       string `json:"id"`
	Revision string `json:"revision"`
	Template string `json:"template"`
	Replaces string `json:"replaces"`
}
