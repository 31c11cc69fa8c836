package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func unknownPort() Rule {
	return Rule{
		Code: "IK1004", Severity: diag.Error, Name: "unknown-port",
		Title:  "a capability names a port that the agent does not declare",
		Text:   "The ports of a capability are what its handler may reach. Each must be declared under agent.ports.",
		Before: "ports: [\"odrers\"]",
		After:  "ports: [\"orders\"]",
		Run: func(c *Context) {
			var names []string
			declared := map[string]bool{}
			for _, p := range c.Agent.Ports {
				names = append(names, p.Name)
				declared[p.Name] = true
			}
			for _, capability := range c.Agent.Capabilities {
				for i, name := range capability.Ports {
					if declared[name] {
						continue
					}
					help := didYouMean(name, names)
					if help == "" {
						help = fmt.Sprintf("declare it: agent: ports: %q: …", name)
					}
					c.report(finding{
						Path:    index(capabilityPath(capability.ID)+".ports", i),
						Message: fmt.Sprintf("no port %q is declared", name), Help: help,
					})
				}
			}
		},
	}
}
