package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/rules"
)

// Context is what a rule sees: the package, the agent (never nil; empty for a package without one), and indexes.
type Context struct {
	in    Input
	rule  Rule
	found []diag.Diagnostic
	piece piece // of a template that the rule looks at: the place of findings that have no other

	Package      *ir.Package
	Agent        *ir.Agent
	Facts        map[string]*ir.Fact
	FactKeys     []string // in code order
	Capabilities map[string]*ir.Capability
	CapIDs       []string // in code order
	Nodes        []rules.Node
	Providers    map[string][]string
}

func newContext(in Input) *Context {
	c := &Context{
		in: in, Package: in.Package, Agent: in.Package.Agent,
		Facts: map[string]*ir.Fact{}, Capabilities: map[string]*ir.Capability{},
	}
	if c.Agent == nil {
		c.Agent = &ir.Agent{}
	}
	for i := range c.Agent.Facts {
		f := &c.Agent.Facts[i]
		c.Facts[f.Key] = f
		c.FactKeys = append(c.FactKeys, f.Key)
	}
	for i := range c.Agent.Capabilities {
		capability := &c.Agent.Capabilities[i]
		c.Capabilities[capability.ID] = capability
		c.CapIDs = append(c.CapIDs, capability.ID)
		c.Nodes = append(c.Nodes, node(capability))
	}
	c.Providers = rules.Providers(c.Nodes)
	return c
}

func node(c *ir.Capability) rules.Node {
	n := rules.Node{ID: c.ID, Provides: c.Provides, After: c.After}
	for _, r := range c.Requires {
		n.Requires = append(n.Requires, rules.Need{Facts: r.Facts, Optional: r.Resolution == "optional", Runtime: r.Resolution == "runtime"})
	}
	return n
}

// finding is one fault at a path.
type finding struct {
	Path    string
	Message string
	Help    string
	Spec    string // overrules the rule's
	Related []related
	Piece   piece // of the template at the path, where the fault is in one
}

// piece is a part of a template: {{name}}, or a brace that is too many.
type piece struct {
	Template   string
	At, Length int // bytes
}

// pieceOf is the place of a token of a template.
func pieceOf(template string, t rules.Token) piece {
	return piece{template, t.At, len("{{") + len(t.Name) + len("}}")}
}

// related is a second place, given by its path.
type related struct{ Path, Message string }

// report adds a finding of the current rule.
func (c *Context) report(f finding) {
	d := diag.Diagnostic{
		Code: c.rule.Code, Severity: c.rule.Severity, Spec: c.rule.Spec, Message: f.Message, Path: f.Path, Help: f.Help,
		Pos: c.at(f.Path),
	}
	if f.Spec != "" {
		d.Spec = f.Spec
	}
	if f.Piece.Template == "" {
		f.Piece = c.piece
	}
	c.locate(&d, f.Piece)
	for _, r := range f.Related {
		d.Related = append(d.Related, diag.Related{Pos: c.at(r.Path), Message: r.Message})
	}
	c.found = append(c.found, d)
}

// locate gives a finding in a template its place there, else the line in words.
func (c *Context) locate(d *diag.Diagnostic, p piece) {
	if p.Template == "" {
		return
	}
	if c.in.Within != nil {
		if pos, ok := c.in.Within(d.Path, p.Template, p.At, p.Length); ok {
			d.Pos = pos
			return
		}
	}
	if strings.Contains(p.Template, "\n") {
		d.Message = fmt.Sprintf("line %d of the template: %s", lineOf(p.Template, p.At), d.Message)
	}
}

func (c *Context) at(path string) diag.Position {
	if c.in.At == nil {
		return diag.Position{}
	}
	return c.in.At(path)
}

// given tells whether a fact needs no providing capability: the host gives it, or it is not declared at all, which
// another rule reports.
func (c *Context) given(key string) bool {
	f := c.Facts[key]
	return f == nil || f.Provider == "host"
}

// didYouMean is the help for a name that does not exist.
func didYouMean(word string, among []string) string {
	if near := diag.Suggest(word, among); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// key appends a label to a path as CUE writes it: quoted where it is no identifier.
func key(path, label string) string {
	plain := label != ""
	for i, r := range label {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '$' || r == '#' && i == 0
		plain = plain && (letter || i > 0 && r >= '0' && r <= '9')
	}
	if !plain {
		label = strconv.Quote(label)
	}
	return path + "." + label
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Paths of the elements of an agent.
func factPath(k string) string        { return key("agent.facts", k) }
func capabilityPath(id string) string { return key("agent.capabilities", id) }
func policyPath(id string) string     { return key("agent.policies", id) }
func advicePath(id string) string     { return key("agent.advice", id) }
func groupPath(id string) string      { return key("agent.progression.groups", id) }
func progressionPath(id string) string {
	return key("agent.progression.rules", id)
}
