package ik

import (
	"fmt"
	"reflect"
)

// Status is the outcome of a capability call.
type Status string

// The outcomes.
const (
	StatusCompleted         Status = "completed"
	StatusNeedsInput        Status = "needs_input"
	StatusNeedsDependency   Status = "needs_dependency"
	StatusNeedsConfirmation Status = "needs_confirmation"
	StatusFailed            Status = "failed"
)

// Result is the type-erased outcome of one capability call. Generated result constructors make it; a zero Result is a
// breach of contract (INVALID_CAPABILITY_RESULT). Values are anything that encoding/json writes.
type Result struct {
	Status       Status
	Output       any
	Facts        []FactCandidate
	Evidence     []Evidence
	Artifacts    []Artifact
	Canonical    *CanonicalResponse
	Interaction  InteractionChange
	Continuation any       // what comes back at the resumption; of needs_input: the partial input
	Redactions   []string  // texts that models must not see
	Invalidates  []FactRef // of needs_input
	Issue        *CapabilityIssue
	Proposed     any // of needs_confirmation: the input that runs once confirmed

	// Of needs_dependency.
	Requirement FactRef
	Provider    CapabilityID
	ProviderIn  any
}

// FactCandidate is a fact that a result wants to publish.
type FactCandidate struct {
	Fact        FactKey
	Key         string // instance of a keyed fact, else ""
	Value       any
	EvidenceIDs []EvidenceID
	// DependsOn are facts without which this one no longer holds. Of a keyed one it is the instance that the step requires,
	// and every instance where it requires none in particular.
	DependsOn []FactKey
	// DependsOnInstances are instances of keyed facts, beside those of DependsOn.
	DependsOnInstances []FactRef
}

// CapabilityIssue says why a capability could not do its work. Message is safe to show.
type CapabilityIssue struct {
	Code      string         `json:"code"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Details   map[string]any `json:"details,omitempty"`
}

// Artifact is data for the host's surface. The kernel does not look into it.
type Artifact struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Data any    `json:"data"` // JSON
}

// CanonicalResponse is exact copy for the user, with the parts of it that are proven.
type CanonicalResponse struct {
	Message  string          `json:"message"`
	Claims   []ResponseClaim `json:"claims"`
	Required bool            `json:"required,omitempty"` // must reach the user this turn, word by word
}

// ResponseClaim is a part of a message with its proofs.
type ResponseClaim struct {
	Text        string       `json:"text"`
	EvidenceIDs []EvidenceID `json:"evidenceIds"`
	proof       []Evidence
}

// Claim marks a part of a canonical message as proven. The records join the result's evidence.
func Claim(text any, proof ...Evidence) ResponseClaim {
	c := ResponseClaim{Text: fmt.Sprint(text), proof: proof}
	for _, e := range proof {
		c.EvidenceIDs = append(c.EvidenceIDs, e.ID)
	}
	return c
}

// Canonical builds message and claims together: every %s of format is one claim.
func Canonical(format string, claims ...ResponseClaim) *CanonicalResponse {
	args := make([]any, len(claims))
	for i, c := range claims {
		args[i] = c.Text
	}
	return &CanonicalResponse{Message: fmt.Sprintf(format, args...), Claims: claims}
}

// Must makes the copy required: it reaches the user this turn, word by word and once.
func (c *CanonicalResponse) Must() *CanonicalResponse {
	c.Required = true
	return c
}

// Completed holds what every completed result may carry beside its output and facts.
type Completed struct {
	Evidence     []Evidence
	Artifacts    []Artifact
	Canonical    *CanonicalResponse
	Interaction  InteractionChange
	Continuation any
	Redactions   []string
}

// CompletedResult is called by generated code.
func CompletedResult(output any, c Completed) Result {
	r := Result{
		Status: StatusCompleted, Output: output, Evidence: append([]Evidence(nil), c.Evidence...), Artifacts: c.Artifacts,
		Canonical: c.Canonical, Interaction: c.Interaction, Continuation: c.Continuation, Redactions: c.Redactions,
	}
	if c.Canonical != nil {
		for _, claim := range c.Canonical.Claims {
			r.addEvidence(claim.proof)
		}
	}
	return r
}

// addEvidence adds the records that are not there yet: a record may prove a claim and a fact. Two different records with
// one id both stay, so that the breach of contract is seen.
func (r *Result) addEvidence(records []Evidence) {
	for _, e := range records {
		known := false
		for _, have := range r.Evidence {
			known = known || have.ID == e.ID && reflect.DeepEqual(have, e)
		}
		if !known {
			r.Evidence = append(r.Evidence, e)
		}
	}
}

// NeedsInput asks the user for something before the work can go on.
type NeedsInput struct {
	Ask         Interaction
	Partial     any // comes back as the continuation
	Invalidates []FactRef
	Redactions  []string
}

// NeedsInputResult is called by generated code.
func NeedsInputResult(v NeedsInput) Result {
	return Result{
		Status: StatusNeedsInput, Interaction: Ask(v.Ask), Continuation: v.Partial,
		Invalidates: v.Invalidates, Redactions: v.Redactions,
	}
}

// NeedsConfirmation asks the user to confirm an input that the handler worked out.
type NeedsConfirmation[In any] struct {
	Ask          Interaction // of kind confirmation
	Proposed     In          // runs once confirmed, validated again
	Continuation any
	Redactions   []string
}

// NeedsConfirmationResult is called by generated code.
func NeedsConfirmationResult[In any](v NeedsConfirmation[In]) Result {
	return Result{
		Status: StatusNeedsConfirmation, Interaction: Ask(v.Ask), Proposed: v.Proposed,
		Continuation: v.Continuation, Redactions: v.Redactions,
	}
}

// DependencyOption is what a result that asks for a fact carries beside it.
type DependencyOption struct {
	continues    bool
	continuation any
	redactions   []string
}

// Continue hands v to the capability when it runs again, as its continuation. Of several, the last one counts.
func Continue(v any) DependencyOption { return DependencyOption{continues: true, continuation: v} }

// Redact names texts that no model and no event may see, as Redactions of the other results.
func Redact(texts ...string) DependencyOption { return DependencyOption{redactions: texts} }

// FailedResult is called by generated code.
func FailedResult(i CapabilityIssue) Result { return Result{Status: StatusFailed, Issue: &i} }
