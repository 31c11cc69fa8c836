package interpret

import (
	"fmt"

	ik "github.com/ikgen/ikgen/runtime"
)

// actionTargets: a cancellation names open work or the objective, each once.
func actionTargets(p *pass) []ik.Issue {
	type key struct{ kind, target string }
	seen := map[key]bool{}
	var unknown, twice []ik.Issue
	for i, a := range p.batch.LifecycleActions {
		at := fmt.Sprintf("/lifecycleActions/%d/targetId", i)
		if !p.cancellable(a) {
			unknown = append(unknown, issue(at, "Name exactly an open item of the agenda, or the objective."))
		}
		if k := (key{a.Kind, a.TargetID}); seen[k] {
			twice = append(twice, issue(at, "Cancel each target once in a turn."))
		} else {
			seen[k] = true
		}
	}
	return append(unknown, twice...)
}

func (p *pass) cancellable(a ik.LifecycleAction) bool {
	if a.Kind == "cancel_objective" {
		pr := p.Snapshot.Progression
		return pr != nil && pr.Objective != nil && pr.Objective.ID == a.TargetID
	}
	for _, item := range p.Snapshot.Agenda {
		if string(item.ID) == a.TargetID {
			return true
		}
	}
	return false
}

// actionModes: control cancels something, and nothing else does.
func actionModes(p *pass) []ik.Issue {
	switch has := len(p.batch.LifecycleActions) > 0; {
	case p.selection.Mode == modeControl && !has:
		return []ik.Issue{issue("/lifecycleActions", "Control needs at least one lifecycle action.")}
	case has && !controls(p.selection):
		return []ik.Issue{issue("/lifecycleActions", "Lifecycle actions are not authorised for this message; keep the operation.")}
	default:
		return nil
	}
}

// controls tells whether the mode of a selection may cancel anything.
func controls(sel ik.CapabilitySelection) bool {
	return sel.Mode == modeControl || sel.Mode == modeSelectedWithControl
}
