package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

func automatic(id, facts string) ik.CapabilityDefinition {
	c := capability(id, facts)
	c.Automation = 1
	c.CreateInput = func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, true, nil }
	return c
}

// bookshop is an agent with a menu, two rules and an objective.
func bookshop(f func(*ik.AgentDefinition)) ik.AgentDefinition {
	d := definition(
		capability("book.pick", "|book.picked@1"), automatic("book.preview", "book.picked@1|book.previewed@1"),
		automatic("book.reviews", "|"), automatic("loan.plan", "book.picked@1|loan.planned@1"),
	)
	d.Progression = &ik.ProgressionDefinition{
		Objective: &ik.ObjectiveDefinition{ID: "loan.complete", Activation: "conversation_start", CompletionFact: "loan.planned@1"},
		Groups: []ik.GroupDefinition{{
			ID: "book.browse", Label: "Browse", Prompt: "P1", RepeatPrompt: "P2", ContinueLabel: "Go on", ContinueExamples: []string{"next"},
			RepeatAfterMember: true, CompletedMemberVisibility: "hide", Members: []ik.GroupMember{
				{Capability: "book.preview", Label: "Preview", Examples: []string{"let me see"}}, {Capability: "book.reviews", Label: "Reviews"},
			},
		}},
		Rules: []ik.ProgressionRule{
			{ID: "browse.after-pick", Version: 1, Target: ik.ProgressionTarget{GroupID: "book.browse"}, Mode: "required", Priority: 100, ActivateWhen: []ik.FactKey{"book.picked@1"}},
			{ID: "plan.after-pick", Version: 1, Target: ik.ProgressionTarget{CapabilityID: "loan.plan"}, Mode: "required", Priority: 200, ActivateWhen: []ik.FactKey{"book.picked@1"}},
		},
	}
	if f != nil {
		f(&d)
	}
	return d
}

