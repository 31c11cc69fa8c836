package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// equalConst compares two JSON constants by value: 1 equals 1.0.
func equalConst(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if numeric(constKind(a)) && numeric(constKind(b)) {
		return compare(json.Number(a), json.Number(b)) == 0
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	p, err := json.Marshal(x)
	q, err2 := json.Marshal(y)
	return err == nil && err2 == nil && bytes.Equal(p, q)
}

// refuses says why a type does not admit a constant; "" where it does.
func (c *Compiler) refuses(t ir.Type, raw json.RawMessage) string { return c.refusesAt(t, raw, 0) }

func (c *Compiler) refusesAt(t ir.Type, raw json.RawMessage, depth int) string {
	if depth > 60 {
		return "the type is too deep"
	}
	if t.Kind == ir.KindRef {
		target, at, ok := c.resolve(t)
		if !ok {
			return "" // the definition is in error or not compiled yet: its own diagnostic stands
		}
		return at.refusesAt(target, raw, depth+1)
	}
	k := constKind(raw)
	if k == ir.KindNull {
		if t.Nullable || t.Kind == ir.KindNull || t.Kind == ir.KindAny {
			return ""
		}
		return "null is not " + describe(t)
	}
	switch t.Kind {
	case ir.KindAny:
		return ""
	case ir.KindEnum:
		for _, m := range t.Enum {
			if equalConst(m.Value, raw) {
				return ""
			}
		}
		return "it is not a member of the enum"
	case ir.KindUnion:
		return c.refusesUnion(t, raw, depth)
	case ir.KindList, ir.KindStruct, ir.KindMap, ir.KindTuple:
		return c.refusesContainer(t, raw, depth)
	case ir.KindInt, ir.KindNumber:
		if !numeric(k) || t.Kind == ir.KindInt && k != ir.KindInt {
			return "it is not " + describe(t)
		}
	default:
		if k != t.Kind {
			return "it is not " + describe(t)
		}
	}
	return refusesScalar(t, raw)
}

func (c *Compiler) refusesUnion(t ir.Type, raw json.RawMessage, depth int) string {
	for i := range t.Union.Variants {
		if c.refusesAt(t.Union.Variants[i].Type, raw, depth+1) == "" {
			return ""
		}
	}
	return "it is none of the variants of the union"
}

func refusesScalar(t ir.Type, raw json.RawMessage) string {
	if t.Const != nil && !equalConst(t.Const, raw) {
		return fmt.Sprintf("it is not %s", t.Const)
	}
	switch t.Kind {
	case ir.KindInt, ir.KindNumber:
		return refusesNumber(t, json.Number(raw))
	case ir.KindString:
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return "it is not a string"
		}
		return refusesString(t, s)
	}
	return ""
}

func refusesNumber(t ir.Type, n json.Number) string {
	if b := t.Min; b != nil {
		if d := compare(n, b.Value); d < 0 || d == 0 && b.Exclusive {
			return "it is below the lower bound " + b.Value.String()
		}
	}
	if b := t.Max; b != nil {
		if d := compare(n, b.Value); d > 0 || d == 0 && b.Exclusive {
			return "it is above the upper bound " + b.Value.String()
		}
	}
	for _, x := range t.NotEqual {
		if compare(n, x) == 0 {
			return "it is excluded by !=" + x.String()
		}
	}
	for _, x := range t.MultipleOf {
		if !multipleOf(n, x) {
			return "it is no multiple of " + x.String()
		}
	}
	return ""
}

func multipleOf(n, of json.Number) bool {
	x, ok := decimal(n)
	y, ok2 := decimal(of)
	return ok && ok2 && y.Sign() != 0 && new(big.Rat).Quo(x, y).IsInt()
}

func refusesString(t ir.Type, s string) string {
	n := utf8.RuneCountInString(s)
	if t.MinRunes != nil && n < *t.MinRunes {
		return fmt.Sprintf("it is shorter than %d characters", *t.MinRunes)
	}
	if t.MaxRunes != nil && n > *t.MaxRunes {
		return fmt.Sprintf("it is longer than %d characters", *t.MaxRunes)
	}
	for _, x := range t.NotOneOf {
		if x == s {
			return "it is excluded by !="
		}
	}
	for _, p := range t.Patterns {
		if re, err := regexp.Compile(p.Regexp); err == nil && re.MatchString(s) == p.Not {
			return fmt.Sprintf("it does not satisfy the regular expression %q", p.Regexp)
		}
	}
	for _, f := range t.Formats {
		if format, ok := wire.NewFormat(f.Name, f.Layout); ok && !format.Match(s) {
			return "it is no " + f.Name
		}
	}
	return ""
}

