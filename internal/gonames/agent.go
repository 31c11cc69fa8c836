package gonames

import (
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// agentWalk names the elements of an agent.
type agentWalk struct {
	*typeWalk
	agent *ir.Agent
	keyed map[string]bool // facts with instances
}

func (w *agentWalk) walk() {
	w.keyed = map[string]bool{}
	for i := range w.agent.Facts {
		f := &w.agent.Facts[i]
		w.keyed[f.Key] = f.InstanceKey != ""
		w.fact(f)
	}
	w.readers()
	for i := range w.agent.Ports {
		w.port(&w.agent.Ports[i])
	}
	handlers := newScope(w.n.found)
	for i := range w.agent.Capabilities {
		w.capability(&w.agent.Capabilities[i], handlers)
	}
	for i := range w.agent.Policies {
		w.policy(&w.agent.Policies[i], handlers)
	}
	for _, a := range w.agent.Advice {
		if a.Handler {
			w.judge(w.n.Advice(a.ID), ElementPath(advice, a.ID), handlers)
		}
	}
	if w.agent.HostContext != nil {
		w.schema("HostContext", hostContext, "", *w.agent.HostContext)
	}
}

// schema names the type of an element's schema: its own, or the definition that it refers to.
func (w *agentWalk) schema(name, path, doc string, t ir.Type) {
	if IsReference(t) {
		w.n.roots[path] = w.n.Ref(*t.Ref)
		return
	}
	w.n.roots[path] = GoType{"", name}
	w.root(Decl{Go: name, Path: path, Doc: doc, Type: t})
}

func (w *agentWalk) fact(f *ir.Fact) {
	w.pkg.take(w.n.FactConst(f.Key), ElementPath(facts, f.Key))
	w.schema(w.n.Fact(f.Key)+"Fact", ValuePath(f.Key), f.Doc, f.Value)
}

// readers checks the names under which facts are read together: by policies, advice, automation, and the host.
func (w *agentWalk) readers() {
	all, host := newScope(w.n.found), newScope(w.n.found, "HostFacts")
	for _, f := range w.agent.Facts {
		at := ElementPath(facts, f.Key)
		all.take(w.n.Fact(f.Key), at)
		if f.InstanceKey != "" {
			all.take(w.n.Fact(f.Key)+"All", at)
		}
		if f.Provider == "host" {
			host.take(w.n.Fact(f.Key), at)
		}
	}
}

func (w *agentWalk) port(p *ir.Port) {
	at := ElementPath(ports, p.Name)
	name := w.n.Port(p.Name)
	w.pkg.take(name+"Port", at)
	methods := newScope(w.n.found)
	for _, m := range p.Methods {
		methods.take(m.Name, FieldPath(at+".methods", m.Name))
		w.schema(name+m.Name+"In", PortInPath(p.Name, m.Name), "", m.In)
		w.schema(name+m.Name+"Out", PortOutPath(p.Name, m.Name), "", m.Out)
	}
}

func (w *agentWalk) capability(c *ir.Capability, handlers scope) {
	at, name := ElementPath(capabilities, c.ID), w.n.Capability(c.ID)
	handlers.take(name, at)
	w.pkg.take(w.n.CapConst(c.ID), at)
	for _, s := range []string{"Handler", "Context", "Facts", "Ports", "Completed", "Result"} {
		w.pkg.take(name+s, at)
	}
	if c.Automation > 0 {
		handlers.take(name+"Automation", at)
		w.pkg.take(name+"AutomationContext", at)
	}
	w.schema(name+"Input", InputPath(c.ID), "", c.Input)
	w.schema(name+"Output", OutputPath(c.ID), "", c.Output)
	if c.Continuation != nil {
		w.schema(name+"Continuation", ContinuationPath(c.ID), "", *c.Continuation)
	}
	w.context(c, at)
	w.completed(c)
}

// context checks the methods of a capability's context, and of its reader of facts.
func (w *agentWalk) context(c *ir.Capability, at string) {
	methods := newScope(w.n.found, "Completed", "NeedsInput", "NeedsConfirmation", "Failed", "Facts", "Ports",
		"Continuation", "HostContext", "Thread", "Turn", "Step", "Trigger", "Now", "Intention", "Message", "Previous",
		"Summary", "Interaction", "Answer", "Emit", "EmitAs", "Scope", "WriteScope")
	for _, is := range c.Issues {
		methods.take(w.n.Failed(is.Code), FieldPath(at+".issues", is.Code))
	}
	read := newScope(w.n.found)
	for _, r := range c.Requires {
		for _, key := range r.Facts {
			fact := ElementPath(facts, key)
			if r.Resolution == "runtime" {
				for _, provider := range w.n.Providers(key, c.ID) {
					methods.take(w.n.Needs(key, provider), fact)
				}
			}
			read.take(w.n.Fact(key), fact)
			if w.keyed[key] {
				read.take(w.n.Fact(key)+"All", fact)
			}
		}
	}
}

// completed checks the fields of a capability's completed outcome.
func (w *agentWalk) completed(c *ir.Capability) {
	fields := newScope(w.n.found, "Output", "Completed")
	for _, key := range c.Provides {
		fields.take(w.n.Completed(key), ElementPath(facts, key))
	}
}

func (w *agentWalk) policy(p *ir.Policy, handlers scope) {
	if !p.Handler {
		return
	}
	w.judge(w.n.Policy(p.ID), ElementPath(policies, p.ID), handlers)
	on := p.On
	if len(on) == 0 {
		for _, c := range w.agent.Capabilities {
			on = append(on, c.ID)
		}
	}
	inputs := newScope(w.n.found, "Facts", "Capability", "Intention", "Now")
	for _, id := range on {
		inputs.take(w.n.PolicyInput(id), ElementPath(capabilities, id))
	}
}

// judge names the handler of a policy or an advice.
func (w *agentWalk) judge(name, at string, handlers scope) {
	handlers.take(name, at)
	w.pkg.take(name+"Handler", at)
	w.pkg.take(name+"Context", at)
}

// PortType splits the Go type of a port into import path and name: "example.com/app/office.Queue".
func PortType(s string) (path, name string) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+1:]
}
