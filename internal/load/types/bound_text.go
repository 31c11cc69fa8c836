package types

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// maxBoundText bounds the text of a bound, in code points: each is a level of the expression.
const maxBoundText = 100

// textBound compiles a bound of strings, which CUE orders by their code points, to a regular expression.
func (c *Compiler) textBound(x *ast.UnaryExpr, raw json.RawMessage, path string) (value, bool) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return value{}, false
	}
	if utf8.RuneCountInString(text) > maxBoundText {
		c.fail(codeTooLarge, path, spec.At(x.X), fmt.Sprintf("a bound of more than %d characters is too long to be compiled", maxBoundText),
			"write a shorter one, or a regular expression")
		return value{}, false
	}
	if text == "" && x.Op == token.LSS {
		c.bottom(codeImpossible, path, spec.At(x), "no string lies below the empty one", "write another bound")
		return value{}, false
	}
	below := x.Op == token.LSS || x.Op == token.LEQ
	t := ir.Type{Kind: ir.KindString, Patterns: []ir.Pattern{{Regexp: textOrder([]rune(text), below, x.Op == token.LEQ || x.Op == token.GEQ)}}}
	return value{t: t}, c.possible(t, place{path: path, pos: spec.At(x.X)})
}

// textOrder is an expression for the strings below a text, or above it, and the text itself where it counts too: behind
// as many equal characters as there are, one that is lower or higher, or an end that comes sooner or later.
func textOrder(text []rune, below, same bool) string { return "^" + orderFrom(text, below, same) }

func orderFrom(text []rune, below, same bool) string {
	if len(text) == 0 {
		switch {
		case below && same:
			return "$"
		case below:
			return nothing
		case same:
			return ""
		}
		return anything
	}
	var list []string
	if below {
		list = append(list, "$")
	}
	if class := beside(text[0], below); class != "" {
		list = append(list, class)
	}
	if rest := orderFrom(text[1:], below, same); rest != nothing {
		list = append(list, regexp.QuoteMeta(string(text[0]))+rest)
	}
	if len(list) == 0 {
		return nothing
	}
	return "(?:" + strings.Join(list, "|") + ")"
}

// The classes of no character and of all.
const (
	nothing  = `[^\x00-\x{10FFFF}]`
	anything = `[\x00-\x{10FFFF}]`
)

// beside is the class of the characters below or above one; "" where there are none.
func beside(r rune, below bool) string {
	switch {
	case below && r == 0, !below && r == utf8.MaxRune:
		return ""
	case below:
		return fmt.Sprintf(`[\x00-\x{%X}]`, r-1)
	}
	return fmt.Sprintf(`[\x{%X}-\x{10FFFF}]`, r+1)
}
