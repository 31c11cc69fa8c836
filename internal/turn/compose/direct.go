package compose

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// protectedText is the trusted copy of the active question, as long as it did not go out.
func (c *composition) protectedText() string {
	if i := c.delivery.interaction; i != nil && !i.Delivered {
		return i.ProtectedMessage
	}
	return ""
}

// redactionTouchesCopy tells whether a model would see other copy, or another question beside copy, than the user must.
func (c *composition) redactionTouchesCopy() bool {
	d := &c.delivery
	if !sameJSON(c.brief.RequiredResponses, d.required) && len(d.required) > 0 {
		return true
	}
	return (len(d.required) > 0 || d.contextual()) && d.asks() && c.brief.Interaction.Goal != d.goal()
}

func sameJSON(a, b any) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && jsonval.Equal(x, y)
}

// repeatsRequired tells whether joining all copy would say a required result twice.
func (c *composition) repeatsRequired() bool {
	for _, r := range c.delivery.required {
		if m := c.delivery.fallback.message; strings.Index(m, r.Message) != strings.LastIndex(m, r.Message) {
			return true
		}
	}
	return false
}

// deliverProtected sends the trusted copy after everything else that may be said without a model. What has no copy is
// left for the next answer that a model words.
func (c *composition) deliverProtected() (Output, error) {
	messages := messagesOf(c.delivery.copies)
	for _, i := range c.issues() {
		messages = append(messages, i.Message)
	}
	text := canonicalText{join(append(messages, c.protectedText())), claimsOf(c.delivery.copies)}
	if len(c.authority().citations(text)) > 0 {
		return Output{}, ungrounded()
	}
	return Output{
		Response: c.response(sourceCanonical, text.message, text.claims), Delivered: true, Undelivered: c.left(text.message),
	}, nil
}

// deliverDirect sends exact copy, or nothing.
func (c *composition) deliverDirect() (Output, error) {
	text, ok := c.verifiedFallback()
	if !ok {
		return Output{}, ungrounded()
	}
	return Output{Response: c.response(sourceCanonical, text.message, text.claims), Undelivered: c.left(text.message)}, nil
}

// verifiedFallback gives the exact copy of the turn if it stands on its own.
func (c *composition) verifiedFallback() (canonicalText, bool) {
	d := &c.delivery
	switch {
	case d.fallback == nil:
		return canonicalText{}, false
	case len(d.required) > 0 && len(d.copies) < d.completed:
		return canonicalText{}, false
	case len(c.authority().check(*d.fallback)) > 0:
		return canonicalText{}, false
	case len(d.required) == 0 && d.completed == 0 && d.interaction != nil &&
		(d.fallback.message != d.goal() || len(d.fallback.claims) > 0):
		return canonicalText{}, false
	}
	return *d.fallback, true
}

// authority is what exact copy is held to: the original copy and question, and evidence in both its forms.
func (c *composition) authority() authority {
	d := &c.delivery
	a := authority{
		required: d.required, holders: messagesOf(d.copies), known: c.brief.known(),
		conversational: c.brief.Decision.Mode == modeConversational,
	}
	for _, e := range d.evidence {
		a.known[e.ID] = true
	}
	if d.asks() && (len(d.required) > 0 || d.contextual()) {
		a.goal = d.goal()
	}
	return a
}

// left is the finished work that a message of exact copy does not tell, with what earlier answers did not. Nil: none.
func (c *composition) left(message string) *ik.Undelivered {
	out := ik.Undelivered{Completed: []ik.CompletedWork{}}
	if earlier := c.Checkpoint.Undelivered; earlier != nil {
		out.Completed = append(out.Completed, earlier.Completed...)
		out.Cancelled = append(out.Cancelled, earlier.Cancelled...)
	}
	for _, s := range c.done {
		if s.silent() {
			continue
		}
		if copied := s.result.Result.Canonical; copied == nil || !strings.Contains(message, copied.Message) {
			out.Completed = append(out.Completed, c.work(s))
		}
	}
	out.Cancelled = append(out.Cancelled, c.cancelledObjectives()...)
	if len(out.Completed)+len(out.Cancelled) == 0 {
		return nil
	}
	return &out
}

func (c *composition) work(s doneStep) ik.CompletedWork {
	r := s.result.Result
	return ik.CompletedWork{
		TurnID: c.Turn, StepID: s.step.ID, CapabilityID: s.step.CapabilityID, Objective: s.step.Intention.Objective,
		Output: r.Output, Evidence: append([]ik.Evidence{}, r.Evidence...), ModelRedactions: r.Redactions, Replayed: s.replayed(),
	}
}
