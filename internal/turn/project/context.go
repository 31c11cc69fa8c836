package project

import (
	"encoding/json"
	"fmt"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Message is a message with its place in the conversation, counted from 0 over all messages ever.
type Message struct {
	Index int `json:"index"`
	ik.Message
}

// Conversation is the part of a conversation that models see.
type Conversation struct {
	Recent  []Message `json:"recentMessages"`
	Total   int       `json:"totalMessages"`
	Summary string    `json:"summary,omitempty"`
}

// Omission says what a projection leaves out, and why.
type Omission struct {
	Path    string `json:"path"`
	Reason  string `json:"reason"`
	Omitted int    `json:"omitted"`
}

// Guidance is one advice that applies.
type Guidance struct {
	ID              ik.PolicyID        `json:"id"`
	Version         int                `json:"version"`
	Description     string             `json:"description"`
	Instructions    []string           `json:"instructions"`
	Examples        []ik.AdviceExample `json:"examples"`
	CounterExamples []ik.AdviceExample `json:"counterExamples"`
	Continue        []ik.CapabilityID  `json:"continueProgressionForCapabilities,omitempty"`
	Matched         []string           `json:"matchedSelectors"`
}

// Policy is a host policy as models see it.
type Policy struct {
	ID      ik.PolicyID `json:"id"`
	Version int         `json:"version"`
}

// Source is the state that a context is made from, unredacted.
type Source struct {
	Conversation Conversation
	Current      Message
	Facts        []ik.FactRecord
	Agenda       []ik.AgendaItem
	Progression  *ik.ProgressionState
	Interaction  *ik.Interaction
	Selection    *ik.TurnSelection // a click that was resolved
	Guidance     []Guidance
	Policies     []Policy
	Omissions    []Omission
	Now          time.Time
}

// document fixes the order and the names of what a model sees of a turn.
type document struct {
	Conversation any            `json:"conversation"`
	Current      any            `json:"currentMessage"`
	Facts        []Fact         `json:"facts"`
	Agenda       []AgendaItem   `json:"agenda"`
	Progression  any            `json:"progression,omitempty"`
	Interaction  *Interaction   `json:"interaction,omitempty"`
	Selection    *Click         `json:"interactionSelection,omitempty"`
	Decisions    []any          `json:"decisions"`
	Agent        map[string]any `json:"agent"`
	Policies     []Policy       `json:"policies"`
	Guidance     []Guidance     `json:"selectedModelGuidancePolicies"`
	Omissions    []Omission     `json:"omissions"`
	Now          string         `json:"now"`
	TimeZone     string         `json:"timeZone"`
}

// Context is everything that a model sees of a turn: the same document for every task. Capabilities are not in it; they
// travel beside the input.
func (v *View) Context(s Source) (json.RawMessage, error) {
	facts := v.Facts(s.Facts)
	return json.Marshal(document{
		Conversation: v.conversation(s.Conversation),
		Current:      v.message(s.Current),
		Facts:        facts.List,
		Agenda:       v.Agenda(s.Agenda),
		Progression:  v.progression(s.Progression),
		Interaction:  v.Interaction(s.Interaction),
		Selection:    v.Click(s.Selection),
		Decisions:    []any{},
		Agent:        v.agentDocument(),
		Policies:     append([]Policy{}, s.Policies...),
		Guidance:     v.guidance(s.Guidance),
		Omissions:    append(append([]Omission{}, s.Omissions...), omitted(facts)...),
		Now:          s.Now.In(v.agent.Location).Format(time.RFC3339),
		TimeZone:     v.agent.Location.String(),
	})
}

func (v *View) agentDocument() map[string]any {
	policy := v.agent.Def.Models
	if policy == nil {
		policy = map[string]string{}
	}
	return map[string]any{
		"id": v.agent.Def.ID, "version": v.agent.Def.Version, "identity": v.agent.Def.Identity, "modelPolicy": policy,
	}
}

// guidance projects advice: its texts are the agent's own, but a selector's words may quote facts.
func (v *View) guidance(list []Guidance) []Guidance {
	out := make([]Guidance, 0, len(list))
	for _, g := range list {
		matched := make([]string, 0, len(g.Matched))
		for _, m := range g.Matched {
			matched = append(matched, v.Text(m))
		}
		g.Matched = matched
		out = append(out, g)
	}
	return out
}

// omitted tells a model that facts or their values are withheld, without saying which.
func omitted(f Facts) []Omission {
	var out []Omission
	if f.Hidden > 0 {
		out = append(out, Omission{"facts", "These facts are private.", f.Hidden})
	}
	if f.Presence > 0 {
		out = append(out, Omission{"facts.value", "Only the presence of these facts is shown.", f.Presence})
	}
	for _, o := range f.Older {
		reason := fmt.Sprintf("Only the newest %d instances of %s are shown; older ones are known too.", InstanceWindow, o.Fact)
		out = append(out, Omission{"facts", reason, o.Count})
	}
	return out
}

// progression projects what the agent does of its own accord, without the record of what completed an occurrence.
func (v *View) progression(p *ik.ProgressionState) any {
	if p == nil {
		return nil
	}
	public := ik.ProgressionState{Objective: p.Objective, Occurrences: []ik.Occurrence{}}
	for _, o := range p.Occurrences {
		o.CompletionLineage = nil
		public.Occurrences = append(public.Occurrences, o)
	}
	return v.Value(public)
}

// Click is a click as models and events see it: never the value or the label behind it.
type Click struct {
	InteractionID ik.InteractionID `json:"interactionId"`
	OptionID      *string          `json:"optionId,omitempty"`
	Action        string           `json:"action,omitempty"`
}

// Click projects a click, nil for none. The option wins over the action.
func (v *View) Click(s *ik.TurnSelection) *Click {
	switch {
	case s == nil:
		return nil
	case s.OptionID != nil:
		option := v.Text(*s.OptionID)
		return &Click{InteractionID: s.InteractionID, OptionID: &option}
	default:
		return &Click{InteractionID: s.InteractionID, Action: v.Text(s.Action)}
	}
}
