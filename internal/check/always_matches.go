package check

import (
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

func alwaysMatches() Rule {
	return Rule{
		Code: "IK1041", Severity: diag.Warning, Name: "always-matches",
		Title: "a #Match always holds",
		Text: "Every value that the schemas admit satisfies every leaf, so the rule applies to every step: a bound that the schema\n" +
			"has too, or all members of an enum. Where that is meant, {} says it.",
		Before: "#Input: amount!: number & >=0\n…\n#Match: input: amount: >=0",
		After:  "#Match: {}",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				for i := range p.Rules {
					r := &p.Rules[i]
					m := matching{index(policyPath(p.ID)+".rules", i) + ".#Match", &r.Match, c.judged(p), r.Phase == "result"}
					if r.Unless == nil && len(r.Missing)+len(r.Older)+len(r.Newer) == 0 && len(r.Match.Leaves) > 0 && c.alwaysHolds(m) {
						c.report(finding{Path: m.Path, Message: "this always holds: the schemas admit nothing else",
							Help: "write #Match: {} if every step is meant, else narrow a leaf"})
					}
				}
			}
		},
	}
}

// alwaysHolds tells whether a match holds for every step. It answers no whenever it is not sure.
func (c *Context) alwaysHolds(m matching) bool {
	for _, l := range m.Match.Leaves {
		if !c.present(m, l.Path) || l.Type != nil && !c.leafAlways(m, l) {
			return false
		}
		for _, x := range l.Compare {
			if !c.alwaysCompares(m, l, x) {
				return false
			}
		}
	}
	return true
}

func (c *Context) leafAlways(m matching, l ir.Leaf) bool {
	want, ok := c.resolver().deref(typed{Type: *l.Type})
	targets := c.targets(m, l.Path)
	if !ok || len(targets) == 0 {
		return false
	}
	for _, t := range targets {
		if !admitsAll(want.Type, t.Type) {
			return false
		}
	}
	return true
}

// admitsAll tells whether a constraint surely admits every value of a type.
func admitsAll(want, t ir.Type) bool {
	if t.Nullable && !want.Nullable {
		return false
	}
	if values := constants(t); len(values) > 0 {
		for _, v := range values {
			if !surelyAdmits(want, v) {
				return false
			}
		}
		return true
	}
	if family(want) != family(t) || len(constants(want)) > 0 {
		return false
	}
	switch family(want) {
	case "number":
		fits := span{endOf(want.Min), endOf(want.Max)}
		return len(want.NotEqual)+len(want.MultipleOf) == 0 && (want.Kind == ir.KindNumber || t.Kind == ir.KindInt) && fits.holds(spanOf(t))
	case "string":
		return plainString(want)
	case "bool":
		return true
	}
	return false
}

// surelyAdmits tells whether a constraint admits a constant, beyond doubt.
func surelyAdmits(want ir.Type, v []byte) bool {
	if values := constants(want); len(values) > 0 {
		for _, w := range values {
			if jsonval.Equal(w, v) {
				return true
			}
		}
		return false
	}
	certain := len(want.Formats)+len(want.MultipleOf)+len(want.NotEqual) == 0
	switch family(want) {
	case "number", "string", "bool":
		return certain && admits(want, v)
	}
	return false
}

func plainString(t ir.Type) bool {
	return t.MinRunes == nil && t.MaxRunes == nil && len(t.Patterns)+len(t.NotOneOf)+len(t.Formats) == 0
}

// holds tells whether a range holds all of another.
func (s span) holds(t span) bool {
	low := s.low == nil || t.low != nil && (s.low.at.Cmp(t.low.at) < 0 || s.low.at.Cmp(t.low.at) == 0 && (!s.low.open || t.low.open))
	high := s.high == nil || t.high != nil && (s.high.at.Cmp(t.high.at) > 0 || s.high.at.Cmp(t.high.at) == 0 && (!s.high.open || t.high.open))
	return low && high
}
