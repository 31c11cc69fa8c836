package progression

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// idPrefix begins the ids of menus, offers and their options.
const idPrefix = "progression:"

// The kernel's own words of an offer: a capability has no label for declining it.
const (
	offerGoal    = "Would this be welcome: "
	offerDecline = "No, thanks"
)

// value is the value of an option. Only what it is for is set.
type value struct {
	Kind         string          `json:"kind"`
	OccurrenceID string          `json:"occurrenceId"`
	CapabilityID ik.CapabilityID `json:"capabilityId,omitempty"`
}

// payload tells models what a menu is about.
type payload struct {
	Kind             string     `json:"kind"`
	OccurrenceID     string     `json:"occurrenceId"`
	GroupID          string     `json:"groupId"`
	GroupLabel       string     `json:"groupLabel"`
	MemberExamples   []examples `json:"memberExamples"`
	ContinueExamples []string   `json:"continueExamples"`
	Offer            bool       `json:"offer,omitempty"`
}

type examples struct {
	CapabilityID ik.CapabilityID `json:"capabilityId"`
	Examples     []string        `json:"examples"`
}

// showMenu asks the menu of an occurrence, in the place of an optional question.
func (r *reconciler) showMenu(o *ik.Occurrence) error {
	g := r.group(o.Target.GroupID)
	if g == nil {
		return ik.NewError(ik.KindBase, "PROGRESSION_GROUP_NOT_COMPILED", "the menu %q is not part of the agent", o.Target.GroupID).
			With("groupId", o.Target.GroupID)
	}
	q, err := menu(o, g)
	if err != nil {
		return err
	}
	move(o, shown, "")
	o.Presented = true
	r.ask(o, q)
	return nil
}

// menu makes the question. Its ids are the occurrence's, so it is the same menu for as long as the occurrence lives. The
// second wording is for the user who comes back from a member.
func menu(o *ik.Occurrence, g *ik.GroupDefinition) (*ik.Interaction, error) {
	goal := g.Prompt
	if len(o.CompletedMembers) > 0 && g.RepeatPrompt != "" {
		goal = g.RepeatPrompt
	}
	q := question(o, goal)
	p := payload{
		Kind: reserved.Group, OccurrenceID: o.ID, GroupID: g.ID, GroupLabel: g.Label, MemberExamples: []examples{},
		ContinueExamples: append([]string{}, g.ContinueExamples...),
	}
	for _, m := range g.Members {
		p.MemberExamples = append(p.MemberExamples, examples{m.Capability, append([]string{}, m.Examples...)})
		if g.CompletedMemberVisibility == "hide" && slices.Contains(o.CompletedMembers, m.Capability) {
			continue
		}
		if err := add(q, o, string(m.Capability), m.Label, value{reserved.Member, o.ID, m.Capability}); err != nil {
			return nil, err
		}
	}
	return q, finish(q, o, g.ContinueLabel, p)
}

// offer asks once whether the user wants what a rule offers, when nothing else is asked.
func (r *reconciler) offer() error {
	if r.cp.Interaction != nil {
		return nil
	}
	var best *ik.Occurrence
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		due := o.Status == string(pending) && o.Mode == ModeOffer && !o.Presented && !r.underWay(o.Target.CapabilityID)
		if due && (best == nil || moreUrgent(o, best)) {
			best = o
		}
	}
	if best == nil {
		return nil
	}
	q, err := r.offered(best)
	if err != nil || q == nil {
		return err
	}
	move(best, shown, "")
	best.Presented = true
	r.ask(best, q)
	return nil
}

// offered makes the question of an offer: its target, and a way to decline.
func (r *reconciler) offered(o *ik.Occurrence) (*ik.Interaction, error) {
	p := payload{Kind: reserved.Group, OccurrenceID: o.ID, MemberExamples: []examples{}, ContinueExamples: []string{}, Offer: true}
	if id := o.Target.CapabilityID; id != "" {
		c := r.in.Agent.Capabilities[id]
		if c == nil {
			return nil, nil
		}
		p.GroupLabel = c.Description
		p.MemberExamples = append(p.MemberExamples, examples{id, []string{}})
		q := question(o, offerGoal+c.Description)
		q.Mode = "optional"
		if err := add(q, o, string(id), c.Description, value{reserved.Member, o.ID, id}); err != nil {
			return nil, err
		}
		return q, finish(q, o, offerDecline, p)
	}
	g := r.group(o.Target.GroupID)
	if g == nil {
		return nil, nil
	}
	p.GroupID, p.GroupLabel = g.ID, g.Label
	p.ContinueExamples = append(p.ContinueExamples, g.ContinueExamples...)
	q := question(o, g.Prompt)
	q.Mode = "optional"
	if err := add(q, o, "accept", g.Label, value{Kind: reserved.Accept, OccurrenceID: o.ID}); err != nil {
		return nil, err
	}
	return q, finish(q, o, g.ContinueLabel, p)
}

func question(o *ik.Occurrence, goal string) *ik.Interaction {
	return &ik.Interaction{
		ID: ik.InteractionID(idPrefix + o.ID), Kind: ik.InteractionChoice, RequestedFacts: []ik.FactType{}, Goal: goal, Options: []ik.Option{},
	}
}

// finish adds the way out and the payload.
func finish(q *ik.Interaction, o *ik.Occurrence, label string, p payload) error {
	if err := add(q, o, "continue", label, value{Kind: reserved.Continue, OccurrenceID: o.ID}); err != nil {
		return err
	}
	raw, err := json.Marshal(p)
	q.Payload = json.RawMessage(raw)
	return err
}

func add(q *ik.Interaction, o *ik.Occurrence, id, label string, v value) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	q.Options = append(q.Options, ik.Option{
		ID: idPrefix + o.ID + ":" + id, Label: label, TargetCapabilityID: v.CapabilityID, Value: json.RawMessage(raw),
	})
	return nil
}
