package render

import (
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// capabilitiesFile has what the host implements, and per capability its context, facts and results.
func (g *generator) capabilitiesFile() (*gen.File, error) {
	if g.agent == nil {
		return nil, nil
	}
	f := g.file()
	g.handlers(f)
	for i := range g.agent.Capabilities {
		g.capability(f, &g.agent.Capabilities[i])
	}
	return f, nil
}

// handlers writes the interface that embeds every other one: a host that misses a handler does not compile.
func (g *generator) handlers(f *gen.File) {
	f.Comment("Handlers is what the host implements. It may be assembled from smaller types.")
	f.Type().Id("Handlers").InterfaceFunc(func(i *gen.Group) {
		for _, c := range g.agent.Capabilities {
			i.Id(g.names.Capability(c.ID) + "Handler")
		}
		for _, p := range g.agent.Policies {
			if p.Handler {
				i.Id(g.names.Policy(p.ID) + "Handler")
			}
		}
		for _, a := range g.agent.Advice {
			if a.Handler {
				i.Id(g.names.Advice(a.ID) + "Handler")
			}
		}
	})
}

// capability writes everything of one capability.
func (g *generator) capability(f *gen.File, c *ir.Capability) {
	g.handler(f, c)
	if c.Automation > 0 {
		g.automationContext(f, c)
	}
	g.context(f, c)
	if len(c.Requires) > 0 {
		g.requiredFacts(f, c)
	}
	g.completed(f, c)
	g.questions(f, c)
	g.dependencies(f, c)
	g.failures(f, c)
}

// handler writes the interface of one capability's handler.
func (g *generator) handler(f *gen.File, c *ir.Capability) {
	name := g.names.Capability(c.ID)
	in := g.named(g.names.Input(c.ID))
	f.Line().Add(commentf("%sHandler carries out %s: %s", name, c.ID, sentence(c.Description)))
	f.Type().Id(name + "Handler").InterfaceFunc(func(i *gen.Group) {
		i.Id(name).Params(gen.Id("ctx").Add(ctx()), gen.Id("c").Op("*").Id(name+"Context"), gen.Id("in").Add(in)).
			Params(gen.Id(name+"Result"), gen.Error())
		if c.Automation > 0 {
			i.Add(commentf("%sAutomation builds the input when %s starts of its own accord. ok=false: no input.", name, c.ID))
			i.Id(name+"Automation").Params(gen.Id("ctx").Add(ctx()), gen.Id("c").Op("*").Id(name+"AutomationContext")).
				Params(gen.Id("in").Add(in), gen.Id("ok").Bool(), gen.Err().Error())
		}
	})
}

// automationContext writes what the input of automatic work is built from.
func (g *generator) automationContext(f *gen.File, c *ir.Capability) {
	typ := g.names.Capability(c.ID) + "AutomationContext"
	f.Line().Add(commentf("%s is what the input of %s is built from.", typ, c.ID))
	f.Type().Id(typ).Struct(gen.Id("ac").Add(ik("AutomationContext")))
	recv := gen.Id("c").Op("*").Id(typ)
	f.Line().Comment("Message is what the user wrote this turn.")
	f.Func().Params(recv).Id("Message").Params().Add(ik("Message")).Block(gen.Return(gen.Id("c").Dot("ac").Dot("Message")))
	f.Line().Comment("Facts gives every fact of the agent.")
	f.Func().Params(recv).Id("Facts").Params().Id("Facts").Block(gen.Return(gen.Id("Facts").Values(gen.Id("c").Dot("ac").Dot("Facts"))))
	f.Line().Comment("Now is the kernel's clock in the agent's time zone.")
	f.Func().Params(recv).Id("Now").Params().Qual("time", "Time").Block(gen.Return(gen.Id("c").Dot("ac").Dot("Now")))
}

// context writes the typed context of a handler.
func (g *generator) context(f *gen.File, c *ir.Capability) {
	name := g.names.Capability(c.ID)
	scope := "Scope"
	if c.Effect == "write" {
		scope = "WriteScope"
	}
	f.Line().Add(commentf("%sContext is what the handler of %s may use.", name, c.ID))
	f.Type().Id(name + "Context").StructFunc(func(s *gen.Group) {
		s.Add(ik(scope))
		if len(c.Ports) > 0 {
			s.Id("Ports").Id(name + "Ports")
		}
	})
	if len(c.Ports) > 0 {
		f.Line().Add(commentf("%sPorts are the ports that %s declares.", name, c.ID))
		f.Type().Id(name + "Ports").StructFunc(func(s *gen.Group) {
			for _, p := range c.Ports {
				s.Id(g.names.Port(p)).Add(g.portType(p))
			}
		})
	}
	if len(c.Requires) > 0 {
		f.Line().Add(commentf("Facts gives the facts that %s declares in requires.", c.ID))
		f.Func().Params(g.receiver(c)).Id("Facts").Params().Id(name + "Facts").Block(
			gen.Return(gen.Id(name + "Facts").Values(ik("FactsOf").Call(scopeOf()))))
	}
	g.continuation(f, c)
	g.hostContext(f, c)
}

// receiver is the receiver of the context's methods.
func (g *generator) receiver(c *ir.Capability) *gen.Statement {
	return gen.Id("c").Op("*").Id(g.names.Capability(c.ID) + "Context")
}

// scopeOf is the address of the scope inside a context, of a write's too.
func scopeOf() *gen.Statement { return gen.Op("&").Id("c").Dot("Scope") }

// untypedContinuation reads what no schema describes. NAME stands for the capability.
const untypedContinuation = `
// Continuation is what the last result of this work carried, as JSON, or nil.
func (c *NAMEContext) Continuation() json.RawMessage {
	return ik.InvocationOf(&c.Scope).Continuation
}
`

// continuation writes the reader of what an earlier result carried.
func (g *generator) continuation(f *gen.File, c *ir.Capability) {
	t, typed := g.names.Continuation(c.ID)
	if !typed {
		f.Text(strings.ReplaceAll(untypedContinuation, "NAME", g.names.Capability(c.ID)), ikPath, "encoding/json")
		return
	}
	f.Line().Comment("Continuation is what the last result of this work carried. ok=false: there is none. The error says that what")
	f.Comment("was stored no longer fits the schema.")
	f.Func().Params(g.receiver(c)).Id("Continuation").Params().
		Params(gen.Id("v").Add(g.named(t)), gen.Id("ok").Bool(), gen.Err().Error()).Block(
		gen.Return(ik("ContinuationOf").Types(g.named(t)).Call(scopeOf(), g.schemaOf(t))))
}

// untypedHostContext reads what no schema describes. NAME stands for the capability.
const untypedHostContext = `
// HostContext is what the host handed over with the turn, or nil.
func (c *NAMEContext) HostContext() any {
	return ik.InvocationOf(&c.Scope).HostContext
}
`

// hostContext writes the reader of what the host handed over with the turn.
func (g *generator) hostContext(f *gen.File, c *ir.Capability) {
	t, typed := g.names.HostContext()
	if !typed {
		f.Text(strings.ReplaceAll(untypedHostContext, "NAME", g.names.Capability(c.ID)), ikPath)
		return
	}
	f.Line().Comment("HostContext is what the host handed over with the turn. ok=false: nothing.")
	f.Func().Params(g.receiver(c)).Id("HostContext").Params().
		Params(gen.Id("v").Add(g.named(t)), gen.Id("ok").Bool()).Block(
		gen.List(gen.Id("v"), gen.Id("ok")).Op("=").Add(ik("InvocationOf")).Call(scopeOf()).Dot("HostContext").Assert(g.named(t)),
		gen.Return(gen.Id("v"), gen.Id("ok")))
}
