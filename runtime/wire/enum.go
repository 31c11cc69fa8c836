package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const listedMembers = 12 // members that a message names

// DecodeEnum reads one of the members of an enum of strings.
func DecodeEnum[T ~string](d *Decoder, members []T) T {
	if d.peek() != '"' {
		d.wrong("a string")
		return ""
	}
	t := d.text()
	if !t.ok {
		return ""
	}
	for _, m := range members {
		if string(t.bytes) == string(m) {
			return m
		}
	}
	d.report(NotInEnum, oneOf(members))
	return ""
}

// DecodeIntEnum reads one of the members of an enum of integers.
func DecodeIntEnum[T ~int64](d *Decoder, members []T) T {
	n, ok := d.int()
	if ok && !slices.Contains(members, T(n)) {
		d.report(NotInEnum, oneOf(members))
		return 0
	}
	return T(n)
}

// DecodeNumberEnum reads one of the members of an enum of numbers, compared exactly.
func DecodeNumberEnum[T ~float64](d *Decoder, members []T) T {
	text, f, ok := d.float()
	if !ok {
		return 0
	}
	for _, m := range members {
		var buffer [32]byte
		if T(f) == m && parseDecimal(text).compare(parseDecimal(strconv.AppendFloat(buffer[:0], float64(m), 'g', -1, 64))) == 0 {
			return m
		}
	}
	d.report(NotInEnum, oneOf(members))
	return 0
}

// DecodeBoolEnum reads one of the members of an enum of booleans.
func DecodeBoolEnum[T ~bool](d *Decoder, members []T) T {
	if c := d.peek(); c != 't' && c != 'f' {
		d.wrong("a boolean")
		return false
	}
	v := T(d.Bool())
	if !slices.Contains(members, v) && !d.ended {
		d.report(NotInEnum, oneOf(members))
	}
	return v
}

// CheckEnum judges a value of an enum.
func CheckEnum[T comparable](c *Checker, v T, members []T) {
	if !slices.Contains(members, v) {
		c.report(NotInEnum, oneOf(members))
	}
}

// ConstBool reads the only boolean that is allowed.
func (d *Decoder) ConstBool(want bool) bool {
	if c := d.peek(); c != 't' && c != 'f' {
		d.wrong("a boolean")
		return false
	}
	got := d.Bool()
	if !d.ended && got != want {
		d.report(ConstMismatch, "must be "+strconv.FormatBool(want))
	}
	return got
}

func oneOf[T any](members []T) string {
	var b strings.Builder
	b.WriteString("must be one of ")
	for i, m := range members {
		if i == listedMembers {
			fmt.Fprintf(&b, " and %d more", len(members)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%#v", m)
	}
	return b.String()
}
