package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func versions() Rule {
	return Rule{
		Code: "IK1011", Severity: diag.Error, Name: "version",
		Title:  "a version is not a whole number from 1",
		Text:   "Versions are compared by threads that were stored long ago. They start at 1 and only rise.",
		Before: "version: 0",
		After:  "version: 1",
		Run: func(c *Context) {
			if c.Package.Agent == nil {
				c.promptVersions()
				return
			}
			c.version("agent", c.Agent.Version, rules.CodeAgentVersion)
			for _, x := range c.Agent.Capabilities {
				c.version(capabilityPath(x.ID), x.Version, rules.CodeCapabilityVersion)
				if x.Automation < 0 {
					c.version(capabilityPath(x.ID)+".automation", x.Automation, rules.CodeAutomationVersion)
				}
			}
			for _, x := range c.Agent.Policies {
				c.version(policyPath(x.ID), x.Version, "")
			}
			for _, x := range c.Agent.Advice {
				c.version(advicePath(x.ID), x.Version, rules.CodeModelGuidancePolicy)
			}
			if p := c.Agent.Progression; p != nil {
				for _, x := range p.Rules {
					c.version(progressionPath(x.ID), x.Version, rules.CodeProgressionRule)
				}
			}
			c.promptVersions()
		},
	}
}

func (c *Context) promptVersions() {
	for _, p := range c.prompts() {
		c.version(p.Path, p.Version, rules.CodeInvalidPromptReference)
	}
}

func (c *Context) version(owner string, v int, spec string) {
	if v < 1 {
		c.report(finding{Path: owner + ".version", Message: fmt.Sprintf("version %d is below 1", v), Help: "write version: 1", Spec: spec})
	}
}
