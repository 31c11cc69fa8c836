package review

import (
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// tagged finds the unions of a schema that one field tells apart. A reviewer must see when that field, or one of its
// values, changes: stored documents then mean another variant.
type tagged struct {
	pkg  *ir.Package
	deps map[string]*ir.Package
	seen map[ir.Ref]bool
	out  []string
}

// tags is a word for every such union of a schema, in the order of the schema: input.kind("card"|"bank").
func tags(p *ir.Package, deps map[string]*ir.Package, root string, t ir.Type) []string {
	w := &tagged{pkg: p, deps: deps, seen: map[ir.Ref]bool{}}
	w.walk(t, p, root)
	return w.out
}

func (w *tagged) walk(t ir.Type, in *ir.Package, at string) {
	if t.Ref != nil {
		w.follow(*t.Ref, in, at)
	}
	if t.Items != nil {
		w.walk(*t.Items, in, at+"[]")
	}
	for _, f := range t.Fields {
		w.walk(f.Type, in, at+"."+word(f.Name))
	}
	for _, e := range t.Elems {
		w.walk(e, in, at+"[]")
	}
	for _, r := range t.Rest {
		w.walk(r.Items, in, at+"[]")
	}
	if t.Union == nil {
		return
	}
	if t.Union.Discriminator != "" {
		var values []string
		for _, v := range t.Union.Variants {
			for _, raw := range v.Tags {
				values = append(values, string(raw))
			}
		}
		w.out = append(w.out, at+"."+word(t.Union.Discriminator)+"("+strings.Join(values, "|")+")")
	}
	for _, v := range t.Union.Variants {
		w.walk(v.Type, in, at)
	}
}

// follow enters a definition once: it may refer to itself.
func (w *tagged) follow(r ir.Ref, in *ir.Package, at string) {
	if r.Package == "" {
		r.Package = in.Path
	}
	if w.seen[r] {
		return
	}
	w.seen[r] = true
	p := w.deps[r.Package]
	if r.Package == w.pkg.Path {
		p = w.pkg
	}
	if p == nil {
		return
	}
	for _, d := range p.Types {
		if d.Name == r.Name {
			w.walk(d.Type, p, at)
		}
	}
}

// word is a name that cannot break the line.
func word(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '"' || r > '~' }) || name == "" {
		return strconv.Quote(name)
	}
	return name
}
