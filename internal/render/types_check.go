package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// checkTypes refuses what would not compile, or what Go could not hold.
func (g *generator) checkTypes() error {
	decls := g.names.Decls()
	for i := range decls {
		if err := g.checkStruct(&decls[i]); err != nil {
			return err
		}
	}
	return g.checkFacts()
}

// checkStruct refuses structs that hold themselves.
func (g *generator) checkStruct(d *gonames.Decl) error {
	if d.Type.Kind != ir.KindStruct {
		return nil
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
