package wire

import (
	"fmt"
	"slices"
	"strconv"
)

// Uint is the rule of an integer of 64 bits without sign. Nil and empty parts are no constraint.
type Uint struct {
	Min, Max   *uint64 // both inclusive
	NotEqual   []uint64
	MultipleOf []uint64 // each above 0
}

// Decode reads an integer within uint64 that satisfies the rule.
func (r *Uint) Decode(d *Decoder) uint64 {
	if c := d.peek(); c != '-' && c-'0' > 9 {
		d.wrong("an integer")
		return 0
	}
	b, ok := d.number()
	if !ok {
		return 0
	}
	x := parseDecimal(b)
	if !x.integral() {
		d.report(NotInteger, "must be an integer")
		return 0
	}
	n, ok := x.uint64()
	if !ok {
		d.report(OutOfRange, "must be within the range of 64-bit integers without sign")
		return 0
	}
	r.judge(&d.trace, n)
	return n
}

// Check judges a value.
func (r *Uint) Check(c *Checker, n uint64) { r.judge(&c.trace, n) }

func (r *Uint) judge(t *trace, n uint64) {
	if r.Min != nil && n < *r.Min {
		t.report(OutOfRange, fmt.Sprintf("must be at least %d", *r.Min))
	}
	if r.Max != nil && n > *r.Max {
		t.report(OutOfRange, fmt.Sprintf("must be at most %d", *r.Max))
	}
	if len(r.NotEqual) > 0 && slices.Contains(r.NotEqual, n) {
		t.report(ForbiddenValue, "must not be "+strconv.FormatUint(n, 10))
	}
	for _, m := range r.MultipleOf {
		if m == 0 || n%m != 0 {
			t.report(NotMultiple, fmt.Sprintf("must be a multiple of %d", m))
		}
	}
}

// Unsigned gives the value without its fraction; false when it is beyond uint64.
func (x Decimal) Unsigned() (uint64, bool) { return x.uint64() }

func (x Decimal) uint64() (uint64, bool) {
	if x.negative {
		return 0, false
	}
	return x.magnitude()
}
