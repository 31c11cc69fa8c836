package render

import (
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// result wraps an expression of type ik.Result into the typed result of a capability.
func (g *generator) result(c *ir.Capability, r gen.Code) *gen.Statement {
	return gen.Return(gen.Id(g.names.Capability(c.ID) + "Result").Values(r))
}

// constructor starts a method of the context that gives a result.
func (g *generator) constructor(f *gen.File, c *ir.Capability, name string, params ...gen.Code) *gen.Statement {
	return f.Func().Params(g.receiver(c)).Id(name).Params(params...).Id(g.names.Capability(c.ID) + "Result")
}

// completed writes the completed outcome: the output, one optional publication per declared fact, and the options.
func (g *generator) completed(f *gen.File, c *ir.Capability) {
	name := g.names.Capability(c.ID)
	f.Line().Add(commentf("%sCompleted is the completed outcome of %s. A nil publication publishes nothing.", name, c.ID))
	f.Type().Id(name + "Completed").StructFunc(func(s *gen.Group) {
		s.Id("Output").Add(g.named(g.names.Output(c.ID)))
		for _, key := range c.Provides {
			s.Id(g.names.Completed(key)).Op("*").Add(ik("Publication")).Types(g.named(g.names.FactValue(key))).Add(commentf("%s", key))
		}
		s.Add(ik("Completed"))
	})
	f.Line().Add(commentf("%sResult is an outcome of %s. Its zero value is a breach of contract.", name, c.ID))
	f.Type().Id(name + "Result").Struct(gen.Id("r").Add(ik("Result")))

	f.Line().Comment("Completed ends the work.")
	g.constructor(f, c, "Completed", gen.Id("v").Id(name+"Completed")).BlockFunc(func(b *gen.Group) {
		done := ik("CompletedResult").Call(gen.Id("v").Dot("Output"), gen.Id("v").Dot("Completed"))
		if len(c.Provides) == 0 {
			b.Add(g.result(c, done))
			return
		}
		b.Id("r").Op(":=").Add(done)
		for _, key := range c.Provides {
			b.Id("v").Dot(g.names.Completed(key)).Dot("AppendTo").Call(gen.Op("&").Id("r"), gen.Id(g.names.FactConst(key)), g.keyFunc(key))
		}
		b.Add(g.result(c, gen.Id("r")))
	})
}

// keyFunc is the function that reads the key of a fact's instance, nil for a fact without instances.
func (g *generator) keyFunc(key string) *gen.Statement {
	if f := g.fact(key); f != nil && f.InstanceKey != "" {
		return gen.Id("key" + g.names.Fact(key))
	}
	return gen.Nil()
}

// needsInput makes a question. NAME stands for the capability.
const needsInput = `
// NeedsInput asks the user before the work can go on.
func (c *NAMEContext) NeedsInput(v ik.NeedsInput) NAMEResult {
	return NAMEResult{ik.NeedsInputResult(v)}
}
`

// questions writes the constructors that ask the user.
func (g *generator) questions(f *gen.File, c *ir.Capability) {
	f.Text(strings.ReplaceAll(needsInput, "NAME", g.names.Capability(c.ID)), ikPath)
	if c.Confirmation != "capability" {
		return
	}
	f.Line().Comment("NeedsConfirmation asks the user to confirm an input that the handler worked out.")
	in := g.named(g.names.Input(c.ID))
	g.constructor(f, c, "NeedsConfirmation", gen.Id("v").Add(ik("NeedsConfirmation")).Types(in)).Block(
		g.result(c, ik("NeedsConfirmationResult").Call(gen.Id("v"))))
}

// dependencies writes one constructor per requirement that the handler may ask for while it runs, and per capability
// that provides it when there are several.
func (g *generator) dependencies(f *gen.File, c *ir.Capability) {
	seen := map[string]bool{}
	for _, r := range c.Requires {
		if r.Resolution != "runtime" {
			continue
		}
		for _, key := range r.Facts {
			for _, provider := range g.providers(c, r, key) {
				name := g.names.Needs(key, provider)
				if !seen[name] {
					seen[name] = true
					g.needs(f, c, name, key, provider)
				}
			}
		}
	}
}

func (g *generator) needs(f *gen.File, c *ir.Capability, name, key, provider string) {
	f.Line().Add(commentf("%s runs %s for %s, then %s again.", name, provider, key, c.ID))
	opts := gen.Id("opts").Op("...").Add(ik("DependencyOption"))
	g.constructor(f, c, name, gen.Id("in").Add(g.named(g.names.Input(provider))), opts).Block(
		g.result(c, ik("NeedsDependencyResult").Call(
			gen.Id(g.names.FactConst(key)), gen.Id(g.names.CapConst(provider)), gen.Id("in"), gen.Id("opts").Op("..."))))
}

// providers are the capabilities whose run the handler may ask for: the planned read alone where one is named.
func (g *generator) providers(c *ir.Capability, r ir.Requirement, key string) []string {
	if r.From != nil {
		return []string{r.From.Capability}
	}
	return g.names.Providers(key, c.ID)
}

// failures writes one constructor per declared issue, or the free one when the capability declares none.
func (g *generator) failures(f *gen.File, c *ir.Capability) {
	if c.AnyIssue {
		f.Line().Add(commentf("Failed takes any issue: %s declares none.", c.ID))
		g.constructor(f, c, "Failed", gen.Id("i").Add(ik("CapabilityIssue"))).Block(
			g.result(c, ik("FailedResult").Call(gen.Id("i"))))
		return
	}
	for _, is := range c.Issues {
		name := g.names.Failed(is.Code)
		f.Line().Add(commentf("%s is the declared issue %s: %s message is shown to the user.", name, is.Code, sentence(is.Description)))
		var d dict
		d.set("Code", gen.Lit(is.Code))
		d.set("Message", gen.Id("message"))
		d.flag("Retryable", is.Retryable)
		g.constructor(f, c, name, gen.Id("message").String()).Block(
			g.result(c, ik("FailedResult").Call(ik("CapabilityIssue").Add(d.short()))))
	}
}

// sentence is text of a spec as one sentence of a comment.
func sentence(text string) string {
	s := oneLine(text)
	if s == "" || s[len(s)-1] == '.' || s[len(s)-1] == '!' || s[len(s)-1] == '?' {
		return s
	}
	return s + "."
}
