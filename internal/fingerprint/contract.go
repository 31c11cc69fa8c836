package fingerprint

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// contractFormat rises when the same representation must give another contract fingerprint.
const contractFormat = 1

// contract is what stored threads and callers depend on.
type contract struct {
	Format       int                  `json:"format"`
	Agent        string               `json:"agent"`
	Facts        []factContract       `json:"facts,omitempty"`
	Capabilities []capabilityContract `json:"capabilities,omitempty"`
	Policies     []policyContract     `json:"policies,omitempty"`
	Progression  *progressionContract `json:"progression,omitempty"`
	Definitions  []shape              `json:"definitions,omitempty"`
}

type factContract struct {
	Key          string `json:"key"`
	Value        shape  `json:"value"`
	Visibility   string `json:"visibility"`
	InstanceKey  string `json:"instanceKey,omitempty"`
	Provider     string `json:"provider"`
	Alternatives bool   `json:"alternatives,omitempty"`
}

type capabilityContract struct {
	ID           string                `json:"id"`
	Version      int                   `json:"version"`
	Effect       string                `json:"effect"`
	Confirmation string                `json:"confirmation"`
	Because      string                `json:"because,omitempty"`
	Alias        string                `json:"alias,omitempty"`
	Input        shape                 `json:"input"`
	Output       shape                 `json:"output"`
	Continuation *shape                `json:"continuation,omitempty"`
	Requires     []requirementContract `json:"requires,omitempty"`
	Provides     []string              `json:"provides,omitempty"`
	Invalidates  []string              `json:"invalidates,omitempty"`
	Instances    []ir.FactInstance     `json:"invalidatesInstances,omitempty"`
	EffectKey    []string              `json:"effectKey,omitempty"`
	Idempotent   bool                  `json:"idempotent,omitempty"`
	Destructive  bool                  `json:"destructive,omitempty"`
	After        []string              `json:"after,omitempty"`
	Issues       []issueContract       `json:"issues,omitempty"`
	AnyIssue     bool                  `json:"anyIssue,omitempty"`
	References   *ir.References        `json:"references,omitempty"`
	Automation   int                   `json:"automation,omitempty"`
}

type requirementContract struct {
	Facts      []string        `json:"facts"`
	AnyOf      bool            `json:"anyOf,omitempty"`
	Key        string          `json:"key,omitempty"`
	Resolution string          `json:"resolution,omitempty"`
	From       *ir.PlannedRead `json:"from,omitempty"`
}

type issueContract struct {
	Code      string `json:"code"`
	Retryable bool   `json:"retryable,omitempty"`
}

type policyContract struct {
	ID      string         `json:"id"`
	Version int            `json:"version"`
	On      []string       `json:"on,omitempty"`
	Rules   []ruleContract `json:"rules,omitempty"`
	Handler bool           `json:"handler,omitempty"`
}

type ruleContract struct {
	Match   []leafContract `json:"match,omitempty"`
	Unless  []leafContract `json:"unless,omitempty"`
	Negated bool           `json:"negated,omitempty"` // there is an unless, even an empty one
	Missing []string       `json:"missingFacts,omitempty"`
	Older   []ir.Age       `json:"olderThan,omitempty"`
	Newer   []ir.Age       `json:"newerThan,omitempty"`
	Phase   string         `json:"phase"`
	Verdict string         `json:"verdict"`
	Reason  string         `json:"reason"`
	Ask     string         `json:"ask,omitempty"`
}

type leafContract struct {
	Path    []string        `json:"path"`
	Type    *shape          `json:"type,omitempty"`
	Compare []ir.Comparison `json:"compare,omitempty"`
}

type progressionContract struct {
	Objective *ir.Objective             `json:"objective,omitempty"`
	Groups    []groupContract           `json:"groups,omitempty"`
	Rules     []progressionRuleContract `json:"rules,omitempty"`
}

type groupContract struct {
	ID                string   `json:"id"`
	RepeatAfterMember bool     `json:"repeatAfterMember,omitempty"`
	Completed         string   `json:"completedMemberVisibility"`
	Members           []string `json:"members"`
}

