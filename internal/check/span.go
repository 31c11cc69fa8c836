package check

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// span is a range that surely holds every number which a place or an expression may have. Nil is no bound. An open end
// is open only where that is certain.
type span struct{ low, high *end }

type end struct {
	at   *big.Rat
	open bool // the number itself is not in the range
}

// String is the range as CUE writes it.
func (s span) String() string {
	var parts []string
	for _, side := range []struct {
		end *end
		op  string
	}{{s.low, ">"}, {s.high, "<"}} {
		if side.end == nil {
			continue
		}
		op := side.op + "="
		if side.end.open {
			op = side.op
		}
		digits, exact := side.end.at.FloatPrec()
		if !exact {
			digits = 6
		}
		parts = append(parts, op+side.end.at.FloatString(digits))
	}
	if s.low != nil && s.high != nil && s.low.at.Cmp(s.high.at) == 0 {
		return strings.TrimPrefix(parts[0], ">=")
	}
	return strings.Join(parts, " & ")
}

func exactly(x *big.Rat) span { return span{&end{at: x}, &end{at: x}} }

// hull is the smallest range that holds both.
func (s span) hull(t span) span {
	out := span{}
	if s.low != nil && t.low != nil {
		out.low = lesser(s.low, t.low)
	}
	if s.high != nil && t.high != nil {
		out.high = greater(s.high, t.high)
	}
	return out
}

// meet is the range that both hold.
func (s span) meet(t span) span {
	out := s
	if out.low == nil || t.low != nil && lesser(out.low, t.low) == out.low {
		out.low = orElse(t.low, out.low)
	}
	if out.high == nil || t.high != nil && greater(out.high, t.high) == out.high {
		out.high = orElse(t.high, out.high)
	}
	return out
}

func orElse(a, b *end) *end {
	if a != nil {
		return a
	}
	return b
}

// lesser is the end that lies further down, as a lower end.
func lesser(a, b *end) *end {
	if order := a.at.Cmp(b.at); order < 0 || order == 0 && !a.open {
		return a
	}
	return b
}

// greater is the end that lies further up, as an upper end.
func greater(a, b *end) *end {
	if order := a.at.Cmp(b.at); order > 0 || order == 0 && !a.open {
		return a
	}
	return b
}

func endOf(b *ir.Bound) *end {
	if b == nil {
		return nil
	}
	if x, ok := exactNumber(b.Value); ok {
		return &end{x, b.Exclusive}
	}
	return nil
}

// spanOf is the range of a type of numbers.
func spanOf(t ir.Type) span {
	if values := constants(t); len(values) > 0 {
		return spanOfAll(values)
	}
	return span{endOf(t.Min), endOf(t.Max)}
}

func spanOfAll(values []json.RawMessage) span {
	var out span
	for i, v := range values {
		x, ok := exactNumber(json.Number(v))
		switch {
		case !ok:
			return span{}
		case i == 0:
			out = exactly(x)
		default:
			out = out.hull(exactly(x))
		}
	}
	return out
}

// lengthOf is the range of the lengths of a type's values.
func lengthOf(t ir.Type) span {
	out := span{low: &end{at: new(big.Rat)}}
	least, most, factor := t.MinItems, t.MaxItems, int64(1)
	if family(t) == "string" {
		least, most, factor = t.MinRunes, t.MaxRunes, 4 // a code point has up to 4 bytes
		if len(constants(t)) > 0 {
			return out
		}
	}
	if least != nil {
		out.low = &end{at: new(big.Rat).SetInt64(int64(*least))}
	}
	if most != nil {
		out.high = &end{at: new(big.Rat).SetInt64(int64(*most) * factor)}
	}
	return out
}

// combine is the range of an operation over two ranges.
func combine(op string, a, b span) span {
	switch op {
	case "+":
		return span{both(a.low, b.low, (*big.Rat).Add), both(a.high, b.high, (*big.Rat).Add)}
	case "-":
		return span{both(a.low, b.high, (*big.Rat).Sub), both(a.high, b.low, (*big.Rat).Sub)}
	case "*":
		return corners(a, b, (*big.Rat).Mul)
	case "/":
		if b.low == nil || b.high == nil || b.low.at.Sign() <= 0 && b.high.at.Sign() >= 0 {
			return span{} // the divisor may be zero, or near it
		}
		return corners(a, b, (*big.Rat).Quo)
	}
	return span{}
}

func both(a, b *end, f func(z, x, y *big.Rat) *big.Rat) *end {
	if a == nil || b == nil {
		return nil
	}
	return &end{f(new(big.Rat), a.at, b.at), a.open || b.open}
}

// corners is the range of a monotone operation over bounded ranges. Its ends are taken as closed.
func corners(a, b span, f func(z, x, y *big.Rat) *big.Rat) span {
	if a.low == nil || a.high == nil || b.low == nil || b.high == nil {
		return span{}
	}
	var out span
	for i, x := range []*end{a.low, a.high} {
		for j, y := range []*end{b.low, b.high} {
			v := exactly(f(new(big.Rat), x.at, y.at))
			if i+j == 0 {
				out = v
			} else {
				out = out.hull(v)
			}
		}
	}
	return out
}

// below tells whether every number of a is less than every number of b.
func (s span) below(t span) bool {
	if s.high == nil || t.low == nil {
		return false
	}
	order := s.high.at.Cmp(t.low.at)
	return order < 0 || order == 0 && (s.high.open || t.low.open)
}

// atMost tells whether no number of a is more than one of b.
func (s span) atMost(t span) bool {
	return s.high != nil && t.low != nil && s.high.at.Cmp(t.low.at) <= 0
}

// single tells whether both ranges are the same one number.
func (s span) single(t span) bool {
	for _, e := range []*end{s.low, s.high, t.low, t.high} {
		if e == nil || e.at.Cmp(s.low.at) != 0 {
			return false
		}
	}
	return true
}

// decide says of a comparison of all numbers of a with all of b whether it never or always holds.
func (s span) decide(op string, t span) (never, always bool) {
	switch op {
	case "<":
		return t.atMost(s), s.below(t)
	case "<=":
		return t.below(s), s.atMost(t)
	case ">":
		return s.atMost(t), t.below(s)
	case ">=":
		return s.below(t), t.atMost(s)
	case "==":
		return s.below(t) || t.below(s), s.single(t)
	default:
		return s.single(t), s.below(t) || t.below(s)
	}
}
