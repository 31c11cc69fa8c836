package interp_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// factMap is a reader of facts given as JSON.
type factMap map[ik.FactKey]string

func (m factMap) Required(k ik.FactKey) (ik.StoredFact, bool) {
	v, ok := m[k]
	return ik.StoredFact{Value: json.RawMessage(v)}, ok
}

func (m factMap) All(k ik.FactKey) []ik.StoredFact {
	if f, ok := m.Required(k); ok {
		return []ik.StoredFact{f}
	}
	return nil
}

func above(n string) *ir.Type {
	return &ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: json.Number(n), Exclusive: true}}
}

func open() ir.Type { return ir.Type{Kind: ir.KindStruct, Open: true} }

func agentWith(rules ...ir.Rule) *ir.Package {
	for i := range rules {
		if rules[i].Phase == "" {
			rules[i].Phase = "plan"
		}
	}
	return &ir.Package{Path: "example.com/x", Name: "x", Agent: &ir.Agent{
		ID: "shop", Version: 1, Identity: "A shop.", TimeZone: "UTC",
		Facts: []ir.Fact{{Key: "order.found@1", Value: open(), Visibility: "full", Provider: "capability"}},
		Capabilities: []ir.Capability{{ID: "refund.issue", Version: 1, Description: "Refund", Effect: "write", Confirmation: "required",
			Input: open(), Output: open(), AnyIssue: true, Confirm: "Refund {{input.amount}}?"}},
		Policies: []ir.Policy{{ID: "refund.limit", Version: 2, On: []string{"refund.issue"}, Rules: rules}},
	}}
}

func play(context.Context, ik.CapabilityID, *ik.Invocation, json.RawMessage) (ik.Result, error) {
	return ik.Result{}, nil
}

func policyOf(t *testing.T, rules ...ir.Rule) ik.PolicyDefinition {
	def, err := interp.Definition(agentWith(rules...), nil, interp.Handlers{Invoke: play})
	require.NoError(t, err)
	require.Len(t, def.Policies, 1)
	return def.Policies[0]
}

func input(leaf *ir.Type) ir.Match {
	return ir.Match{Leaves: []ir.Leaf{{Path: []string{"input", "amount"}, Type: leaf}}}
}

