package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

func (d *dict) uint64(name string, n *uint64) {
	if n != nil {
		d.set(name, gen.New(gen.Lit(*n)))
	}
}

func (d *dict) uint64s(name string, list []uint64) {
	if len(list) > 0 {
		d.set(name, gen.Index().Uint64().ValuesFunc(func(g *gen.Group) {
			for _, n := range list {
				g.Lit(n)
			}
		}))
	}
}

func (d *dict) formats(list []ir.Format) {
	if len(list) == 0 {
		return
	}
	d.set("Formats", gen.Index().Qual(wirePath, "Format").ValuesFunc(func(g *gen.Group) {
		for _, f := range list {
			g.Qual(wirePath, "Formatted").Call(gen.Lit(f.Name), gen.Lit(f.Layout))
		}
	}))
}
