package ik

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Operand is a value that a declarative rule compares or computes with: a number, a text, a truth value, or none where
// the step has no such value. Numbers are exact: an integer is itself, and a float64 is the decimal that it is written
// as shortest, which is also how JSON carries it. Whatever is computed from no value is none, and a comparison with none
// never holds. Generated code and the interpreter compute with the same operands.
type Operand struct {
	kind  operandKind
	small int64    // of a number that fits
	exact *big.Rat // of any other number
	text  string
	truth bool
}

type operandKind uint8

const (
	noOperand operandKind = iota
	numberOperand
	textOperand
	boolOperand
)

// IntOperand is an integer.
func IntOperand(v int64) Operand { return Operand{kind: numberOperand, small: v} }

// UintOperand is an unsigned integer.
func UintOperand(v uint64) Operand { return ratOperand(new(big.Rat).SetUint64(v)) }

// FloatOperand is a floating point number as its shortest decimal; infinities and NaN are none.
func FloatOperand(v float64) Operand { return NumberOperand(strconv.FormatFloat(v, 'g', -1, 64)) }

// maxOperandText bounds the text of a number, maxOperandExponent its exponent: every float64 is within.
const (
	maxOperandText     = 400
	maxOperandExponent = 400
)

// NumberOperand reads a number as JSON writes it. A text that is none, or far beyond the range of float64, is none.
func NumberOperand(text string) Operand {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return IntOperand(n)
	}
	if len(text) > maxOperandText || !json.Valid([]byte(text)) {
		return Operand{}
	}
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		e, err := strconv.Atoi(strings.TrimPrefix(text[at+1:], "+"))
		if err != nil || e > maxOperandExponent || e < -maxOperandExponent {
			return Operand{}
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Operand{}
	}
	return ratOperand(r)
}

// TextOperand is a string.
func TextOperand(v string) Operand { return Operand{kind: textOperand, text: v} }

// BoolOperand is a truth value.
func BoolOperand(v bool) Operand { return Operand{kind: boolOperand, truth: v} }

// JSONOperand reads a JSON value; null, lists and objects are none.
func JSONOperand(raw json.RawMessage) Operand {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return Operand{}
	case raw[0] == '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return Operand{}
		}
		return TextOperand(s)
	case string(raw) == "true", string(raw) == "false":
		return BoolOperand(raw[0] == 't')
	default:
		return NumberOperand(string(raw))
	}
}

func ratOperand(r *big.Rat) Operand {
	if r.IsInt() && r.Num().IsInt64() {
		return IntOperand(r.Num().Int64())
	}
	return Operand{kind: numberOperand, exact: r}
}

func (a Operand) rat() *big.Rat {
	if a.exact != nil {
		return a.exact
	}
	return new(big.Rat).SetInt64(a.small)
}

func (a Operand) compute(b Operand, f func(z, x, y *big.Rat) *big.Rat) Operand {
	if a.kind != numberOperand || b.kind != numberOperand {
		return Operand{}
	}
	return ratOperand(f(new(big.Rat), a.rat(), b.rat()))
}

// Plus is the sum of two numbers.
func (a Operand) Plus(b Operand) Operand { return a.compute(b, (*big.Rat).Add) }

// Minus is the difference of two numbers.
func (a Operand) Minus(b Operand) Operand { return a.compute(b, (*big.Rat).Sub) }

// Times is the product of two numbers.
func (a Operand) Times(b Operand) Operand { return a.compute(b, (*big.Rat).Mul) }

// Over is the quotient of two numbers, a fraction; none where b is zero.
func (a Operand) Over(b Operand) Operand {
	if b.kind != numberOperand || b.rat().Sign() == 0 {
		return Operand{}
	}
	return a.compute(b, (*big.Rat).Quo)
}

// Negative is the number with the other sign.
func (a Operand) Negative() Operand { return IntOperand(0).Minus(a) }

// order compares two numbers or two texts; ok is false for anything else.
func (a Operand) order(b Operand) (order int, ok bool) {
	switch {
	case a.kind != b.kind:
		return 0, false
	case a.kind == textOperand:
		return strings.Compare(a.text, b.text), true
	case a.kind != numberOperand:
		return 0, false
	case a.exact == nil && b.exact == nil:
		return compareInts(a.small, b.small), true
	default:
		return a.rat().Cmp(b.rat()), true
	}
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// Equals tells whether two operands are of one kind and the same.
func (a Operand) Equals(b Operand) bool {
	order, ok := a.order(b)
	return ok && order == 0 || a.kind == boolOperand && b.kind == boolOperand && a.truth == b.truth
}

// Differs tells whether two operands are of one kind and not the same.
func (a Operand) Differs(b Operand) bool {
	return a.kind != noOperand && a.kind == b.kind && !a.Equals(b)
}

// Below tells whether a is less than b: numbers by value, texts by their bytes.
func (a Operand) Below(b Operand) bool { order, ok := a.order(b); return ok && order < 0 }

// AtMost tells whether a is not more than b.
func (a Operand) AtMost(b Operand) bool { order, ok := a.order(b); return ok && order <= 0 }

// Above tells whether a is more than b.
func (a Operand) Above(b Operand) bool { order, ok := a.order(b); return ok && order > 0 }

// AtLeast tells whether a is not less than b.
func (a Operand) AtLeast(b Operand) bool { order, ok := a.order(b); return ok && order >= 0 }