func TestRules(t *testing.T) {
	now := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	status := func(s string) ir.Match {
		return ir.Match{Leaves: []ir.Leaf{{Path: []string{"facts", "order.found@1", "status"}, Type: &ir.Type{Kind: ir.KindString, Const: json.RawMessage(`"` + s + `"`)}}}}
	}
	deny := func(m ir.Match) ir.Rule { return ir.Rule{Match: m, Verdict: "deny", Reason: "no"} }
	unless := status("vip")
	for name, c := range map[string]struct {
		rules []ir.Rule
		in    string
		facts factMap
		want  ik.Verdict
	}{
		"a leaf holds":                 {[]ir.Rule{deny(input(above("500")))}, `{"amount":500.5}`, nil, ik.Deny("no")},
		"a leaf does not":              {[]ir.Rule{deny(input(above("500")))}, `{"amount":500}`, nil, ik.Allow()},
		"an absent path never matches": {[]ir.Rule{deny(input(above("500")))}, `{}`, nil, ik.Allow()},
		"another type never matches":   {[]ir.Rule{deny(input(above("500")))}, `{"amount":"501"}`, nil, ik.Allow()},
		"presence alone":               {[]ir.Rule{deny(input(nil))}, `{"amount":null}`, nil, ik.Deny("no")},
		"a fact":                       {[]ir.Rule{deny(status("sent"))}, `{}`, factMap{"order.found@1": `{"status":"sent","x":1}`}, ik.Deny("no")},
		"an absent fact never matches": {[]ir.Rule{deny(status("sent"))}, `{}`, nil, ik.Allow()},
		"objects match as subsets": {[]ir.Rule{deny(input(&ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "a", Presence: ir.Required, Type: ir.Type{Kind: ir.KindInt}}}}))},
			`{"amount":{"a":1,"b":2}}`, nil, ik.Deny("no")},
		"no leaves always match": {[]ir.Rule{deny(ir.Match{})}, `{}`, nil, ik.Deny("no")},
		"unless":                 {[]ir.Rule{{Match: ir.Match{}, Unless: &unless, Verdict: "deny", Reason: "no"}}, `{}`, factMap{"order.found@1": `{"status":"vip"}`}, ik.Allow()},
		"unless does not hold":   {[]ir.Rule{{Match: ir.Match{}, Unless: &unless, Verdict: "deny", Reason: "no"}}, `{}`, nil, ik.Deny("no")},
		"missing fact":           {[]ir.Rule{{Missing: []string{"order.found@1"}, Verdict: "deny", Reason: "no"}}, `{}`, nil, ik.Deny("no")},
		"missing fact is there":  {[]ir.Rule{{Missing: []string{"order.found@1"}, Verdict: "deny", Reason: "no"}}, `{}`, factMap{"order.found@1": `{}`}, ik.Allow()},
		"older than":             {[]ir.Rule{{Older: []ir.Age{{Path: "order.found@1.at", Duration: "24h"}}, Verdict: "deny", Reason: "no"}}, `{}`, factMap{"order.found@1": `{"at":"2025-12-31T23:59:59Z"}`}, ik.Deny("no")},
		"exactly as old":         {[]ir.Rule{{Older: []ir.Age{{Path: "order.found@1.at", Duration: "24h"}}, Verdict: "deny", Reason: "no"}}, `{}`, factMap{"order.found@1": `{"at":"2026-01-01T01:00:00+01:00"}`}, ik.Allow()},
		"newer than":             {[]ir.Rule{{Newer: []ir.Age{{Path: "input.at", Duration: "1h"}}, Verdict: "deny", Reason: "no"}}, `{"at":"2026-01-01T23:30:00Z"}`, nil, ik.Deny("no")},
		"no time":                {[]ir.Rule{{Newer: []ir.Age{{Path: "input.at", Duration: "1h"}}, Verdict: "deny", Reason: "no"}}, `{"at":"soon"}`, nil, ik.Allow()},
		"the strictest wins": {[]ir.Rule{{Verdict: "confirm", Reason: "sure?"}, {Verdict: "clarify", Reason: "which", Ask: "Which?"}, {Verdict: "deny", Reason: "never"}},
			`{}`, nil, ik.Deny("never")},
		"the first of a kind wins":             {[]ir.Rule{{Verdict: "confirm", Reason: "one"}, {Verdict: "confirm", Reason: "two"}}, `{}`, nil, ik.Confirm("one")},
		"a clarify without ask asks its cause": {[]ir.Rule{{Verdict: "clarify", Reason: "Which one?"}}, `{}`, nil, ik.Clarify("Which one?", "Which one?")},
		"templates": {[]ir.Rule{{Verdict: "clarify", Reason: "{{input.amount}} of {{order.found@1.total}} at {{now}}{{input.none}}", Ask: "{{input.who}}, how much?"}},
			`{"amount":[1,{"a":"<"}],"who":"Ana"}`, factMap{"order.found@1": `{"total":12.50}`},
			ik.Clarify(`[1,{"a":"<"}] of 12.50 at 2026-01-02T00:00:00Z`, "Ana, how much?")},
	} {
		t.Run(name, func(t *testing.T) {
			p := policyOf(t, c.rules...)
			got := p.Rules(ik.PolicyContext{Capability: "refund.issue", Input: json.RawMessage(c.in), Facts: c.facts, Now: now})
			assert.Equal(t, c.want, got)
		})
	}
}

func TestResultRulesJudgeTheOutput(t *testing.T) {
	p := policyOf(t, ir.Rule{Phase: "result", Match: ir.Match{Leaves: []ir.Leaf{{Path: []string{"output", "total"}, Type: above("10")}}}, Verdict: "deny", Reason: "{{output.total}} is too much"})
	assert.Nil(t, p.Rules)
	got := p.Result(ik.PolicyContext{Output: json.RawMessage(`{"total":11}`), Facts: factMap{}})
	assert.Equal(t, ik.Deny("11 is too much"), got)
}

func TestReadFactsAreThoseOfAllParts(t *testing.T) {
	p := policyOf(t, ir.Rule{Verdict: "deny", Reason: "because of {{order.found@1.status}}"})
	assert.Equal(t, []ik.FactKey{"order.found@1"}, p.ReadsFacts)
	assert.Empty(t, policyOf(t, ir.Rule{Verdict: "deny", Reason: "x"}).ReadsFacts)
}

