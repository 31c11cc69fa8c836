package fingerprint

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
)

func ptr[T any](v T) *T { return &v }

// everyType has each field of a type once.
func everyType() ir.Type {
	return ir.Type{
		Kind: ir.KindStruct, Nullable: true, Ref: &ir.Ref{Name: "#Order"}, Base: ir.KindString,
		Enum: []ir.Member{{Value: json.RawMessage(`"a"`), Go: "A"}}, Const: json.RawMessage(`1`),
		Min: &ir.Bound{Value: "1"}, Max: &ir.Bound{Value: "2", Exclusive: true}, NotEqual: []json.Number{"3"},
		MultipleOf: []json.Number{"4"}, MinRunes: ptr(1), MaxRunes: ptr(2), Patterns: []ir.Pattern{{Regexp: "x"}},
		NotOneOf: []string{"n"}, Open: true, Items: &ir.Type{Kind: ir.KindString}, MinItems: ptr(1), MaxItems: ptr(2),
		Keys: []ir.Pattern{{Regexp: "k", Not: true}}, Privacy: ir.PrivacyRedact,
		Narrow: &ir.Type{Kind: ir.KindInt}, Unsigned: true, Formats: []ir.Format{{Name: "time.Format", Layout: "2006"}}, Go: ir.GoTime,
		Rest:      []ir.Rest{{Keys: []ir.Pattern{{Regexp: "r"}}, Items: ir.Type{Kind: ir.KindBool}}},
		Relations: []ir.Relation{{Field: "a", Op: "<", Other: "b"}}, Unique: true,
		Contains: []ir.Contains{{Items: ir.Type{Kind: ir.KindInt}, Min: ptr(1), Max: ptr(2)}}, Elems: []ir.Type{{Kind: ir.KindInt}},
		Union: &ir.Union{Discriminator: "kind", Variants: []ir.Variant{
			{Name: "A", Type: ir.Type{Kind: ir.KindString}, Tags: []json.RawMessage{json.RawMessage(`"a"`)}},
			{Name: "B", Type: ir.Type{Kind: ir.KindInt}, Tags: []json.RawMessage{json.RawMessage(`"b"`)}},
		}},
		Fields: []ir.Field{
			{Name: "plain", Go: "Plain", Doc: "A field", Presence: ir.Defaulted, Default: json.RawMessage(`"d"`),
				Examples: []json.RawMessage{json.RawMessage(`"e"`)}, Type: ir.Type{Kind: ir.KindString}},
		},
	}
}

