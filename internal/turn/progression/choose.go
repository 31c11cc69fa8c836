package progression

import (
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// choose decides what comes next: work, a menu, a question that comes back, an offer, or nothing. At most one of them.
func (r *reconciler) choose() error {
	if err := r.displaced(); err != nil {
		return err
	}
	suspended, err := r.suspensions()
	if err != nil || r.in.Defer {
		return err
	}
	r.askWaiting()
	if r.finished() || r.blocked() {
		return nil
	}
	boundary, open := r.boundary(suspended)
	next, err := r.candidate(boundary)
	if err != nil {
		return err
	}
	if r.in.Idle && next != nil && next.Target.GroupID == "" {
		return nil
	}
	shown := r.cp.Interaction
	if shown != nil && !shown.Optional() {
		if open == nil || next == nil {
			return nil
		}
		if err := r.suspend(*open, *shown); err != nil {
			return err
		}
		r.cp.Interaction = nil
	}
	switch {
	case next != nil:
		return r.start(next)
	case len(suspended) > 0:
		r.restore(suspended[0])
		return nil
	}
	return r.offer()
}

// finished tells whether the objective is reached: then nothing begins of itself.
func (r *reconciler) finished() bool {
	o := r.state.Objective
	return o != nil && o.Status == ObjectiveCompleted
}

// askWaiting asks the question that waits longest, of those whose mark was just taken, when nothing else is asked.
func (r *reconciler) askWaiting() {
	var oldest *ik.AgendaItem
	for i := range r.cp.Agenda {
		item := &r.cp.Agenda[i]
		if r.unmarked[item.ID] && item.Question != nil && (oldest == nil || item.AskedAt.Before(oldest.AskedAt)) {
			oldest = item
		}
	}
	if r.cp.Interaction == nil && oldest != nil {
		q := *oldest.Question
		r.cp.Interaction = &q
	}
}

// blocked tells whether the user owes an answer that nobody asks for at the moment.
func (r *reconciler) blocked() bool {
	return r.cp.Interaction == nil && slices.ContainsFunc(r.cp.Agenda, func(i ik.AgendaItem) bool {
		return waitsForInput(&i) && i.Suspended == nil
	})
}

// boundary is the occurrence that work has to be more urgent than: that of the open question, where it may give way, else
// that of the first question that gave way. open is the owner of the open question.
func (r *reconciler) boundary(suspended []owner) (bound *ik.Occurrence, open *owner) {
	if q := r.cp.Interaction; q != nil && suspendable(q) {
		for i := range r.cp.Agenda {
			item := &r.cp.Agenda[i]
			if item.Intention.ProposedCapability != q.CapabilityID {
				continue
			}
			if w, ok := r.ownerOf(item); ok {
				return w.occurrence, &w
			}
		}
	}
	if len(suspended) > 0 {
		return suspended[0].occurrence, nil
	}
	return nil, nil
}

// candidate is the most urgent occurrence that is due.
func (r *reconciler) candidate(boundary *ik.Occurrence) (*ik.Occurrence, error) {
	fresh := identify(r.in.Published)
	var best *ik.Occurrence
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		if o.Status != string(pending) || o.Mode != ModeRequired || r.in.Tried[o.ID] || r.underWay(o.Target.CapabilityID) {
			continue
		}
		if boundary != nil && !r.preempts(o, boundary, fresh) {
			continue
		}
		if best == nil || moreUrgent(o, best) {
			best = o
		}
	}
	return best, fresh.err
}

func moreUrgent(a, b *ik.Occurrence) bool {
	return a.Priority < b.Priority || a.Priority == b.Priority && strings.Compare(a.ID, b.ID) < 0
}

// underWay tells whether a capability works already, for whomever: its outcome settles the occurrence.
func (r *reconciler) underWay(id ik.CapabilityID) bool {
	return id != "" && slices.ContainsFunc(r.cp.Agenda, func(i ik.AgendaItem) bool {
		return i.Intention.ProposedCapability == id && i.Status != ik.AgendaBlocked && !i.CompletedFollowUp && !i.OptionalInput
	})
}

// preempts tells whether an occurrence may come before a question: a read that is more urgent, for a fact that this very
// turn brought.
func (r *reconciler) preempts(o, boundary *ik.Occurrence, fresh *publications) bool {
	c := r.in.Agent.Capabilities[o.Target.CapabilityID]
	if c == nil || c.Effect == ik.EffectWrite || o.Priority >= boundary.Priority {
		return false
	}
	refs := r.changed(o)
	for _, a := range o.ActivationFacts {
		refs = append(refs, reference{a.FactRef, a.Publication})
	}
	return slices.ContainsFunc(refs, func(ref reference) bool {
		return r.known.has(ref) && fresh.has(ref)
	})
}

// start begins an occurrence: its capability runs, or its menu is shown. An optional question makes room.
func (r *reconciler) start(o *ik.Occurrence) error {
	if o.Target.GroupID != "" {
		return r.showMenu(o)
	}
	move(o, started, o.Target.CapabilityID)
	r.cp.Interaction = nil
	r.out.Activate = &Activation{OccurrenceID: o.ID, Capability: o.Target.CapabilityID}
	return nil
}

// restore asks a question again that gave way, as it was. Nothing is run for it, and no answer is guessed.
func (r *reconciler) restore(w owner) {
	q, again := w.item.Suspended.Interaction, w.item.Suspended.Interaction
	w.item.Suspended, w.item.Question = nil, &again
	r.ask(w.occurrence, &q)
}

func (r *reconciler) ask(o *ik.Occurrence, q *ik.Interaction) {
	r.cp.Interaction = q
	r.out.Requested = &Request{OccurrenceID: o.ID, InteractionID: q.ID, Kind: q.Kind}
}
