package agent

import (
	"maps"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// cloneDefinition copies everything that the host could change later. Functions and schemas are immutable by contract.
func cloneDefinition(d ik.AgentDefinition) ik.AgentDefinition {
	d.Models = maps.Clone(d.Models)
	d.Facts = slices.Clone(d.Facts)
	d.KernelPrompts = slices.Clone(d.KernelPrompts)
	d.Compatible, d.Unbound = slices.Clone(d.Compatible), slices.Clone(d.Unbound)
	d.Unsupported = clonePointer(d.Unsupported)
	d.Limits = cloneLimits(d.Limits)
	d.Progression = cloneProgression(d.Progression)
	d.Capabilities = cloneEach(d.Capabilities, cloneCapability)
	d.Policies = cloneEach(d.Policies, func(p ik.PolicyDefinition) ik.PolicyDefinition {
		p.On, p.ReadsFacts = slices.Clone(p.On), slices.Clone(p.ReadsFacts)
		return p
	})
	d.Advice = cloneEach(d.Advice, func(a ik.AdviceDefinition) ik.AdviceDefinition {
		a.Instructions, a.Continue = slices.Clone(a.Instructions), slices.Clone(a.Continue)
		a.Examples, a.CounterExamples = slices.Clone(a.Examples), slices.Clone(a.CounterExamples)
		return a
	})
	sortByID(d.Policies, func(p *ik.PolicyDefinition) ik.PolicyID { return p.ID })
	sortByID(d.Advice, func(a *ik.AdviceDefinition) ik.PolicyID { return a.ID })
	return d
}

func cloneCapability(c ik.CapabilityDefinition) ik.CapabilityDefinition {
	if c.Confirmation == "" {
		c.Confirmation = ik.ConfirmationNone
	}
	c.Confirm = slices.Clone(c.Confirm)
	c.Provides, c.Invalidates = slices.Clone(c.Provides), slices.Clone(c.Invalidates)
	c.InvalidatesInstances = slices.Clone(c.InvalidatesInstances)
	c.EffectKey, c.After, c.Issues = slices.Clone(c.EffectKey), slices.Clone(c.After), slices.Clone(c.Issues)
	c.Filled = maps.Clone(c.Filled)
	c.OfferedWhen.Present, c.OfferedWhen.Missing = slices.Clone(c.OfferedWhen.Present), slices.Clone(c.OfferedWhen.Missing)
	c.Requires = cloneEach(c.Requires, func(r ik.Requirement) ik.Requirement {
		r.Facts = slices.Clone(r.Facts)
		r.From = clonePointer(r.From)
		if r.From != nil {
			r.From.Input = maps.Clone(r.From.Input)
		}
		return r
	})
	c.References, c.Continuation = clonePointer(c.References), clonePointer(c.Continuation)
	if c.Guidance != nil {
		c.Guidance = &ik.Guidance{
			WhenToUse:    slices.Clone(c.Guidance.WhenToUse),
			WhenNotToUse: slices.Clone(c.Guidance.WhenNotToUse),
			Examples:     slices.Clone(c.Guidance.Examples),
		}
	}
	return c
}

func cloneLimits(l ik.Limits) ik.Limits {
	return ik.Limits{
		TurnTimeoutMs: clonePointer(l.TurnTimeoutMs), MaxSteps: clonePointer(l.MaxSteps),
		RecentMessageLimit: clonePointer(l.RecentMessageLimit), MaxModelCalls: clonePointer(l.MaxModelCalls),
		MaxTokens: clonePointer(l.MaxTokens),
	}
}

func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

func cloneEach[T any](list []T, f func(T) T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