func TestProgressionFaults(t *testing.T) {
	group := func(f func(*ik.GroupDefinition)) ik.AgentDefinition {
		return bookshop(func(d *ik.AgentDefinition) { f(&d.Progression.Groups[0]) })
	}
	rule := func(f func(*ik.ProgressionRule)) ik.AgentDefinition {
		return bookshop(func(d *ik.AgentDefinition) { f(&d.Progression.Rules[0]) })
	}
	twice := func(d *ik.AgentDefinition) {
		d.Progression.Groups = append(d.Progression.Groups, d.Progression.Groups[0])
	}
	for _, c := range []struct {
		name, code, target string
		def                ik.AgentDefinition
	}{
		{"A-079 D-001 group without members", "INVALID_PROGRESSION_GROUP", "book.browse", group(func(g *ik.GroupDefinition) { g.Members = nil })},
		{"A-079 D-002 blank group id", "INVALID_PROGRESSION_GROUP", " ", group(func(g *ik.GroupDefinition) { g.ID = " " })},
		{"A-079 D-002 group twice", "INVALID_PROGRESSION_GROUP", "book.browse", bookshop(twice)},
		{"A-079 D-002 blank label", "INVALID_PROGRESSION_GROUP", "book.browse", group(func(g *ik.GroupDefinition) { g.Label = "\t" })},
		{"A-079 D-002 blank prompt", "INVALID_PROGRESSION_GROUP", "book.browse", group(func(g *ik.GroupDefinition) { g.Prompt = "" })},
		{"A-079 D-002 blank continue label", "INVALID_PROGRESSION_GROUP", "book.browse", group(func(g *ik.GroupDefinition) { g.ContinueLabel = " \n" })},
		{"A-080 member without automation", "INVALID_PROGRESSION_GROUP_MEMBER", "book.pick", group(func(g *ik.GroupDefinition) { g.Members[0].Capability = "book.pick" })},
		{"A-080 member not registered", "INVALID_PROGRESSION_GROUP_MEMBER", "nobody", group(func(g *ik.GroupDefinition) { g.Members[0].Capability = "nobody" })},
		{"A-080 member twice", "INVALID_PROGRESSION_GROUP_MEMBER", "book.preview", group(func(g *ik.GroupDefinition) { g.Members[1].Capability = "book.preview" })},
		{"A-080 member with a blank label", "INVALID_PROGRESSION_GROUP_MEMBER", "book.reviews", group(func(g *ik.GroupDefinition) { g.Members[1].Label = " " })},
		{"A-082 D-004 rule version 0", "INVALID_PROGRESSION_RULE", "browse.after-pick", rule(func(r *ik.ProgressionRule) { r.Version = 0 })},
		{"A-082 D-004 rule priority below 0", "INVALID_PROGRESSION_RULE", "browse.after-pick", rule(func(r *ik.ProgressionRule) { r.Priority = -1 })},
		{"A-082 D-004 blank rule id", "INVALID_PROGRESSION_RULE", " ", rule(func(r *ik.ProgressionRule) { r.ID = " " })},
		{"A-082 D-004 rule twice", "INVALID_PROGRESSION_RULE", "plan.after-pick", rule(func(r *ik.ProgressionRule) { r.ID = "plan.after-pick" })},
		{"rule with an unknown mode", "INVALID_PROGRESSION_RULE", "browse.after-pick", rule(func(r *ik.ProgressionRule) { r.Mode = "sometimes" })},
		{"rule without a target", "INVALID_PROGRESSION_RULE", "browse.after-pick", rule(func(r *ik.ProgressionRule) { r.Target = ik.ProgressionTarget{} })},
		{"A-083 D-005 unknown group target", "PROGRESSION_TARGET_NOT_REGISTERED", "nope", rule(func(r *ik.ProgressionRule) { r.Target.GroupID = "nope" })},
		{"target without automation", "PROGRESSION_TARGET_NOT_AUTOMATABLE", "book.pick", rule(func(r *ik.ProgressionRule) {
			r.Target = ik.ProgressionTarget{CapabilityID: "book.pick"}
		})},
		{"A-085 D-007 activation fact of another version", "PROGRESSION_ACTIVATION_FACT_NOT_PROVIDED", "book.picked@2",
			rule(func(r *ik.ProgressionRule) { r.ActivateWhen = []ik.FactKey{"book.picked@2"} })},
		{"one of several activation facts", "PROGRESSION_ACTIVATION_FACT_NOT_PROVIDED", "book.picked@3",
			rule(func(r *ik.ProgressionRule) { r.ActivateWhenAny = []ik.FactKey{"book.picked@1", "book.picked@3"} })},
		{"A-086 D-008 completion fact of another version", "PROGRESSION_OBJECTIVE_FACT_NOT_PROVIDED", "loan.planned@9",
			bookshop(func(d *ik.AgentDefinition) { d.Progression.Objective.CompletionFact = "loan.planned@9" })},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := agent.Compile(c.def)
			e, ok := ik.AsError(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, c.code, e.Code)
			assert.Equal(t, map[string]any{"target": c.target}, e.Context)
			assert.Equal(t, ik.KindCompilation, e.Kind)
			assert.False(t, e.Retryable)
		})
	}
	t.Run("A-082 D-004 priority 0", func(t *testing.T) {
		_, err := agent.Compile(rule(func(r *ik.ProgressionRule) { r.Priority = 0 }))
		require.NoError(t, err)
	})
	t.Run("A-088 a progression of nothing", func(t *testing.T) {
		_, err := agent.Compile(bookshop(func(d *ik.AgentDefinition) { d.Progression = &ik.ProgressionDefinition{} }))
		require.NoError(t, err)
	})
	t.Run("automation without a builder", func(t *testing.T) {
		_, err := agent.Compile(bookshop(func(d *ik.AgentDefinition) { d.Capabilities[1].CreateInput = nil }))
		assert.Equal(t, "CAPABILITY_HANDLER_REQUIRED", ik.CodeOf(err))
	})
}

