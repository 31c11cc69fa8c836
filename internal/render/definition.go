package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	templates "github.com/ikgen/ikgen/internal/rules"
)

// capabilityDefinition writes the function that gives one capability with its handler bound.
func (g *generator) capabilityDefinition(f *gen.File, c *ir.Capability) {
	name := g.names.Capability(c.ID)
	var d dict
	d.set("ID", gen.Id(g.names.CapConst(c.ID)))
	d.text("Alias", c.Alias)
	d.set("Version", gen.Lit(c.Version))
	d.set("Description", gen.Lit(c.Description))
	d.set("Effect", map[string]*gen.Statement{
		"none": ik("EffectNone"), "read": ik("EffectRead"), "write": ik("EffectWrite")}[c.Effect])
	d.set("Confirmation", map[string]*gen.Statement{
		"none": ik("ConfirmationNone"), "required": ik("ConfirmationRequired"), "capability": ik("ConfirmationCapability"),
	}[c.Confirmation])
	d.text("Because", c.Because)
	if c.Confirm != "" {
		d.set("Confirm", template(c.Confirm))
	}
	d.set("Input", g.schemaOf(g.names.Input(c.ID)))
	d.set("Output", g.schemaOf(g.names.Output(c.ID)))
	if t, ok := g.names.Continuation(c.ID); ok {
		d.set("Continuation", gen.New(g.schemaOf(t)))
	}
	g.factUse(&d, c)
	g.consent(&d, c)
	g.wording(&d, c)
	d.set("Invoke", g.invoke(c))
	if c.Automation > 0 {
		d.set("Automation", gen.Lit(c.Automation))
		d.set("CreateInput", g.createInput(c))
	}
	f.Line().Func().Id("capability"+name).Params(gen.Id("h").Id(name+"Handler"), gen.Id(g.portsParam(c)).Id("Ports")).
		Add(ik("CapabilityDefinition")).Block(gen.Return(d.of(ik("CapabilityDefinition"))))
}

// portsParam is the parameter of the ports: blank when the capability uses none.
func (g *generator) portsParam(c *ir.Capability) string {
	if len(c.Ports) == 0 {
		return "_"
	}
	return "p"
}

// factUse sets what the capability needs, gives and takes away.
func (g *generator) factUse(d *dict, c *ir.Capability) {
	if len(c.Requires) > 0 {
		d.set("Requires", gen.Index().Add(ik("Requirement")).LinesFunc(func(v *gen.Group) {
			for _, r := range c.Requires {
				v.Add(g.requirement(r))
			}
		}))
	}
	if len(c.Provides) > 0 {
		d.set("Provides", g.factList(c.Provides))
	}
	if len(c.Invalidates) > 0 {
		d.set("Invalidates", g.factList(c.Invalidates))
	}
	if len(c.InvalidatesInstances) > 0 {
		d.set("InvalidatesInstances", g.instanceList(c.InvalidatesInstances))
	}
	if filled := g.filledFields(c); len(filled) > 0 {
		d.set("Filled", paths(filled))
	}
}

// instanceList is the list of instances that a capability invalidates.
func (g *generator) instanceList(list []ir.FactInstance) *gen.Statement {
	var items []gen.Code
	for _, f := range list {
		var d dict
		d.set("Fact", gen.Id(g.names.FactConst(f.Fact)))
		d.text("Key", f.Key)
		items = append(items, d.short())
	}
	return gen.Index().Add(ik("InstancePath")).Values(items...)
}

// requirement is one element of Requires.
func (g *generator) requirement(r ir.Requirement) *gen.Statement {
	var d dict
	d.set("Facts", g.factList(r.Facts))
	d.text("Description", r.Description)
	d.text("Key", r.Key)
	d.text("Resolution", r.Resolution)
	if r.From != nil {
		var from dict
		from.set("Capability", gen.Id(g.names.CapConst(r.From.Capability)))
		if len(r.From.Input) > 0 {
			from.set("Input", paths(r.From.Input))
		}
		d.set("From", gen.Op("&").Add(ik("PlannedRead")).Add(from.short()))
	}
	return d.short()
}

// consent sets what decides whether a write is asked for and whether it is the same operation as another.
func (g *generator) consent(d *dict, c *ir.Capability) {
	if len(c.EffectKey) > 0 {
		d.set("EffectKey", gen.Index().Add(ik("Path")).ValuesFunc(func(v *gen.Group) {
			for _, p := range c.EffectKey {
				v.Lit(p)
			}
		}))
	}
	d.flag("Idempotent", c.Idempotent)
	d.flag("Destructive", c.Destructive)
	if len(c.After) > 0 {
		d.set("After", g.capList(c.After))
	}
	if !c.AnyIssue {
		d.set("Issues", gen.Index().Add(ik("IssueDefinition")).LinesFunc(func(v *gen.Group) {
			for _, is := range c.Issues {
				var e dict
				e.set("Code", gen.Lit(is.Code))
				e.set("Description", gen.Lit(is.Description))
				e.flag("Retryable", is.Retryable)
				v.Add(e.short())
			}
		}))
	}
}

