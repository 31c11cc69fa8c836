package wirerules

import (
	"fmt"
	"math"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Uint is the rule of an unsigned type of kind int, as Int is of the others.
func Uint(t ir.Type) (wire.Uint, error) {
	var r wire.Uint
	if t.Const != nil {
		return r, fmt.Errorf("an unsigned constant is a plain integer")
	}
	if t.Min != nil {
		low, err := unsigned(t.Min, 1)
		if err != nil {
			return r, err
		}
		r.Min = low
	}
	if t.Max != nil {
		high, err := unsigned(t.Max, -1)
		if err != nil {
			return r, err
		}
		r.Max = high
	}
	for _, n := range t.NotEqual {
		x, err := decimal(n)
		if err != nil {
			return r, err
		}
		if v, ok := x.Unsigned(); ok && x.Integral() {
			r.NotEqual = append(r.NotEqual, v)
		}
	}
	for _, n := range t.MultipleOf {
		m, err := multiple(n)
		if err != nil {
			return r, err
		}
		if m != 1 {
			r.MultipleOf = append(r.MultipleOf, uint64(m))
		}
	}
	return r, nil
}

// unsigned makes a bound an inclusive one; step is 1 for lower bounds and -1 for upper ones. nil is no bound.
func unsigned(b *ir.Bound, step int) (*uint64, error) {
	x, err := decimal(b.Value)
	if err != nil {
		return nil, err
	}
	impossible := fmt.Errorf("no unsigned 64-bit integer lies on the right side of %s", x)
	if x.Negative() {
		if step > 0 {
			return nil, nil
		}
		return nil, impossible
	}
	v, ok := x.Unsigned()
	switch {
	case !ok && step < 0:
		return nil, nil
	case !ok:
		return nil, impossible
	case step > 0 && (b.Exclusive && x.Integral() || !x.Integral()):
		if v == math.MaxUint64 {
			return nil, impossible
		}
		v++
	case step < 0 && b.Exclusive && x.Integral():
		if v == 0 {
			return nil, impossible
		}
		v--
	}
	return &v, nil
}
