package wire

import "strconv"

// Bound is one end of a range. The zero value is no bound.
type Bound struct {
	at        Decimal
	near      float64 // at, rounded
	set       bool
	exclusive bool
}

// AtLeast and AtMost are inclusive bounds, MoreThan and LessThan exclusive ones. The text is a number as JSON writes it;
// any other text is no bound.
func AtLeast(text string) Bound { return bound(text, false) }

// AtMost is an inclusive upper bound.
func AtMost(text string) Bound { return bound(text, false) }

// MoreThan is an exclusive lower bound.
func MoreThan(text string) Bound { return bound(text, true) }

// LessThan is an exclusive upper bound.
func LessThan(text string) Bound { return bound(text, true) }

func bound(text string, exclusive bool) Bound {
	at, ok := ParseDecimal(text)
	near, _ := strconv.ParseFloat(text, 64)
	return Bound{at: at, near: near, set: ok, exclusive: exclusive}
}

// Decimals are exact values, from numbers as JSON writes them. Other texts are left out.
func Decimals(texts ...string) []Decimal {
	var out []Decimal
	for _, s := range texts {
		if x, ok := ParseDecimal(s); ok {
			out = append(out, x)
		}
	}
	return out
}

// Number is the rule of a number. It is judged on the number's text, exactly. Zero parts are no constraint.
type Number struct {
	Min, Max   Bound
	NotEqual   []Decimal
	MultipleOf []Decimal
	Const      []Decimal // of one value
}

// Float reads any number within float64.
func (d *Decoder) Float() float64 {
	_, f, _ := d.float()
	return f
}

func (d *Decoder) float() (text []byte, f float64, ok bool) {
	if c := d.peek(); c != '-' && c-'0' > 9 {
		d.wrong("a number")
		return nil, 0, false
	}
	b, ok := d.number()
	if !ok {
		return nil, 0, false
	}
	if n, plain := plainInt(b); plain && n != 0 && n > -1<<53 && n < 1<<53 {
		return b, float64(n), true
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		d.report(OutOfRange, rangeOfFloat)
		return nil, 0, false
	}
	return b, f, true
}

const rangeOfFloat = "must be within the range of 64-bit floating point numbers"

// Decode reads a number that satisfies the rule.
func (r *Number) Decode(d *Decoder) float64 {
	text, f, ok := d.float()
	if ok && !r.holds(f) {
		r.judge(&d.trace, text, f)
	}
	return f
}

// Check judges a value as it would be written.
func (r *Number) Check(c *Checker, f float64) {
	if c.finite(f) && !r.holds(f) {
		var buffer [32]byte
		r.judge(&c.trace, strconv.AppendFloat(buffer[:0], f, 'g', -1, 64), f)
	}
}

// CheckField moves to a field of the present object and judges its value.
func (r *Number) CheckField(c *Checker, name string, f float64) {
	if !isFinite(f) || !r.holds(f) {
		c.name(name)
		r.Check(c, f)
	}
}

// holds tells that a number that is f when rounded satisfies the rule, of which it knows the bounds only; judge finds out
// the rest. Rounding keeps order, so only a number that rounds to the bound itself needs its digits.
func (r *Number) holds(f float64) bool {
	return (!r.Min.set || f > r.Min.near) && (!r.Max.set || f < r.Max.near) &&
		len(r.Const)+len(r.NotEqual)+len(r.MultipleOf) == 0
}

// judge reports what is wrong. It compares rounded values first too.
func (r *Number) judge(t *trace, text []byte, f float64) {
	if len(r.Const) > 0 && parseDecimal(text).compare(r.Const[0]) != 0 {
		t.report(ConstMismatch, "must be "+r.Const[0].String())
		return
	}
	if b := &r.Min; b.set && (f < b.near || f == b.near && b.below(parseDecimal(text))) {
		word := "must be at least "
		if b.exclusive {
			word = "must be more than "
		}
		t.report(OutOfRange, word+b.at.String())
	}
	if b := &r.Max; b.set && (f > b.near || f == b.near && b.above(parseDecimal(text))) {
		word := "must be at most "
		if b.exclusive {
			word = "must be less than "
		}
		t.report(OutOfRange, word+b.at.String())
	}
	for _, x := range r.NotEqual {
		if parseDecimal(text).compare(x) == 0 {
			t.report(ForbiddenValue, "must not be "+x.String())
		}
	}
	for _, x := range r.MultipleOf {
		if !parseDecimal(text).multipleOf(x) {
			t.report(NotMultiple, "must be a multiple of "+x.String())
		}
	}
}

// below tells whether x is under a lower bound.
func (b *Bound) below(x Decimal) bool {
	c := x.compare(b.at)
	return c < 0 || c == 0 && b.exclusive
}

// above tells whether x is over an upper bound.
func (b *Bound) above(x Decimal) bool {
	c := x.compare(b.at)
	return c > 0 || c == 0 && b.exclusive
}

// isFinite: an infinity minus itself is not a number, and nothing equals that.
func isFinite(f float64) bool { return f-f == 0 }
