package compile

import (
	"github.com/ikgen/ikgen/internal/ir"
)

func (c *Compiler) policy(e entry) ir.Policy {
	p := ir.Policy{ID: e.key, Version: e.int("version"), On: e.texts("on"), Handler: e.bool("handler")}
	for _, r := range e.get("rules").items() {
		p.Rules = append(p.Rules, c.rule(r))
	}
	return p
}

func (c *Compiler) rule(r at) ir.Rule {
	out := ir.Rule{
		Missing: r.texts("missingFacts"), Older: ages(r.get("olderThan")), Newer: ages(r.get("newerThan")),
		Phase: r.text("phase"), Verdict: r.text("verdict"), Reason: Newlines(r.text("reason")), Ask: r.template("ask"),
	}
	if m := c.match(r.path + ".#Match"); m != nil {
		out.Match = *m
	}
	out.Unless = c.match(r.path + ".#Unless")
	return out
}

func ages(a at) []ir.Age {
	var out []ir.Age
	for _, e := range a.entries() {
		if d, err := e.v.String(); err == nil {
			out = append(out, ir.Age{Path: e.key, Duration: d})
		}
	}
	return out
}

func (c *Compiler) advice(e entry) ir.Advice {
	out := ir.Advice{
		ID: e.key, Version: e.int("version"), Description: e.text("description"), Instructions: e.texts("instructions"),
		Examples: examples(e.get("examples")), CounterExamples: examples(e.get("counterExamples")),
		Match: c.match(e.path + ".#Match"), Handler: e.bool("handler"), Continue: e.texts("continueProgressionFor"),
	}
	if w := e.get("when"); w.exists() {
		p := w.get("progression")
		out.When = &ir.When{
			ActiveCapabilities: w.texts("activeCapabilities"), AnyActive: w.texts("anyActive"),
			PresentFacts: w.texts("presentFacts"), MissingFacts: w.texts("missingFacts"),
			Interaction: w.text("interaction"), Agenda: w.text("agenda"),
			ProgressionRule: p.text("rule"), ProgressionGroup: p.text("group"), ProgressionStatus: p.text("status"),
		}
	}
	return out
}

func examples(a at) []ir.Example {
	var out []ir.Example
	for _, e := range a.items() {
		out = append(out, ir.Example{Input: e.text("input"), ExpectedBehavior: e.text("expectedBehavior")})
	}
	return out
}
