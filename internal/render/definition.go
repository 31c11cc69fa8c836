package render

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	templates "github.com/ikgen/ikgen/internal/rules"
)

// capabilityDefinition writes the function that gives one capability with its handler bound.
func (g *generator) capabilityDefinition(f *jen.File, c *ir.Capability) {
	name := g.names.Capability(c.ID)
	var d dict
	d.set("ID", jen.Id(g.names.CapConst(c.ID)))
	d.text("Alias", c.Alias)
	d.set("Version", jen.Lit(c.Version))
	d.set("Description", jen.Lit(c.Description))
	d.set("Effect", map[string]*jen.Statement{
		"none": ik("EffectNone"), "read": ik("EffectRead"), "write": ik("EffectWrite")}[c.Effect])
	d.set("Confirmation", map[string]*jen.Statement{
		"none": ik("ConfirmationNone"), "required": ik("ConfirmationRequired"), "capability": ik("ConfirmationCapability"),
	}[c.Confirmation])
	d.text("Because", c.Because)
	if c.Confirm != "" {
		d.set("Confirm", template(c.Confirm))
	}
	d.set("Input", g.schemaOf(g.names.Input(c.ID)))
	d.set("Output", g.schemaOf(g.names.Output(c.ID)))
	if t, ok := g.names.Continuation(c.ID); ok {
		d.set("Continuation", jen.New(g.schemaOf(t)))
	}
	g.factUse(&d, c)
	g.consent(&d, c)
	g.wording(&d, c)
	d.set("Invoke", g.invoke(c))
	if c.Automation > 0 {
		d.set("Automation", jen.Lit(c.Automation))
		d.set("CreateInput", g.createInput(c))
	}
	f.Line().Func().Id("capability"+name).Params(jen.Id("h").Id(name+"Handler"), jen.Id(g.portsParam(c)).Id("Ports")).
		Add(ik("CapabilityDefinition")).Block(jen.Return(d.of(ik("CapabilityDefinition"))))
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
		d.set("Requires", jen.Index().Add(ik("Requirement")).CustomFunc(lines, func(v *jen.Group) {
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
	if filled := g.filledFields(c); len(filled) > 0 {
		d.set("Filled", paths(filled))
	}
}

// requirement is one element of Requires.
func (g *generator) requirement(r ir.Requirement) *jen.Statement {
	var d dict
	d.set("Facts", g.factList(r.Facts))
	d.text("Description", r.Description)
	d.text("Key", r.Key)
	d.text("Resolution", r.Resolution)
	if r.From != nil {
		var from dict
		from.set("Capability", jen.Id(g.names.CapConst(r.From.Capability)))
		if len(r.From.Input) > 0 {
			from.set("Input", paths(r.From.Input))
		}
		d.set("From", jen.Op("&").Add(ik("PlannedRead")).Add(from.short()))
	}
	return d.short()
}

// consent sets what decides whether a write is asked for and whether it is the same operation as another.
func (g *generator) consent(d *dict, c *ir.Capability) {
	if len(c.EffectKey) > 0 {
		d.set("EffectKey", jen.Index().Add(ik("Path")).ValuesFunc(func(v *jen.Group) {
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
		d.set("Issues", jen.Index().Add(ik("IssueDefinition")).CustomFunc(lines, func(v *jen.Group) {
			for _, is := range c.Issues {
				var e dict
				e.set("Code", jen.Lit(is.Code))
				e.set("Description", jen.Lit(is.Description))
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
		d.set("Guidance", e.of(jen.Op("&").Add(ik("Guidance"))))
	}
	if r := c.References; r != nil {
		d.set("References", jen.Op("&").Add(ik("ReferenceRequirements")).Values(
			jen.Id("Source").Op(":").Lit(r.Source), jen.Id("Minimum").Op(":").Lit(r.Minimum), jen.Id("Maximum").Op(":").Lit(r.Maximum)))
	}
}

// invoke is the function that decodes nothing and asserts the type alone: the kernel decoded the input before.
func (g *generator) invoke(c *ir.Capability) *jen.Statement {
	name := g.names.Capability(c.ID)
	scope := "NewScope"
	if c.Effect == "write" {
		scope = "NewWriteScope"
	}
	context := []jen.Code{ik(scope).Call(jen.Id("inv"))}
	if len(c.Ports) > 0 {
		context = append(context, jen.Id(name+"Ports").ValuesFunc(func(v *jen.Group) {
			for _, p := range c.Ports {
				v.Id("p").Dot(g.names.Port(p))
			}
		}))
	}
	return jen.Func().Params(jen.Id("ctx").Add(ctx()), jen.Id("inv").Op("*").Add(ik("Invocation")), jen.Id("in").Any()).
		Params(ik("Result"), jen.Error()).Block(
		jen.List(jen.Id("typed"), jen.Err()).Op(":=").Add(ik("InputOf")).Types(g.named(g.names.Input(c.ID))).
			Call(jen.Id(g.names.CapConst(c.ID)), jen.Id("in")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(ik("Result").Values(), jen.Err())),
		jen.List(jen.Id("res"), jen.Err()).Op(":=").Id("h").Dot(name).Call(
			jen.Id("ctx"), jen.Op("&").Id(name+"Context").Values(context...), jen.Id("typed")),
		jen.Return(jen.Id("res").Dot("r"), jen.Err()),
	)
}

func (g *generator) createInput(c *ir.Capability) *jen.Statement {
	name := g.names.Capability(c.ID)
	return jen.Func().Params(jen.Id("ctx").Add(ctx()), jen.Id("a").Add(ik("AutomationContext"))).
		Params(jen.Any(), jen.Bool(), jen.Error()).Block(
		jen.Return(jen.Id("h").Dot(name+"Automation").Call(jen.Id("ctx"), jen.Op("&").Id(name+"AutomationContext").Values(jen.Id("a")))))
}

// paths is a literal of fields and the paths that fill them.
func paths(bindings []ir.Binding) *jen.Statement {
	return jen.Map(jen.String()).Add(ik("Path")).ValuesFunc(func(v *jen.Group) {
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
func template(text string) *jen.Statement {
	tokens, err := templates.Tokens(text)
	if err != nil {
		tokens = []templates.Token{{Text: text}}
	}
	return ik("Template").ValuesFunc(func(v *jen.Group) {
		for _, t := range tokens {
			if t.Name != "" {
				v.Values(jen.Id("Path").Op(":").Lit(t.Name))
			} else {
				v.Values(jen.Id("Text").Op(":").Lit(t.Text))
			}
		}
	})
}

// duration writes nanoseconds in the largest unit that is whole.
func duration(n int64) *jen.Statement {
	units := []struct {
		size int64
		name string
	}{{3600e9, "Hour"}, {60e9, "Minute"}, {1e9, "Second"}, {1e6, "Millisecond"}}
	for _, u := range units {
		if n%u.size == 0 {
			return jen.Op(fmt.Sprint(n/u.size)).Op("*").Qual("time", u.name)
		}
	}
	return jen.Op(fmt.Sprint(n)).Op("*").Qual("time", "Nanosecond")
}
