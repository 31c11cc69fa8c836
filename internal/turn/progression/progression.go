// Package progression decides what an agent does of its own accord: which rules are due, what becomes of their
// occurrences, which menu is shown, which offer is made, and which capability starts next.
//
// It owns the states of occurrences and of the objective, as written tables, the identities that they are known by, the
// record of what completed them, and questions that had to give way. Everything here is a pure function of checkpoint,
// definition and results. It starts nothing, calls no handler, and knows neither models, events nor stores: planning and
// running what it chose is the kernel's loop.
package progression

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is the state after the latest plan of a turn was carried out and reduced.
type Input struct {
	Agent *agent.Agent
	// Before is the state that the latest plan started from; Loaded that of the whole turn, nil for no cleaning up.
	Before, Loaded *ik.Checkpoint
	// Checkpoint is the state as it was reduced. It is not changed.
	Checkpoint *ik.Checkpoint
	// Plan and Results are the latest ones alone.
	Plan    *ik.TurnPlan
	Results []ik.StepResult
	// Published and Invalidated are those of the whole turn so far.
	Published, Invalidated []ik.FactRecord
	// Tried are the occurrences that were started in this turn: each is started once a turn.
	Tried map[string]bool
	// Defer tells that other work comes first: nothing is started or shown.
	Defer bool
	// Idle tells that nothing is started in this turn any more. What is shown to the user is shown all the same.
	Idle bool
}

// Output is the state after reconciliation, and what it wants.
type Output struct {
	Checkpoint *ik.Checkpoint
	// Activate is the capability to start, nil for none.
	Activate *Activation
	// Requested is the question that reconciliation asked, nil for none: a menu, an offer, or one that comes back.
	Requested *Request
}

// Activation is a capability to start for an occurrence.
type Activation struct {
	OccurrenceID string
	Capability   ik.CapabilityID
}

// Request is a question that progression asked.
type Request struct {
	OccurrenceID  string
	InteractionID ik.InteractionID
	Kind          ik.InteractionKind
}

// Modes of a rule.
const (
	ModeRequired = "required"
	ModeOffer    = "offer"
)

// Kinds of an action that an answer to a menu means.
const (
	ActionContinue = "continue"
	ActionMember   = "member"
	ActionAccept   = "accept"
)

type reconciler struct {
	in       Input
	def      *ik.ProgressionDefinition
	cp       *ik.Checkpoint
	previous *ik.ProgressionState // as it was before this reconciliation
	state    *ik.ProgressionState
	facts    []ik.FactRecord
	known    *publications            // identities of the current facts
	unmarked map[ik.AgendaItemID]bool // items whose question may not come back by its mark any more
	out      *Output
}

// Reconcile moves the progression after a plan. An agent without progression is left alone. The error is a fact value that
// is no JSON.
func Reconcile(in Input) (*Output, error) {
	def := in.Agent.Def.Progression
	if def == nil {
		return &Output{Checkpoint: in.Checkpoint}, nil
	}
	r := &reconciler{in: in, def: def, cp: copyOf(in.Checkpoint), unmarked: map[ik.AgendaItemID]bool{}}
	r.facts = in.Checkpoint.Facts
	r.out = &Output{Checkpoint: r.cp}
	r.known = identify(r.facts)
	r.previous = in.Checkpoint.Progression
	if r.previous == nil {
		r.previous = &ik.ProgressionState{}
	}
	r.state = cloneState(r.previous)
	r.cp.Progression = r.state
	r.forget()
	if err := r.activate(); err != nil {
		return nil, err
	}
	r.settle()
	r.act()
	r.release()
	if err := r.lineage(); err != nil {
		return nil, err
	}
	r.objective()
	if err := r.choose(); err != nil {
		return nil, err
	}
	return r.out, r.known.err
}

// copyOf is a checkpoint whose agenda can be changed.
func copyOf(cp *ik.Checkpoint) *ik.Checkpoint {
	next := *cp
	next.Agenda = slices.Clone(cp.Agenda)
	return &next
}

func cloneState(p *ik.ProgressionState) *ik.ProgressionState {
	out := &ik.ProgressionState{Objective: p.Objective, Occurrences: make([]ik.Occurrence, 0, len(p.Occurrences))}
	for _, o := range p.Occurrences {
		o.CompletedMembers = append([]ik.CapabilityID{}, o.CompletedMembers...)
		o.ActivationFacts = append([]ik.ActivationFact{}, o.ActivationFacts...)
		out.Occurrences = append(out.Occurrences, o)
	}
	return out
}

// objective follows from the facts: completed while its fact is there, else as it was.
func (r *reconciler) objective() {
	def := r.def.Objective
	if def == nil {
		return
	}
	status := ObjectiveActive
	if prev := r.previous.Objective; prev != nil && prev.ID == def.ID && prev.Status == ObjectiveCancelled {
		status = ObjectiveCancelled
	}
	if r.present(def.CompletionFact) {
		status = ObjectiveCompleted
	}
	r.state.Objective = &ik.ObjectiveState{ID: def.ID, Status: status}
}

func (r *reconciler) present(key ik.FactKey) bool {
	return slices.ContainsFunc(r.facts, func(f ik.FactRecord) bool { return covers(key.Ref(), f.FactRef) })
}

// The states of the objective.
const (
	ObjectiveActive    = "active"
	ObjectiveCompleted = "completed"
	ObjectiveCancelled = "cancelled"
)

// Cancel is the progression after the user gave up the objective: everything that is not over is declined. It gives p
// itself when the objective is none of the cancelled ones.
func Cancel(p *ik.ProgressionState, objectives []string) *ik.ProgressionState {
	if p == nil || p.Objective == nil || !slices.Contains(objectives, p.Objective.ID) {
		return p
	}
	next := cloneState(p)
	next.Objective = &ik.ObjectiveState{ID: p.Objective.ID, Status: ObjectiveCancelled}
	for i := range next.Occurrences {
		move(&next.Occurrences[i], goalCancelled, "")
	}
	return next
}
