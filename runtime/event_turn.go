package ik

// TurnStarted is the data of turn.started: a turn begins.
type TurnStarted struct {
	MessageLength      int `json:"messageLength"`      // of the user's text, in code points
	CheckpointRevision int `json:"checkpointRevision"` // of the state that the turn starts from; 0 for a new thread
}

// ContextBuilt is the data of context.built: what the turn starts from, never a value.
type ContextBuilt struct {
	RecentMessages      int                `json:"recentMessages"`      // earlier messages that models see
	UserMessageCount    int                `json:"userMessageCount"`    // of the user among them, with the present one
	CurrentMessageIndex int                `json:"currentMessageIndex"` // place in the conversation, from 0
	ActiveCapabilityID  *CapabilityID      `json:"activeCapabilityId"`  // who gets the answer to the open question
	Facts               []FactKey          `json:"facts"`               // also what models do not see
	AgendaItems         int                `json:"agendaItems"`
	ActiveInteraction   *InteractionKind   `json:"activeInteraction"` // of the open question
	Selection           *TurnSelection     `json:"interactionSelection"`
	Guidance            []SelectedGuidance `json:"selectedModelGuidancePolicies"`
	Omissions           []Omission         `json:"omissions"` // what models do not see
}

// SelectedGuidance is an advice that holds in a turn, and why.
type SelectedGuidance struct {
	ID      PolicyID `json:"id"`
	Version int      `json:"version"`
	Matched []string `json:"matchedSelectors"`
}

// Omission is something that was left out of what models see.
type Omission struct {
	Path    string `json:"path"`
	Reason  string `json:"reason"`
	Omitted int    `json:"omitted"`
}

// ResponseComposed is the data of response.composed: the answer stands.
type ResponseComposed struct {
	Status   string `json:"status"` // completed, failed
	Grounded bool   `json:"grounded"`
	Source   string `json:"source"` // model, canonical, technical_fallback
	Claims   int    `json:"claims"` // how many statements cite evidence
}

// StateCommitted is the data of state.committed: the turn is stored.
type StateCommitted struct {
	Revision int `json:"revision"` // of the state that was stored
}

// TurnCompleted is the data of turn.completed: the turn is over.
type TurnCompleted struct {
	ResponseStatus string `json:"responseStatus"` // completed, failed
	Grounded       bool   `json:"grounded"`
}

// TurnFailed is the data of turn.failed: the turn ends here and nothing is stored, or, of the stage compose, it answers
// with a fixed text.
type TurnFailed struct {
	Stage   string          `json:"stage"` // runtime, compose
	Code    string          `json:"code"`
	Details *FailureDetails `json:"details"` // nil for an error without a code of its own
}

// FailureDetails is what events tell of an error: never its text, nor its cause.
type FailureDetails struct {
	Retryable bool           `json:"retryable"`
	Context   map[string]any `json:"context"`
}

// EventType is turn.started.
func (*TurnStarted) EventType() string { return "turn.started" }

// EventType is context.built.
func (*ContextBuilt) EventType() string { return "context.built" }

// EventType is response.composed.
func (*ResponseComposed) EventType() string { return "response.composed" }

// EventType is state.committed.
func (*StateCommitted) EventType() string { return "state.committed" }

// EventType is turn.completed.
func (*TurnCompleted) EventType() string { return "turn.completed" }

// EventType is turn.failed.
func (*TurnFailed) EventType() string { return "turn.failed" }
