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
	Formats  []Format // all must hold
	Const    *string
}

// String reads any string.
func (d *Decoder) String() string {
	if d.peek() != '"' {
		d.wrong("a string")
		return ""
	}
	return d.keep(d.text())
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
	s := d.keep(t)
	if !r.holds(s, t.ascii) {
		r.judge(&d.trace, s)
	}
	return s
}

// Check judges a value.
func (r *String) Check(c *Checker, s string) {
	if !r.holds(s, false) && c.valid(s) {
		r.judge(&c.trace, s)
	}
}

// CheckField moves to a field of the present object and judges its value.
func (r *String) CheckField(c *Checker, name, s string) {
	if !r.holds(s, false) {
		c.name(name)
		r.Check(c, s)
	}
}

// holds tells whether s is valid UTF-8 and satisfies the rule, by the cheapest way; ascii tells that s is known to be
// ASCII. judge finds out what is wrong.
func (r *String) holds(s string, ascii bool) bool {
	for i := range r.Patterns {
		p := &r.Patterns[i]
		if p.sure.Sure(s) {
			ascii = true
		} else if !p.MatchString(s) {
			return false
		}
	}
	n := len(s)
	if !ascii && !isASCII(s) {
		n = utf8.RuneCountInString(s)
		if !utf8.ValidString(s) {
			return false
		}
	}
	if r.Min != nil && n < *r.Min || r.Max != nil && n > *r.Max {
		return false
	}
	return r.Const == nil && len(r.NotOneOf)+len(r.Formats) == 0 || r.holdsRarely(s)
}

// holdsRarely judges by the parts that few rules have.
func (r *String) holdsRarely(s string) bool {
	for i := range r.Formats {
		if !r.Formats[i].Match(s) {
			return false
		}
	}
	return (r.Const == nil || s == *r.Const) && !slices.Contains(r.NotOneOf, s)
}

// judge reports what is wrong with a string that is valid UTF-8.
func (r *String) judge(t *trace, s string) {
	n := utf8.RuneCountInString(s)
	if r.Min != nil && n < *r.Min {
		t.report(TooShort, "must have at least "+count(*r.Min, "character"))
	}
	if r.Max != nil && n > *r.Max {
		t.report(TooLong, "must have at most "+count(*r.Max, "character"))
	}
	if r.Const != nil && s != *r.Const {
		t.report(ConstMismatch, fmt.Sprintf("must be %q", *r.Const))
	}
	for i := range r.Patterns {
		if !r.Patterns[i].MatchString(s) {
			t.report(PatternMismatch, r.Patterns[i].message())
		}
	}
	for i := range r.Formats {
		if !r.Formats[i].Match(s) {
			t.report(WrongFormat, r.Formats[i].message())
		}
	}
	if slices.Contains(r.NotOneOf, s) {
		t.report(ForbiddenValue, fmt.Sprintf("must not be %q", s))
	}
}
