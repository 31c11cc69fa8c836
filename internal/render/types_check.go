package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// checkTypes refuses what would not compile, or what Go could not hold.
func (g *generator) checkTypes() error {
	decls := g.names.Decls()
	paths := map[string]string{}
	for i := range decls {
		paths[decls[i].Go] = decls[i].Path
	}
	for i := range decls {
		d := &decls[i]
		if err := g.checkDerived(d, paths); err != nil {
			return err
		}
		if err := g.checkStruct(d); err != nil {
			return err
		}
	}
	return g.checkFacts()
}

// checkDerived refuses a type whose name is generated for another one.
func (g *generator) checkDerived(d *gonames.Decl, paths map[string]string) error {
	if !d.Root {
		return nil
	}
	for _, name := range []string{"Decode" + d.Go, "Schema" + d.Go, d.Go + "Schema", d.Go + "ModelSchema"} {
		if other, taken := paths[name]; taken {
			return fmt.Errorf("%s and %s: the go name %s is generated for both", other, d.Path, name)
		}
	}
	return nil
}

// checkStruct refuses fields that are called like a generated method, and structs that hold themselves.
func (g *generator) checkStruct(d *gonames.Decl) error {
	if d.Type.Kind != ir.KindStruct {
		return nil
	}
	for i := range d.Type.Fields {
		f := &d.Type.Fields[i]
		if name := g.goField(d.Path, f); name == "DecodeWire" || name == "CheckWire" {
			return fmt.Errorf("%s: the go name %s is that of a generated method: give another one with @go(Name)",
				gonames.FieldPath(d.Path, f.Name), name)
		}
	}
	if g.holds(d.Path, &d.Type, d.Go, map[string]bool{}) {
		return fmt.Errorf("%s: the type holds itself through required fields, so it has no finite value", d.Path)
	}
	return nil
}

// checkFacts refuses a fact that could be null: Go's nil is the absent fact.
func (g *generator) checkFacts() error {
	if g.agent == nil {
		return nil
	}
	for i := range g.agent.Facts {
		if _, nullable := g.bare(&g.agent.Facts[i].Value); nullable {
			return fmt.Errorf("fact %q: a value that may be null cannot be told from no fact: put it into a field",
				g.agent.Facts[i].Key)
		}
	}
	return nil
}