func TestRulesThatCannotBeInterpreted(t *testing.T) {
	for name, r := range map[string]ir.Rule{
		"unknown verdict": {Verdict: "maybe", Reason: "x"},
		"bad duration":    {Verdict: "deny", Reason: "x", Older: []ir.Age{{Path: "input.a", Duration: "soon"}}},
		"bad template":    {Verdict: "deny", Reason: "{{input.a"},
		"stray braces":    {Verdict: "deny", Reason: "a }} b"},
		"no place":        {Verdict: "deny", Reason: "x", Match: ir.Match{Leaves: []ir.Leaf{{Path: []string{"facts"}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := interp.Definition(agentWith(r), nil, interp.Handlers{Invoke: play})
			require.Error(t, err)
		})
	}
}

func TestDefinitionSaysWhatTheSpecSays(t *testing.T) {
	p := agentWith(ir.Rule{Verdict: "deny", Reason: "x"})
	p.Agent.Unsupported = "Sorry."
	p.Agent.Limits = map[string]int{"maxSteps": 3}
	p.Agent.Capabilities[0].Input = ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "who", Presence: ir.Required, From: "order.found@1.id", Type: text()}}}
	p.Agent.Capabilities[0].Requires = []ir.Requirement{{Facts: []string{"order.found@1"}, From: &ir.PlannedRead{Capability: "order.find", Input: []ir.Binding{{Field: "id", Path: "input.id"}}}}}
	def, err := interp.Definition(p, nil, interp.Handlers{Invoke: play})
	require.NoError(t, err)
	c := def.Capabilities[0]
	assert.Equal(t, ik.Template{{Text: "Refund "}, {Path: "input.amount"}, {Text: "?"}}, c.Confirm)
	assert.Equal(t, map[string]ik.Path{"who": "order.found@1.id"}, c.Filled)
	assert.Equal(t, map[string]ik.Path{"id": "input.id"}, c.Requires[0].From.Input)
	assert.Nil(t, c.Issues)
	assert.NotContains(t, c.Input.ModelJSON(), "who")
	assert.Contains(t, c.Input.JSON, "who")
	assert.Equal(t, "Sorry.", *def.Unsupported)
	assert.Equal(t, 3, *def.Limits.MaxSteps)
	assert.Nil(t, def.Limits.MaxTokens)
	assert.Len(t, def.Contract, 64)
	assert.NotEqual(t, def.Contract, def.Audit)
}

func TestAdviceConditions(t *testing.T) {
	p := agentWith(ir.Rule{Verdict: "deny", Reason: "x"})
	p.Agent.Advice = []ir.Advice{{
		ID: "remote", Version: 1, Description: "d", Instructions: []string{"i"},
		When:  &ir.When{PresentFacts: []string{"order.found@1"}, AnyActive: []string{"refund.issue", "other"}, Interaction: "confirmation", Agenda: "blocked", ProgressionRule: "r", ProgressionStatus: "active"},
		Match: &ir.Match{Leaves: []ir.Leaf{{Path: []string{"facts", "order.found@1", "n"}, Type: above("1")}}},
	}, {ID: "always", Version: 1, Description: "d", Instructions: []string{"i"}}}
	def, err := interp.Definition(p, nil, interp.Handlers{Invoke: play})
	require.NoError(t, err)
	assert.Nil(t, def.Advice[1].Select)
	ok := ik.AdviceContext{
		Active: []ik.CapabilityID{"refund.issue"}, Present: []ik.FactKey{"order.found@1"}, Facts: factMap{"order.found@1": `{"n":2}`},
		Interaction: &ik.Interaction{Kind: "confirmation"}, Agenda: []ik.AgendaItem{{Status: ik.AgendaBlocked}},
		Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{{RuleID: "r", Status: "active"}}},
	}
	got, err := def.Advice[0].Select(context.Background(), ok)
	require.NoError(t, err)
	assert.Equal(t, ik.Selection{Selected: true, Matched: []string{"anyActive:refund.issue", "presentFacts:order.found@1", "interaction:confirmation", "agenda:blocked", "progression:r:active"}}, got)
	for name, change := range map[string]func(*ik.AdviceContext){
		"value":       func(c *ik.AdviceContext) { c.Facts = factMap{"order.found@1": `{"n":1}`} },
		"active":      func(c *ik.AdviceContext) { c.Active = nil },
		"present":     func(c *ik.AdviceContext) { c.Present = nil },
		"interaction": func(c *ik.AdviceContext) { c.Interaction = nil },
		"agenda":      func(c *ik.AdviceContext) { c.Agenda = nil },
		"progression": func(c *ik.AdviceContext) { c.Progression = nil },
	} {
		t.Run(name, func(t *testing.T) {
			c := ok
			change(&c)
			got, err := def.Advice[0].Select(context.Background(), c)
			require.NoError(t, err)
			assert.Equal(t, ik.Selection{}, got)
		})
	}
}

func TestHandlersMustBeThere(t *testing.T) {
	withPolicy := agentWith()
	withPolicy.Agent.Policies[0].Handler = true
	withAdvice := agentWith()
	withAdvice.Agent.Advice = []ir.Advice{{ID: "a", Version: 1, Handler: true}}
	withAutomation := agentWith()
	withAutomation.Agent.Capabilities[0].Automation = 1
	for name, p := range map[string]*ir.Package{"policy": withPolicy, "advice": withAdvice, "automation": withAutomation, "no agent": {Path: "x"}} {
		t.Run(name, func(t *testing.T) {
			_, err := interp.Definition(p, nil, interp.Handlers{Invoke: play})
			require.Error(t, err)
		})
	}
	_, err := interp.Definition(agentWith(), nil, interp.Handlers{})
	require.Error(t, err)
}
