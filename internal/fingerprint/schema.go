package fingerprint

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// shape is what a schema means, without what only describes it: no doc comments, examples, Go names or names of
// definitions, and nothing of the order in which fields, members and patterns stand.
type shape struct {
	Kind       ir.Kind           `json:"kind"`
	Nullable   bool              `json:"nullable,omitempty"`
	Ref        *int              `json:"ref,omitempty"` // index in the list of definitions beside the schema
	Base       ir.Kind           `json:"base,omitempty"`
	Enum       []json.RawMessage `json:"enum,omitempty"`
	Const      json.RawMessage   `json:"const,omitempty"`
	Min        *ir.Bound         `json:"min,omitempty"`
	Max        *ir.Bound         `json:"max,omitempty"`
	NotEqual   []json.Number     `json:"notEqual,omitempty"`
	MultipleOf []json.Number     `json:"multipleOf,omitempty"`
	MinRunes   *int              `json:"minRunes,omitempty"`
	MaxRunes   *int              `json:"maxRunes,omitempty"`
	Patterns   []ir.Pattern      `json:"patterns,omitempty"`
	NotOneOf   []string          `json:"notOneOf,omitempty"`
	Fields     []fieldShape      `json:"fields,omitempty"`
	Open       bool              `json:"open,omitempty"`
	Items      *shape            `json:"items,omitempty"`
	MinItems   *int              `json:"minItems,omitempty"`
	MaxItems   *int              `json:"maxItems,omitempty"`
	Keys       []ir.Pattern      `json:"keys,omitempty"`
	Privacy    ir.Privacy        `json:"privacy,omitempty"`
	Narrow     *shape            `json:"narrow,omitempty"`
	Unsigned   bool              `json:"unsigned,omitempty"`
	Formats    []ir.Format       `json:"formats,omitempty"`
	Rest       []restShape       `json:"rest,omitempty"`
	Relations  []ir.Relation     `json:"relations,omitempty"`
	Unique     bool              `json:"unique,omitempty"`
	Contains   []containsShape   `json:"contains,omitempty"`
	Elems      []shape           `json:"elems,omitempty"`
	Union      *unionShape       `json:"union,omitempty"`
}

type restShape struct {
	Keys  []ir.Pattern `json:"keys,omitempty"`
	Items shape        `json:"items"`
}

type containsShape struct {
	Items shape `json:"items"`
	Min   *int  `json:"min,omitempty"`
	Max   *int  `json:"max,omitempty"`
}

type fieldShape struct {
	Name     string          `json:"name"`
	Presence ir.Presence     `json:"presence"`
	Default  json.RawMessage `json:"default,omitempty"`
	From     string          `json:"from,omitempty"`
	Type     shape           `json:"type"`
}

// shaper turns types into shapes. Definitions that they refer to, of this and of other packages, are collected once each
// in order of first use, so that renaming or moving a definition changes no fingerprint, and recursion ends.
type shaper struct {
	pkg   *ir.Package
	deps  map[string]*ir.Package
	index map[ir.Ref]int
	defs  []shape
}

func newShaper(p *ir.Package, deps map[string]*ir.Package) *shaper {
	return &shaper{pkg: p, deps: deps, index: map[ir.Ref]int{}}
}

// of is the shape of a type as it stands in the package from ("": the package itself).
func (s *shaper) of(t ir.Type, from string) shape {
	out := shape{
		Kind: t.Kind, Nullable: t.Nullable, Base: t.Base, Const: t.Const, Min: t.Min, Max: t.Max,
		NotEqual: sorted(t.NotEqual), MultipleOf: sorted(t.MultipleOf), MinRunes: t.MinRunes, MaxRunes: t.MaxRunes,
		Patterns: sortedPatterns(t.Patterns), NotOneOf: sorted(t.NotOneOf), Open: t.Open,
		MinItems: t.MinItems, MaxItems: t.MaxItems, Keys: sortedPatterns(t.Keys), Privacy: t.Privacy,
	}
	if t.Ref != nil {
		i := s.definition(*t.Ref, from)
		out.Ref = &i
	}
	for _, m := range t.Enum {
		out.Enum = append(out.Enum, m.Value)
	}
	slices.SortFunc(out.Enum, func(a, b json.RawMessage) int { return cmp.Compare(string(a), string(b)) })
	if t.Items != nil {
		items := s.of(*t.Items, from)
		out.Items = &items
	}
	s.rules(&out, t, from)
	out.Union = s.union(t.Union, from)
	fields := slices.Clone(t.Fields) // by name before their shapes are taken: definitions are numbered on the way
	slices.SortStableFunc(fields, func(a, b ir.Field) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range fields {
		out.Fields = append(out.Fields, fieldShape{
			Name: f.Name, Presence: f.Presence, Default: f.Default, From: f.From, Type: s.of(f.Type, from),
		})
	}
	return out
}

// rules adds what constrains a value as a whole.
func (s *shaper) rules(out *shape, t ir.Type, from string) {
	out.Unsigned, out.Unique = t.Unsigned, t.Unique
	if t.Narrow != nil {
		narrow := s.of(*t.Narrow, from)
		out.Narrow = &narrow
	}
	out.Formats = slices.Clone(t.Formats)
	slices.SortFunc(out.Formats, func(a, b ir.Format) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Layout, b.Layout))
	})
	out.Relations = slices.Clone(t.Relations)
	slices.SortFunc(out.Relations, func(a, b ir.Relation) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Op, b.Op), cmp.Compare(a.Other, b.Other))
	})
	for _, e := range t.Elems {
		out.Elems = append(out.Elems, s.of(e, from))
	}
	for _, c := range t.Contains {
		out.Contains = append(out.Contains, containsShape{Items: s.of(c.Items, from), Min: c.Min, Max: c.Max})
	}
	for _, r := range t.Rest {
		out.Rest = append(out.Rest, restShape{Keys: sortedPatterns(r.Keys), Items: s.of(r.Items, from)})
	}
}

func (s *shaper) optional(t *ir.Type) *shape {
	if t == nil {
		return nil
	}
	out := s.of(*t, "")
	return &out
}

// definition gives the index of a definition. One that is not there, which the loader reports, counts as any.
func (s *shaper) definition(ref ir.Ref, from string) int {
	if ref.Package == "" {
		ref.Package = from
	}
	if ref.Package == s.pkg.Path {
		ref.Package = ""
	}
	if i, known := s.index[ref]; known {
		return i
	}
	i := len(s.defs)
	s.index[ref] = i
	s.defs = append(s.defs, shape{Kind: ir.KindAny}) // keeps the place while the definition refers to itself
	if d, ok := findDefinition(s.pkg, s.deps, ref); ok {
		s.defs[i] = s.of(d.Type, ref.Package)
	}
	return i
}

// findDefinition looks a definition up. ref.Package is "" for p itself.
func findDefinition(p *ir.Package, deps map[string]*ir.Package, ref ir.Ref) (ir.TypeDef, bool) {
	if ref.Package != "" {
		p = deps[ref.Package]
	}
	if p == nil {
		return ir.TypeDef{}, false
	}
	for _, d := range p.Types {
		if d.Name == ref.Name {
			return d, true
		}
	}
	return ir.TypeDef{}, false
}

func sorted[T cmp.Ordered](list []T) []T {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

func sortedPatterns(list []ir.Pattern) []ir.Pattern {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b ir.Pattern) int {
		if a.Not != b.Not && a.Regexp == b.Regexp {
			if a.Not {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.Regexp, b.Regexp)
	})
	return out
}
