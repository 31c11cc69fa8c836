package interpret_test

import (
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// ownedChoice is an open choice of catalog.compare whose options lead back to it.
func ownedChoice() *ik.Interaction {
	i := snaptest.Choice("catalog.compare")
	i.CapabilityID = "catalog.compare"
	return i
}

// oneOption is an open choice of catalog.find whose only option leads to help.answer.
func oneOption() *ik.Interaction {
	i := snaptest.Choice("help.answer")
	i.Options = i.Options[:1]
	return i
}

// menu is an open menu of catalog.find and help.answer; exitOnly one that can only be left.
func menu() *ik.Interaction     { return snaptest.Group("catalog.find", "help.answer") }
func exitOnly() *ik.Interaction { return snaptest.Group() }

// The ids of the menus.
const (
	menuID   = "progression:g1"
	menuExit = "progression:g1:continue"
)

// goOn is the answer that leaves a menu, member one that picks a member of it.
func goOn(changes ...obj) obj {
	return ans(menuID, obj{"kind": "progression.continue", "occurrenceId": "g1"}, changes...)
}

func member(id string, changes ...obj) obj {
	return ans(menuID, obj{"kind": "progression.member", "occurrenceId": "g1", "capabilityId": id}, changes...)
}

func objective(status string) *ik.ProgressionState {
	return &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "trip", Status: status}, Occurrences: []ik.Occurrence{}}
}

// pending is one piece of open work.
func pending(id ik.CapabilityID, status ik.AgendaStatus) []ik.AgendaItem {
	return []ik.AgendaItem{snaptest.Pending(id, status)}
}

// withholds is open work whose result asked to withhold texts.
func withholds(texts ...string) []ik.AgendaItem {
	item := snaptest.Pending("help.answer", ik.AgendaReady)
	item.ModelRedactions = texts
	return []ik.AgendaItem{item}
}

// continues makes an agent with guidance by which a capability leaves a menu.
func continues(id ik.CapabilityID) func(*ik.AgentDefinition) {
	return func(d *ik.AgentDefinition) {
		d.Advice = []ik.AdviceDefinition{{
			ID: "move", Version: 1, Description: "How to move on.", Instructions: []string{"Move on."}, Continue: []ik.CapabilityID{id},
		}}
	}
}
