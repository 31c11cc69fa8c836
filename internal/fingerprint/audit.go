package fingerprint

import "github.com/ikgen/ikgen/internal/ir"

// auditFormat rises when the same representation must give another audit fingerprint.
const auditFormat = 1

// audit is what models read, and wording.
type audit struct {
	Format       int               `json:"format"`
	Version      int               `json:"version"`
	Identity     string            `json:"identity"`
	TimeZone     string            `json:"timezone"`
	Models       []ir.ModelAlias   `json:"models,omitempty"`
	Facts        []factAudit       `json:"facts,omitempty"`
	Capabilities []capabilityAudit `json:"capabilities,omitempty"`
	Advice       []ir.Advice       `json:"advice,omitempty"`
	Groups       []groupAudit      `json:"groups,omitempty"`
	Unsupported  string            `json:"unsupported,omitempty"`
	Prompts      []ir.Prompt       `json:"prompts,omitempty"`
	Kernel       []ir.KernelPrompt `json:"kernelPrompts,omitempty"`
	Catalog      []ir.Prompt       `json:"catalog,omitempty"`
	HasCatalog   bool              `json:"hasCatalog,omitempty"`
	Definitions  []definitionText  `json:"definitions,omitempty"`
}

type factAudit struct {
	Key         string   `json:"key"`
	Doc         string   `json:"doc,omitempty"`
	Description string   `json:"description,omitempty"`
	Value       typeText `json:"value"`
}

type capabilityAudit struct {
	ID           string            `json:"id"`
	Description  string            `json:"description"`
	Confirm      string            `json:"confirm,omitempty"`
	Input        typeText          `json:"input"`
	Output       typeText          `json:"output"`
	Continuation *typeText         `json:"continuation,omitempty"`
	Requires     []string          `json:"requires,omitempty"` // descriptions
	Issues       []issueAudit      `json:"issues,omitempty"`
	OfferedWhen  *ir.FactCondition `json:"offeredWhen,omitempty"`
	Guidance     *ir.Guidance      `json:"guidance,omitempty"`
}

type issueAudit struct {
	Code        string `json:"code"`
	Description string `json:"description"`
}

type groupAudit struct {
	ID               string           `json:"id"`
	Label            string           `json:"label"`
	Prompt           string           `json:"prompt"`
	RepeatPrompt     string           `json:"repeatPrompt,omitempty"`
	ContinueLabel    string           `json:"continueLabel"`
	ContinueExamples []string         `json:"continueExamples,omitempty"`
	Members          []ir.GroupMember `json:"members"`
}

// typeText is a schema as it is sent to models: in source order, with its doc comments, examples and the names of its
// definitions, without the fields that the kernel fills.
type typeText struct {
	Type   ir.Type     `json:"type"` // fields and items are taken out; see Fields and Items
	Fields []fieldText `json:"fields,omitempty"`
	Items  *typeText   `json:"items,omitempty"`
}

type fieldText struct {
	Name     string      `json:"name"`
	Doc      string      `json:"doc,omitempty"`
	Presence ir.Presence `json:"presence"`
	Default  any         `json:"default,omitempty"`
	Examples []any       `json:"examples,omitempty"`
	Type     typeText    `json:"type"`
}

type definitionText struct {
	Package string   `json:"package,omitempty"`
	Name    string   `json:"name"`
	Doc     string   `json:"doc,omitempty"`
	Type    typeText `json:"type"`
}

// writer turns types into texts and collects the definitions that they refer to, each once.
type writer struct {
	pkg  *ir.Package
	deps map[string]*ir.Package
	seen map[ir.Ref]bool
	defs []definitionText
}

func newWriter(p *ir.Package, deps map[string]*ir.Package) *writer {
	return &writer{pkg: p, deps: deps, seen: map[ir.Ref]bool{}}
}

// text is the text of a type that stands in the package from ("": the package itself).
func (w *writer) text(t ir.Type, from string) typeText {
	out := typeText{Type: t}
	if t.Ref != nil {
		w.define(*t.Ref, from)
	}
	for _, inner := range parts(t) {
		w.text(*inner, from) // collects what it refers to
	}
	out.Type = stripParts(out.Type)
	out.Type.Fields, out.Type.Items, out.Type.Enum, out.Type.Go = nil, nil, nil, ""
	for _, m := range t.Enum {
		m.Go = ""
		out.Type.Enum = append(out.Type.Enum, m)
	}
	if t.Items != nil {
		items := w.text(*t.Items, from)
		out.Items = &items
	}
	for _, f := range t.Fields {
		if f.From != "" {
			continue
		}
		field := fieldText{Name: f.Name, Doc: f.Doc, Presence: f.Presence, Type: w.text(f.Type, from)}
		if f.Default != nil {
			field.Default = f.Default
		}
		for _, e := range f.Examples {
			field.Examples = append(field.Examples, e)
		}
		out.Fields = append(out.Fields, field)
	}
	return out
}

