// Package progress finds the work that the kernel goes on with by itself, after what the user asked for is done: a
// provider that a capability asked for, and open work whose facts are there now.
//
// It decides only what comes next. Planning, running and reducing it is the kernel's loop.
package progress

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/reduce"
	ik "github.com/ikgen/ikgen/runtime"
)

// identityLength is how much of an activation's identity its intention's id keeps.
const identityLength = 48

// Input is the state after the latest reduction.
type Input struct {
	Agent      *agent.Agent
	Checkpoint *ik.Checkpoint
	// Results are all results of the turn so far, Latest those of the latest plan.
	Results, Latest []ik.StepResult
	// Attempted are the keys of the activations of this turn.
	Attempted map[string]bool
	// Loaded is the state that the turn began with, and Planned are the steps that it has planned so far: work of this turn
	// goes on when the kernel can read what it lacks. Without Loaded it does not.
	Loaded  *ik.Checkpoint
	Planned []ik.PlanStep
	// Message and MessageIndex are the current message: the evidence of the work.
	Message      ik.Message
	MessageIndex int
}

// Activation is one piece of work, to be planned as a batch of one intention.
type Activation struct {
	Trigger   ik.Trigger // dependency, resume
	Identity  string     // of a dependency: "<step>:<provider>"; of a resumption: the id of the item
	Key       string     // what Attempted remembers
	Parent    ik.AgendaItemID
	Intention ik.Intention
}

// Next gives the next piece of work, or nil. Providers that were asked for come first, then open work that waited for a
// fact of the latest plan, then other open work, the oldest first. While a question is open only reads go on, and what
// the question itself waits for.
func Next(in Input) *Activation {
	for i := range in.Results {
		if a := in.dependency(&in.Results[i]); in.allowed(a) {
			return a
		}
	}
	var other *Activation
	for i := range in.Checkpoint.Agenda {
		item := &in.Checkpoint.Agenda[i]
		a := in.resumption(item)
		if a == nil {
			a = in.reading(item)
		}
		if !in.allowed(a) {
			continue
		}
		if in.published(item) {
			return a
		}
		if other == nil {
			other = a
		}
	}
	return other
}

// dependency starts the provider that a result asks for, while the work that asked still waits for it.
func (in Input) dependency(res *ik.StepResult) *Activation {
	if res.Result == nil || res.Result.Status != ik.StatusNeedsDependency || res.Result.Provider == nil {
		return nil
	}
	parent := plan.ItemID(res.StepID)
	if !slices.ContainsFunc(in.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.ID == parent }) {
		return nil
	}
	call := res.Result.Provider
	provider := in.Agent.Capabilities[call.CapabilityID]
	if provider == nil {
		return nil
	}
	identity := string(res.StepID) + ":" + string(call.CapabilityID)
	return &Activation{
		Trigger: ik.TriggerDependency, Identity: identity, Key: "dependency:" + identity, Parent: parent,
		Intention: ik.Intention{
			ID: ik.IntentionID("automatic." + shortened(identity)), Objective: provider.Description,
			Evidence:   []ik.IntentionEvidence{{Text: in.Message.Content, Meaning: "the request that needs it", MessageIndex: in.MessageIndex}},
			References: []ik.Reference{}, ProposedCapability: call.CapabilityID, Input: call.Input, Resolution: ik.Resolved,
		},
	}
}

func shortened(s string) string {
	r := []rune(s)
	if len(r) <= identityLength {
		return s
	}
	return string(r[:identityLength])
}

// resumption goes on with open work whose facts are all there.
func (in Input) resumption(item *ik.AgendaItem) *Activation {
	if item.Status != ik.AgendaWaitingFacts || item.Intention.ProposedCapability == "" || !reduce.FactsThere(item, in.Checkpoint.Facts) {
		return nil
	}
	return &Activation{
		Trigger: ik.TriggerResume, Identity: string(item.ID), Key: "resume:" + string(item.ID), Intention: item.Intention,
	}
}

// reading goes on with work that this turn left waiting, or that got a fact from it, when everything that it still lacks
// can be read: what to read may be known only now.
func (in Input) reading(item *ik.AgendaItem) *Activation {
	if in.Loaded == nil || item.Status != ik.AgendaWaitingFacts || item.Intention.ProposedCapability == "" {
		return nil
	}
	old := slices.ContainsFunc(in.Loaded.Agenda, func(i ik.AgendaItem) bool { return i.ID == item.ID })
	if old && !in.published(item) {
		return nil
	}
	if !plan.Readable(plan.Input{Agent: in.Agent, Facts: in.Checkpoint.Facts, Earlier: in.Planned}, item) {
		return nil
	}
	// The work is the same however often it is planned: what it lacked once is not read for twice.
	key := "read:" + string(item.Intention.ID)
	for _, m := range item.MissingFacts {
		key += " " + string(m.FactKey()) + "/" + m.Key
	}
	return &Activation{Trigger: ik.TriggerResume, Identity: string(item.ID), Key: key, Intention: item.Intention}
}

// allowed tells whether an activation may go on now.
func (in Input) allowed(a *Activation) bool {
	if a == nil || in.Attempted[a.Key] {
		return false
	}
	asked := in.Checkpoint.Interaction
	c := in.Agent.Capabilities[a.Intention.ProposedCapability]
	if c == nil {
		return false // left as it is: the agent may have lost the capability
	}
	if asked == nil || string(asked.AgendaItemID) == a.Identity {
		return true
	}
	return c.Effect != ik.EffectWrite && c.Confirmation != ik.ConfirmationRequired
}

// published tells whether the latest plan published a fact that the item waited for.
func (in Input) published(item *ik.AgendaItem) bool {
	for _, res := range in.Latest {
		if res.Result == nil || res.Result.Status != ik.StatusCompleted {
			continue
		}
		for _, f := range res.Result.Facts {
			if slices.ContainsFunc(item.MissingFacts, func(m ik.FactRequirement) bool { return facts.Meets(f.FactRef, m) }) {
				return true
			}
		}
	}
	return false
}

// Stale gives the open work whose confirmation the user is asked once more, and that has to be judged again before: it was
// open before this turn, and it waited until now or facts changed meanwhile. Each is judged once a turn: attempted remembers
// it. Nil: none.
func Stale(before, now *ik.Checkpoint, factsChanged bool, attempted map[string]bool) *ik.AgendaItem {
	asked := now.Interaction
	if asked == nil || asked.Kind != ik.InteractionConfirmation {
		return nil
	}
	same := func(i ik.AgendaItem) bool { return i.ID == asked.AgendaItemID }
	waited := before.Interaction == nil || before.Interaction.ID != asked.ID
	key := "reask:" + string(asked.AgendaItemID)
	if !slices.ContainsFunc(before.Agenda, same) || !waited && !factsChanged || attempted[key] {
		return nil
	}
	attempted[key] = true
	if at := slices.IndexFunc(now.Agenda, same); at >= 0 {
		return &now.Agenda[at]
	}
	return nil
}
