package interp

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// whenHolds judges the condition of an advice: every part that is given must hold, and reports one selector.
func whenHolds(w ir.When, c ik.AdviceContext) ik.Selection {
	var matched []string
	for _, part := range whenParts(w, c) {
		switch {
		case !part.given:
		case !part.holds:
			return ik.Selection{}
		default:
			matched = append(matched, part.selector)
		}
	}
	return ik.Selection{Selected: true, Matched: matched}
}

type whenPart struct {
	given, holds bool
	selector     string
}

func whenParts(w ir.When, c ik.AdviceContext) []whenPart {
	active := func(id string) bool { return slices.Contains(c.Active, ik.CapabilityID(id)) }
	present := func(key string) bool { return slices.Contains(c.Present, ik.FactKey(key)) }
	anyActive := those(w.AnyActive, active)
	return []whenPart{
		lists(w.ActiveCapabilities, len(those(w.ActiveCapabilities, active)) == len(w.ActiveCapabilities), "activeCapabilities", w.ActiveCapabilities),
		lists(w.AnyActive, len(anyActive) > 0, "anyActive", anyActive),
		lists(w.PresentFacts, len(those(w.PresentFacts, present)) == len(w.PresentFacts), "presentFacts", w.PresentFacts),
		lists(w.MissingFacts, len(those(w.MissingFacts, present)) == 0, "missingFacts", w.MissingFacts),
		{w.Interaction != "", c.Interaction != nil && string(c.Interaction.Kind) == w.Interaction, "interaction:" + w.Interaction},
		{w.Agenda != "", hasStatus(c.Agenda, w.Agenda), "agenda:" + w.Agenda},
		{w.ProgressionRule != "", occurs(w, c), "progression:" + w.ProgressionRule + ":" + w.ProgressionStatus},
		{w.ProgressionGroup != "", occurs(w, c), "progression:" + w.ProgressionGroup + ":" + w.ProgressionStatus},
	}
}

func lists(given []string, holds bool, name string, reported []string) whenPart {
	return whenPart{len(given) > 0, holds, name + ":" + strings.Join(reported, ",")}
}

func those(list []string, ok func(string) bool) []string {
	var out []string
	for _, s := range list {
		if ok(s) {
			out = append(out, s)
		}
	}
	return out
}

func hasStatus(agenda []ik.AgendaItem, status string) bool {
	for _, item := range agenda {
		if string(item.Status) == status {
			return true
		}
	}
	return false
}

// occurs looks for an occurrence of the rule or group in the wanted status.
func occurs(w ir.When, c ik.AdviceContext) bool {
	if c.Progression == nil {
		return false
	}
	for _, o := range c.Progression.Occurrences {
		sameRule := w.ProgressionRule == "" || o.RuleID == w.ProgressionRule
		sameGroup := w.ProgressionGroup == "" || o.Target.GroupID == w.ProgressionGroup
		if o.Status == w.ProgressionStatus && sameRule && sameGroup {
			return true
		}
	}
	return false
}
