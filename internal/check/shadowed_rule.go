package check

import (
	"fmt"
	"reflect"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func shadowedRule() Rule {
	return Rule{
		Code: "IK1044", Severity: diag.Warning, Name: "shadowed-rule",
		Title: "a rule stands in the shadow of another one",
		Text: "Wherever the rule applies, another one of the same policy does too, with a stricter verdict, or with the same one\n" +
			"further up: the strictest verdict wins, then the first rule. So the rule changes nothing.",
		Before: "rules: [{#Match: {}, verdict: \"deny\", …}, {#Match: input: amount: >500, verdict: \"clarify\", …}]",
		After:  "rules: [{#Match: {}, verdict: \"deny\", …}]",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				for i := range p.Rules {
					if j := shadow(p, i); j >= 0 {
						at := policyPath(p.ID) + ".rules"
						c.report(finding{
							Path: index(at, i), Related: []related{{Path: index(at, j), Message: "the other rule"}},
							Message: fmt.Sprintf("the rule changes nothing: wherever it applies, rule %d says %q", j, p.Rules[j].Verdict),
							Help:    "remove it, or narrow the other one",
						})
					}
				}
			}
		},
	}
}

// shadow is the rule that overrides another one of the policy wherever that applies; -1 where none does.
func shadow(p ir.Policy, i int) int {
	r := &p.Rules[i]
	for j := range p.Rules {
		other := &p.Rules[j]
		stricter := strictness(other.Verdict) - strictness(r.Verdict)
		if j == i || strictness(r.Verdict) == 0 || other.Phase != r.Phase || stricter < 0 || stricter == 0 && j > i {
			continue
		}
		if everywhere(other) || sameCondition(other, r) {
			return j
		}
	}
	return -1
}

// strictness orders verdicts as the kernel does; an unknown one has its own diagnostic.
func strictness(verdict string) int {
	return map[string]int{"confirm": 1, "clarify": 2, "deny": 3}[verdict]
}

// everywhere tells whether a rule applies to every step, and is written so: of one that only turns out to, that itself is
// reported.
func everywhere(r *ir.Rule) bool {
	return len(r.Match.Leaves) == 0 && r.Unless == nil && len(r.Missing)+len(r.Older)+len(r.Newer) == 0
}

func sameCondition(a, b *ir.Rule) bool {
	return reflect.DeepEqual(a.Match, b.Match) && reflect.DeepEqual(a.Unless, b.Unless) && reflect.DeepEqual(a.Missing, b.Missing) &&
		reflect.DeepEqual(a.Older, b.Older) && reflect.DeepEqual(a.Newer, b.Newer)
}
