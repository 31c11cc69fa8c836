package turntest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

// Random is a drawn agent: capabilities that need each other, policies, and what each call comes to.
type Random struct {
	*Agent
	// IDs are the capabilities, providers first.
	IDs []ik.CapabilityID
	// Script is what the calls of each capability come to, by the number of their step.
	Script map[ik.CapabilityID][]int
	// Running and Worst count the calls that run at once: reads, writes.
	Watch *Watch
}

// The outcomes of a call that Script names. Others complete.
const (
	OutcomeAsks = iota + 1
	OutcomeRefuses
	OutcomeBreaks
	OutcomeNothing
	OutcomeOffers
	OutcomeDismisses
	OutcomeLosesEffect
	OutcomeNeedsFact
	OutcomePublishesNothing
	OutcomeFollowsUp
	outcomes
)

// DrawAgent draws an agent of two to most capabilities.
func DrawAgent(t *rapid.T, most int) *Random {
	r := &Random{Agent: NewAgent(), Script: map[ik.CapabilityID][]int{}, Watch: &Watch{}}
	n := rapid.IntRange(2, most).Draw(t, "capabilities")
	for i := range n {
		r.IDs = append(r.IDs, ik.CapabilityID(fmt.Sprintf("cap.n%d", i)))
		r.capability(t, i)
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "policies") {
		r.policy(t, i)
	}
	for i, id := range r.IDs {
		r.Script[id] = rapid.SliceOfN(rapid.IntRange(0, outcomes+4), 1, 4).Draw(t, string(id))
		r.Handlers[id] = r.handler(i)
	}
	return r
}

func fact(i int) ik.FactKey { return ik.FactKey(fmt.Sprintf("f%d@1", i)) }

// capability draws the i-th capability. It requires facts of earlier ones alone, so that there is no cycle.
func (r *Random) capability(t *rapid.T, i int) {
	id := r.IDs[i]
	effect := rapid.SampledFrom([]ik.Effect{ik.EffectRead, ik.EffectRead, ik.EffectWrite, ik.EffectNone}).Draw(t, "effect")
	publishes := ""
	if rapid.IntRange(0, 3).Draw(t, "publishes") > 0 {
		publishes = string(fact(i))
	}
	invalidates := ""
	if i > 0 && rapid.IntRange(0, 5).Draw(t, "invalidates") == 0 {
		invalidates = string(fact(rapid.IntRange(0, i-1).Draw(t, "of")))
	}
	c := r.Add(id, effect, "|"+publishes+"|"+invalidates)
	if i == 0 {
		c.Input = Object("text")
	}
	for range rapid.IntRange(0, 2).Draw(t, "requires") {
		r.require(t, c, i)
	}
	switch {
	case effect != ik.EffectWrite && rapid.IntRange(0, 6).Draw(t, "asks") == 0:
		c.Confirmation = ik.ConfirmationRequired
	case effect == ik.EffectWrite && rapid.IntRange(0, 3).Draw(t, "silent") == 0:
		c.Confirmation, c.Because = ik.ConfirmationNone, "it only notes something"
	case effect == ik.EffectWrite:
		c.Destructive = rapid.IntRange(0, 3).Draw(t, "destructive") == 0
	}
	if effect == ik.EffectWrite && i > 0 && rapid.IntRange(0, 2).Draw(t, "after") == 0 {
		c.After = []ik.CapabilityID{r.IDs[rapid.IntRange(0, i-1).Draw(t, "afterWhich")]}
	}
}

func (r *Random) require(t *rapid.T, c *ik.CapabilityDefinition, i int) {
	var known []ik.FactKey
	for _, f := range r.Def.Facts {
		if f.Fact != fact(i) {
			known = append(known, f.Fact)
		}
	}
	if len(known) == 0 {
		return
	}
	req := ik.Requirement{Facts: []ik.FactKey{rapid.SampledFrom(known).Draw(t, "fact")}, Description: "a fact"}
	if rapid.IntRange(0, 3).Draw(t, "any") == 0 {
		if other := rapid.SampledFrom(known).Draw(t, "other"); other != req.Facts[0] {
			req.Facts = append(req.Facts, other)
		}
	}
	req.Resolution = rapid.SampledFrom([]string{"", "", "", "runtime", "optional"}).Draw(t, "resolution")
	c.Requires = append(c.Requires, req)
}

