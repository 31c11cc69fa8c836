package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// portsFile has the struct of all ports and the interfaces of those that the spec describes by methods.
func (g *generator) portsFile() (*gen.File, error) {
	if g.agent == nil {
		return nil, nil
	}
	f := g.file()
	doc := "Ports are the host's adapters, one field a declared port."
	if len(g.agent.Ports) == 0 {
		doc = "Ports are the host's adapters. The agent declares none."
	}
	f.Comment(doc)
	f.Type().Id("Ports").StructFunc(func(s *gen.Group) {
		for _, p := range g.agent.Ports {
			s.Id(g.names.Port(p.Name)).Add(g.portType(p.Name))
		}
	})
	for _, p := range g.agent.Ports {
		if p.Go == "" {
			g.portInterface(f, p)
		}
	}
	return f, nil
}

// portType is the Go type of a port: the host's own, or the generated interface.
func (g *generator) portType(name string) *gen.Statement {
	for _, p := range g.agent.Ports {
		if p.Name == name && p.Go != "" {
			path, typ := gonames.PortType(p.Go)
			return gen.Qual(path, typ)
		}
	}
	return gen.Id(g.names.Port(name) + "Port")
}

func (g *generator) portInterface(f *gen.File, p ir.Port) {
	name := g.names.Port(p.Name) + "Port"
	f.Line().Add(commentf("%s is the port %s.", name, oneLine(p.Name)))
	f.Type().Id(name).InterfaceFunc(func(i *gen.Group) {
		for _, m := range p.Methods {
			i.Id(m.Name).Params(gen.Id("ctx").Add(ctx()), gen.Id("in").Add(g.named(g.names.PortIn(p.Name, m.Name)))).
				Params(g.named(g.names.PortOut(p.Name, m.Name)), gen.Error())
		}
	})
}
