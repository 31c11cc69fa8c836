package types

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// possible reports a type that admits no value.
func (c *Compiler) possible(t ir.Type, at place) bool {
	why, help := "", "widen one of the bounds"
	switch t.Kind {
	case ir.KindInt, ir.KindNumber:
		why = emptyRange(t)
	case ir.KindString:
		if why = emptyLengths(t); why == "" {
			why, help = c.expressions.emptyStrings(t), "loosen one of the expressions, or of the bounds"
		}
	case ir.KindList:
		why = c.emptyList(t)
	case ir.KindMap:
		if t.MinItems != nil && t.MaxItems != nil && *t.MinItems > *t.MaxItems {
			why = fmt.Sprintf("nothing has at least %d and at most %d elements", *t.MinItems, *t.MaxItems)
		}
		if n := keyCount(t.Keys); why == "" && n >= 0 && t.MinItems != nil && n < *t.MinItems {
			why = fmt.Sprintf("keys that the pattern allows: only %d, fewer than %d", n, *t.MinItems)
		}
	}
	if why == "" {
		return true
	}
	c.bottom(codeImpossible, at.path, at.pos, why, help)
	return false
}

func emptyLengths(t ir.Type) string {
	if t.MinRunes != nil && t.MaxRunes != nil && *t.MinRunes > *t.MaxRunes {
		return fmt.Sprintf("no string has at least %d and at most %d characters", *t.MinRunes, *t.MaxRunes)
	}
	return ""
}