// sample has every field of the representation, so that each can be changed alone.
func sample() *ir.Package {
	match := ir.Match{Leaves: []ir.Leaf{{Path: []string{"input", "amount"}, Type: ptr(everyType()), Compare: comparisons()}}}
	return &ir.Package{
		IRVersion: 1, Path: "example.com/a", Name: "a", Go: "example.com/go/a",
		Types:      []ir.TypeDef{{Name: "#Order", Go: "Order", Doc: "An order", Type: ir.Type{Kind: ir.KindString}}},
		Imports:    []ir.Import{{Path: "example.com/b", Name: "b", Go: "example.com/go/b"}},
		Suites:     []ir.Suite{{Field: "smoke", JSON: json.RawMessage(`{}`)}},
		Catalog:    []ir.Prompt{{ID: "c", Version: 1, Template: "t", Variables: []string{"v"}}},
		HasCatalog: true,
		Agent: &ir.Agent{
			ID: "a", Version: 1, Identity: "i", TimeZone: "UTC", Models: []ir.ModelAlias{{Task: "t", Alias: "m"}},
			Facts: []ir.Fact{{Key: "f@1", Value: everyType(), Doc: "d", Visibility: "full", Description: "d",
				InstanceKey: "id", Provider: "capability", Alternatives: true}},
			Capabilities: []ir.Capability{sampleCapability()},
			Ports: []ir.Port{{Name: "p", Go: "x.T", Methods: []ir.PortMethod{
				{Name: "Get", In: ir.Type{Kind: ir.KindStruct}, Out: ir.Type{Kind: ir.KindStruct}}}}},
			Policies: []ir.Policy{{ID: "p", Version: 1, On: []string{"c"}, Handler: true, Rules: []ir.Rule{{
				Match: match, Unless: ptr(match), Missing: []string{"f@1"}, Older: []ir.Age{{Path: "f@1", Duration: "1h"}},
				Newer: []ir.Age{{Path: "f@1", Duration: "1h"}}, Phase: "plan", Verdict: "deny", Reason: "r", Ask: "a"}}}},
			Advice: []ir.Advice{{ID: "a", Version: 1, Description: "d", Instructions: []string{"i"},
				Examples: []ir.Example{{Input: "i", ExpectedBehavior: "e"}}, CounterExamples: []ir.Example{{Input: "i"}},
				When: &ir.When{ActiveCapabilities: []string{"c"}, AnyActive: []string{"c"}, PresentFacts: []string{"f@1"},
					MissingFacts: []string{"f@1"}},
				Match:   ptr(ir.Match{Leaves: []ir.Leaf{{Path: []string{"facts", "f@1"}, Type: ptr(everyType()), Compare: comparisons()}}}),
				Handler: true, Continue: []string{"c"}}},
			Progression: &ir.Progression{
				Objective: &ir.Objective{ID: "o", Activation: "conversation_start", CompletionFact: "f@1"},
				Groups: []ir.Group{{ID: "g", Label: "l", Prompt: "p", RepeatPrompt: "r", ContinueLabel: "c",
					ContinueExamples: []string{"e"}, RepeatAfterMember: true, Completed: "hide",
					Members: []ir.GroupMember{{Capability: "c", Label: "l", Examples: []string{"e"}}}}},
				Rules: []ir.ProgressionRule{{ID: "r", Version: 1, TargetGroup: "g", TargetCap: "c", Mode: "offer", Priority: 1,
					ActivateWhen: []string{"f@1"}, ActivateWhenAny: []string{"f@1"}}},
			},
			Unsupported: "u", Prompts: []ir.Prompt{{ID: "p", Version: 1, Template: "t", Variables: []string{"v"}}},
			Kernel: []ir.KernelPrompt{{ID: "kernel.x", Revision: "1", Template: "t", Replaces: "0"}},
			Limits: map[string]int{"maxSteps": 1}, HostContext: ptr(everyType()),
		},
	}
}

func sampleCapability() ir.Capability {
	return ir.Capability{
		ID: "c", Was: "b", Version: 1, Description: "d", Effect: "write", Confirmation: "none", Because: "b", Alias: "a",
		Confirm: "?", Input: everyType(), Output: everyType(), Continuation: ptr(everyType()),
		Requires: []ir.Requirement{{Facts: []string{"f@1"}, Description: "d", Key: "input.id", Resolution: "runtime",
			From: &ir.PlannedRead{Capability: "r", Input: []ir.Binding{{Field: "id", Path: "input.id"}}}}},
		Provides: []string{"f@1"}, Invalidates: []string{"f@1"}, InvalidatesInstances: []ir.FactInstance{{Fact: "f@1", Key: "input.id"}}, EffectKey: []string{"input.id"}, Idempotent: true,
		Destructive: true, After: []string{"x"}, Issues: []ir.Issue{{Code: "C", Description: "d", Retryable: true}},
		AnyIssue: true, OfferedWhen: &ir.FactCondition{Present: []string{"f@1"}, Missing: []string{"g@1"}},
		Guidance:   &ir.Guidance{WhenToUse: []string{"u"}, WhenNotToUse: []string{"n"}, Examples: []string{"e"}},
		References: &ir.References{Source: "active_interaction_options", Minimum: 1, Maximum: 2}, Automation: 1,
		Ports: []string{"p"},
	}
}

// comparisons have every field of an expression.
func comparisons() []ir.Comparison {
	return []ir.Comparison{{Op: ">", To: ir.Expr{Op: "+", Args: []ir.Expr{
		{Op: "path", Path: []string{"facts", "f@1", "a"}}, {Op: "const", Const: []byte(`5`)},
	}}}}
}
