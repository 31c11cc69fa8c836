package render

import (
	"go/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// promptsFile has the frozen prompts: of an agent, or of a package with a catalog.
func (g *generator) promptsFile() (*gen.File, error) {
	list, all, doc := g.pkg.Catalog, "All", "All gives the catalog in code order of its ids. The slice is the caller's own."
	switch {
	case g.agent != nil && len(g.agent.Prompts) > 0:
		list, all, doc = g.agent.Prompts, "Prompts", "Prompts gives the agent's own prompts in code order of their ids. The slice is the caller's own."
	case g.agent != nil || !g.pkg.HasCatalog:
		return nil, nil
	}
	f := g.file()
	if g.agent == nil {
		f.PackageComment("Package " + g.names.Package() + " is a frozen catalog of prompts.")
	}
	if len(list) > 0 {
		f.Comment("The prompts.")
		f.Const().DefsFunc(func(d *gen.Group) {
			for _, p := range list {
				d.Id(g.names.PromptConst(p.ID)).Op("=").Lit(p.ID)
			}
		})
	}
	f.Comment(doc)
	f.Func().Id(all).Params().Index().Add(ik("PromptDefinition")).Block(
		gen.Return(gen.Index().Add(ik("PromptDefinition")).LinesFunc(func(v *gen.Group) {
			for _, p := range list {
				v.Id("prompt" + g.names.PromptConst(p.ID)[len("Prompt"):]).Call()
			}
		})))
	for _, p := range list {
		g.prompt(f, p)
	}
	return f, nil
}

// prompt writes one definition and its render function.
func (g *generator) prompt(f *gen.File, p ir.Prompt) {
	render := g.names.RenderPrompt(p.ID)
	def := "prompt" + render[len("Render"):]
	var d dict
	d.set("ID", gen.Id(g.names.PromptConst(p.ID)))
	d.set("Version", gen.Lit(p.Version))
	d.set("Template", gen.Lit(p.Template))
	d.set("Variables", texts(p.Variables))
	f.Line().Func().Id(def).Params().Add(ik("PromptDefinition")).Block(gen.Return(d.of(ik("PromptDefinition"))))

	f.Line().Add(commentf("%s writes the prompt %s with the values of its variables.", render, oneLine(p.ID)))
	params := promptParams(p.Variables, def)
	f.Func().Id(render).ParamsFunc(func(v *gen.Group) {
		for i, name := range params {
			if i == len(params)-1 {
				v.Id(name).String()
			} else {
				v.Id(name)
			}
		}
	}).Params(gen.String(), gen.Error()).Block(gen.Return(ik("RenderPrompt").Call(
		gen.Id(def).Call(),
		gen.Map(gen.String()).String().ValuesFunc(func(v *gen.Group) {
			for i, name := range p.Variables {
				v.Lit(name).Op(":").Id(params[i])
			}
		}),
		gen.Nil(),
	)))
}

// promptParams are the parameter names of variables: the variables' own, unless Go or the function itself (which calls
// def) needs the word.
func promptParams(variables []string, def string) []string {
	taken := map[string]bool{def: true, "_": true, "string": true, "error": true, "ik": true, "nil": true}
	out := make([]string, len(variables))
	for i, name := range variables {
		for token.IsKeyword(name) || taken[name] {
			name += "Value"
		}
		taken[name] = true
		out[i] = name
	}
	return out
}
