package wire

import (
	"fmt"
	"slices"
	"strconv"
)

// Int is the rule of an integer. Nil and empty parts are no constraint.
type Int struct {
	Min, Max   *int64 // both inclusive
	NotEqual   []int64
	MultipleOf []int64 // each above 0
	Const      *int64
}

// Int reads any integer within int64. 1.0 and 1e2 are integers.
func (d *Decoder) Int() int64 {
	n, _ := d.int()
	return n
}

func (d *Decoder) int() (int64, bool) {
	if c := d.peek(); c != '-' && c-'0' > 9 {
		d.wrong("an integer")
		return 0, false
	}
	if n, ok := d.plainInt(); ok {
		return n, true
	}
	b, ok := d.number()
	if !ok {
		return 0, false
	}
	x := parseDecimal(b)
	if !x.integral() {
		d.report(NotInteger, "must be an integer")
		return 0, false
	}
	n, ok := x.int64()
	if !ok {
		d.report(OutOfRange, "must be within the range of 64-bit integers")
	}
	return n, ok
}

// plainInt consumes an integer of at most 18 digits without point and exponent. Otherwise it consumes nothing.
func (d *Decoder) plainInt() (int64, bool) {
	b := d.data[d.pos:]
	at := 0
	if b[0] == '-' {
		at++
	}
	start, n := at, int64(0)
	for at < len(b) && b[at]-'0' <= 9 && at-start < 18 {
		n = n*10 + int64(b[at]-'0')
		at++
	}
	switch {
	case at == start, b[start] == '0' && at > start+1:
		return 0, false
	case at < len(b) && (b[at]-'0' <= 9 || b[at] == '.' || b[at]|0x20 == 'e'):
		return 0, false
	}
	d.pos += at
	if start > 0 {
		n = -n
	}
	return n, true
}

// plainInt reads an integer of at most 18 digits without point and exponent.
func plainInt(b []byte) (int64, bool) {
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	if len(b) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range b {
		if c -= '0'; c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	if negative {
		n = -n
	}
	return n, true
}

// Decode reads an integer that satisfies the rule.
func (r *Int) Decode(d *Decoder) int64 {
	n, ok := d.int()
	if ok && !r.holds(n) {
		r.judge(&d.trace, n)
	}
	return n
}

// Check judges a value.
func (r *Int) Check(c *Checker, n int64) {
	if !r.holds(n) {
		r.judge(&c.trace, n)
	}
}

// CheckField moves to a field of the present object and judges its value.
func (r *Int) CheckField(c *Checker, name string, n int64) {
	if !r.holds(n) {
		c.name(name)
		r.judge(&c.trace, n)
	}
}

// holds tells that n satisfies the rule, of which it knows the bounds only; judge finds out the rest.
func (r *Int) holds(n int64) bool {
	return (r.Min == nil || n >= *r.Min) && (r.Max == nil || n <= *r.Max) &&
		r.Const == nil && len(r.NotEqual)+len(r.MultipleOf) == 0
}

func (r *Int) judge(t *trace, n int64) {
	if r.Const != nil && n != *r.Const {
		t.report(ConstMismatch, fmt.Sprintf("must be %d", *r.Const))
		return
	}
	if r.Min != nil && n < *r.Min {
		t.report(OutOfRange, fmt.Sprintf("must be at least %d", *r.Min))
	}
	if r.Max != nil && n > *r.Max {
		t.report(OutOfRange, fmt.Sprintf("must be at most %d", *r.Max))
	}
	if len(r.NotEqual) > 0 && slices.Contains(r.NotEqual, n) {
		t.report(ForbiddenValue, "must not be "+strconv.FormatInt(n, 10))
	}
	for _, m := range r.MultipleOf {
		if m == 0 || n%m != 0 {
			t.report(NotMultiple, fmt.Sprintf("must be a multiple of %d", m))
		}
	}
}
