package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

func incomparable() Rule {
	return Rule{
		Code: "IK1040", Severity: diag.Error, Name: "incomparable",
		Title: "a leaf of #Match compares values that never compare",
		Text: "Numbers compare with numbers, strings with strings, booleans with booleans, and only by == and !=. Arithmetic is\n" +
			"done with numbers. len is that of a list, a map or a string.",
		Before: "#Input: amount!: number\nfacts: \"order.found@1\": #Value: total!: string\n…\n#Match: {input: amount: >facts.\"order.found@1\".total, facts: \"order.found@1\": total: string}",
		After:  "facts: \"order.found@1\": #Value: total!: number",
		Run: func(c *Context) {
			for _, m := range c.matches() {
				for _, l := range m.Match.Leaves {
					for _, x := range l.Compare {
						if why := c.incomparable(m, l, x); why != "" {
							c.report(finding{Path: leafPath(m.Path, l), Message: why, Help: "compare values of one kind, or judge them in a handler"})
						}
					}
				}
			}
		},
	}
}

// incomparable says why a comparison cannot be made; "" where it can, or nothing is known.
func (c *Context) incomparable(m matching, l ir.Leaf, x ir.Comparison) string {
	if why := c.misfit(m, x.To); why != "" {
		return why
	}
	have, ok := c.kindsAt(m, l.Path)
	to, known := c.operandKinds(m, x.To)
	if !ok || !known {
		return ""
	}
	ordered := x.Op != "==" && x.Op != "!="
	for kind := range have {
		if to[kind] && (kind != "bool" || !ordered) {
			return ""
		}
	}
	return fmt.Sprintf("%s is %s, which never compares with %s", strings.Join(l.Path, "."), describe(have), describe(to))
}

// describe names kinds in a fixed order.
func describe(kinds map[string]bool) string {
	var out []string
	for _, k := range []string{"number", "string", "bool"} {
		if kinds[k] {
			out = append(out, "a "+k)
		}
	}
	if len(out) == 0 {
		return "a list, an object or null"
	}
	return strings.Join(out, " or ")
}

// misfit says which part of an expression has no value.
func (c *Context) misfit(m matching, e ir.Expr) string {
	if e.Op == "len" {
		return c.withoutLength(m, e.Path)
	}
	if e.Op == "/" && len(e.Args) == 2 && e.Args[1].Op == "const" && jsonval.Equal(e.Args[1].Const, []byte("0")) {
		return "a division by zero has no value"
	}
	for _, a := range e.Args {
		if why := c.misfit(m, a); why != "" {
			return why
		}
		if kinds, ok := c.operandKinds(m, a); ok && !kinds["number"] {
			return fmt.Sprintf("%s is no number to compute with", exprText(a))
		}
	}
	return ""
}

func (c *Context) withoutLength(m matching, path []string) string {
	targets := c.targets(m, path)
	for _, t := range targets {
		switch t.Kind {
		case ir.KindList, ir.KindMap, ir.KindAny:
			continue
		}
		if family(t.Type) != "string" {
			return fmt.Sprintf("%s is no list, map or string: it has no length", strings.Join(path, "."))
		}
	}
	return ""
}

func exprText(e ir.Expr) string {
	switch e.Op {
	case "path":
		return strings.Join(e.Path, ".")
	case "const":
		return string(e.Const)
	}
	return "a part of it"
}
