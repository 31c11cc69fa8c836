package types

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"

	"github.com/ikgen/ikgen/internal/ir"
)

// emptyRange says why no number satisfies the bounds, the multiples and the exclusions of a type; "" where one does.
func emptyRange(t ir.Type) string {
	if t.Kind == ir.KindInt {
		if why := emptyIntegers(t); why != "" {
			return why
		}
	}
	lo, hi, ok := numberRange(t)
	if !ok {
		return ""
	}
	if d := lo.value.Cmp(hi.value); d > 0 || d == 0 && (lo.exclusive || hi.exclusive) {
		return fmt.Sprintf("no number lies between %s and %s", lo.text, hi.text)
	}
	step := leastStep(t)
	if step == nil {
		if lo.value.Cmp(hi.value) == 0 && excluded(t, lo.value) {
			return fmt.Sprintf("%s is the only number between the bounds, and is excluded", lo.text)
		}
		return ""
	}
	return emptySteps(t, step, lo, hi)
}

// end is one end of a range.
type end struct {
	value     *big.Rat
	exclusive bool
	text      string
}

// numberRange are the ends of a type, those of the numbers that decoders read included. ok is false where they cannot
// be read.
func numberRange(t ir.Type) (lo, hi end, ok bool) {
	lo = end{value: new(big.Rat).Neg(beyondFloat64()), exclusive: true, text: "the least float64"}
	hi = end{value: beyondFloat64(), exclusive: true, text: "the greatest float64"}
	if t.Kind == ir.KindInt {
		first, last := integers(t)
		lo = end{value: new(big.Rat).SetInt(first), text: first.String()}
		hi = end{value: new(big.Rat).SetInt(last), text: last.String()}
	}
	if lo, ok = lo.with(t.Min, 1); !ok {
		return lo, hi, false
	}
	hi, ok = hi.with(t.Max, -1)
	return lo, hi, ok
}

// beyondFloat64 is the least number that is rounded to no float64.
func beyondFloat64() *big.Rat {
	n := new(big.Int).Lsh(big.NewInt(1), 1024)
	return new(big.Rat).SetInt(n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 970)))
}

// with is the tighter of an end and a bound; sign is 1 for lower ends, -1 for upper ones.
func (e end) with(b *ir.Bound, sign int) (end, bool) {
	if b == nil {
		return e, true
	}
	v, ok := decimal(b.Value)
	if !ok {
		return e, false
	}
	if d := v.Cmp(e.value) * sign; d > 0 || d == 0 && b.Exclusive {
		return end{value: v, exclusive: b.Exclusive, text: shown(b.Value, v)}, true
	}
	return e, true
}

// maxShown is how long a number may be in a message.
const maxShown = 30

// shown writes a number for a message.
func shown(n json.Number, v *big.Rat) string {
	if len(n) <= maxShown {
		return n.String()
	}
	return new(big.Float).SetRat(v).Text('g', 10)
}

// leastStep is the number whose multiples a type admits, where it says that it admits multiples alone; integers are
// those of 1. nil for any number.
func leastStep(t ir.Type) *big.Rat {
	var step *big.Rat
	if t.Kind == ir.KindInt {
		step = big.NewRat(1, 1)
	}
	for _, n := range t.MultipleOf {
		m, ok := decimal(n)
		if !ok || m.Sign() == 0 {
			continue
		}
		if step == nil {
			step = m
			continue
		}
		step = commonMultiple(step, m)
	}
	return step
}

// commonMultiple is the least number above zero that is a multiple of both.
func commonMultiple(a, b *big.Rat) *big.Rat {
	num := new(big.Int).Mul(a.Num(), b.Num())
	num.Quo(num, new(big.Int).GCD(nil, nil, a.Num(), b.Num()))
	return new(big.Rat).SetFrac(num, new(big.Int).GCD(nil, nil, a.Denom(), b.Denom()))
}

// emptySteps says why no multiple of a step lies in a range, or all that do are excluded.
func emptySteps(t ir.Type, step *big.Rat, lo, hi end) string {
	first, last := steps(step, lo, hi)
	count := new(big.Int).Sub(last, first)
	what := "integer"
	if len(t.MultipleOf) > 0 {
		what = "multiple of " + rational(step)
	}
	if count.Sign() < 0 {
		return fmt.Sprintf("no %s lies between %s and %s", what, lo.text, hi.text)
	}
	if count.Cmp(big.NewInt(int64(len(t.NotEqual)))) >= 0 {
		return ""
	}
	for k := new(big.Int).Set(first); k.Cmp(last) <= 0; k.Add(k, big.NewInt(1)) {
		if !excluded(t, new(big.Rat).Mul(new(big.Rat).SetInt(k), step)) {
			return ""
		}
	}
	return fmt.Sprintf("every %s between %s and %s is excluded", what, lo.text, hi.text)
}

// steps are the first and the last whole number whose multiple of the step lies in a range.
func steps(step *big.Rat, lo, hi end) (first, last *big.Int) {
	first = ceil(new(big.Rat).Quo(lo.value, step), lo.exclusive)
	last = ceil(new(big.Rat).Neg(new(big.Rat).Quo(hi.value, step)), hi.exclusive)
	return first, last.Neg(last)
}

// rational writes a number as the author would.
func rational(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	digits, _ := r.FloatPrec()
	return r.FloatString(digits)
}

func excluded(t ir.Type, v *big.Rat) bool {
	for _, n := range t.NotEqual {
		if x, ok := decimal(n); ok && x.Cmp(v) == 0 {
			return true
		}
	}
	return false
}

// integers are the first and the last integer that the Go type of a kind holds.
func integers(t ir.Type) (first, last *big.Int) {
	first, last = big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
	if t.Unsigned {
		first, last = big.NewInt(0), new(big.Int).SetUint64(math.MaxUint64)
	}
	return first, last
}

// emptyIntegers says why no integer of 64 bits lies between the bounds.
func emptyIntegers(t ir.Type) string {
	first, last := integers(t)
	lower, upper := first.String(), last.String()
	if t.Min != nil {
		lo, ok := decimal(t.Min.Value)
		if !ok {
			return ""
		}
		if at := ceil(lo, t.Min.Exclusive); at.Cmp(first) > 0 {
			first, lower = at, t.Min.Value.String()
		}
	}
	if t.Max != nil {
		hi, ok := decimal(t.Max.Value)
		if !ok {
			return ""
		}
		if at := new(big.Int).Neg(ceil(new(big.Rat).Neg(hi), t.Max.Exclusive)); at.Cmp(last) < 0 {
			last, upper = at, t.Max.Value.String()
		}
	}
	if first.Cmp(last) <= 0 {
		return ""
	}
	what := "integer"
	if lower == big.NewInt(math.MinInt64).String() || upper == big.NewInt(math.MaxInt64).String() {
		what = "integer of 64 bits"
	}
	return fmt.Sprintf("no %s lies between %s and %s", what, lower, upper)
}

// ceil is the first integer at or, with exclusive, above the number.
func ceil(r *big.Rat, exclusive bool) *big.Int {
	q, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() != 0 || exclusive {
		q.Add(q, big.NewInt(1))
	}
	return q
}
