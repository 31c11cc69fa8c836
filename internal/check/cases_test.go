package check_test

import (
	"github.com/ikgen/ikgen/internal/ir"
)

// ruleCase changes the good agent. What must be found, everything of it, stands in testdata/rules.txtar.
type ruleCase struct {
	code, name, spec string
	change           func(*ir.Agent, *ir.Package)
}

func cases() []ruleCase {
	return append(append(nameCases(), dependencyCases()...), append(placeCases(), wordCases()...)...)
}

func capability(a *ir.Agent, id string) *ir.Capability {
	for i := range a.Capabilities {
		if a.Capabilities[i].ID == id {
			return &a.Capabilities[i]
		}
	}
	panic(id)
}

func rule(a *ir.Agent) *ir.Rule { return &a.Policies[0].Rules[0] }

func nameCases() []ruleCase {
	return []ruleCase{
		{"IK1001", "in a list", "", func(a *ir.Agent, _ *ir.Package) { a.Advice[0].When.PresentFacts = []string{"order.fuond@1"} }},
		{"IK1001", "in a template", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Reason = "{{nothing.near@1.x}}" }},
		{"IK1002", "newer required", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "refund.issue").Invalidates = []string{"order.found@2"}
		}},
		{"IK1003", "in on", "", func(a *ir.Agent, _ *ir.Package) { a.Policies[0].On = append(a.Policies[0].On, "refund.isue") }},
		{"IK1003", "in a group", "INVALID_PROGRESSION_GROUP_MEMBER", func(a *ir.Agent, _ *ir.Package) {
			a.Progression.Groups[0].Members[0].Capability = "nobody"
		}},
		{"IK1004", "misspelt", "", func(a *ir.Agent, _ *ir.Package) { capability(a, "order.find").Ports = []string{"odrers"} }},
		{"IK1011", "zero", "INVALID_AGENT_VERSION", func(a *ir.Agent, _ *ir.Package) { a.Version = 0 }},
		{"IK1012", "provides twice", "AMBIGUOUS_FACT_PROVIDER", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "parcel.track").Provides = []string{"parcel.known@1", "parcel.known@1"}
		}},
		{"IK1012", "requires twice", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "order.find")
			c.Requires = append(c.Requires, c.Requires[0])
		}},
		{"IK1013", "two capabilities", "", func(a *ir.Agent, _ *ir.Package) {
			c := *capability(a, "parcel.track")
			c.ID, c.Provides = "parcel-track", nil
			a.Capabilities = append(a.Capabilities[:1:1], append([]ir.Capability{c}, a.Capabilities[1:]...)...)
		}},
		{"IK1014", "the same", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "order.find").Alias, capability(a, "parcel.track").Alias = "find", "find"
		}},
		{"IK1029", "group and rule", "", func(a *ir.Agent, _ *ir.Package) {
			a.Progression.Rules[0].TargetGroup, a.Advice[0].When.ProgressionRule = "menus", "aks"
		}},
	}
}

