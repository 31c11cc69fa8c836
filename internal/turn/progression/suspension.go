package progression

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// owner is the one piece of open work that a question belongs to, with the occurrence that it works for.
type owner struct {
	item       *ik.AgendaItem
	occurrence *ik.Occurrence
	path       []ik.AgendaItemID // from the item up to the root of what it was started for
}

// waitsForInput tells whether open work cannot go on without an answer of the user.
func waitsForInput(item *ik.AgendaItem) bool {
	return item.Status == ik.AgendaWaitingInput && !item.CompletedFollowUp && !item.OptionalInput
}

// suspendable tells whether a question may give way at all, and come back as it was.
func suspendable(q *ik.Interaction) bool {
	return q.CapabilityID != "" && !q.Optional() && q.Kind != ik.InteractionConfirmation && q.ProtectedMessage == ""
}

// ownerOf gives the owner of an item's question. There is none where it could be any of several, where an effect is
// open, or where a write asks.
func (r *reconciler) ownerOf(item *ik.AgendaItem) (owner, bool) {
	c := r.in.Agent.Capabilities[item.Intention.ProposedCapability]
	if c == nil || c.Effect == ik.EffectWrite || !waitsForInput(item) || !r.only(item) {
		return owner{}, false
	}
	out := owner{item: item}
	for at := item; at != nil; {
		if slices.Contains(out.path, at.ID) || r.unsettled(at.Intention.ProposedCapability) {
			return owner{}, false
		}
		out.path = append(out.path, at.ID)
		if !r.bind(&out, at.Intention.ProposedCapability) {
			return owner{}, false
		}
		parents := r.parents(at.ID)
		switch {
		case len(parents) > 1:
			return owner{}, false
		case len(parents) == 0:
			at = nil
		case !owns(parents[0], at.ID) || parents[0].Status != ik.AgendaWaitingFacts:
			return owner{}, false
		default:
			at = parents[0]
		}
	}
	return out, out.occurrence != nil
}

// bind adds the occurrence that a capability on the path works for. A second one is one too many.
func (r *reconciler) bind(w *owner, id ik.CapabilityID) bool {
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		if o.Status != string(active) || o.Mode != ModeRequired || o.ActiveMember == "" || o.ActiveMember != id {
			continue
		}
		if w.occurrence != nil {
			return false
		}
		w.occurrence = o
	}
	return true
}

// only tells whether no other open work is of the same capability.
func (r *reconciler) only(item *ik.AgendaItem) bool {
	n := 0
	for i := range r.cp.Agenda {
		if r.cp.Agenda[i].Intention.ProposedCapability == item.Intention.ProposedCapability {
			n++
		}
	}
	return n == 1
}

// parents are the items that come after a child.
func (r *reconciler) parents(child ik.AgendaItemID) []*ik.AgendaItem {
	var out []*ik.AgendaItem
	for i := range r.cp.Agenda {
		if p := &r.cp.Agenda[i]; slices.Contains(p.Dependencies, child) || owns(p, child) {
			out = append(out, p)
		}
	}
	return out
}

func owns(parent *ik.AgendaItem, child ik.AgendaItemID) bool {
	return slices.Contains(parent.OwnedDependencyIDs, child) && slices.Contains(parent.Dependencies, child)
}

// suspend makes the mark of a question that gives way. The question leaves its item for the mark: from now on it comes
// back when progression says so.
func (r *reconciler) suspend(w owner, q ik.Interaction) error {
	path, err := digest(w.path)
	if err != nil {
		return err
	}
	needs, err := r.prerequisites(w.item, r.cp.Facts)
	if err != nil {
		return err
	}
	w.item.Suspended = &ik.SuspendedInteraction{
		Interaction: q, OccurrenceID: w.occurrence.ID, PrerequisitePublications: needs, OwnerPath: path,
	}
	w.item.Question = nil
	return nil
}

// prerequisites is a digest of what a question was asked on: the publications of every fact that its capability requires.
func (r *reconciler) prerequisites(item *ik.AgendaItem, current []ik.FactRecord) (string, error) {
	var used []ik.FactRef
	asks := facts.Step{
		Agent: r.in.Agent, Capability: r.in.Agent.Capabilities[item.Intention.ProposedCapability], Input: item.Intention.Input, Facts: current,
	}
	for _, n := range asks.Needs() {
		used = append(used, n.Refs()...)
	}
	out, err := facts.Publications(current, used)
	if err != nil {
		return "", ik.NewError(ik.KindDurability, "FACT_VALUE_UNREADABLE", "a stored value is no JSON").Because(err)
	}
	return out, nil
}

// valid gives the owner of a marked question while the mark holds: the same owner, on the same facts, by the same path.
func (r *reconciler) valid(item *ik.AgendaItem) (owner, bool, error) {
	mark := item.Suspended
	w, ok := r.ownerOf(item)
	q := &mark.Interaction
	if !ok || w.occurrence.ID != mark.OccurrenceID || !suspendable(q) || q.CapabilityID != item.Intention.ProposedCapability {
		return w, false, nil
	}
	needs, err := r.prerequisites(item, r.cp.Facts)
	if err != nil || needs != mark.PrerequisitePublications {
		return w, false, err
	}
	path, err := digest(w.path)
	return w, err == nil && (mark.OwnerPath == "" || path == mark.OwnerPath), err
}

// suspensions are the marks that hold, the most urgent first. A mark that does not hold any more goes; its question is
// asked like any other that waits.
func (r *reconciler) suspensions() ([]owner, error) {
	var out []owner
	for i := range r.cp.Agenda {
		item := &r.cp.Agenda[i]
		if item.Suspended == nil {
			continue
		}
		w, ok, err := r.valid(item)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, w)
			continue
		}
		r.unmark(item)
	}
	slices.SortStableFunc(out, func(a, b owner) int {
		if d := a.occurrence.Priority - b.occurrence.Priority; d != 0 {
			return d
		}
		return compare(string(a.item.ID), string(b.item.ID))
	})
	return out, nil
}

func (r *reconciler) unmark(item *ik.AgendaItem) {
	q := item.Suspended.Interaction
	item.Suspended = nil
	waits := item.Status == ik.AgendaWaitingInput || item.Status == ik.AgendaWaitingFacts || item.Status == ik.AgendaWaitingConfirmation
	if waits && item.Question == nil && !facts.There(r.facts, item.MissingFacts) {
		item.Question = &q
		r.unmarked[item.ID] = true
	}
}

// displaced marks questions that another one took the place of in the latest plan, on the facts that they were asked on.
func (r *reconciler) displaced() error {
	shown := r.cp.Interaction
	if shown == nil || shown.Optional() || shown.Kind == ik.InteractionConfirmation || r.in.Before == nil {
		return nil
	}
	for i := range r.cp.Agenda {
		item := &r.cp.Agenda[i]
		q := item.Question
		if q == nil || item.Suspended != nil || item.ID == shown.AgendaItemID || !suspendable(q) ||
			q.CapabilityID == shown.CapabilityID || q.CapabilityID != item.Intention.ProposedCapability || !r.wasThere(item.ID) {
			continue
		}
		w, ok := r.ownerOf(item)
		if !ok {
			continue
		}
		was, err := r.prerequisites(item, r.in.Before.Facts)
		if err != nil {
			return err
		}
		now, err := r.prerequisites(item, r.cp.Facts)
		if err != nil {
			return err
		}
		if was == now {
			if err := r.suspend(w, *q); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reconciler) wasThere(id ik.AgendaItemID) bool {
	return slices.ContainsFunc(r.in.Before.Agenda, func(i ik.AgendaItem) bool { return i.ID == id })
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
