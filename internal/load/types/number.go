package types

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// maxExponent bounds the exponent of a number in a schema: what lies beyond is in no float64.
const maxExponent = 400

// decimal reads a number exactly; false where it is none, or too large to be one.
func decimal(n json.Number) (*big.Rat, bool) {
	text := string(n)
	if len(text) > 1000 {
		return nil, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exp, err := strconv.Atoi(text[i+1:])
		if err != nil || exp > maxExponent || exp < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// canonicalNumber writes a number without exponent, leading plus or needless zeros.
func canonicalNumber(n json.Number) (json.Number, bool) {
	r, ok := decimal(n)
	if !ok {
		return "", false
	}
	if r.IsInt() {
		return json.Number(r.Num().String()), true
	}
	digits, exact := r.FloatPrec()
	if !exact {
		return "", false
	}
	return json.Number(strings.TrimRight(r.FloatString(digits), "0")), true
}

func integral(n json.Number) bool {
	r, ok := decimal(n)
	return ok && r.IsInt()
}

// fitsInt64 tells whether an integral number is within int64.
func fitsInt64(n json.Number) bool {
	r, ok := decimal(n)
	return ok && r.IsInt() && r.Num().IsInt64()
}

// compare orders two numbers that decimal accepts.
func compare(a, b json.Number) int {
	x, ok := decimal(a)
	y, ok2 := decimal(b)
	if !ok || !ok2 {
		return 0
	}
	return x.Cmp(y)
}
