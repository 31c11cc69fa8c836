package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

func (d *dict) uint64(name string, n *uint64) {
	if n != nil {
		d.set(name, jen.New(jen.Lit(*n)))
	}
}

func (d *dict) uint64s(name string, list []uint64) {
	if len(list) > 0 {
		d.set(name, jen.Index().Uint64().ValuesFunc(func(g *jen.Group) {
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
	d.set("Formats", jen.Index().Qual(wirePath, "Format").ValuesFunc(func(g *jen.Group) {
		for _, f := range list {
			g.Qual(wirePath, "Formatted").Call(jen.Lit(f.Name), jen.Lit(f.Layout))
		}
	}))
}
