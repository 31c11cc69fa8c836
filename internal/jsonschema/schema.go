package jsonschema

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// Dialect is the dialect that every schema names.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// Full is the schema of a type of package p, which may refer to the packages in deps, by CUE import path. title may be
// empty.
func Full(p *ir.Package, deps map[string]*ir.Package, t ir.Type, title string) ([]byte, error) {
	return write(p, deps, t, title, false)
}

// Model is Full without the fields that the kernel fills.
func Model(p *ir.Package, deps map[string]*ir.Package, t ir.Type, title string) ([]byte, error) {
	return write(p, deps, t, title, true)
}

func write(p *ir.Package, deps map[string]*ir.Package, t ir.Type, title string, model bool) ([]byte, error) {
	root, defs, err := document(p, deps, t, title, model)
	if err != nil {
		return nil, err
	}
	return join(root, defs), nil
}

// join is a schema with its definitions as bytes.
func join(root, defs *object) []byte {
	if len(defs.members) > 0 {
		root.set("$defs", defs)
	}
	return root.append(nil)
}

// document is the schema of a type, and the definitions that it refers to by name.
func document(p *ir.Package, deps map[string]*ir.Package, t ir.Type, title string, model bool) (root, defs *object, err error) {
	w := &writer{pkg: p, deps: deps, model: model, names: map[target]string{}, uses: map[target]int{}}
	if err := w.count(p, &t, nil); err != nil {
		return nil, nil, err
	}
	root, defs = &object{}, &object{}
	root.text("$schema", Dialect)
	if title != "" {
		root.text("title", title)
	}
	body, err := w.schema(p, &t)
	if err != nil {
		return nil, nil, err
	}
	root.members = append(root.members, body.members...)
	for i := 0; i < len(w.order); i++ { // writing a definition may find further ones
		d, err := w.definition(w.order[i])
		if err != nil {
			return nil, nil, err
		}
		defs.set(w.names[w.order[i]], d)
	}
	return root, defs, nil
}

// target is a definition of a package.
type target struct{ pkg, name string }

// writer writes one schema.
type writer struct {
	pkg   *ir.Package
	deps  map[string]*ir.Package
	model bool
	uses  map[target]int    // how often a definition is referred to; many for a recursive one
	names map[target]string // names in $defs
	order []target          // definitions in $defs, by first reference
}

const many = 2

// find looks up what a reference of package p names.
func (w *writer) find(p *ir.Package, r *ir.Ref) (*ir.Package, *ir.TypeDef, error) {
	if r == nil {
		return nil, nil, fmt.Errorf("package %q: a reference without a name", p.Path)
	}
	if r.Package != "" && r.Package != p.Path {
		p = w.deps[r.Package]
		if r.Package == w.pkg.Path {
			p = w.pkg
		}
	}
	if p != nil {
		for i := range p.Types {
			if p.Types[i].Name == r.Name {
				return p, &p.Types[i], nil
			}
		}
	}
	return nil, nil, fmt.Errorf("the definition %q of package %q is not known", r.Name, r.Package)
}

// count counts references, so that what is used once and not recursive is written in place.
func (w *writer) count(p *ir.Package, t *ir.Type, path []target) error {
	if t.Narrow != nil {
		return w.count(p, t.Narrow, path)
	}
	if t.Kind == ir.KindRef {
		owner, def, err := w.find(p, t.Ref)
		if err != nil {
			return err
		}
		at := target{owner.Path, def.Name}
		for _, above := range path {
			if above == at {
				w.uses[at] = many
				return nil
			}
		}
		if w.uses[at]++; w.uses[at] > 1 {
			return nil
		}
		return w.count(owner, &def.Type, append(path[:len(path):len(path)], at))
	}
	for i := range t.Fields {
		if w.model && t.Fields[i].From != "" {
			continue
		}
		if err := w.count(p, &t.Fields[i].Type, path); err != nil {
			return err
		}
	}
	for i := range t.Elems {
		if err := w.count(p, &t.Elems[i], path); err != nil {
			return err
		}
	}
	for i := range t.Rest {
		if err := w.count(p, &t.Rest[i].Items, path); err != nil {
			return err
		}
	}
	if t.Union != nil {
		for i := range t.Union.Variants {
			if err := w.count(p, &t.Union.Variants[i].Type, path); err != nil {
				return err
			}
		}
	}
	if t.Items != nil {
		return w.count(p, t.Items, path)
	}
	return nil
}

// reference writes a reference: in place, or by $ref.
func (w *writer) reference(p *ir.Package, t *ir.Type) (*object, error) {
	if t.Narrow != nil {
		return w.schema(p, t.Narrow)
	}
	owner, def, err := w.find(p, t.Ref)
	if err != nil {
		return nil, err
	}
	at := target{owner.Path, def.Name}
	if w.uses[at] < many {
		s, err := w.schema(owner, &def.Type)
		if err != nil {
			return nil, err
		}
		s.describe(def.Doc)
		return s, nil
	}
	if w.names[at] == "" {
		w.names[at] = w.free(def.Name)
		w.order = append(w.order, at)
	}
	s := &object{}
	s.text("$ref", "#/$defs/"+w.names[at])
	return s, nil
}

// free gives a name that no other definition has: two packages may have the same one.
func (w *writer) free(name string) string {
	base := plainName(name)
	taken := map[string]bool{}
	for _, t := range w.order {
		taken[w.names[t]] = true
	}
	name = base
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	return name
}

// plainName makes a name that a JSON Pointer in a URI carries as it is.
func plainName(name string) string {
	out := []byte{}
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_':
			out = append(out, byte(r))
		case r != '#':
			out = fmt.Appendf(out, "_%x", r)
		}
	}
	if len(out) == 0 {
		return "_"
	}
	return string(out)
}

func (w *writer) definition(at target) (*object, error) {
	p, def, err := w.find(w.pkg, &ir.Ref{Package: at.pkg, Name: at.name})
	if err != nil {
		return nil, err
	}
	s, err := w.schema(p, &def.Type)
	if err != nil {
		return nil, err
	}
	s.describe(def.Doc)
	return s, nil
}