func (c *Compiler) refusesContainer(t ir.Type, raw json.RawMessage, depth int) string {
	if listed(t.Kind) {
		return c.refusesList(t, raw, depth)
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return "it is not a struct"
	}
	if t.Kind == ir.KindMap {
		return c.refusesMap(t, fields, depth)
	}
	return c.refusesStruct(t, fields, depth)
}

func (c *Compiler) refusesList(t ir.Type, raw json.RawMessage, depth int) string {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return "it is not a list"
	}
	least, most := lengths(t)
	if why := refusesCount(ir.Type{MinItems: &least, MaxItems: t.MaxItems}, len(items), "elements"); why != "" {
		return why
	}
	if most >= 0 && len(items) > most {
		return fmt.Sprintf("it has more than %d elements", most)
	}
	for i, item := range items {
		if why := c.refusesAt(element(t, i), item, depth+1); why != "" {
			return fmt.Sprintf("of its element %s: %s", item, why)
		}
		for j := range i {
			if t.Unique && equalConst(items[j], item) {
				return fmt.Sprintf("its elements %d and %d are equal", j, i)
			}
		}
	}
	for _, rule := range t.Contains {
		n := 0
		for _, item := range items {
			if c.refusesAt(rule.Items, item, depth+1) == "" {
				n++
			}
		}
		if why := refusesCount(ir.Type{MinItems: rule.Min, MaxItems: rule.Max}, n, "elements of the kind asked for"); why != "" {
			return why
		}
	}
	return ""
}

func (c *Compiler) refusesMap(t ir.Type, fields map[string]json.RawMessage, depth int) string {
	if why := refusesCount(t, len(fields), "keys"); why != "" {
		return why
	}
	for _, key := range sortedKeys(fields) {
		if why := refusesString(ir.Type{Patterns: t.Keys}, key); why != "" {
			return fmt.Sprintf("of its key %q: %s", key, why)
		}
		if why := c.refusesAt(*t.Items, fields[key], depth+1); why != "" {
			return fmt.Sprintf("of its value at %q: %s", key, why)
		}
	}
	return ""
}

func (c *Compiler) refusesStruct(t ir.Type, fields map[string]json.RawMessage, depth int) string {
	for _, f := range t.Fields {
		raw, ok := fields[f.Name]
		if !ok {
			if f.Presence == ir.Required {
				return fmt.Sprintf("its field %q is missing", f.Name)
			}
			continue
		}
		if why := c.refusesAt(f.Type, raw, depth+1); why != "" {
			return fmt.Sprintf("of its field %q: %s", f.Name, why)
		}
	}
	for _, key := range sortedKeys(fields) {
		if fieldIndex(t.Fields, key) >= 0 {
			continue
		}
		if why := c.refusesExtra(t, key, fields[key], depth); why != "" {
			return why
		}
	}
	if why := refusesCount(t, len(fields), "fields"); why != "" {
		return why
	}
	return refusesRelations(t, fields)
}

// refusesExtra judges a field that the struct does not name.
func (c *Compiler) refusesExtra(t ir.Type, key string, raw json.RawMessage, depth int) string {
	bound := t.Open
	for _, r := range t.Rest {
		if !binds(r, key) {
			continue
		}
		bound = true
		if why := c.refusesAt(r.Items, raw, depth+1); why != "" {
			return fmt.Sprintf("of its field %q: %s", key, why)
		}
	}
	if !bound {
		return fmt.Sprintf("the field %q is unknown", key)
	}
	return ""
}

func refusesRelations(t ir.Type, fields map[string]json.RawMessage) string {
	for _, r := range t.Relations {
		a, b := fields[r.Field], fields[r.Other]
		d := 0
		switch {
		case r.Op == "==" || r.Op == "!=":
			if equalConst(a, b) != (r.Op == "==") {
				return fmt.Sprintf("its field %q must be %s %q", r.Field, r.Op, r.Other)
			}
			continue
		default:
			d = compare(json.Number(a), json.Number(b))
		}
		if holds := map[string]bool{"<": d < 0, "<=": d <= 0, ">": d > 0, ">=": d >= 0}[r.Op]; !holds {
			return fmt.Sprintf("its field %q must be %s %q", r.Field, r.Op, r.Other)
		}
	}
	return ""
}

func refusesCount(t ir.Type, n int, what string) string {
	if t.MinItems != nil && n < *t.MinItems {
		return fmt.Sprintf("it has fewer than %d %s", *t.MinItems, what)
	}
	if t.MaxItems != nil && n > *t.MaxItems {
		return fmt.Sprintf("it has more than %d %s", *t.MaxItems, what)
	}
	return ""
}