func dependencyCases() []ruleCase {
	return []ruleCase{
		{"IK1005", "nobody", "MISSING_FACT_PROVIDER", func(a *ir.Agent, _ *ir.Package) { capability(a, "parcel.track").Provides = nil }},
		{"IK1006", "two", "AMBIGUOUS_FACT_PROVIDER", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "parcel.track")
			c.Provides = append(c.Provides, "order.found@1")
		}},
		{"IK1007", "two wait for each other", "CAPABILITY_DEPENDENCY_CYCLE", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "order.find")
			c.Requires = append(c.Requires, ir.Requirement{Facts: []string{"refund.issued@1"}})
		}},
		{"IK1008", "only itself", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "parcel.track")
			c.Requires = []ir.Requirement{{Facts: []string{"parcel.known@1"}, Key: "*"}}
		}},
		{"IK1023", "behind a missing provider", "", func(a *ir.Agent, _ *ir.Package) {
			a.Facts = append(a.Facts, ir.Fact{Key: "never@1", Provider: "capability"})
			c := capability(a, "parcel.track")
			c.Requires = []ir.Requirement{{Facts: []string{"never@1"}}}
		}},
		{"IK1024", "not named", "", func(a *ir.Agent, _ *ir.Package) {
			a.Facts = append(a.Facts, ir.Fact{Key: "idle@1", Provider: "capability"})
		}},
		{"IK1027", "writes, brings nothing, lacks input", "", func(a *ir.Agent, _ *ir.Package) {
			a.Capabilities[2].Requires[1].From = &ir.PlannedRead{Capability: "refund.issue", Input: []ir.Binding{{Field: "amuont", Path: "input.amount"}}}
		}},
		{"IK1028", "member and target", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "order.find").Automation = 0
			a.Progression.Rules[0].TargetGroup, a.Progression.Rules[0].TargetCap = "", "parcel.track"
		}},
		{"IK1030", "activation", "PROGRESSION_ACTIVATION_FACT_NOT_PROVIDED", func(a *ir.Agent, _ *ir.Package) {
			a.Facts = append(a.Facts, ir.Fact{Key: "later@1", Provider: "capability"})
			a.Progression.Rules[0].ActivateWhen = []string{"later@1"}
		}},
		{"IK1031", "no key, needless key, host", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			c.Requires[0].Key, c.Requires[1].Key = "input.orderNumber", ""
			a.Facts[3].InstanceKey = "id"
		}},
		{"IK1031", "any of several, itself, an instance of nothing", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			c.Requires[1].Key = "parcel.known@1.id"
			c.Requires = append(c.Requires, ir.Requirement{Facts: []string{"order.found@1", "parcel.known@1"}, AnyOf: true})
			c.Invalidates = nil
			c.InvalidatesInstances = []ir.FactInstance{{Fact: "order.found@1", Key: "input.orderNumber"}}
		}},
		{"IK1045", "any instance, and no requirement", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			c.Requires[1].Key = "*"
			c.Confirm = "Refund {{parcel.known@1.id}}?"
			c.Invalidates = nil
			c.InvalidatesInstances = []ir.FactInstance{{Fact: "parcel.known@1", Key: "parcel.known@1.id"}}
		}},
		{"IK1027", "reads for itself", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "order.find")
			a.Facts[0].Alternatives = true
			capability(a, "parcel.track").Provides = append(capability(a, "parcel.track").Provides, "order.found@1")
			c.Requires = append(c.Requires, ir.Requirement{Facts: []string{"order.found@1"}, From: &ir.PlannedRead{
				Capability: "order.find", Input: []ir.Binding{{Field: "orderNumber", Path: "input.orderNumber"}},
			}})
		}},
		{"IK1034", "provides and invalidates", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "order.find")
			c.Provides, c.Invalidates = append(c.Provides, "session.customer@1"), []string{"session.customer@1"}
		}},
	}
}

