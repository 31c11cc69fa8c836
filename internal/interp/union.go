package interp

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// union reads the variant that the value means, as generated code does. When matching, any variant that holds will do:
// objects are matched as subsets, which tell nothing apart.
func (c *compiler) union(t ir.Type, at place) (reader, error) {
	readers := make([]reader, len(t.Union.Variants))
	all := make([]int, len(readers))
	for i := range readers {
		r, err := c.compile(t.Union.Variants[i].Type, at)
		if err != nil {
			return nil, err
		}
		readers[i], all[i] = r, i
	}
	if c.open {
		return func(d *wire.Decoder, out *writer) { try(d, out, readers, all) }, nil
	}
	table := wirerules.Union(t.Union, at.pkg.Path, at.follow)
	trials := wirerules.Trials(t.Union, at.pkg.Path, at.follow)
	return func(d *wire.Decoder, out *writer) {
		switch i := table.Pick(d); {
		case i < 0:
		case len(trials[i]) > 0:
			try(d, out, readers, trials[i])
		default:
			readers[i](d, out)
		}
	}, nil
}

// try reads the first variant that admits the value.
func try(d *wire.Decoder, out *writer, readers []reader, list []int) {
	t := d.Try()
	for _, i := range list {
		w := &writer{}
		if readers[i](d, w); t.Fits(d) {
			out.text(w.String())
			return
		}
	}
	t.None(d)
}

// follow resolves types for package unions.
func (p place) follow(t ir.Type, pkg string) (ir.Type, string, bool) {
	if pkg != "" && pkg != p.pkg.Path {
		if p.deps[pkg] == nil {
			return t, pkg, false
		}
		p.pkg = p.deps[pkg]
	}
	t, home, err := p.resolve(t)
	return t, home.pkg.Path, err == nil
}

// unionMask protects what one of the variants protects.
func unionMask(t ir.Type, at place, own ir.Privacy) *ik.Mask {
	var masks []func() *ik.Mask
	for i := range t.Union.Variants {
		v := t.Union.Variants[i].Type
		masks = append(masks, func() *ik.Mask { return mask(v, at, own) })
	}
	return ik.AnyMask(privacy(own), masks...)
}
