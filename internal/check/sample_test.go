package check_test

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func ptr[T any](v T) *T { return &v }

func scalar(k ir.Kind) ir.Type { return ir.Type{Kind: k} }

func ref(pkg, name string) ir.Type {
	return ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: pkg, Name: name}}
}

func object(fields ...ir.Field) ir.Type { return ir.Type{Kind: ir.KindStruct, Fields: fields} }

func field(name string, t ir.Type) ir.Field {
	return ir.Field{Name: name, Presence: ir.Required, Type: t}
}

func enum(members ...string) ir.Type {
	t := ir.Type{Kind: ir.KindEnum, Base: ir.KindString}
	for _, m := range members {
		raw, _ := json.Marshal(m)
		t.Enum = append(t.Enum, ir.Member{Value: raw})
	}
	return t
}

func constant(k ir.Kind, raw string) *ir.Type {
	return &ir.Type{Kind: k, Const: json.RawMessage(raw)}
}

func leaf(t *ir.Type, path ...string) ir.Leaf { return ir.Leaf{Path: path, Type: t} }

const shared = "example.com/shared"

// base is an agent without findings. Its order is a definition of another package.
func base() (*ir.Package, map[string]*ir.Package) {
	amount := ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: "0"}, Max: &ir.Bound{Value: "1000"}}
	deps := map[string]*ir.Package{shared: {Path: shared, Name: "shared", Types: []ir.TypeDef{
		{Name: "#Order", Type: object(field("orderNumber", scalar(ir.KindString)), field("status", ref("", "#Status")),
			field("total", amount), field("lines", ir.Type{Kind: ir.KindList, Items: ptr(scalar(ir.KindString))}))},
		{Name: "#Status", Type: enum("paid", "shipped")},
	}}}
	p := &ir.Package{IRVersion: ir.Version, Path: "example.com/refunds", Name: "refunds",
		Imports: []ir.Import{{Path: shared, Name: "shared"}},
		Agent: &ir.Agent{
			ID: "support.refunds", Version: 1, Identity: "Calm", TimeZone: "UTC",
			Facts: []ir.Fact{
				{Key: "order.found@1", Value: ref(shared, "#Order"), Visibility: "full", Provider: "capability"},
				{Key: "parcel.known@1", Value: object(field("id", scalar(ir.KindString))), Visibility: "full", Provider: "capability", InstanceKey: "id"},
				{Key: "refund.issued@1", Value: object(field("reference", scalar(ir.KindString))), Visibility: "full", Provider: "capability"},
				{Key: "session.customer@1", Value: object(field("id", scalar(ir.KindString))), Visibility: "full", Provider: "host"},
			},
			Ports: []ir.Port{{Name: "orders", Go: "example.com/x.Orders"}},
			Capabilities: []ir.Capability{
				{ID: "order.find", Version: 1, Description: "Find", Effect: "read", Confirmation: "none", AnyIssue: true,
					Input: object(field("orderNumber", scalar(ir.KindString)), ir.Field{Name: "customer", Presence: ir.Required,
						From: "session.customer@1.id", Type: scalar(ir.KindString)}),
					Output: object(field("order", ref(shared, "#Order"))), Provides: []string{"order.found@1"}, Ports: []string{"orders"},
					Requires: []ir.Requirement{{Facts: []string{"session.customer@1"}}}, Automation: 1,
					Guidance: &ir.Guidance{Examples: []string{"Where is AB123456?"}}},
				{ID: "parcel.track", Version: 1, Description: "Track", Effect: "read", Confirmation: "none", AnyIssue: true,
					Input: object(), Output: object(), Provides: []string{"parcel.known@1"}},
				{ID: "refund.issue", Version: 1, Description: "Refund", Effect: "write", Confirmation: "required", AnyIssue: true,
					Input:  object(field("orderNumber", scalar(ir.KindString)), field("amount", amount), field("parcel", scalar(ir.KindString))),
					Output: object(),
					Requires: []ir.Requirement{
						{Facts: []string{"order.found@1"}, From: &ir.PlannedRead{Capability: "order.find",
							Input: []ir.Binding{{Field: "orderNumber", Path: "input.orderNumber"}}}},
						{Facts: []string{"parcel.known@1"}, Key: "input.parcel"},
					},
					Provides: []string{"refund.issued@1"}, Invalidates: []string{"order.found@1"}, EffectKey: []string{"input.orderNumber"},
					Confirm:  "Refund {{input.amount}} of {{order.found@1.total}} at {{now}}?",
					Guidance: &ir.Guidance{Examples: []string{"I want my money back"}}},
			},
			Policies: []ir.Policy{{ID: "refund.limit", Version: 1, On: []string{"refund.issue"}, Rules: []ir.Rule{{
				Match: ir.Match{Leaves: []ir.Leaf{
					leaf(&ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: "500", Exclusive: true}}, "input", "amount"),
					leaf(constant(ir.KindString, `"paid"`), "facts", "order.found@1", "status"),
				}}, Phase: "plan", Verdict: "deny", Reason: "{{input.amount}} is too much"}}}},
			Advice: []ir.Advice{{ID: "tone", Version: 1, Description: "d", Instructions: []string{"i"},
				When: &ir.When{PresentFacts: []string{"order.found@1"}, ProgressionRule: "ask", ProgressionStatus: "active"}}},
			Progression: &ir.Progression{
				Objective: &ir.Objective{ID: "done", Activation: "conversation_start", CompletionFact: "refund.issued@1"},
				Groups: []ir.Group{{ID: "menu", Label: "l", Prompt: "p", ContinueLabel: "c", Completed: "show",
					Members: []ir.GroupMember{{Capability: "order.find", Label: "l"}}}},
				Rules: []ir.ProgressionRule{{ID: "ask", Version: 1, TargetGroup: "menu", Mode: "required", ActivateWhen: []string{"order.found@1"}}},
			},
			Prompts: []ir.Prompt{{ID: "mail", Version: 1, Template: "Dear {{name}}", Variables: []string{"name"}}},
			Kernel:  []ir.KernelPrompt{{ID: "kernel.response.compose", Revision: "1", Template: "Answer as {\"a\": {} }", Replaces: "0"}},
		}}
	return p, deps
}

// atPath makes positions from paths, so that tests see that every finding asks for one.
func atPath(path string) diag.Position { return diag.Position{File: path, Line: 1, Column: 1} }