// policy draws a rule that speaks where a fact is known.
func (r *Random) policy(t *rapid.T, i int) {
	kind := rapid.SampledFrom([]ik.Verdict{ik.Deny("no"), ik.Confirm("sure?"), ik.Clarify("which?", "Which one?"), {Kind: "broken"}}).Draw(t, "verdict")
	on := rapid.SampledFrom(r.IDs).Draw(t, "on")
	when := fact(rapid.IntRange(0, len(r.IDs)-1).Draw(t, "when"))
	r.Def.Policies = append(r.Def.Policies, ik.PolicyDefinition{
		ID: ik.PolicyID(fmt.Sprintf("policy.n%d", i)), Version: 1, On: []ik.CapabilityID{on},
		Rules: func(c ik.PolicyContext) ik.Verdict {
			if _, there := c.Facts.Required(when); there {
				return kind
			}
			return ik.Allow()
		},
	})
}

func (r *Random) handler(i int) Handler {
	id := r.IDs[i]
	c := r.Def.Capabilities[i]
	complete := r.Complete(id)
	return func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		defer r.Watch.enter(c.Effect == ik.EffectWrite)()
		for range 20 {
			runtime.Gosched() // so that what may run beside it does
		}
		script := r.Script[id]
		switch script[stepNumber(inv.Step)%len(script)] {
		case OutcomeAsks:
			return Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "What?"}, map[string]any{"canary": "CONTINUATION-CANARY"}), nil
		case OutcomeRefuses:
			return ik.FailedResult(ik.CapabilityIssue{Code: "NO", Message: "no"}), nil
		case OutcomeBreaks:
			return ik.Result{}, errors.New("broken")
		case OutcomeNothing:
			return ik.Result{}, nil
		case OutcomeOffers:
			return asking(ctx, complete, inv, in, ik.Ask(ik.Interaction{Kind: ik.InteractionInput, Goal: "More?", Mode: "optional"}))
		case OutcomeFollowsUp:
			return asking(ctx, complete, inv, in, ik.Ask(ik.Interaction{Kind: ik.InteractionInput, Goal: "And then?"}))
		case OutcomeDismisses:
			return asking(ctx, complete, inv, in, ik.Dismiss())
		case OutcomeLosesEffect:
			if c.Effect == ik.EffectWrite {
				_, _, err := inv.Effects(ctx, "", func(ctx context.Context, a ik.EffectAuthority) (json.RawMessage, error) {
					_, err := r.apply(ctx, a)
					return nil, errors.Join(err, errors.New("lost"))
				})
				return ik.Result{}, err
			}
		case OutcomeNeedsFact:
			if need, provider, ok := r.lacks(c, inv); ok {
				return ik.Result{Status: ik.StatusNeedsDependency, Requirement: need.Ref(), Provider: provider, ProviderIn: map[string]any{"text": "x"}}, nil
			}
		case OutcomePublishesNothing:
			res, err := complete(ctx, inv, in)
			res.Facts = nil
			return res, err
		}
		return complete(ctx, inv, in)
	}
}

func asking(ctx context.Context, complete Handler, inv *ik.Invocation, in json.RawMessage, change ik.InteractionChange) (ik.Result, error) {
	res, err := complete(ctx, inv, in)
	res.Interaction = change
	return res, err
}

// lacks gives a fact that a capability may ask for while it runs, and who publishes it.
func (r *Random) lacks(c ik.CapabilityDefinition, inv *ik.Invocation) (ik.FactKey, ik.CapabilityID, bool) {
	for _, req := range c.Requires {
		if _, there := inv.Facts.Required(req.Facts[0]); req.Resolution != "runtime" || there {
			continue
		}
		for _, p := range r.Def.Capabilities {
			for _, k := range p.Provides {
				if k == req.Facts[0] {
					return k, p.ID, true
				}
			}
		}
	}
	return "", "", false
}

// stepNumber is the n of "step-n": outcomes hang at steps, so that they do not depend on which call comes first.
func stepNumber(id ik.StepID) int {
	n, err := strconv.Atoi(strings.TrimPrefix(string(id), "step-"))
	if err != nil {
		return 0
	}
	return n
}