func (w *writer) optional(t *ir.Type) *typeText {
	if t == nil {
		return nil
	}
	out := w.text(*t, "")
	return &out
}

func (w *writer) define(ref ir.Ref, from string) {
	if ref.Package == "" {
		ref.Package = from
	}
	if ref.Package == w.pkg.Path {
		ref.Package = ""
	}
	if w.seen[ref] {
		return
	}
	w.seen[ref] = true
	if d, ok := findDefinition(w.pkg, w.deps, ref); ok {
		text := definitionText{Package: ref.Package, Name: d.Name, Doc: d.Doc}
		i := len(w.defs)
		w.defs = append(w.defs, text)
		w.defs[i].Type = w.text(d.Type, ref.Package)
	}
}

// audit builds the audit of the whole package. Its agent may be missing.
func (w *writer) audit() audit {
	a := w.pkg.Agent
	if a == nil {
		return audit{Format: auditFormat, Catalog: w.pkg.Catalog, HasCatalog: w.pkg.HasCatalog}
	}
	out := audit{
		Format: auditFormat, Version: a.Version, Identity: a.Identity, TimeZone: a.TimeZone, Models: a.Models,
		Advice: a.Advice, Unsupported: a.Unsupported, Prompts: a.Prompts, Kernel: a.Kernel,
		Catalog: w.pkg.Catalog, HasCatalog: w.pkg.HasCatalog,
	}
	for _, f := range a.Facts {
		out.Facts = append(out.Facts, w.fact(f))
	}
	for _, c := range a.Capabilities {
		out.Capabilities = append(out.Capabilities, w.capability(c))
	}
	if a.Progression != nil {
		out.Groups = groups(a.Progression.Groups)
	}
	out.Advice = w.advice(a.Advice)
	out.Definitions = w.defs
	return out
}

func (w *writer) fact(f ir.Fact) factAudit {
	return factAudit{Key: f.Key, Doc: f.Doc, Description: f.Description, Value: w.text(f.Value, "")}
}

func (w *writer) capability(c ir.Capability) capabilityAudit {
	out := capabilityAudit{
		ID: c.ID, Description: c.Description, Confirm: c.Confirm, Input: w.text(c.Input, ""),
		Output: w.text(c.Output, ""), Continuation: w.optional(c.Continuation),
		OfferedWhen: c.OfferedWhen, Guidance: c.Guidance,
	}
	for _, r := range c.Requires {
		out.Requires = append(out.Requires, r.Description)
	}
	for _, i := range c.Issues {
		out.Issues = append(out.Issues, issueAudit{Code: i.Code, Description: i.Description})
	}
	return out
}

func groups(list []ir.Group) []groupAudit {
	var out []groupAudit
	for _, g := range list {
		out = append(out, groupAudit{
			ID: g.ID, Label: g.Label, Prompt: g.Prompt, RepeatPrompt: g.RepeatPrompt, ContinueLabel: g.ContinueLabel,
			ContinueExamples: g.ContinueExamples, Members: g.Members,
		})
	}
	return out
}

// advice is copied whole: models read it, and its condition decides when. The Go names inside its conditions are not
// read by anybody.
func (w *writer) advice(list []ir.Advice) []ir.Advice {
	var out []ir.Advice
	for _, a := range list {
		if a.Match != nil {
			match := ir.Match{}
			for _, l := range a.Match.Leaves {
				match.Leaves = append(match.Leaves, ir.Leaf{Path: l.Path, Type: w.condition(l.Type), Compare: l.Compare})
			}
			a.Match = &match
		}
		out = append(out, a)
	}
	return out
}

// condition is a leaf's type without Go names; what it refers to is collected.
func (w *writer) condition(t *ir.Type) *ir.Type {
	if t == nil {
		return nil
	}
	w.text(*t, "")
	out := stripGo(*t)
	return &out
}

func stripGo(t ir.Type) ir.Type {
	members := t.Enum
	t.Enum, t.Go = nil, ""
	t = stripParts(t)
	for _, m := range members {
		m.Go = ""
		t.Enum = append(t.Enum, m)
	}
	fields := t.Fields
	t.Fields = nil
	for _, f := range fields {
		f.Go = ""
		f.Type = stripGo(f.Type)
		t.Fields = append(t.Fields, f)
	}
	if t.Items != nil {
		items := stripGo(*t.Items)
		t.Items = &items
	}
	return t
}
