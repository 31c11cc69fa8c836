// Package agent compiles the definition of an agent: it checks it and builds the indexes that every stage of a turn
// reads.
//
// It owns the rules of a definition at run time, in a fixed order and with stable codes, and the lookup of model
// aliases. It calls no handler, and knows neither threads nor stores.
package agent

import (
	"slices"
	"strings"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Agent is a compiled agent. It is immutable and safe for concurrent use: changing the definition that it was made from
// changes nothing.
type Agent struct {
	// Def is a copy of the definition: policies and advice in code order of id, capabilities as declared.
	Def ik.AgentDefinition
	// Capabilities are the capabilities by id.
	Capabilities map[ik.CapabilityID]*ik.CapabilityDefinition
	// Sorted are the capability ids in code order.
	Sorted []ik.CapabilityID
	// Order are the capability ids so that each follows the providers of what it requires; of those that could come
	// next, the first in code order does.
	Order []ik.CapabilityID
	// Facts are the declared facts.
	Facts map[ik.FactKey]*ik.FactDefinition
	// Providers are the capabilities that publish each fact, in code order.
	Providers map[ik.FactKey][]ik.CapabilityID
	// Location is the time zone in which models, rules and handlers see the time.
	Location *time.Location

	rank      map[ik.CapabilityID]int
	byRef     map[ik.FactRef]*ik.FactDefinition
	keyFields map[instanceOf]string
	host      []HostFact
	readable  map[ik.CapabilityID][]ik.FactKey
}

// Compile checks a definition and indexes it. The first rule that is broken gives the error, of kind
// AgentCompilationError.
func Compile(def ik.AgentDefinition) (*Agent, error) {
	def = cloneDefinition(def)
	a := index(def)
	for _, phase := range []func(*Agent) error{
		checkAgentVersion, checkCapabilities, checkBindings, checkFilled, checkGraph, checkFacts, checkPolicies, checkProgression, checkAdvice, checkCopy,
		checkSchemas, checkNames, checkHost, checkResults, checkRequirements, checkTimeZone, checkInstances, indexInstances,
	} {
		if err := phase(a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// index builds the lookups that need no check. With duplicates the first capability wins; the checks refuse them.
func index(def ik.AgentDefinition) *Agent {
	a := &Agent{
		Def:          def,
		Capabilities: make(map[ik.CapabilityID]*ik.CapabilityDefinition, len(def.Capabilities)),
		Facts:        make(map[ik.FactKey]*ik.FactDefinition, len(def.Facts)),
	}
	for i := range def.Capabilities {
		c := &a.Def.Capabilities[i]
		if _, twice := a.Capabilities[c.ID]; !twice {
			a.Capabilities[c.ID] = c
			a.Sorted = append(a.Sorted, c.ID)
		}
	}
	slices.Sort(a.Sorted)
	for i := range def.Facts {
		f := &a.Def.Facts[i]
		if _, twice := a.Facts[f.Fact]; !twice {
			a.Facts[f.Fact] = f
		}
	}
	return a
}

// Stamp is how events name the agent.
func (a *Agent) Stamp() ik.AgentStamp {
	return ik.AgentStamp{ID: a.Def.ID, Version: a.Def.Version, Contract: a.Def.Contract, Audit: a.Def.Audit}
}

// Rank is the place of a capability in Order, or -1 for one that the agent does not have.
func (a *Agent) Rank(id ik.CapabilityID) int {
	if r, ok := a.rank[id]; ok {
		return r
	}
	return -1
}

// Policies gives the policies that judge a capability, in code order of their ids.
func (a *Agent) Policies(id ik.CapabilityID) []*ik.PolicyDefinition {
	var out []*ik.PolicyDefinition
	for i := range a.Def.Policies {
		p := &a.Def.Policies[i]
		if len(p.On) == 0 || slices.Contains(p.On, id) {
			out = append(out, p)
		}
	}
	return out
}

// Provides tells whether a capability declares that it publishes a fact.
func (a *Agent) Provides(id ik.CapabilityID, fact ik.FactKey) bool {
	c := a.Capabilities[id]
	return c != nil && slices.Contains(c.Provides, fact)
}

// Keyed tells whether a fact has instances, each with a key of its own.
func (a *Agent) Keyed(fact ik.FactKey) bool {
	f := a.Facts[fact]
	return f != nil && f.KeyPath != ""
}

// Compatible tells whether the agent may go on with a thread that was stored under the contract fingerprint.
func (a *Agent) Compatible(contract string) bool {
	return contract == a.Def.Contract || slices.Contains(a.Def.Compatible, contract)
}

// Now gives a reading of the clock in the agent's time zone.
func (a *Agent) Now(t time.Time) time.Time { return t.In(a.Location) }

func compareIDs[T ~string](a, b T) int { return strings.Compare(string(a), string(b)) }
