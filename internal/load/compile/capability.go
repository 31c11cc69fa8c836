package compile

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

func (c *Compiler) capability(e entry) ir.Capability {
	out := ir.Capability{
		ID: e.key, Was: c.was(e.path), Version: e.int("version"), Description: e.text("description"),
		Effect: e.text("effect"), Confirmation: e.text("confirmation"), Because: e.text("because"),
		Alias: e.text("alias"), Confirm: e.get("confirm").template("template"),
		Input: c.object(e.path + ".#Input"), Output: c.object(e.path + ".#Output"),
		Continuation: c.optionalSchema(e.path + ".#Continuation"),
		Provides:     e.texts("provides"), Invalidates: e.texts("invalidates"),
		EffectKey: e.texts("effectKey"), Idempotent: e.bool("idempotent"), Destructive: e.bool("destructive"),
		After: e.texts("after"), Ports: e.texts("ports"),
		Automation: e.get("automation").int("version"),
	}
	for _, r := range e.get("requires").items() {
		out.Requires = append(out.Requires, requirement(r))
	}
	for i, item := range e.get("invalidates").items() {
		if fact := item.text("fact"); fact != "" {
			out.InvalidatesInstances = append(out.InvalidatesInstances, ir.FactInstance{Fact: fact, Key: item.text("key"), At: i})
		}
	}
	issues := e.get("issues")
	out.AnyIssue = !issues.exists()
	for _, i := range issues.entries() {
		out.Issues = append(out.Issues, ir.Issue{Code: i.key, Description: i.text("description"), Retryable: i.bool("retryable")})
	}
	if w := e.get("offeredWhen"); w.exists() {
		out.OfferedWhen = &ir.FactCondition{Present: w.texts("presentFacts"), Missing: w.texts("missingFacts")}
	}
	if g := e.get("guidance"); g.exists() {
		out.Guidance = &ir.Guidance{
			WhenToUse: g.texts("whenToUse"), WhenNotToUse: g.texts("whenNotToUse"), Examples: g.texts("examples"),
		}
	}
	if r := e.get("references"); r.exists() {
		out.References = &ir.References{Source: r.text("source"), Minimum: r.int("minimum"), Maximum: r.int("maximum")}
	}
	return out
}

// object compiles the schema of an input, an output or a port's messages: always a struct.
func (c *Compiler) object(path string) ir.Type {
	t := c.schema(path)
	if k := c.Types.Kind(t); k != "" && !c.Types.Objects(t) {
		if k == ir.KindAny && !c.wrote(path) {
			return t
		}
		c.fail(codeNotAStruct, path, fmt.Sprintf("%s must be a struct", lastSegment(path)), "write {name!: type}; an open one is {...}")
	}
	return t
}

// wrote tells whether the author declared the path and it compiled: else another diagnostic stands.
func (c *Compiler) wrote(path string) bool {
	n, ok := c.Package.Find(path)
	if !ok {
		return false
	}
	for _, p := range n.Parts() {
		if id, ok := p.X.(*ast.Ident); ok && id.Name == "_" {
			return true
		}
	}
	return false
}

func lastSegment(path string) string {
	segs := spec.Split(path)
	return segs[len(segs)-1]
}

func requirement(r at) ir.Requirement {
	if s, err := r.v.String(); err == nil {
		return ir.Requirement{Facts: []string{s}}
	}
	out := ir.Requirement{
		Description: r.text("description"), Key: r.text("key"), Resolution: r.text("resolution"),
	}
	if several := r.texts("anyOf"); len(several) > 0 {
		out.Facts, out.AnyOf = several, true
		return out
	}
	out.Facts = []string{r.text("fact")}
	if from := r.get("from"); from.exists() {
		out.From = &ir.PlannedRead{Capability: from.text("capability")}
		for _, b := range from.get("input").entries() {
			if path, err := b.v.String(); err == nil {
				out.From.Input = append(out.From.Input, ir.Binding{Field: b.key, Path: path})
			}
		}
	}
	return out
}

// was reads @ik(was="old.id") inside the braces of an element.
func (c *Compiler) was(path string) string {
	n, ok := c.Package.Find(path)
	if !ok {
		return ""
	}
	out := ""
	for _, a := range n.Inside() {
		key, body := a.Split()
		if key != "ik" {
			continue
		}
		args, err := spec.Args(body)
		if err != nil {
			continue // reported with all attributes
		}
		for _, arg := range args {
			if arg.Key == "was" {
				out = arg.Value
			}
		}
	}
	return out
}

// goType reports a Go type whose import path no package can have. Texts of another form are reported elsewhere.
func (c *Compiler) goType(path, text string) {
	dot := strings.LastIndexByte(text, '.')
	if dot > 0 && !spec.IsGoImportPath(text[:dot]) {
		c.fail(codeGoType, path, fmt.Sprintf("%q is not the import path of a Go package", text[:dot]), `write "example.com/shop/orders.Client"`)
	}
}

func (c *Compiler) port(e entry) ir.Port {
	p := ir.Port{Name: e.key, Go: e.text("go")}
	c.goType(e.get("go").path, p.Go)
	for _, m := range e.get("methods").entries() {
		p.Methods = append(p.Methods, ir.PortMethod{Name: m.key, In: c.object(m.path + ".#In"), Out: c.object(m.path + ".#Out")})
	}
	return p
}