func placeCases() []ruleCase {
	return []ruleCase{
		{"IK1015", "misspelt input in #Match", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Match.Leaves[0].Path[1] = "amuont" }},
		{"IK1015", "not in every input", "", func(a *ir.Agent, _ *ir.Package) {
			a.Policies[0].On = nil
			rule(a).Match.Leaves = rule(a).Match.Leaves[:1]
		}},
		{"IK1015", "through a list", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Reason = "{{order.found@1.lines.first}}" }},
		{"IK1015", "into a scalar of another package", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "refund.issue").Confirm = "{{order.found@1.status.code}}"
		}},
		{"IK1015", "no path, now, output", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "refund.issue").EffectKey = []string{"amount", "now", "output.x"}
		}},
		{"IK1015", "key of a fact, filled input", "", func(a *ir.Agent, _ *ir.Package) {
			a.Facts[1].InstanceKey = "nr"
			capability(a, "order.find").Input.Fields[1].From = "session.customer@1.ids"
		}},
		{"IK1038", "null or text", "", func(a *ir.Agent, p *ir.Package) {
			p.Types = append(p.Types, ir.TypeDef{Name: "#MaybeText", Type: ir.Type{Kind: ir.KindString, Nullable: true}})
			a.Facts = append(a.Facts, ir.Fact{
				Key: "note.kept@1", Visibility: "full", Provider: "capability",
				Value: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#MaybeText"}},
			})
			c := capability(a, "order.find")
			c.Provides = append(c.Provides, "note.kept@1")
		}},
		{"IK1039", "any JSON", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			c.Input.Fields = append(c.Input.Fields, ir.Field{Name: "details", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindAny}})
			a.Policies[0].On = []string{"refund.issue"}
			rule(a).Match.Leaves[0] = ir.Leaf{Path: []string{"input", "details", "kind"}, Type: constant(ir.KindString, `"gift"`)}
		}},
		{"IK1039", "fixed elements, also within a list, and a pattern of names on a struct", "", func(a *ir.Agent, _ *ir.Package) {
			text := ir.Type{Kind: ir.KindString}
			pair, texts := ir.Type{Kind: ir.KindTuple, Elems: []ir.Type{text, text}}, ir.Type{Kind: ir.KindList, Items: &text}
			c := capability(a, "refund.issue")
			for name, t := range map[string]ir.Type{
				"pair": pair, "pairs": {Kind: ir.KindList, Items: &pair}, "whole": {Kind: ir.KindStruct, Fields: []ir.Field{{Name: "a", Presence: ir.Required, Type: text}}},
			} {
				c.Input.Fields = append(c.Input.Fields, ir.Field{Name: name, Presence: ir.Required, Type: t})
			}
			a.Policies[0].On = []string{"refund.issue"}
			rule(a).Match.Leaves = append(rule(a).Match.Leaves,
				leaf(&texts, "input", "pair"), leaf(&ir.Type{Kind: ir.KindList, Items: &texts}, "input", "pairs"),
				leaf(&ir.Type{Kind: ir.KindMap, Items: &text}, "input", "whole"))
		}},
		{"IK1016", "no member", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Match.Leaves[1].Type = constant(ir.KindString, `"payed"`) }},
		{"IK1016", "out of range", "", func(a *ir.Agent, _ *ir.Package) {
			rule(a).Match.Leaves[0].Type.Min = &ir.Bound{Value: "1000", Exclusive: true}
		}},
		{"IK1016", "another kind", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Match.Leaves[0].Type = constant(ir.KindString, `"5"`) }},
		{"IK1016", "a comparison out of range", "", func(a *ir.Agent, _ *ir.Package) {
			compare(a, ">", ir.Expr{Op: "+", Args: []ir.Expr{path("facts", "order.found@1", "total"), number("2000")}})
		}},
		{"IK1016", "a length below zero", "", func(a *ir.Agent, _ *ir.Package) {
			compare(a, "<=", ir.Expr{Op: "-", Args: []ir.Expr{{Op: "-", Args: []ir.Expr{{Op: "len", Path: []string{"facts", "order.found@1", "lines"}}}}, number("1")}})
		}},
		{"IK1016", "an exception that always holds", "", func(a *ir.Agent, _ *ir.Package) {
			rule(a).Unless = &ir.Match{Leaves: []ir.Leaf{leaf(&ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: "-1"}}, "input", "amount")}}
		}},
		{"IK1040", "number and text, arithmetic of texts, len of a number, division by zero", "", func(a *ir.Agent, _ *ir.Package) {
			compare(a, ">", path("input", "orderNumber"))
			compare(a, "==", ir.Expr{Op: "*", Args: []ir.Expr{path("input", "orderNumber"), number("2")}})
			compare(a, "==", ir.Expr{Op: "len", Path: []string{"input", "amount"}})
			compare(a, "<", ir.Expr{Op: "/", Args: []ir.Expr{path("facts", "order.found@1", "total"), number("0.0")}})
		}},
		{"IK1041", "within the range", "", func(a *ir.Agent, _ *ir.Package) {
			*rule(a) = ir.Rule{Phase: "plan", Verdict: "deny", Reason: "r", Match: ir.Match{Leaves: []ir.Leaf{
				leaf(&ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: "0"}}, "input", "amount"), leaf(nil, "input", "orderNumber")}}}
			compare(a, "<", number("1000.5"))
		}},
		{"IK1033", "judges a write", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Phase = "result" }},
		{"IK1033", "asks", "", func(a *ir.Agent, _ *ir.Package) {
			a.Policies[0].On = []string{"order.find"}
			*rule(a) = ir.Rule{Phase: "result", Verdict: "confirm", Match: ir.Match{Leaves: []ir.Leaf{leaf(constant(ir.KindString, `"paid"`), "output", "order", "status")}}}
		}},
		{"IK1035", "not required", "", func(a *ir.Agent, _ *ir.Package) {
			a.Policies[0].On = []string{"parcel.track"}
			rule(a).Match.Leaves, rule(a).Reason = rule(a).Match.Leaves[1:], "r"
		}},
		{"IK1036", "facts alone", "", func(a *ir.Agent, _ *ir.Package) {
			rule(a).Verdict, rule(a).Match.Leaves = "clarify", rule(a).Match.Leaves[1:]
		}},
	}
}

