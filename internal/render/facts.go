package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// fact finds a declared fact, nil when there is none.
func (g *generator) fact(key string) *ir.Fact { return g.facts[key] }

// need is how a capability may read one fact.
type need struct {
	key     string
	certain bool // it is always there
	all     bool // every instance, and none in particular
}

// needs gives the facts of a capability's requirements, each once: what is required plainly is certain, whatever other
// requirements say.
func needs(c *ir.Capability) []need {
	var out []need
	at := map[string]int{}
	for _, r := range c.Requires {
		for _, key := range r.Facts {
			n := need{key: key, certain: r.Resolution == "" && len(r.Facts) == 1 && r.Key != "*", all: r.Key == "*"}
			if i, ok := at[key]; ok {
				out[i].certain = out[i].certain || n.certain
				out[i].all = out[i].all && n.all
				continue
			}
			at[key] = len(out)
			out = append(out, n)
		}
	}
	return out
}

// requiredFacts writes the reader of a capability's required facts.
func (g *generator) requiredFacts(f *gen.File, c *ir.Capability) {
	typ := g.names.Capability(c.ID) + "Facts"
	f.Line().Add(commentf("%s reads the facts that %s requires.", typ, c.ID))
	f.Type().Id(typ).Struct(gen.Id("r").Add(ik("FactReader")))
	for _, n := range needs(c) {
		switch {
		case n.all:
		case n.certain:
			g.certainFact(f, typ, n.key)
		default:
			g.possibleFact(f, typ, n.key)
		}
		if fact := g.fact(n.key); fact != nil && fact.InstanceKey != "" {
			g.allFacts(f, typ, n.key)
		}
	}
}

func (g *generator) certainFact(f *gen.File, typ, key string) {
	value := g.named(g.names.FactValue(key))
	f.Line().Add(commentf("%s is %s. It is required, so it is always there.", g.names.Fact(key), key))
	f.Func().Params(gen.Id("f").Id(typ)).Id(g.names.Fact(key)).Params().Add(ik("Fact")).Types(value).Block(
		gen.List(gen.Id("v"), gen.Id("_")).Op(":=").Add(ik("LookupFact")).Types(value).Call(gen.Id("f").Dot("r"), gen.Id(g.names.FactConst(key))),
		gen.Return(gen.Id("v")))
}

func (g *generator) possibleFact(f *gen.File, typ, key string) {
	value := g.named(g.names.FactValue(key))
	f.Line().Add(commentf("%s is %s, if it is known.", g.names.Fact(key), key))
	f.Func().Params(gen.Id("f").Id(typ)).Id(g.names.Fact(key)).Params().Params(ik("Fact").Types(value), gen.Bool()).Block(
		gen.Return(ik("LookupFact").Types(value).Call(gen.Id("f").Dot("r"), gen.Id(g.names.FactConst(key)))))
}

func (g *generator) allFacts(f *gen.File, typ, key string) {
	value := g.named(g.names.FactValue(key))
	name := g.names.Fact(key) + "All"
	f.Line().Add(commentf("%s gives all instances of %s, in code order of their keys.", name, key))
	f.Func().Params(gen.Id("f").Id(typ)).Id(name).Params().Index().Add(ik("Fact")).Types(value).Block(
		gen.Return(ik("LookupFacts").Types(value).Call(gen.Id("f").Dot("r"), gen.Id(g.names.FactConst(key)))))
}

// everyFact writes the reader of all facts, for policies, advice and automation.
func (g *generator) everyFact(f *gen.File) {
	f.Comment("Facts gives every fact of the agent to policies, advice and automation. For a policy a keyed fact is the")
	f.Comment("instance of the judged step's requirement.")
	f.Type().Id("Facts").Struct(gen.Id("r").Add(ik("FactReader")))
	for _, fact := range g.agent.Facts {
		g.possibleFact(f, "Facts", fact.Key)
		if fact.InstanceKey != "" {
			g.allFacts(f, "Facts", fact.Key)
		}
	}
}
