package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// Check compares what stands at a node with the schema's definition of it.
func (c *Checker) Check(n *spec.Node, schema spec.Expr) {
	c.node(n, c.shapeOf([]spec.Expr{schema}))
}

func (c *Checker) node(n *spec.Node, s shape) {
	if s.any && len(s.structs)+len(s.lists)+len(s.scalars) == 0 {
		return
	}
	switch c.kind(n) {
	case isStruct:
		c.structure(n, s)
	case isList:
		c.list(n, s)
	case isScalar:
		c.scalar(n, s)
	}
}

type kind int

const (
	unknown kind = iota // computed: CUE judges it
	isStruct
	isList
	isScalar
)

// kind is what the author's text at the node is.
func (c *Checker) kind(n *spec.Node) kind {
	out := unknown
	for _, p := range n.Parts() {
		switch p.X.(type) {
		case *ast.StructLit:
			return isStruct
		case *ast.ListLit:
			return isList
		default:
			if _, ok := c.Types.Constant(p); ok {
				out = isScalar
			}
		}
	}
	return out
}

func (c *Checker) fail(code, path string, pos diag.Position, message, help string) {
	c.Report(diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Path: path, Pos: pos, Help: help})
}

func (c *Checker) structure(n *spec.Node, s shape) {
	if len(s.structs) == 0 {
		if !s.any {
			c.wrongKind(n, "a struct", s)
		}
		return
	}
	target := c.closest(n, s.structs)
	for _, child := range n.Children() {
		c.child(n, child, target)
	}
	for _, name := range target.names {
		f := target.fields[name]
		path := join(n.Path, name)
		if n.Child(name) == nil && meant(n, name, target) {
			c.Meant(path)
		} else if f.required && n.Child(name) == nil && !c.Given(path) {
			c.fail(codeMissingField, path, n.Position(), fmt.Sprintf("the field %s is missing", quoteField(name)), c.example(name, f))
		}
	}
}

// meant tells whether an unknown field of the node is a misspelling of the name: that was reported.
func meant(n *spec.Node, name string, s *structShape) bool {
	for _, child := range n.Children() {
		if s.fields[child.Name] == nil && child.Name != "" && diag.Suggest(child.Name, s.names) == name {
			return true
		}
	}
	return false
}

func join(path, name string) string {
	if strings.HasPrefix(name, "#") {
		return path + "." + name
	}
	return spec.Join(path, name)
}

