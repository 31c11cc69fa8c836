package agent

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// FactOf gives the declaration of a fact, nil for one that the agent does not declare. It allocates nothing.
func (a *Agent) FactOf(ref ik.FactRef) *ik.FactDefinition {
	ref.Key = ""
	return a.byRef[ref]
}

// KeyField is the field of a capability's input that holds the key of the instance that it is going to publish, as far as
// the contract tells: the field that the capability requires the fact by, the one that a planned read fills with the key,
// or one that is named like the key. "": it is not told.
func (a *Agent) KeyField(id ik.CapabilityID, fact ik.FactKey) string {
	return a.keyFields[instanceOf{id, fact}]
}

// instanceOf names a keyed fact that a capability publishes.
type instanceOf struct {
	capability ik.CapabilityID
	fact       ik.FactKey
}

// indexInstances finds out what contracts tell of the instances that capabilities publish.
func indexInstances(a *Agent) error {
	a.byRef = make(map[ik.FactRef]*ik.FactDefinition, len(a.Facts))
	for key, def := range a.Facts {
		a.byRef[key.Ref()] = def
	}
	a.keyFields = map[instanceOf]string{}
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, fact := range c.Provides {
			if a.Keyed(fact) {
				a.keyFields[instanceOf{c.ID, fact}] = a.keyField(c, fact)
			}
		}
	}
	return nil
}

func (a *Agent) keyField(c *ik.CapabilityDefinition, fact ik.FactKey) string {
	for _, r := range c.Requires {
		if root, fields := r.Key.Split(); root == "input" && len(fields) == 1 && slices.Contains(r.Facts, fact) {
			return fields[0]
		}
	}
	for i := range a.Def.Capabilities {
		for _, r := range a.Def.Capabilities[i].Requires {
			if r.From == nil || r.From.Capability != c.ID || !slices.Contains(r.Facts, fact) {
				continue
			}
			if field := filledWith(r.From, r.Key); field != "" {
				return field
			}
		}
	}
	fields := a.Facts[fact].KeyFields()
	return fields[len(fields)-1]
}

// filledWith is the field of a planned read that gets the value of a path: the first in code order.
func filledWith(read *ik.PlannedRead, path ik.Path) string {
	found := ""
	for field, from := range read.Input {
		if from == path && (found == "" || field < found) {
			found = field
		}
	}
	return found
}
