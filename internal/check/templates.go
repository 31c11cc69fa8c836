package check

import (
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// prompt is a host prompt with its place.
type prompt struct {
	Path string
	ir.Prompt
}

// prompts are the prompts of the agent, and of the catalog.
func (c *Context) prompts() []prompt {
	var out []prompt
	for _, p := range c.Agent.Prompts {
		out = append(out, prompt{key("agent.prompts", p.ID), p})
	}
	for _, p := range c.Package.Catalog {
		out = append(out, prompt{key("catalog.prompts", p.ID), p})
	}
	return out
}

// texts are the templates with paths: questions and reasons. The name of each is its text.
func (c *Context) texts() []reference {
	var r refs
	for _, x := range c.Agent.Capabilities {
		r.add(capabilityPath(x.ID)+".confirm.template", x.Confirm)
	}
	for _, p := range c.Agent.Policies {
		for i, rule := range p.Rules {
			at := index(policyPath(p.ID)+".rules", i)
			r.add(at+".reason", rule.Reason)
			r.add(at+".ask", rule.Ask)
		}
	}
	return r
}

// lineOf is the line of a byte offset, from 1.
func lineOf(text string, at int) int {
	return strings.Count(text[:min(max(at, 0), len(text))], "\n") + 1
}
