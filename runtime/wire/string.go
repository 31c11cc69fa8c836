package wire

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// String is the rule of a string. Lengths are Unicode code points. Nil and empty parts are no constraint.
type String struct {
	Min, Max *int
	Patterns []Pattern // all must hold
	NotOneOf []string
	Const    *string
}

// String reads any string.
func (d *Decoder) String() string {
	if d.peek() != '"' {
		d.wrong("a string")
		return ""
	}
	t := d.text()
	if !t.ok {
		return ""
	}
	return string(t.bytes)
}

// Decode reads a string that satisfies the rule.
func (r *String) Decode(d *Decoder) string {
	if d.peek() != '"' {
		d.wrong("a string")
		return ""
	}
	t := d.text()
	if !t.ok {
		return ""
	}
	r.judge(&d.trace, t)
	return string(t.bytes)
}

// Check judges a value.
func (r *String) Check(c *Checker, s string) {
	if !c.valid(s) {
		return
	}
	if r.bounded() {
		r.length(&c.trace, utf8.RuneCountInString(s))
	}
	if r.Const != nil && s != *r.Const {
		c.report(ConstMismatch, fmt.Sprintf("must be %q", *r.Const))
	}
	for i := range r.Patterns {
		if !r.Patterns[i].MatchString(s) {
			c.report(PatternMismatch, r.Patterns[i].message())
		}
	}
	if slices.Contains(r.NotOneOf, s) {
		c.report(ForbiddenValue, fmt.Sprintf("must not be %q", s))
	}
}

func (r *String) bounded() bool { return r.Min != nil || r.Max != nil }

func (r *String) judge(t *trace, s text) {
	if r.bounded() {
		r.length(t, s.runes())
	}
	if r.Const != nil && string(s.bytes) != *r.Const {
		t.report(ConstMismatch, fmt.Sprintf("must be %q", *r.Const))
	}
	for i := range r.Patterns {
		if !r.Patterns[i].match(s.bytes) {
			t.report(PatternMismatch, r.Patterns[i].message())
		}
	}
	for _, not := range r.NotOneOf {
		if string(s.bytes) == not {
			t.report(ForbiddenValue, fmt.Sprintf("must not be %q", not))
		}
	}
}

func (r *String) length(t *trace, n int) {
	if r.Min != nil && n < *r.Min {
		t.report(TooShort, "must have at least "+count(*r.Min, "character"))
	}
	if r.Max != nil && n > *r.Max {
		t.report(TooLong, "must have at most "+count(*r.Max, "character"))
	}
}