func quoteField(name string) string {
	if strings.HasPrefix(name, "#") {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// closest is the alternative that knows most of the fields, and misses fewest.
func (c *Checker) closest(n *spec.Node, all []*structShape) *structShape {
	best, score := all[0], -1<<30
	for _, s := range all {
		points := 0
		for _, child := range n.Children() {
			if s.fields[child.Name] != nil {
				points += 3
				points += c.tagPoints(child, s.fields[child.Name])
			}
		}
		for name, f := range s.fields {
			switch {
			case !f.required:
			case n.Child(name) == nil:
				points--
			default:
				points += 4 // what a form cannot do without tells it apart
			}
		}
		if points > score {
			best, score = s, points
		}
	}
	return best
}

// tagPoints favours the alternative whose constant the field has.
func (c *Checker) tagPoints(child *spec.Node, f *fieldShape) int {
	s := c.shapeOf(f.values)
	for _, p := range child.Parts() {
		raw, ok := c.Types.Constant(p)
		if !ok || len(s.scalars) == 0 {
			continue
		}
		for _, sc := range s.scalars {
			if c.Types.Refuses(sc.t, raw) == "" {
				return 3
			}
		}
		return -3
	}
	return 0
}

func (c *Checker) child(n, child *spec.Node, s *structShape) {
	if child.Name == "" || child.Hidden() {
		return
	}
	if f := s.fields[child.Name]; f != nil {
		c.node(child, c.shapeOf(f.values))
		return
	}
	if child.Definition() {
		c.unknownDefinition(child, s)
		return
	}
	if len(s.patterns) > 0 {
		c.keyed(child, s)
		return
	}
	if !s.open {
		c.unknownField(child, s)
	}
}

// keyed checks a field of a map: its name, then its value.
func (c *Checker) keyed(child *spec.Node, s *structShape) {
	name, err := json.Marshal(child.Name)
	if err != nil {
		return
	}
	for i := range s.patterns {
		p := &s.patterns[i]
		t, ok := p.keyType(c.Types)
		if !ok || c.Types.Refuses(t, name) == "" {
			c.node(child, c.shapeOf([]spec.Expr{p.value}))
			return
		}
	}
	if !s.open {
		t, _ := s.patterns[0].keyType(c.Types)
		sc := scalarShape{t: t, word: word(s.patterns[0].key)}
		message, help := c.refused(name, sc, "the name")
		code := codeOutOfRange
		if len(t.Enum) > 0 {
			code = codeNotInEnum
		}
		c.fail(code, child.Path, child.Position(), message, help)
		c.node(child, c.shapeOf([]spec.Expr{s.patterns[0].value}))
	}
}

func (c *Checker) unknownField(child *spec.Node, s *structShape) {
	var names []string
	for _, n := range s.names {
		if !strings.HasPrefix(n, "#") {
			names = append(names, n)
		}
	}
	help := didYouMean(child.Name, names)
	if near := "#" + strings.ToUpper(child.Name[:min(1, len(child.Name))]) + child.Name[min(1, len(child.Name)):]; s.fields[near] != nil {
		help = fmt.Sprintf("a schema stands in a definition: write %s", near)
	}
	c.fail(codeUnknownField, child.Path, child.Position(), fmt.Sprintf("unknown field %q", child.Name), help)
}

func (c *Checker) unknownDefinition(child *spec.Node, s *structShape) {
	var names []string
	for _, n := range s.names {
		if strings.HasPrefix(n, "#") {
			names = append(names, n)
		}
	}
	help := "move it to the top of the package"
	if near := diag.Suggest(child.Name, names); near != "" {
		help = fmt.Sprintf("did you mean %s?", near)
	}
	c.fail(codeUnknownDef, child.Path, child.Position(),
		fmt.Sprintf("unknown definition %s: CUE would ignore it silently", child.Name), help)
}

func didYouMean(name string, among []string) string {
	if near := diag.Suggest(name, among); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(among) == 0 {
		return "remove it"
	}
	return "known here are " + strings.Join(among, ", ")
}

func (c *Checker) list(n *spec.Node, s shape) {
	if len(s.lists) == 0 {
		if !s.any {
			c.wrongKind(n, "a list", s)
		}
		return
	}
	l := s.lists[0]
	elems := n.Children()
	if len(elems) < len(l.fixed) && whole(n) {
		c.fail(codeEmptyList, n.Path, n.ValuePosition(), tooFew(len(l.fixed)), "leave the field out, or add what is missing")
	}
	for i, el := range elems {
		switch {
		case i < len(l.fixed):
			c.node(el, c.shapeOf([]spec.Expr{l.fixed[i]}))
		case l.rest != nil:
			c.node(el, c.shapeOf([]spec.Expr{*l.rest}))
		}
	}
}

func tooFew(n int) string {
	if n == 1 {
		return "the list must not be empty"
	}
	return fmt.Sprintf("the list needs at least %d elements", n)
}

// whole tells whether the text shows all elements of a list.
func whole(n *spec.Node) bool {
	for _, p := range n.Parts() {
		lit, ok := p.X.(*ast.ListLit)
		if !ok {
			return false
		}
		for _, el := range lit.Elts {
			switch el.(type) {
			case *ast.Ellipsis, *ast.Comprehension:
				return false
			}
		}
	}
	return true
}

func (c *Checker) scalar(n *spec.Node, s shape) {
	var raw json.RawMessage
	var at spec.Expr
	for _, p := range n.Parts() {
		v, ok := c.Types.Constant(p)
		switch {
		case !ok:
		case raw == nil:
			raw, at = v, p
		case !bytes.Equal(raw, v):
			c.Report(diag.Diagnostic{
				Code: codeConflict, Severity: diag.Error, Path: n.Path, Pos: spec.At(p.X),
				Message: fmt.Sprintf("two values for one field: %s and %s", raw, v), Help: "keep one of them",
				Related: []diag.Related{{Pos: spec.At(at.X), Message: "the other value"}},
			})
			return
		}
	}
	if s.any || raw == nil {
		return
	}
	c.constant(n, raw, spec.At(at.X), s)
}
