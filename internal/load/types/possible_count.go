package types

import (
	"encoding/json"
	"math/big"
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
)

// maxFew bounds the values that are written out one by one, and the elements of the lists that are tried.
const maxFew = 16

// fewValues are all values of a type, where these are few.
func (c *Compiler) fewValues(t ir.Type, depth int) ([]json.RawMessage, bool) {
	target, home, ok := c.resolve(t)
	if !ok || depth > maxFill {
		return nil, false
	}
	out, ok := home.plainValues(target, depth)
	if target.Nullable {
		out = append(out, json.RawMessage("null"))
	}
	return out, ok && len(out) <= maxFew
}

func (c *Compiler) plainValues(t ir.Type, depth int) (out []json.RawMessage, ok bool) {
	switch {
	case t.Const != nil:
		return []json.RawMessage{t.Const}, true
	case t.Kind == ir.KindNull:
		return []json.RawMessage{json.RawMessage("null")}, true
	case t.Kind == ir.KindBool:
		return []json.RawMessage{json.RawMessage("false"), json.RawMessage("true")}, true
	case t.Kind == ir.KindEnum:
		for _, m := range t.Enum {
			out = append(out, m.Value)
		}
		return out, true
	case numeric(t.Kind):
		return fewNumbers(t)
	case t.Kind == ir.KindString:
		words, ok := keyWords(t.Patterns)
		for _, w := range words {
			if refusesString(t, w) == "" {
				out = append(out, json.RawMessage(strconv.Quote(w)))
			}
		}
		return out, ok
	case t.Kind != ir.KindUnion:
		return nil, false
	}
	for i := range t.Union.Variants {
		list, ok := c.fewValues(t.Union.Variants[i].Type, depth+1)
		if !ok {
			return nil, false
		}
		for _, v := range list {
			if !hasConst(out, v) {
				out = append(out, v)
			}
		}
	}
	return out, true
}

func fewNumbers(t ir.Type) (out []json.RawMessage, ok bool) {
	lo, hi, ok := numberRange(t)
	if n := numbers(t); !ok || n < 0 || n > maxFew || len(t.NotEqual) > maxFew {
		return nil, false
	}
	step := leastStep(t)
	if step == nil {
		step = lo.value // the only one
		if step.Sign() == 0 {
			step = big.NewRat(1, 1)
		}
	}
	first, last := steps(step, lo, hi)
	for k := first; k.Cmp(last) <= 0; k.Add(k, big.NewInt(1)) {
		if v := new(big.Rat).Mul(new(big.Rat).SetInt(k), step); !excluded(t, v) {
			out = append(out, json.RawMessage(rational(v)))
		}
	}
	return out, true
}

// kindOfElement is what the rules of a list say of one element: which of them it counts for.
type kindOfElement struct {
	counts []bool
	most   int // elements of the kind that differ from each other, -1 where they need not
}

// emptyCounts tells whether no list of few different elements satisfies all its counts together: it tries them. A list
// that does can always be shortened to what the least numbers ask for.
func (c *Compiler) emptyCounts(t ir.Type) bool {
	values, ok := c.fewValues(*t.Items, 0)
	least, asked := 0, 0
	if t.MinItems != nil {
		least = *t.MinItems
	}
	for _, rule := range t.Contains {
		if rule.Min != nil {
			asked += *rule.Min
		}
	}
	longest := max(least, asked)
	if t.MaxItems != nil {
		longest = min(longest, *t.MaxItems)
	}
	if !ok || longest > maxFew || len(t.Contains) == 0 {
		return false
	}
	s := search{t: t, kinds: c.kindsOf(t, values), found: make([]int, len(t.Contains)), least: least, longest: longest}
	possible := s.try(0, 0)
	return !possible && s.tried < maxTried
}

// kindsOf groups values by the rules that they count for.
func (c *Compiler) kindsOf(t ir.Type, values []json.RawMessage) []kindOfElement {
	var out []kindOfElement
	at := map[string]int{}
	for _, v := range values {
		k := kindOfElement{most: -1}
		key := ""
		for _, rule := range t.Contains {
			holds := c.refuses(rule.Items, v) == ""
			k.counts = append(k.counts, holds)
			key += strconv.FormatBool(holds)
		}
		if i, ok := at[key]; ok {
			out[i].most++
			continue
		}
		at[key] = len(out)
		if k.most = 1; !t.Unique {
			k.most = maxFew * maxFew
		}
		out = append(out, k)
	}
	return out
}

// maxTried bounds a search.
const maxTried = 50_000

// search tries how many elements of each kind a list may have.
type search struct {
	t              ir.Type
	kinds          []kindOfElement
	found          []int
	least, longest int
	tried          int
}

// try chooses the number of elements of one kind, n being chosen already.
func (s *search) try(kind, n int) bool {
	if s.tried++; s.tried >= maxTried {
		return true
	}
	if kind == len(s.kinds) {
		return n >= s.least && s.holds()
	}
	add := func(by int) {
		for i, counts := range s.kinds[kind].counts {
			if counts {
				s.found[i] += by
			}
		}
	}
	chosen := 0
	defer func() { add(-chosen) }()
	for {
		if s.try(kind+1, n+chosen) {
			return true
		}
		if chosen == s.kinds[kind].most || n+chosen == s.longest {
			return false
		}
		chosen++
		add(1)
	}
}

func (s *search) holds() bool {
	for i, rule := range s.t.Contains {
		if rule.Min != nil && s.found[i] < *rule.Min || rule.Max != nil && s.found[i] > *rule.Max {
			return false
		}
	}
	return true
}
