package progression

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// ending is how the work of a capability came out.
type ending int

const (
	open ending = iota // it did not run, or waits for something
	done
	retryable
	final
)

func endingOf(res *ik.StepResult) ending {
	if res == nil || res.Result == nil {
		return open
	}
	switch o := res.Result; {
	case o.Status == ik.StatusCompleted:
		return done
	case o.Status != ik.StatusFailed:
		return open
	case o.Issue != nil && o.Issue.Retryable:
		return retryable
	}
	return final
}

// first is how the first result of a capability came out.
func (r *reconciler) first(id ik.CapabilityID) ending {
	for i := range r.in.Results {
		if r.in.Results[i].CapabilityID == id {
			return endingOf(&r.in.Results[i])
		}
	}
	return open
}

func (r *reconciler) any(id ik.CapabilityID, e ending) bool {
	return slices.ContainsFunc(r.in.Results, func(res ik.StepResult) bool { return res.CapabilityID == id && endingOf(&res) == e })
}

// settle ends or moves on what the results are about, whoever asked for the work.
func (r *reconciler) settle() {
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		target := o.Target.CapabilityID
		switch {
		case over(o):
		case o.ActiveMember != "":
			r.settleMember(o, o.ActiveMember)
		case target == "" || o.Status != string(pending):
		case r.any(target, done):
			move(o, completed, "")
		case r.any(target, final):
			move(o, failedForGood, target)
		}
	}
}

// settleMember counts how the first step of a member ended. It is false when none ended.
func (r *reconciler) settleMember(o *ik.Occurrence, member ik.CapabilityID) bool {
	switch r.first(member) {
	case done:
		r.complete(o, member)
	case retryable:
		move(o, failedOnce, "")
	case final:
		move(o, failedForGood, member)
	default:
		return false
	}
	return true
}

// complete counts what was done: the target itself, or a member of the menu.
func (r *reconciler) complete(o *ik.Occurrence, member ik.CapabilityID) {
	if o.Target.CapabilityID != "" {
		move(o, completed, "")
		return
	}
	g, listed := r.lists(o, member)
	if !listed {
		return
	}
	if !slices.Contains(o.CompletedMembers, member) {
		o.CompletedMembers = append(o.CompletedMembers, member)
	}
	if g.RepeatAfterMember {
		move(o, memberCompleted, "")
	} else {
		move(o, memberEnded, "")
	}
}

// act does what the answer to a menu or to an offer means. Occurrences that are over, and members that are none, are
// nobody's business.
func (r *reconciler) act() {
	action := (*ik.ProgressionAction)(nil)
	if r.in.Plan != nil {
		action = r.in.Plan.ProgressionAction
	}
	if action == nil {
		return
	}
	o := r.occurrence(action.OccurrenceID)
	if o == nil || over(o) {
		return
	}
	switch action.Kind {
	case ActionContinue:
		if len(o.CompletedMembers) > 0 {
			move(o, left, "")
		} else {
			move(o, leftAtOnce, "")
		}
	case ActionAccept:
		r.accept(o)
	case ActionMember:
		r.pick(o, action.CapabilityID)
	}
}

// accept makes an offer a duty: its menu is shown from now on.
func (r *reconciler) accept(o *ik.Occurrence) {
	if o.Mode == ModeOffer && o.Target.GroupID != "" && move(o, accepted, "") {
		o.Mode, o.Presented = ModeRequired, false
	}
}

// pick counts what became of a member that the user picked.
func (r *reconciler) pick(o *ik.Occurrence, member ik.CapabilityID) {
	if _, listed := r.lists(o, member); !listed && !(o.Mode == ModeOffer && o.Target.CapabilityID == member) {
		return
	}
	if o.Mode == ModeOffer {
		o.Mode = ModeRequired
	}
	if !r.settleMember(o, member) {
		move(o, memberOpen, member)
	}
}

// release lets go of occurrences whose work is not there any more: it was declined, denied or cancelled, or it was never
// taken up. Of a menu, only the member is let go, and the menu comes back.
func (r *reconciler) release() {
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		if o.Status != string(active) || o.ActiveMember == "" || r.works(o.ActiveMember) {
			continue
		}
		switch {
		case r.faulted(o.ActiveMember):
			move(o, failedOnce, "")
		case o.Target.CapabilityID != "":
			move(o, workGone, "")
		default:
			move(o, memberGone, "")
		}
	}
}

// works tells whether a capability has open work.
func (r *reconciler) works(id ik.CapabilityID) bool {
	return slices.ContainsFunc(r.cp.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ProposedCapability == id })
}

// faulted tells whether the latest step of a capability was refused through the fault of a handler, not by anybody's will:
// it may be tried again.
func (r *reconciler) faulted(id ik.CapabilityID) bool {
	return r.in.Plan != nil && slices.ContainsFunc(r.in.Plan.Steps, func(s ik.PlanStep) bool {
		return s.CapabilityID == id && s.Disposition == ik.DispositionReject && s.Reason.Code == plan.CodeHandlerFailed
	})
}
