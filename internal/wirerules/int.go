package wirerules

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Int is the rule of a type of kind int. Bounds become inclusive integers; what no 64-bit integer can satisfy is an
// error.
func Int(t ir.Type) (wire.Int, error) {
	var r wire.Int
	var err error
	if r.Min, err = lower(t.Min); err != nil {
		return r, err
	}
	if r.Max, err = upper(t.Max); err != nil {
		return r, err
	}
	for _, n := range t.NotEqual {
		x, err := decimal(n)
		if err != nil {
			return r, err
		}
		if v, ok := x.Truncate(); ok && x.Integral() { // others differ from every integer
			r.NotEqual = append(r.NotEqual, v)
		}
	}
	for _, n := range t.MultipleOf {
		m, err := multiple(n)
		if err != nil {
			return r, err
		}
		if m != 1 {
			r.MultipleOf = append(r.MultipleOf, m)
		}
	}
	if t.Const != nil {
		v, err := Integer(t.Const)
		if err != nil {
			return r, err
		}
		r.Const = &v
	}
	return r, nil
}

// Integer reads an integer that JSON may write as 1, 1.0 or 1e0.
func Integer(raw json.RawMessage) (int64, error) {
	x, err := decimal(json.Number(raw))
	if err != nil {
		return 0, err
	}
	v, ok := x.Truncate()
	if !ok || !x.Integral() {
		return 0, fmt.Errorf("%s is no 64-bit integer", raw)
	}
	return v, nil
}

func decimal(n json.Number) (wire.Decimal, error) {
	x, ok := wire.ParseDecimal(string(n))
	if !ok {
		return x, fmt.Errorf("%q is no number", string(n))
	}
	return x, nil
}

// lower gives the least integer within a bound, nil when every 64-bit integer is.
func lower(b *ir.Bound) (*int64, error) {
	if b == nil {
		return nil, nil
	}
	x, err := decimal(b.Value)
	if err != nil {
		return nil, err
	}
	v, ok := x.Truncate()
	if !ok {
		if x.Negative() {
			return nil, nil
		}
		return nil, fmt.Errorf("no 64-bit integer reaches %s", x)
	}
	if x.Integral() && b.Exclusive || !x.Integral() && !x.Negative() {
		if v == math.MaxInt64 {
			return nil, fmt.Errorf("no 64-bit integer is more than %s", x)
		}
		v++
	}
	return &v, nil
}

// upper gives the greatest integer within a bound, nil when every 64-bit integer is.
func upper(b *ir.Bound) (*int64, error) {
	if b == nil {
		return nil, nil
	}
	x, err := decimal(b.Value)
	if err != nil {
		return nil, err
	}
	v, ok := x.Truncate()
	if !ok {
		if !x.Negative() {
			return nil, nil
		}
		return nil, fmt.Errorf("no 64-bit integer reaches down to %s", x)
	}
	if x.Integral() && b.Exclusive || !x.Integral() && x.Negative() {
		if v == math.MinInt64 {
			return nil, fmt.Errorf("no 64-bit integer is less than %s", x)
		}
		v--
	}
	return &v, nil
}

// multiple gives the least positive integer that every integer multiple of n is a multiple of: 5 for 2.5.
func multiple(n json.Number) (int64, error) {
	x, err := decimal(n)
	if err != nil {
		return 0, err
	}
	m, places, ok := x.Scaled()
	if !ok || m <= 0 {
		return 0, fmt.Errorf("multiples of %s cannot be checked: write a positive number of at most 18 digits", x)
	}
	for _, prime := range []int64{2, 5} {
		for k := places; k > 0 && m%prime == 0; k-- {
			m /= prime
		}
	}
	return m, nil
}
