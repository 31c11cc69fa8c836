package cases

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
)

// names are what the agents of a case have, by kind: what a script may name.
type names struct {
	c     *Case
	known map[string][]string
	found []Problem
}

// checkScripts finds names in scripts that no agent of the case has, and prompts that the kernel does not have.
func (c *Case) checkScripts(agents []*loadedAgent) error {
	n := &names{c: c, known: map[string][]string{}}
	for _, p := range kernelprompts.All() {
		n.add("prompts", p.ID)
	}
	for _, a := range agents {
		n.learn(a)
	}
	for _, part := range c.scripted() {
		for _, s := range part.scripts {
			n.check(part.key, fmt.Sprintf("the agent has no %s", part.what), s.ID, s.at, s.offset)
		}
	}
	for _, s := range c.Capabilities {
		for i, e := range s.Entries {
			n.checkFacts(e, tree.Index(s.at, i))
		}
	}
	for _, t := range c.Turns {
		for i, e := range t.Model {
			n.checkAnswer(e, tree.Index(t.at+"/model", i))
		}
	}
	if len(n.found) == 0 {
		return nil
	}
	return &ParseError{Problems: n.found}
}

func (n *names) add(kind, name string) { n.known[kind] = append(n.known[kind], name) }

func (n *names) learn(a *loadedAgent) {
	agent := a.pkg.Agent
	for _, x := range agent.Facts {
		n.add("facts", x.Key)
	}
	for _, x := range agent.Capabilities {
		n.add("capabilities", x.ID)
		if x.Automation > 0 {
			n.add("automation", x.ID)
		}
	}
	for _, x := range agent.Policies {
		if x.Handler {
			n.add("policies", x.ID)
		}
	}
	for _, x := range agent.Advice {
		if x.Handler {
			n.add("advice", x.ID)
		}
	}
}

func (n *names) check(kind, complaint, name, pointer string, offset int) {
	if slices.Contains(n.known[kind], name) {
		return
	}
	message := fmt.Sprintf("%s %q", complaint, name)
	if near := diag.Suggest(name, n.known[kind]); near != "" {
		message += fmt.Sprintf(", did you mean %q?", near)
	}
	n.found = append(n.found, Problem{Pointer: pointer, Pos: n.c.archive.position(caseFile, offset), Message: message})
}

// checkFacts looks at a short result. The long form may publish what the agent does not declare: the kernel judges it.
func (n *names) checkFacts(entry *tree.Value, at string) {
	facts := entry.Get("facts")
	if !isShortResult(entry) || facts == nil {
		return
	}
	for _, f := range facts.Members {
		pointer := tree.Pointer(at+"/facts", f.Key)
		if factKey(f.Key) == nil {
			n.found = append(n.found, Problem{Pointer: pointer, Pos: n.c.archive.position(caseFile, f.At),
				Message: fmt.Sprintf("%q is not type@version", f.Key)})
			continue
		}
		n.check("facts", "the agent has no fact", f.Key, pointer, f.At)
	}
}

// checkAnswer looks at a scripted answer of the model. A model that names what does not exist is written in the long form.
func (n *names) checkAnswer(entry *tree.Value, at string) {
	for i, goal := range items(entry, "understand") {
		if do := goal.Get("do"); do != nil {
			n.check("capabilities", "the agent has no capability", do.Text, tree.Pointer(tree.Index(at+"/understand", i), "do"), do.Start)
		}
	}
	if prompt := entry.Get("prompt"); prompt != nil {
		n.check("prompts", "the kernel has no prompt", prompt.Text, at+"/prompt", prompt.Start)
	}
}