// wording sets what selection and models see beside the description.
func (g *generator) wording(d *dict, c *ir.Capability) {
	if w := c.OfferedWhen; w != nil {
		var e dict
		if len(w.Present) > 0 {
			e.set("Present", g.factList(w.Present))
		}
		if len(w.Missing) > 0 {
			e.set("Missing", g.factList(w.Missing))
		}
		d.set("OfferedWhen", ik("OfferedWhen").Add(e.short()))
	}
	if c.Guidance != nil {
		var e dict
		e.list("WhenToUse", c.Guidance.WhenToUse)
		e.list("WhenNotToUse", c.Guidance.WhenNotToUse)
		e.list("Examples", c.Guidance.Examples)
		d.set("Guidance", e.of(gen.Op("&").Add(ik("Guidance"))))
	}
	if r := c.References; r != nil {
		d.set("References", gen.Op("&").Add(ik("ReferenceRequirements")).Values(
			gen.Id("Source").Op(":").Lit(r.Source), gen.Id("Minimum").Op(":").Lit(r.Minimum), gen.Id("Maximum").Op(":").Lit(r.Maximum)))
	}
}

// invoke is the function that decodes nothing and asserts the type alone: the kernel decoded the input before.
func (g *generator) invoke(c *ir.Capability) *gen.Statement {
	name := g.names.Capability(c.ID)
	scope := "NewScope"
	if c.Effect == "write" {
		scope = "NewWriteScope"
	}
	context := []gen.Code{ik(scope).Call(gen.Id("inv"))}
	if len(c.Ports) > 0 {
		context = append(context, gen.Id(name+"Ports").ValuesFunc(func(v *gen.Group) {
			for _, p := range c.Ports {
				v.Id("p").Dot(g.names.Port(p))
			}
		}))
	}
	return gen.Func().Params(gen.Id("ctx").Add(ctx()), gen.Id("inv").Op("*").Add(ik("Invocation")), gen.Id("in").Any()).
		Params(ik("Result"), gen.Error()).Block(
		gen.List(gen.Id("typed"), gen.Err()).Op(":=").Add(ik("InputOf")).Types(g.named(g.names.Input(c.ID))).
			Call(gen.Id(g.names.CapConst(c.ID)), gen.Id("in")),
		gen.If(gen.Err().Op("!=").Nil()).Block(gen.Return(ik("Result").Values(), gen.Err())),
		gen.List(gen.Id("res"), gen.Err()).Op(":=").Id("h").Dot(name).Call(
			gen.Id("ctx"), gen.Op("&").Id(name+"Context").Values(context...), gen.Id("typed")),
		gen.Return(gen.Id("res").Dot("r"), gen.Err()),
	)
}

func (g *generator) createInput(c *ir.Capability) *gen.Statement {
	name := g.names.Capability(c.ID)
	return gen.Func().Params(gen.Id("ctx").Add(ctx()), gen.Id("a").Add(ik("AutomationContext"))).
		Params(gen.Any(), gen.Bool(), gen.Error()).Block(
		gen.Return(gen.Id("h").Dot(name+"Automation").Call(gen.Id("ctx"), gen.Op("&").Id(name+"AutomationContext").Values(gen.Id("a")))))
}

// paths is a literal of fields and the paths that fill them.
func paths(bindings []ir.Binding) *gen.Statement {
	return gen.Map(gen.String()).Add(ik("Path")).ValuesFunc(func(v *gen.Group) {
		for _, b := range bindings {
			v.Lit(b.Field).Op(":").Lit(b.Path)
		}
	})
}

// filledFields are the fields that the kernel fills, of an inline input or of the definition that it refers to.
func (g *generator) filledFields(c *ir.Capability) []ir.Binding {
	var out []ir.Binding
	for _, f := range g.rootPlace(nil, &c.Input, gonames.InputPath(c.ID)).typ.Fields {
		if f.From != "" {
			out = append(out, ir.Binding{Field: f.Name, Path: f.From})
		}
	}
	return out
}

// template is the literal of a parsed template. The checks accepted the text; a malformed one is kept as it stands.
func template(text string) *gen.Statement {
	tokens, err := templates.Tokens(text)
	if err != nil {
		tokens = []templates.Token{{Text: text}}
	}
	return ik("Template").ValuesFunc(func(v *gen.Group) {
		for _, t := range tokens {
			if t.Name != "" {
				v.Values(gen.Id("Path").Op(":").Lit(t.Name))
			} else {
				v.Values(gen.Id("Text").Op(":").Lit(t.Text))
			}
		}
	})
}

// duration writes nanoseconds in the largest unit that is whole.
func duration(n int64) *gen.Statement {
	units := []struct {
		size int64
		name string
	}{{3600e9, "Hour"}, {60e9, "Minute"}, {1e9, "Second"}, {1e6, "Millisecond"}}
	for _, u := range units {
		if n%u.size == 0 {
			return gen.Op(fmt.Sprint(n/u.size)).Op("*").Qual("time", u.name)
		}
	}
	return gen.Op(fmt.Sprint(n)).Op("*").Qual("time", "Nanosecond")
}
