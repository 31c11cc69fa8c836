package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

func neverMatches() Rule {
	return Rule{
		Code: "IK1016", Severity: diag.Error, Name: "never-matches",
		Title: "a leaf of #Match can never hold",
		Text: "The schema at the leaf's place admits no value that the leaf asks for, so the rule never applies: a misspelt member\n" +
			"of an enum, a bound outside the range, a value of another kind.",
		Before: "#Status: \"paid\" | \"shipped\"\n…\n#Match: facts: \"order.found@1\": status: \"payed\"",
		After:  "#Match: facts: \"order.found@1\": status: \"paid\"",
		Run: func(c *Context) {
			for _, m := range c.matches() {
				for _, l := range m.Match.Leaves {
					c.neverHolds(m, l)
				}
			}
			c.exceptions()
		},
	}
}

// neverHolds reports a leaf that no step satisfies.
func (c *Context) neverHolds(m matching, l ir.Leaf) {
	if l.Type != nil {
		targets := c.targets(m, l.Path)
		never, help := len(targets) > 0, ""
		for _, t := range targets {
			apart, why := c.resolver().disjoint(typed{Type: *l.Type}, t)
			never = never && apart
			if help == "" || strings.HasPrefix(why, "did you mean") {
				help = why
			}
		}
		if all := c.valuesOf(targets); never && len(all.Enum) > 0 {
			help = admitted(all, c.constantsAsked(*l.Type))
		}
		if never {
			c.report(finding{
				Path: leafPath(m.Path, l), Help: help,
				Message: fmt.Sprintf("this can never hold: %s does not admit it", strings.Join(l.Path, ".")),
			})
		}
	}
	for _, x := range l.Compare {
		if c.neverCompares(m, l, x) {
			c.report(finding{
				Path: leafPath(m.Path, l), Help: "turn the comparison round, or put the schema right",
				Message: fmt.Sprintf("this can never hold: %s is %s, and %s what it is compared with, which is %s", strings.Join(l.Path, "."),
					c.spanHere(m, l.Path), neverRelated(x.Op), c.exprSpan(m, x.To, true)),
			})
		}
	}
}

// valuesOf are all values at several places, those of the variants of unions included; no members where a place has
// others.
func (c *Context) valuesOf(targets []typed) ir.Type {
	var out ir.Type
	todo := slices.Clone(targets)
	for len(todo) > 0 {
		t, ok := c.resolver().deref(todo[0])
		todo = todo[1:]
		if ok && t.Kind == ir.KindUnion {
			todo = append(c.resolver().unfold(t), todo...)
			continue
		}
		values := constants(t.Type)
		if !ok || len(values) == 0 {
			return ir.Type{}
		}
		for _, v := range values {
			if !slices.ContainsFunc(out.Enum, func(m ir.Member) bool { return jsonval.Equal(m.Value, v) }) {
				out.Enum = append(out.Enum, ir.Member{Value: v})
			}
		}
	}
	if len(out.Enum) > 0 {
		out.Kind = ir.KindEnum
	}
	return out
}

// constantsAsked are the only values that a leaf asks for, none when there are others.
func (c *Context) constantsAsked(t ir.Type) []json.RawMessage {
	target, ok := c.resolver().deref(typed{Type: t})
	if !ok {
		return nil
	}
	return constants(target.Type)
}

// neverRelated words a comparison that no values are in.
func neverRelated(op string) string {
	words := map[string]string{
		"<": "never less than", "<=": "always more than", ">": "never more than", ">=": "always less than",
		"==": "never equal to", "!=": "always equal to",
	}
	return words[op]
}

// exceptions reports #Unless that always holds: its rule never applies.
func (c *Context) exceptions() {
	for _, p := range c.Agent.Policies {
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Unless == nil {
				continue
			}
			m := matching{index(policyPath(p.ID)+".rules", i) + ".#Unless", r.Unless, c.judged(p), r.Phase == "result"}
			if c.alwaysHolds(m) {
				c.report(finding{Path: m.Path, Message: "the exception always holds, so the rule never applies",
					Help: "narrow the exception, or remove the rule"})
			}
		}
	}
}