func TestProgressionOfADefinition(t *testing.T) {
	t.Run("D-010 which failure wins", func(t *testing.T) {
		d := bookshop(func(d *ik.AgentDefinition) {
			d.Capabilities = append(d.Capabilities, d.Capabilities[0])
			d.Progression.Groups[0].Label = ""
			d.Progression.Rules[0].Version = 0
		})
		_, err := agent.Compile(d)
		assert.Equal(t, "DUPLICATE_CAPABILITY", ik.CodeOf(err))
		d.Capabilities = d.Capabilities[:4]
		_, err = agent.Compile(d)
		assert.Equal(t, "INVALID_PROGRESSION_GROUP", ik.CodeOf(err))
		d.Progression.Groups[0].Label = "Browse"
		_, err = agent.Compile(d)
		assert.Equal(t, "INVALID_PROGRESSION_RULE", ik.CodeOf(err))
	})
	t.Run("A-046 the progression is judged before the guidance", func(t *testing.T) {
		_, err := agent.Compile(bookshop(func(d *ik.AgentDefinition) {
			d.Progression.Rules[0].Version, d.Advice = 0, []ik.AdviceDefinition{{ID: "a"}}
		}))
		assert.Equal(t, "INVALID_PROGRESSION_RULE", ik.CodeOf(err))
	})
	t.Run("D-011 accepted leniencies", func(t *testing.T) {
		_, err := agent.Compile(bookshop(func(d *ik.AgentDefinition) {
			p := d.Progression
			p.Rules[0].ActivateWhen, p.Rules[0].Target = nil, p.Rules[1].Target
		}))
		require.NoError(t, err)
	})
	t.Run("D-013 a definition is a snapshot", func(t *testing.T) {
		d := bookshop(nil)
		a, err := agent.Compile(d)
		require.NoError(t, err)
		p := d.Progression
		p.Objective.ID, p.Rules[0].ActivateWhen[0], p.Rules[0].ID = "other", "other@1", "other"
		p.Groups[0].Members[0].Examples[0], p.Groups[0].ContinueExamples[0], p.Groups[0].Label = "other", "other", "other"
		p.Rules = append(p.Rules[:1], p.Rules[0])
		assert.Equal(t, bookshop(nil).Progression, a.Def.Progression)
	})
}

func TestProgressionGuidanceBounds(t *testing.T) {
	many := func(n int) []string { return strings.Split(strings.Repeat("x,", n-1)+"x", ",") }
	example := func(in, out int) []ik.AdviceExample {
		return []ik.AdviceExample{{Input: strings.Repeat("x", in), ExpectedBehavior: strings.Repeat("y", out)}}
	}
	registered := func(n int) (ids []ik.CapabilityID, caps []ik.CapabilityDefinition) {
		for i := range n {
			id := "c" + strings.Repeat("x", i)
			ids, caps = append(ids, ik.CapabilityID(id)), append(caps, capability(id, "|"))
		}
		return ids, caps
	}
	for name, f := range map[string]func(*ik.AgentDefinition){
		"duplicate id":                func(d *ik.AgentDefinition) { d.Advice = append(d.Advice, d.Advice[0]) },
		"continuation not registered": func(d *ik.AgentDefinition) { d.Advice[0].Continue = []ik.CapabilityID{"nobody"} },
		"blank instruction":           func(d *ik.AgentDefinition) { d.Advice[0].Instructions = []string{" "} },
		"no instructions":             func(d *ik.AgentDefinition) { d.Advice[0].Instructions = nil },
		"51 instructions":             func(d *ik.AgentDefinition) { d.Advice[0].Instructions = many(51) },
		"description of 4001":         func(d *ik.AgentDefinition) { d.Advice[0].Description = strings.Repeat("x", 4001) },
		"example input of 2001":       func(d *ik.AgentDefinition) { d.Advice[0].Examples = example(2001, 1) },
		"expected behaviour of 4001":  func(d *ik.AgentDefinition) { d.Advice[0].CounterExamples = example(1, 4001) },
		"51 examples":                 func(d *ik.AgentDefinition) { d.Advice[0].Examples = make([]ik.AdviceExample, 51) },
		"51 continuations": func(d *ik.AgentDefinition) {
			ids, caps := registered(51)
			d.Capabilities, d.Advice[0].Continue = append(d.Capabilities, caps...), ids
		},
		"repeated continuation": func(d *ik.AgentDefinition) { d.Advice[0].Continue = []ik.CapabilityID{"a", "a"} },
		"version 0":             func(d *ik.AgentDefinition) { d.Advice[0].Version = 0 },
	} {
		t.Run("D-166 "+name, func(t *testing.T) {
			d := advice(func(*ik.AdviceDefinition) {})
			f(&d)
			_, err := agent.Compile(d)
			e, ok := ik.AsError(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, "INVALID_MODEL_GUIDANCE_POLICY", e.Code)
			assert.Equal(t, map[string]any{"policyId": "product.context"}, e.Context)
		})
	}
	t.Run("D-166 values at the limits", func(t *testing.T) {
		ids, caps := registered(50)
		d := advice(func(a *ik.AdviceDefinition) {
			a.Description, a.Instructions, a.Continue = strings.Repeat("x", 4000), many(50), ids
			a.Examples, a.CounterExamples = example(2000, 4000), example(2000, 4000)
		})
		d.Capabilities = append(d.Capabilities, caps...)
		_, err := agent.Compile(d)
		require.NoError(t, err)
	})
}
