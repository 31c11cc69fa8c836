package ik

import (
	"encoding/json"
	"slices"
	"strconv"
)

// requiredMembers are the members that every checkpoint has. One that lacks them was cut off or is no checkpoint; read as
// empty, it would lose a thread's state.
func requiredMembers() []string {
	return []string{"schemaVersion", "revision", "agentFingerprint", "auditFingerprint", "messages", "messageCount", "facts", "agenda", "effects"}
}

// MarshalJSON writes lists that are nil as empty ones: null is no list.
func (c Checkpoint) MarshalJSON() ([]byte, error) {
	type plain Checkpoint
	c.Messages, c.Facts = nonNil(c.Messages), nonNil(c.Facts)
	c.Agenda, c.Effects = nonNil(c.Agenda), nonNil(c.Effects)
	return json.Marshal(plain(c))
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// sound checks what the kernel relies on: the values of enumerations, and the members that name things. It gives the
// first place that is wrong, or "".
func (c *Checkpoint) sound() string {
	var s soundness
	s.demand(c.Revision >= 0, "/revision")
	s.demand(c.MessageCount >= 0, "/messageCount")
	for i, m := range c.Messages {
		s.demand(oneOf(m.Role, RoleUser, RoleAssistant), at("/messages", i, "/role"))
	}
	s.facts("/facts", c.Facts)
	for i := range c.Agenda {
		s.item(at("/agenda", i, ""), &c.Agenda[i])
	}
	s.question("/interaction", c.Interaction)
	for i, e := range c.Effects {
		s.demand(e.ID != "", at("/effects", i, "/id"))
		s.demand(oneOf(e.Status, EffectPrepared, EffectCompleted, EffectFailed, EffectUncertain), at("/effects", i, "/status"))
	}
	s.progression(c.Progression)
	return s.where
}

// soundness keeps the first place that is wrong.
type soundness struct{ where string }

func (s *soundness) demand(ok bool, where string) {
	if !ok && s.where == "" {
		s.where = where
	}
}

func (s *soundness) facts(where string, list []FactRecord) {
	for i, f := range list {
		s.demand(f.Type != "", at(where, i, "/type"))
		s.demand(f.Version >= 1, at(where, i, "/version"))
		s.demand(len(f.Value) > 0, at(where, i, "/value"))
		s.demand(oneOf(f.ModelVisibility, "", VisibilityFull, VisibilityPresence, VisibilityHidden), at(where, i, "/modelVisibility"))
		for n, e := range f.Evidence {
			known := oneOf(e.Source, SourceUser, SourceFact, SourceCapability, SourceExternal, SourceHost)
			s.demand(known, at(at(where, i, "/evidence"), n, "/source"))
		}
	}
}

func (s *soundness) item(where string, i *AgendaItem) {
	s.demand(i.ID != "", where+"/id")
	s.demand(oneOf(i.Status, AgendaReady, AgendaWaitingInput, AgendaWaitingFacts, AgendaWaitingConfirmation, AgendaBlocked), where+"/status")
	s.demand(i.Intention.ID != "", where+"/intention/id")
	s.demand(oneOf(i.Intention.Resolution, Resolved, Ambiguous, Unsupported), where+"/intention/resolution")
	for n, m := range i.MissingFacts {
		s.demand(m.Type != "", at(where+"/missingFacts", n, "/type"))
		for k, other := range m.AnyOf {
			s.demand(other.Type != "", at(at(where+"/missingFacts", n, "/anyOf"), k, "/type"))
		}
	}
	s.question(where+"/question", i.Question)
	if i.Suspended != nil {
		s.question(where+"/suspendedInteraction/interaction", &i.Suspended.Interaction)
	}
	if i.DeferredChoiceAnswer != nil {
		s.question(where+"/deferredChoiceAnswer/interaction", &i.DeferredChoiceAnswer.Interaction)
	}
}

func (s *soundness) question(where string, i *Interaction) {
	if i == nil {
		return
	}
	s.demand(i.ID != "", where+"/id")
	s.demand(oneOf(i.Kind, InteractionInput, InteractionConfirmation, InteractionChoice, InteractionClarification), where+"/kind")
	s.demand(oneOf(i.Mode, "", "required", "optional"), where+"/mode")
}

func (s *soundness) progression(p *ProgressionState) {
	if p == nil {
		return
	}
	if p.Objective != nil {
		s.demand(oneOf(p.Objective.Status, "active", "completed", "cancelled"), "/progression/objective/status")
	}
	for i, o := range p.Occurrences {
		s.demand(o.ID != "", at("/progression/occurrences", i, "/id"))
		s.demand(oneOf(o.Status, "pending", "active", "declined", "satisfied", "superseded"), at("/progression/occurrences", i, "/status"))
	}
}

func oneOf[T ~string](v T, among ...T) bool { return slices.Contains(among, v) }

// at is the place of a member of an element of a list.
func at(list string, i int, member string) string { return list + "/" + strconv.Itoa(i) + member }
