package compose

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

func (c *composition) conversation() conversation {
	out := conversation{
		CurrentMessage: c.view.Text(c.Snapshot.Current.Content), RecentMessages: []message{}, AgentIdentity: c.Agent.Def.Identity,
	}
	for _, m := range c.Snapshot.Conversation.Recent {
		out.RecentMessages = append(out.RecentMessages, message{m.Role, c.view.Text(m.Content)})
	}
	return out
}

// progression shows the state at the start of the turn, without the record of what completed an occurrence.
func (c *composition) progression() any {
	p := c.Snapshot.Progression
	if p == nil {
		return nil
	}
	public := ik.ProgressionState{Objective: p.Objective, Occurrences: slices.Clone(p.Occurrences)}
	for i := range public.Occurrences {
		public.Occurrences[i].CompletionLineage = nil
	}
	return c.view.Value(public)
}

func (c *composition) decision() decision {
	d := decide(c.Input, c.Snapshot.Current.Index)
	d.Rationale = c.view.Text(d.Rationale)
	for i, e := range d.Evidence {
		d.Evidence[i].Text, d.Evidence[i].Meaning = c.view.Text(e.Text), c.view.Text(e.Meaning)
	}
	return d
}

func (c *composition) guidance() []any {
	out := []any{}
	for _, g := range c.Snapshot.Guidance {
		out = append(out, c.view.Value(g))
	}
	return out
}

// completed shows finished work: what earlier answers did not tell first, then that of this turn.
func (c *composition) completed() []completedEntry {
	out := []completedEntry{}
	if u := c.Checkpoint.Undelivered; u != nil {
		for _, w := range u.Completed {
			e := c.completedEntry(w)
			e.Earlier = true
			out = append(out, e)
		}
	}
	for _, s := range c.done {
		out = append(out, c.completedEntry(c.work(s)))
	}
	return out
}

func (c *composition) completedEntry(w ik.CompletedWork) completedEntry {
	e := completedEntry{
		StepID: w.StepID, CapabilityID: w.CapabilityID, Objective: c.view.Text(w.Objective),
		Output: c.view.Output(w.CapabilityID, w.Output), EvidenceIDs: []ik.EvidenceID{}, Replayed: w.Replayed,
	}
	for _, r := range w.Evidence {
		e.EvidenceIDs = append(e.EvidenceIDs, ik.EvidenceID(c.view.Text(string(r.ID))))
	}
	return e
}

func (c *composition) capabilities() []capabilityEntry {
	out := []capabilityEntry{}
	for _, id := range c.Agent.Sorted {
		out = append(out, capabilityEntry{id, c.Agent.Capabilities[id].Description})
	}
	return out
}

// issues are the faults of the turn, unredacted: those of steps that ran or were skipped, then the rejected steps.
func (c *composition) issues() []briefIssue {
	out := []briefIssue{}
	for _, i := range c.Issues {
		b := briefIssue{Code: i.Code, Message: i.Message, Retryable: i.Retryable}
		if len(i.Details) > 0 {
			b.Details = i.Details
		}
		out = append(out, b)
	}
	for _, s := range c.Plan.Steps {
		told := slices.ContainsFunc(c.Issues, func(i ik.TurnIssue) bool { return i.StepID == s.ID && i.Code == s.Reason.Code })
		if s.Disposition == ik.DispositionReject && !told {
			out = append(out, briefIssue{Code: s.Reason.Code, Message: s.Reason.Message})
		}
	}
	return out
}

func (c *composition) shownIssues() []briefIssue {
	out := c.issues()
	for i := range out {
		out[i].Message = c.view.Text(out[i].Message)
		if out[i].Details != nil {
			out[i].Details = c.view.Value(out[i].Details)
		}
	}
	return out
}

func (c *composition) question() *question {
	i := c.Checkpoint.Interaction
	if i == nil {
		return nil
	}
	return &question{Interaction: c.view.Interaction(i), Mode: i.Mode, ResponseMode: i.ResponseMode}
}

// copies shows copy as it may be seen. Nil stays nil.
func (c *composition) copies(list []ik.CanonicalResponse) []ik.CanonicalResponse {
	var out []ik.CanonicalResponse
	for _, r := range list {
		out = append(out, ik.CanonicalResponse{Message: c.view.Text(r.Message), Claims: c.claims(r.Claims), Required: r.Required})
	}
	return out
}

func (c *composition) claims(list []ik.ResponseClaim) []ik.ResponseClaim {
	out := []ik.ResponseClaim{}
	for _, cl := range list {
		shown := ik.ResponseClaim{Text: c.view.Text(cl.Text), EvidenceIDs: []ik.EvidenceID{}}
		for _, id := range cl.EvidenceIDs {
			shown.EvidenceIDs = append(shown.EvidenceIDs, ik.EvidenceID(c.view.Text(string(id))))
		}
		out = append(out, shown)
	}
	return out
}

func (c *composition) artifacts() []any {
	out := []any{}
	for _, a := range c.delivery.artifacts {
		out = append(out, c.view.Value(a))
	}
	return out
}

// allowedActions are the capabilities that the plan did not reject.
func (c *composition) allowedActions() []ik.CapabilityID {
	out := []ik.CapabilityID{}
	for _, s := range c.Plan.Steps {
		if s.CapabilityID != "" && s.Disposition != ik.DispositionReject && !slices.Contains(out, s.CapabilityID) {
			out = append(out, s.CapabilityID)
		}
	}
	return out
}