func wordCases() []ruleCase {
	return []ruleCase{
		{"IK1044", "below one that always holds, and the same once more", "", func(a *ir.Agent, _ *ir.Package) {
			p := &a.Policies[0]
			always, again := p.Rules[0], p.Rules[0]
			always.Match = ir.Match{}
			p.Rules = []ir.Rule{p.Rules[0], again}
			q := *p
			q.ID, q.Rules = "second", []ir.Rule{always, again}
			q.Rules[1].Verdict = "clarify"
			a.Policies = append(a.Policies, q)
		}},
		{"IK1043", "optional, one variant, question", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			union := ir.Union{Variants: []ir.Variant{{Type: object(field("iban", scalar(ir.KindString)))},
				{Type: object(field("card", scalar(ir.KindString)))}}}
			c.Input.Fields = append(c.Input.Fields,
				ir.Field{Name: "to", Presence: ir.Optional, Type: scalar(ir.KindString)},
				ir.Field{Name: "kind", Presence: ir.Defaulted, Type: scalar(ir.KindString)},
				field("way", ir.Type{Kind: ir.KindUnion, Union: &union}))
			c.EffectKey = []string{"input.orderNumber", "input.to", "input.kind", "input.way.iban"}
			c.Confirm = "Refund {{input.amount}} to {{input.to}}?"
		}},
		{"IK1042", "input, fact, effect key, policy", "", func(a *ir.Agent, p *ir.Package) {
			c := capability(a, "refund.issue")
			p.Types = append(p.Types, ir.TypeDef{Name: "#Pin", Type: ir.Type{Kind: ir.KindInt, Privacy: ir.PrivacySecret}})
			card := ir.Type{Kind: ir.KindUnion, Union: &ir.Union{Variants: []ir.Variant{{Type: ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{
				{Name: "pin", Presence: ir.Required, Type: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Pin"}}},
			}}}}}}
			c.Input.Fields = append(c.Input.Fields, field("card", card))
			c.EffectKey = append(c.EffectKey, "input.card.pin")
			c.Confirm = "Refund {{input.card.pin}} of {{parcel.known@1.id}} at {{now}} for {{input.amount}}?"
			a.Policies[0].On = []string{"refund.issue"}
			rule(a).Reason = "{{input.card.pin}}"
			for i := range a.Facts {
				if a.Facts[i].Key == "parcel.known@1" {
					a.Facts[i].Visibility = "presence"
				}
			}
		}},
		{"IK1042", "a denied result", "", func(a *ir.Agent, _ *ir.Package) {
			a.Policies[0].On = []string{"order.find"}
			*rule(a) = ir.Rule{Phase: "result", Verdict: "deny", Reason: "{{output.order.status}} of {{input.orderNumber}}", Match: ir.Match{
				Leaves: []ir.Leaf{leaf(constant(ir.KindString, `"paid"`), "output", "order", "status")},
			}}
		}},
		{"IK1009", "no reason", "WRITE_CONFIRMATION_REQUIRED", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "refund.issue").Confirmation = "none"
		}},
		{"IK1010", "on a read", "", func(a *ir.Agent, _ *ir.Package) { capability(a, "order.find").Because = "why" }},
		{"IK1010", "on a write that asks", "", func(a *ir.Agent, _ *ir.Package) { capability(a, "refund.issue").Because = "why" }},
		{"IK1017", "empty", "", func(a *ir.Agent, _ *ir.Package) { a.Policies[0].Rules = nil }},
		{"IK1018", "prompt", "INVALID_MODEL_PROMPT", func(a *ir.Agent, _ *ir.Package) { a.Prompts[0].Template = "Dear\n{{ name }} {{name}}" }},
		{"IK1018", "question", "", func(a *ir.Agent, _ *ir.Package) { capability(a, "refund.issue").Confirm = "Refund {{input.amount" }},
		{"IK1019", "misspelt", "INVALID_MODEL_PROMPT", func(a *ir.Agent, _ *ir.Package) { a.Prompts[0].Template = "{{name}} {{nmae}}" }},
		{"IK1020", "unused", "", func(a *ir.Agent, _ *ir.Package) { a.Prompts[0].Variables = []string{"name", "day"} }},
		{"IK1021", "closing braces", "", func(a *ir.Agent, _ *ir.Package) { a.Kernel[0].Template = "a\n{\"a\":{}}" }},
		{"IK1022", "the same words", "", func(a *ir.Agent, _ *ir.Package) {
			capability(a, "refund.issue").Guidance.Examples = []string{"where  is ab123456?"}
		}},
		{"IK1025", "always asked", "", func(a *ir.Agent, _ *ir.Package) { rule(a).Verdict = "confirm" }},
		{"IK1026", "none", "", func(a *ir.Agent, _ *ir.Package) { a.Advice[0].When = nil }},
		{"IK1032", "no question", "", func(a *ir.Agent, _ *ir.Package) {
			c := capability(a, "refund.issue")
			c.Destructive, c.Confirmation = true, "capability"
		}},
	}
}

// compare adds a comparison to the first leaf of the rule, on input.amount.
func compare(a *ir.Agent, op string, to ir.Expr) {
	l := &rule(a).Match.Leaves[0]
	l.Compare = append(l.Compare, ir.Comparison{Op: op, To: to})
}

func path(labels ...string) ir.Expr { return ir.Expr{Op: "path", Path: labels} }

func number(text string) ir.Expr { return ir.Expr{Op: "const", Const: []byte(text)} }
