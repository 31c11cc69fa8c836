package agent

import (
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/rules"
	ik "github.com/ikgen/ikgen/runtime"
)

// Bounds of contextual guidance: entries of a list, and code points of an example's input.
const (
	maxEntries = 50
	maxExample = 2000
)

// checkAdvice checks contextual guidance. Every fault has one code, and the context names the advice.
func checkAdvice(a *Agent) error {
	seen := map[ik.PolicyID]bool{}
	for i := range a.Def.Advice {
		d := &a.Def.Advice[i]
		if why := adviceFault(a, d, seen[d.ID]); why != "" {
			return broken(rules.CodeModelGuidancePolicy, "the advice %q %s", d.ID, why).With("policyId", string(d.ID))
		}
		seen[d.ID] = true
	}
	return nil
}

// adviceFault says what is wrong, or "".
func adviceFault(a *Agent, d *ik.AdviceDefinition, twice bool) string {
	switch {
	case ik.IsBlank(string(d.ID)):
		return "has a blank id"
	case twice:
		return "is defined twice"
	case d.Version < 1:
		return "needs a version of at least 1"
	case badText(d.Description, maxCopy):
		return "needs a description of at most 4000 characters"
	case len(d.Instructions) == 0 || len(d.Instructions) > maxEntries || anyBad(d.Instructions):
		return "needs 1 to 50 instructions of at most 4000 characters"
	case badExamples(d.Examples) || badExamples(d.CounterExamples):
		return "has a blank, a too long or too many examples"
	case badContinue(a, d.Continue):
		return "continues the progression for an unknown capability, or for one twice"
	}
	return ""
}

func badText(s string, limit int) bool { return ik.IsBlank(s) || utf8.RuneCountInString(s) > limit }

func anyBad(list []string) bool {
	for _, s := range list {
		if badText(s, maxCopy) {
			return true
		}
	}
	return false
}

func badExamples(list []ik.AdviceExample) bool {
	for _, e := range list {
		if badText(e.Input, maxExample) || badText(e.ExpectedBehavior, maxCopy) {
			return true
		}
	}
	return len(list) > maxEntries
}

func badContinue(a *Agent, ids []ik.CapabilityID) bool {
	seen := map[ik.CapabilityID]bool{}
	for _, id := range ids {
		if seen[id] || a.Capabilities[id] == nil {
			return true
		}
		seen[id] = true
	}
	return len(ids) > maxEntries
}
