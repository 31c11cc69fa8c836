package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func unknownCapability() Rule {
	return Rule{
		Code: "IK1003", Severity: diag.Error, Name: "unknown-capability",
		Title: "a capability is named that the agent does not have",
		Text: "Policies, advice, progression, `after` and planned reads name capabilities by id. A policy on a misspelt id would\n" +
			"judge nothing, and the capability that it was meant for would run unjudged.",
		Before: "policies: \"refund.limit\": on: [\"refund.isue\"]",
		After:  "policies: \"refund.limit\": on: [\"refund.issue\"]",
		Run: func(c *Context) {
			for _, r := range c.capabilityReferences() {
				if r.Name == "" || c.Capabilities[r.Name] != nil {
					continue
				}
				f := finding{Path: r.Path, Message: fmt.Sprintf("no capability %q is declared", r.Name), Spec: unknownCapabilitySpec(r.Path)}
				if near := diag.Suggest(r.Name, c.CapIDs); near != "" {
					f.Help = fmt.Sprintf("did you mean %q?", near)
					f.Related = []related{{capabilityPath(near), fmt.Sprintf("%q is declared here", near)}}
				}
				c.report(f)
			}
		},
	}
}

// unknownCapabilitySpec is the kernel's code, which depends on where the id stands.
func unknownCapabilitySpec(path string) string {
	switch {
	case strings.HasPrefix(path, "agent.progression.groups"):
		return rules.CodeProgressionMember
	case strings.HasPrefix(path, "agent.progression.rules"):
		return rules.CodeTargetNotAutomatable
	case strings.HasSuffix(path, "]") && strings.HasPrefix(path, "agent.advice"):
		return rules.CodeModelGuidancePolicy
	default:
		return ""
	}
}
