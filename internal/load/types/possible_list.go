package types

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ikgen/ikgen/internal/ir"
)

// emptyList says why no list satisfies a type; "" where one may.
func (c *Compiler) emptyList(t ir.Type) string {
	if t.MinItems != nil && t.MaxItems != nil && *t.MinItems > *t.MaxItems {
		return fmt.Sprintf("nothing has at least %d and at most %d elements", *t.MinItems, *t.MaxItems)
	}
	if t.Items == nil {
		return ""
	}
	if n := c.size(*t.Items, 0); t.Unique && n >= 0 && t.MinItems != nil && n < *t.MinItems {
		return fmt.Sprintf("elements that differ from each other: only %d, fewer than %d", n, *t.MinItems)
	}
	asked := 0 // elements that are asked for by constants of their own
	var consts []json.RawMessage
	for _, rule := range t.Contains {
		if why := c.emptyContains(t, rule); why != "" {
			return why
		}
		if rule.Items.Const != nil && rule.Min != nil && !hasConst(consts, rule.Items.Const) {
			consts = append(consts, rule.Items.Const)
			asked += *rule.Min
		}
	}
	if c.emptyCounts(t) {
		return "no list satisfies what is asked of its elements together"
	}
	if t.MaxItems != nil && asked > *t.MaxItems {
		return fmt.Sprintf("elements asked for: %d, but allowed: at most %d", asked, *t.MaxItems)
	}
	return ""
}

func hasConst(list []json.RawMessage, raw json.RawMessage) bool {
	for _, have := range list {
		if equalConst(have, raw) {
			return true
		}
	}
	return false
}

// emptyContains says why the elements of a list cannot satisfy one rule on their number.
func (c *Compiler) emptyContains(t ir.Type, rule ir.Contains) string {
	least := 0
	if rule.Min != nil {
		least = *rule.Min
	}
	switch {
	case rule.Max != nil && least > *rule.Max:
		return fmt.Sprintf("nothing has at least %d and at most %d elements of a kind", least, *rule.Max)
	case t.MaxItems != nil && least > *t.MaxItems:
		return fmt.Sprintf("elements asked for: %d, but allowed: at most %d", least, *t.MaxItems)
	case least > 0 && !c.meets(*t.Items, rule.Items):
		return "no element can be of the kind that the list must contain"
	}
	if n := c.size(rule.Items, 0); t.Unique && n >= 0 && n < least {
		return fmt.Sprintf("elements of the kind asked for that differ from each other: only %d, fewer than %d", n, least)
	}
	if rule.Max != nil && t.MinItems != nil && *t.MinItems > *rule.Max && c.allAdmitted(*t.Items, rule.Items) {
		return fmt.Sprintf("every element is of a kind that the list holds at most %d of, but it has at least %d", *rule.Max, *t.MinItems)
	}
	return ""
}

// meets tells whether two types may have a value in common. Nothing is reported.
func (c *Compiler) meets(a, b ir.Type) bool {
	if _, _, ok := c.resolve(a); !ok {
		return true // not compiled yet
	}
	_, _, empty := c.try(func() (ir.Type, bool) { return c.meetTypes(a, b, place{}) })
	return !empty
}

// allAdmitted tells whether each of the few values of a type is one of another type.
func (c *Compiler) allAdmitted(t, by ir.Type) bool {
	target, _, ok := c.resolve(t)
	if !ok || target.Nullable {
		return false
	}
	if target.Const != nil {
		return c.refuses(by, target.Const) == ""
	}
	if target.Kind != ir.KindEnum {
		return false
	}
	for _, m := range target.Enum {
		if c.refuses(by, m.Value) != "" {
			return false
		}
	}
	return true
}

// maxSize bounds the values that size counts.
const maxSize = 1 << 20

// size is how many values a type has at most; -1 where these are many, or that is not known.
func (c *Compiler) size(t ir.Type, depth int) int {
	target, home, ok := c.resolve(t)
	if !ok || depth > maxFill {
		return -1
	}
	n := home.plainSize(target, depth)
	if n >= 0 && target.Nullable {
		n++
	}
	return n
}

func (c *Compiler) plainSize(t ir.Type, depth int) int {
	switch {
	case t.Const != nil || t.Kind == ir.KindNull:
		return 1
	case t.Kind == ir.KindBool:
		return 2
	case t.Kind == ir.KindEnum:
		return len(t.Enum)
	case t.Kind == ir.KindString && t.MaxRunes != nil && *t.MaxRunes == 0:
		return 1
	case t.Kind == ir.KindString:
		return keyCount(t.Patterns)
	case numeric(t.Kind):
		return numbers(t)
	case t.Kind == ir.KindUnion:
		n := 0
		for i := range t.Union.Variants {
			m := c.size(t.Union.Variants[i].Type, depth+1)
			if m < 0 {
				return -1
			}
			n += m
		}
		return n
	}
	return -1
}

// numbers counts the numbers of a type; -1 where they are many.
func numbers(t ir.Type) int {
	lo, hi, ok := numberRange(t)
	if !ok {
		return -1
	}
	step := leastStep(t)
	if step == nil {
		if lo.value.Cmp(hi.value) == 0 {
			return 1
		}
		return -1
	}
	first, last := steps(step, lo, hi)
	count := new(big.Int).Sub(last, first)
	if !count.IsInt64() || count.Int64() >= maxSize {
		return -1
	}
	n := int(max(count.Int64()+1, 0))
	seen := map[string]bool{}
	for _, x := range t.NotEqual {
		v, ok := decimal(x)
		if ok && !seen[v.String()] && refusesNumber(ir.Type{Min: t.Min, Max: t.Max, MultipleOf: t.MultipleOf}, x) == "" && (t.Kind == ir.KindNumber || v.IsInt()) {
			seen[v.String()] = true
			n--
		}
	}
	return n
}
