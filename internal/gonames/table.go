package gonames

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// Names are the generated names of one package. It is immutable after Table.
type Names struct {
	pkg      *ir.Package
	deps     map[string]*ir.Package
	decls    []Decl
	byPath   map[string]string
	roots    map[string]GoType
	fields   map[string]string
	defaults map[string]string
	members  map[string]string
	variants map[string]string // by path and index
	found    *[]Collision
}

// Naming gives what Table gives for a package, and works each out once. nil for a package that it does not know.
type Naming func(p *ir.Package) func() (*Names, []Collision)

// Of names a package, by itself where the naming is nil or does not know it.
func (f Naming) Of(p *ir.Package, deps map[string]*ir.Package) (*Names, []Collision) {
	if f != nil {
		if table := f(p); table != nil {
			return table()
		}
	}
	return Table(p, deps)
}

// Table names everything that is generated for p. deps are the packages that it refers to, by CUE import path. The
// names are complete even when there are collisions; the code would not compile then.
func Table(p *ir.Package, deps map[string]*ir.Package) (*Names, []Collision) {
	var found []Collision
	n := &Names{
		pkg: p, deps: deps, byPath: map[string]string{}, roots: map[string]GoType{}, fields: map[string]string{},
		defaults: map[string]string{}, members: map[string]string{}, variants: map[string]string{}, found: &found,
	}
	pkg := newScope(&found)
	if p.Agent != nil {
		pkg = newScope(&found, "Handlers", "Ports", "Facts", "HostFacts", "Definition", "Prompts", "ContractFingerprint",
			"AuditFingerprint")
	} else if p.HasCatalog {
		pkg = newScope(&found, "All")
	}
	w := &typeWalk{n: n, pkg: pkg}
	for _, d := range p.Types {
		w.root(Decl{Go: DefinitionName(d), Path: d.Name, Doc: d.Doc, Type: d.Type, Definition: d.Name})
	}
	if p.Agent != nil {
		a := &agentWalk{typeWalk: w, agent: p.Agent}
		a.walk()
	}
	prompts := "catalog.prompts"
	list := p.Catalog
	if p.Agent != nil {
		prompts, list = "agent.prompts", p.Agent.Prompts
	}
	for _, pr := range list {
		at := ElementPath(prompts, pr.ID)
		pkg.take(n.PromptConst(pr.ID), at)
		pkg.take(n.RenderPrompt(pr.ID), at)
	}
	return n, found
}

// Package is the Go package name.
func (n *Names) Package() string { return PackageName(n.pkg.Name) }

// Decls are the Go types to generate: definitions first, then the schemas of the agent, each followed by the inline
// types inside it.
func (n *Names) Decls() []Decl { return n.decls }

// At gives the Go name of the type declared at a path (see Decl).
func (n *Names) At(path string) (string, bool) {
	s, ok := n.byPath[path]
	return s, ok
}

// Field gives the Go name of the field name of the struct at path.
func (n *Names) Field(path, name string) string { return n.fields[FieldPath(path, name)] }

// Default gives the name of the constant that holds the default of a field; false when the default is no scalar.
func (n *Names) Default(path, name string) (string, bool) {
	s, ok := n.defaults[FieldPath(path, name)]
	return s, ok
}

// Member gives the constant of the i-th member of the enum at path.
func (n *Names) Member(path string, i int) string {
	return n.members[path+"["+strconv.Itoa(i)+"]"]
}

// Ref gives the Go type of a definition of this or another package.
func (n *Names) Ref(r ir.Ref) GoType {
	p, d := n.find(n.pkg, r)
	if p == n.pkg {
		r.Package = ""
	}
	if d != nil {
		return GoType{r.Package, DefinitionName(*d)}
	}
	return GoType{r.Package, Export(r.Name)}
}

// find gives what a reference in package p names, and the package that has it; nil where there is none.
func (n *Names) find(p *ir.Package, r ir.Ref) (*ir.Package, *ir.TypeDef) {
	if r.Package == n.pkg.Path {
		p = n.pkg
	} else if r.Package != "" && r.Package != p.Path {
		p = n.deps[r.Package]
	}
	if p != nil {
		for i := range p.Types {
			if p.Types[i].Name == r.Name {
				return p, &p.Types[i]
			}
		}
	}
	return p, nil
}

// anything tells whether a type of this package, references followed, is any value: it has no Go type that a constant
// could have.
func (n *Names) anything(t ir.Type) bool { return n.followed(t) == ir.KindAny }

// followed is the kind of a type of this package, references followed; "" when a definition is missing.
func (n *Names) followed(t ir.Type) ir.Kind {
	p := n.pkg
	for range maxAliases {
		if t.Kind != ir.KindRef || t.Ref == nil {
			break
		}
		var d *ir.TypeDef
		if p, d = n.find(p, *t.Ref); d == nil {
			return ""
		}
		t = d.Type
	}
	return t.Kind
}

// maxAliases bounds references that lead to references.
const maxAliases = 100

