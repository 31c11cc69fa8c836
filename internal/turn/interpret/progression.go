package interpret

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// exits tells whether an answer leaves the open menu.
func (s *stage) exits(a *ik.InteractionAnswer) bool {
	return s.group && answersActive(s.Snapshot, a) && control.Read(a.Value).Kind == reserved.Continue
}

// picksMember tells whether an answer picks a member of the open menu.
func (s *stage) picksMember(a *ik.InteractionAnswer) bool {
	return s.group && answersActive(s.Snapshot, a) && control.Read(a.Value).Kind == reserved.Member
}

// accepts tells whether an answer accepts the offer of a menu.
func (s *stage) accepts(a *ik.InteractionAnswer) bool {
	return s.group && answersActive(s.Snapshot, a) && control.Read(a.Value).Kind == reserved.Accept
}

// continueOption is the option that leaves the open menu, nil without one.
func (s *stage) continueOption() *ik.Option {
	if !s.group {
		return nil
	}
	for n := range s.Snapshot.Interaction.Options {
		if o := &s.Snapshot.Interaction.Options[n]; control.ReadOption(*o).Kind == reserved.Continue {
			return o
		}
	}
	return nil
}

// isMember tells whether a capability is behind a member option of the open menu.
func (s *stage) isMember(id ik.CapabilityID) bool {
	return s.group && slices.ContainsFunc(s.Snapshot.Interaction.Options, func(o ik.Option) bool {
		return o.TargetCapabilityID == id && control.ReadOption(o).Kind == reserved.Member
	})
}

// isTarget tells whether any option of the open question leads to a capability.
func (s *stage) isTarget(id ik.CapabilityID) bool {
	return id != "" && slices.ContainsFunc(s.Snapshot.Interaction.Options, func(o ik.Option) bool {
		return o.TargetCapabilityID == id
	})
}

// guidedExit gives the first operation of the batch for which guidance that applies says that it leaves the menu.
func (p *pass) guidedExit() (ik.CapabilityID, bool) {
	for _, in := range p.batch.Intentions {
		if in.Resolution != ik.Resolved {
			continue
		}
		for _, g := range p.Snapshot.Guidance {
			if slices.Contains(g.Continue, in.ProposedCapability) {
				return in.ProposedCapability, true
			}
		}
	}
	return "", false
}
