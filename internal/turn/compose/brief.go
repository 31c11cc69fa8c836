package compose

import (
	"time"

	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// brief is what the response model sees: everything in it went through the projection.
type brief struct {
	ResponseGoal      string                 `json:"responseGoal"`
	Conversation      conversation           `json:"conversation"`
	Progression       any                    `json:"progression,omitempty"` // as it was when the turn began
	Decision          decision               `json:"decision"`
	ModelGuidance     []any                  `json:"modelGuidance"`
	Completed         []completedEntry       `json:"completed"`
	Unacknowledged    []string               `json:"unacknowledgedCancellations,omitempty"`
	Capabilities      []capabilityEntry      `json:"capabilities"`
	Pending           []project.AgendaItem   `json:"pending"`
	Issues            []briefIssue           `json:"issues"`
	Interaction       *question              `json:"interaction,omitempty"`
	RequiredResponses []ik.CanonicalResponse `json:"requiredResponses,omitempty"`
	CanonicalFallback *fallbackEntry         `json:"canonicalFallback,omitempty"`
	Artifacts         []any                  `json:"artifacts"`
	AllowedActions    []ik.CapabilityID      `json:"allowedActions"`
	Facts             []project.Fact         `json:"facts"`
	Evidence          []evidenceEntry        `json:"evidence"`
	Now               string                 `json:"now"`
	TimeZone          string                 `json:"timeZone"`
}

// conversation is the window of the conversation, without indexes and times.
type conversation struct {
	CurrentMessage string    `json:"currentMessage"`
	RecentMessages []message `json:"recentMessages"`
	AgentIdentity  string    `json:"agentIdentity"`
}

type message struct {
	Role    ik.Role `json:"role"`
	Content string  `json:"content"`
}

// completedEntry is one completed result.
type completedEntry struct {
	StepID       ik.StepID       `json:"stepId"`
	CapabilityID ik.CapabilityID `json:"capabilityId"`
	Objective    string          `json:"objective"`
	Output       any             `json:"output"`
	EvidenceIDs  []ik.EvidenceID `json:"evidenceIds"`
	// Replayed tells that the effect had happened before: nothing new was done.
	Replayed bool `json:"replayed,omitempty"`
	// Earlier tells that the work is of an earlier turn, whose answer did not tell it.
	Earlier bool `json:"earlier,omitempty"`
}

type capabilityEntry struct {
	ID          ik.CapabilityID `json:"id"`
	Description string          `json:"description"`
}

// briefIssue is a fault that the user has to hear of.
type briefIssue struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	Retryable bool   `json:"retryable"`
	Details   any    `json:"details,omitempty"`
}

// question is the active question with how it may be presented.
type question struct {
	*project.Interaction
	Mode         string `json:"mode,omitempty"`
	ResponseMode string `json:"responseMode,omitempty"`
}

type fallbackEntry struct {
	Message string             `json:"message"`
	Claims  []ik.ResponseClaim `json:"claims"`
}

// evidenceEntry is a record that may be cited.
type evidenceEntry struct {
	ID      ik.EvidenceID     `json:"id"`
	Source  ik.EvidenceSource `json:"source"`
	Content string            `json:"content"`
	Data    any               `json:"data,omitempty"`
}

// known gives the ids that may be cited.
func (b *brief) known() map[ik.EvidenceID]bool {
	out := make(map[ik.EvidenceID]bool, len(b.Evidence))
	for _, e := range b.Evidence {
		out[e.ID] = true
	}
	return out
}

// newComposition gathers what the stage works with.
func newComposition(in Input) *composition {
	c := &composition{Input: in, done: completedResults(in)}
	c.view = in.Snapshot.View.With(c.privateTexts()...)
	c.delivery = newDelivery(in, c.done)
	c.brief = c.newBrief()
	return c
}

// privateTexts are the private texts of the state as it became, and of everything that ran. What was private when the
// turn began stays so: the view of the snapshot has it.
func (c *composition) privateTexts() []string {
	texts := project.Redactions(c.Agent, c.Checkpoint.Facts, c.Checkpoint.Agenda).List()
	for _, r := range c.Results {
		if r.Result == nil {
			continue
		}
		texts = append(texts, r.Result.Redactions...)
		if d := c.Agent.Capabilities[r.CapabilityID]; d != nil {
			texts = append(texts, project.Private(d.Output, r.Result.Output)...)
		}
	}
	for _, s := range c.Plan.Steps {
		texts = append(texts, s.ModelRedactions...)
		if d := c.Agent.Capabilities[s.CapabilityID]; d != nil {
			texts = append(texts, project.Private(d.Input, s.Input)...)
		}
	}
	if u := c.Checkpoint.Undelivered; u != nil {
		for _, w := range u.Completed {
			texts = append(texts, w.ModelRedactions...)
			if d := c.Agent.Capabilities[w.CapabilityID]; d != nil {
				texts = append(texts, project.Private(d.Output, w.Output)...)
			}
		}
	}
	return texts
}

func (c *composition) newBrief() *brief {
	s, v := c.Snapshot, c.view
	b := &brief{
		ResponseGoal: v.Text(c.Plan.ResponseGoal), Conversation: c.conversation(), Progression: c.progression(),
		Decision: c.decision(), ModelGuidance: c.guidance(), Completed: c.completed(), Capabilities: c.capabilities(),
		Pending: v.Agenda(c.Checkpoint.Agenda), Issues: c.shownIssues(), Interaction: c.question(),
		RequiredResponses: c.copies(c.delivery.required), Artifacts: c.artifacts(), AllowedActions: c.allowedActions(),
		Facts: v.Facts(c.Checkpoint.Facts).List, Now: s.Now.In(c.Agent.Location).Format(time.RFC3339),
		TimeZone: c.Agent.Location.String(),
	}
	if u := c.Checkpoint.Undelivered; u != nil {
		for _, o := range u.Cancelled {
			b.Unacknowledged = append(b.Unacknowledged, v.Text(o))
		}
	}
	if f := c.delivery.fallback; f != nil {
		b.CanonicalFallback = &fallbackEntry{v.Text(f.message), c.claims(f.claims)}
	}
	b.Evidence = c.evidence(b)
	return b
}
