package wire

import (
	"bytes"
	"cmp"
	"math/bits"
)

// Decimal is the exact value of a number's text: 0.DIGITS × 10^exp. Digits have neither leading nor trailing zeros; they
// stand in two parts, since the text has a point between them.
type Decimal struct {
	text       []byte
	head, tail []byte
	exp        int
	negative   bool
}

// ParseDecimal reads a number as JSON writes it. ok is false for any other text.
func ParseDecimal(text string) (Decimal, bool) {
	d := Decoder{data: []byte(text)}
	if c := d.peek(); d.pos != 0 || kindOf(c) != "a number" {
		return Decimal{}, false
	}
	b, ok := d.number()
	if !ok || len(b) != len(text) {
		return Decimal{}, false
	}
	return parseDecimal(b), true
}

// String is the text that the value was read from.
func (x Decimal) String() string { return string(x.text) }

// Compare orders two values: -1, 0 or 1.
func (x Decimal) Compare(y Decimal) int { return x.compare(y) }

// Integral tells whether the value has no fraction.
func (x Decimal) Integral() bool { return x.integral() }

// Truncate gives the value without its fraction; false when that is beyond int64.
func (x Decimal) Truncate() (int64, bool) { return x.int64() }

// parseDecimal reads text that is known to be a number.
func parseDecimal(b []byte) Decimal {
	x := Decimal{text: b}
	if b[0] == '-' {
		x.negative = true
		b = b[1:]
	}
	end := bytes.IndexAny(b, "eE")
	if end >= 0 {
		x.exp = exponent(b[end+1:])
		b = b[:end]
	}
	x.head = b
	if point := bytes.IndexByte(b, '.'); point >= 0 {
		x.head, x.tail = b[:point], b[point+1:]
	}
	x.exp += len(x.head)
	return x.trim()
}

// trim removes leading and trailing zeros.
func (x Decimal) trim() Decimal {
	for len(x.head) > 0 && x.head[0] == '0' {
		x.head = x.head[1:]
		x.exp--
	}
	if len(x.head) == 0 {
		for len(x.tail) > 0 && x.tail[0] == '0' {
			x.tail = x.tail[1:]
			x.exp--
		}
	}
	for len(x.tail) > 0 && x.tail[len(x.tail)-1] == '0' {
		x.tail = x.tail[:len(x.tail)-1]
	}
	if len(x.tail) == 0 {
		for len(x.head) > 0 && x.head[len(x.head)-1] == '0' {
			x.head = x.head[:len(x.head)-1]
		}
	}
	if x.digits() == 0 {
		x.exp, x.negative = 0, false
	}
	return x
}

// exponent reads the digits after the e. It stops growing far beyond what any document can make up for.
func exponent(b []byte) int {
	const enough = 1 << 40
	negative := b[0] == '-'
	if b[0] == '-' || b[0] == '+' {
		b = b[1:]
	}
	n := 0
	for _, c := range b {
		if n < enough {
			n = n*10 + int(c-'0')
		}
	}
	if negative {
		return -n
	}
	return n
}

func (x Decimal) digits() int { return len(x.head) + len(x.tail) }

func (x Decimal) digit(i int) byte {
	if i < len(x.head) {
		return x.head[i]
	}
	return x.tail[i-len(x.head)]
}

func (x Decimal) sign() int {
	switch {
	case x.digits() == 0:
		return 0
	case x.negative:
		return -1
	default:
		return 1
	}
}

func (x Decimal) compare(y Decimal) int {
	if s := x.sign(); s != y.sign() || s == 0 {
		return cmp.Compare(s, y.sign())
	}
	c := cmp.Compare(x.exp, y.exp)
	for i := 0; c == 0 && i < min(x.digits(), y.digits()); i++ {
		c = cmp.Compare(x.digit(i), y.digit(i))
	}
	if c == 0 {
		c = cmp.Compare(x.digits(), y.digits())
	}
	if x.negative {
		return -c
	}
	return c
}

// integral tells whether the value has no fraction.
func (x Decimal) integral() bool { return x.digits() <= x.exp || x.digits() == 0 }

// magnitude is the absolute value without its fraction; false when it is beyond uint64.
func (x Decimal) magnitude() (uint64, bool) {
	if x.exp > 20 {
		return 0, false
	}
	var n uint64
	for i := range x.exp {
		digit := uint64(0)
		if i < x.digits() {
			digit = uint64(x.digit(i) - '0')
		}
		high, low := bits.Mul64(n, 10)
		sum, carry := bits.Add64(low, digit, 0)
		if high != 0 || carry != 0 {
			return 0, false
		}
		n = sum
	}
	return n, true
}

// int64 converts the value without its fraction; false when it is beyond the range.
func (x Decimal) int64() (int64, bool) {
	n, ok := x.magnitude()
	if !ok {
		return 0, false
	}
	switch {
	case x.negative && n <= 1<<63:
		return -int64(n), true // 1<<63 wraps to its own negative
	case !x.negative && n < 1<<63:
		return int64(n), true
	default:
		return 0, false
	}
}

// Negative tells whether the value is below zero.
func (x Decimal) Negative() bool { return x.sign() < 0 }

// Scaled gives the value as m / 10^places with the fewest places. ok is false when m is beyond int64.
func (x Decimal) Scaled() (m int64, places int, ok bool) {
	places = max(0, x.digits()-x.exp)
	x.exp += places
	m, ok = x.int64()
	return m, places, ok
}