// Paths of the schemas of an agent's elements, as the spec writes them.
const (
	capabilities = "agent.capabilities"
	facts        = "agent.facts"
	ports        = "agent.ports"
	policies     = "agent.policies"
	advice       = "agent.advice"
	hostContext  = "agent.#HostContext"
)

// InputPath is the path of a capability's input schema, the root of its field names.
func InputPath(id string) string { return ElementPath(capabilities, id) + ".#Input" }

// OutputPath is the path of a capability's output schema.
func OutputPath(id string) string { return ElementPath(capabilities, id) + ".#Output" }

// ContinuationPath is the path of a capability's continuation schema.
func ContinuationPath(id string) string { return ElementPath(capabilities, id) + ".#Continuation" }

// ValuePath is the path of a fact's value schema.
func ValuePath(fact string) string { return ElementPath(facts, fact) + ".#Value" }

// PortInPath is the path of what a port method takes.
func PortInPath(port, method string) string {
	return FieldPath(ElementPath(ports, port)+".methods", method) + ".#In"
}

// PortOutPath is the path of what a port method gives.
func PortOutPath(port, method string) string {
	return FieldPath(ElementPath(ports, port)+".methods", method) + ".#Out"
}

// HostContextPath is the path of the schema of the host's context.
func HostContextPath() string { return hostContext }

// Input is the Go type of a capability's input.
func (n *Names) Input(id string) GoType { return n.roots[InputPath(id)] }

// Output is the Go type of a capability's output.
func (n *Names) Output(id string) GoType { return n.roots[OutputPath(id)] }

// Continuation is the Go type of a capability's continuation; false when it declares none.
func (n *Names) Continuation(id string) (GoType, bool) {
	t, ok := n.roots[ContinuationPath(id)]
	return t, ok
}

// FactValue is the Go type of a fact's value.
func (n *Names) FactValue(key string) GoType { return n.roots[ValuePath(key)] }

// PortIn is the Go type of what a port method takes.
func (n *Names) PortIn(port, method string) GoType { return n.roots[PortInPath(port, method)] }

// PortOut is the Go type of what a port method gives.
func (n *Names) PortOut(port, method string) GoType { return n.roots[PortOutPath(port, method)] }

// HostContext is the Go type of the host's context; false when the agent declares none.
func (n *Names) HostContext() (GoType, bool) {
	t, ok := n.roots[hostContext]
	return t, ok
}

// Capability is the name of a capability, to which Handler, Context, Input and the like are added.
func (n *Names) Capability(id string) string { return Export(id) }

// CapConst is the constant of a capability's id.
func (n *Names) CapConst(id string) string { return "Cap" + Export(id) }

// Fact is the name of a fact: order.found@1 is OrderFound, version 2 is OrderFoundV2.
func (n *Names) Fact(key string) string {
	typ, version, _ := strings.Cut(key, "@")
	if version == "1" || version == "" {
		return Export(typ)
	}
	return Export(typ) + "V" + version
}

// FactConst is the constant of a fact's key.
func (n *Names) FactConst(key string) string {
	typ, version, _ := strings.Cut(key, "@")
	return "Fact" + Export(typ) + "V" + version
}

// Completed is the field of a fact in the completed outcome of a capability.
func (n *Names) Completed(key string) string {
	return avoid(n.Fact(key), "Fact", "Output", "Completed")
}

// Policy is the name of a policy's handler method; Handler and Context are added for its types.
func (n *Names) Policy(id string) string { return Export(id) + "Policy" }

// PolicyInput is the method of a policy context that gives the input of a capability.
func (n *Names) PolicyInput(id string) string {
	return avoid(Export(id), "Input", "Facts", "Capability", "Intention", "Now")
}

// Advice is the name of an advice's handler method; Handler and Context are added for its types.
func (n *Names) Advice(id string) string { return Export(id) + "Advice" }

// Port is the field of a port.
func (n *Names) Port(name string) string { return Export(name) }

// Failed is the constructor of a declared issue.
func (n *Names) Failed(code string) string { return "Failed" + Export(strings.ToLower(code)) }

// Providers are the capabilities that provide a fact, in code order, without the one that asks.
func (n *Names) Providers(key, except string) []string {
	var out []string
	for _, c := range n.pkg.Agent.Capabilities {
		if c.ID != except && slices.Contains(c.Provides, key) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Needs is the constructor that asks for a required fact at run time: NeedsOrderFound, or with several providers of the
// fact NeedsOrderFoundByOrderFind.
func (n *Names) Needs(key, provider string) string {
	if len(n.Providers(key, "")) > 1 {
		return "Needs" + n.Fact(key) + "By" + Export(provider)
	}
	return "Needs" + n.Fact(key)
}

// PromptConst is the constant of a prompt's id.
func (n *Names) PromptConst(id string) string { return "Prompt" + Export(id) }

// RenderPrompt is the render function of a prompt.
func (n *Names) RenderPrompt(id string) string { return "Render" + Export(id) }
