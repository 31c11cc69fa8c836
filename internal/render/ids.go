package render

import "github.com/ikgen/ikgen/internal/render/gen"

// idsFile has the constants of capabilities and facts.
func (g *generator) idsFile() (*gen.File, error) {
	if g.agent == nil || len(g.agent.Capabilities)+len(g.agent.Facts) == 0 {
		return nil, nil
	}
	f := g.file()
	if len(g.agent.Capabilities) > 0 {
		f.Comment("The capabilities of the agent.")
		f.Const().DefsFunc(func(d *gen.Group) {
			for _, c := range g.agent.Capabilities {
				d.Id(g.names.CapConst(c.ID)).Add(ik("CapabilityID")).Op("=").Lit(c.ID)
			}
		})
	}
	if len(g.agent.Facts) > 0 {
		f.Comment("The facts of the agent.")
		f.Const().DefsFunc(func(d *gen.Group) {
			for _, fact := range g.agent.Facts {
				d.Id(g.names.FactConst(fact.Key)).Add(ik("FactKey")).Op("=").Lit(fact.Key)
			}
		})
	}
	return f, nil
}

// capList is a list of capability constants.
func (g *generator) capList(ids []string) *gen.Statement {
	return gen.Index().Add(ik("CapabilityID")).ValuesFunc(func(v *gen.Group) {
		for _, id := range ids {
			v.Id(g.names.CapConst(id))
		}
	})
}

// factList is a list of fact constants.
func (g *generator) factList(keys []string) *gen.Statement {
	return gen.Index().Add(ik("FactKey")).ValuesFunc(func(v *gen.Group) {
		for _, k := range keys {
			v.Id(g.names.FactConst(k))
		}
	})
}