type progressionRuleContract struct {
	ID              string   `json:"id"`
	Version         int      `json:"version"`
	TargetGroup     string   `json:"targetGroup,omitempty"`
	TargetCap       string   `json:"targetCapability,omitempty"`
	Mode            string   `json:"mode"`
	Priority        int      `json:"priority"`
	ActivateWhen    []string `json:"activateWhen,omitempty"`
	ActivateWhenAny []string `json:"activateWhenAny,omitempty"`
}

// contract builds the contract of the whole agent.
func (s *shaper) contract(a *ir.Agent) contract {
	c := contract{Format: contractFormat, Agent: a.ID}
	for _, f := range a.Facts {
		c.Facts = append(c.Facts, s.fact(f))
	}
	for _, capability := range a.Capabilities {
		c.Capabilities = append(c.Capabilities, s.capability(capability))
	}
	for _, p := range a.Policies {
		c.Policies = append(c.Policies, s.policy(p))
	}
	c.Progression = progression(a.Progression)
	c.Definitions = s.defs
	return c
}

func (s *shaper) fact(f ir.Fact) factContract {
	return factContract{
		Key: f.Key, Value: s.of(f.Value, ""), Visibility: f.Visibility, InstanceKey: f.InstanceKey, Provider: f.Provider,
		Alternatives: f.Alternatives,
	}
}

func (s *shaper) capability(c ir.Capability) capabilityContract {
	out := capabilityContract{
		ID: c.ID, Version: c.Version, Effect: c.Effect, Confirmation: c.Confirmation, Because: c.Because, Alias: c.Alias,
		Input: s.of(c.Input, ""), Output: s.of(c.Output, ""), Continuation: s.optional(c.Continuation),
		Provides: c.Provides, Invalidates: c.Invalidates, Instances: c.InvalidatesInstances, EffectKey: c.EffectKey, Idempotent: c.Idempotent,
		Destructive: c.Destructive, After: c.After, AnyIssue: c.AnyIssue, References: c.References,
		Automation: c.Automation,
	}
	for _, r := range c.Requires {
		out.Requires = append(out.Requires, requirementContract{
			Facts: r.Facts, AnyOf: r.AnyOf, Key: r.Key, Resolution: r.Resolution, From: r.From,
		})
	}
	for _, i := range c.Issues {
		out.Issues = append(out.Issues, issueContract{Code: i.Code, Retryable: i.Retryable})
	}
	return out
}

func (s *shaper) policy(p ir.Policy) policyContract {
	out := policyContract{ID: p.ID, Version: p.Version, On: p.On, Handler: p.Handler}
	for _, r := range p.Rules {
		rule := ruleContract{
			Match: s.leaves(r.Match), Missing: r.Missing, Older: r.Older, Newer: r.Newer, Phase: r.Phase,
			Verdict: r.Verdict, Reason: r.Reason, Ask: r.Ask,
		}
		if r.Unless != nil {
			rule.Unless, rule.Negated = s.leaves(*r.Unless), true
		}
		out.Rules = append(out.Rules, rule)
	}
	return out
}

func (s *shaper) leaves(m ir.Match) []leafContract {
	leaves := slices.Clone(m.Leaves) // every leaf must hold, so their order means nothing
	slices.SortStableFunc(leaves, func(a, b ir.Leaf) int { return slices.Compare(a.Path, b.Path) })
	var out []leafContract
	for _, l := range leaves {
		out = append(out, leafContract{Path: l.Path, Type: s.optional(l.Type), Compare: l.Compare})
	}
	return out
}

func progression(p *ir.Progression) *progressionContract {
	if p == nil {
		return nil
	}
	out := &progressionContract{Objective: p.Objective}
	for _, g := range p.Groups {
		group := groupContract{ID: g.ID, RepeatAfterMember: g.RepeatAfterMember, Completed: g.Completed}
		for _, m := range g.Members {
			group.Members = append(group.Members, m.Capability)
		}
		out.Groups = append(out.Groups, group)
	}
	for _, r := range p.Rules {
		out.Rules = append(out.Rules, progressionRuleContract{
			ID: r.ID, Version: r.Version, TargetGroup: r.TargetGroup, TargetCap: r.TargetCap, Mode: r.Mode,
			Priority: r.Priority, ActivateWhen: r.ActivateWhen, ActivateWhenAny: r.ActivateWhenAny,
		})
	}
	return out
}
