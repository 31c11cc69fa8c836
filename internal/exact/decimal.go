package exact

import (
	"encoding/json"
	"math/big"
	"strings"
)

// decimal is a number as ±digits × 10^exponent: no zero at either end of the digits, zero without digits. The exponent
// is text, so that values compare with == and hostile exponents cost nothing.
type decimal struct {
	negative bool
	digits   string
	exponent string
}

// normal reads a JSON number.
func normal(n json.Number) decimal {
	text := strings.ToLower(string(n))
	mantissa, power, _ := strings.Cut(text, "e")
	d := decimal{negative: strings.HasPrefix(mantissa, "-")}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	exponent, ok := new(big.Int).SetString(strings.TrimPrefix(power, "+"), 10)
	if !ok {
		exponent = new(big.Int)
	}
	digits := strings.TrimLeft(whole+fraction, "0")
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	exponent.Add(exponent, big.NewInt(int64(len(digits)-len(d.digits)-len(fraction))))
	d.exponent = exponent.String()
	return d
}

// String is the decimal as a JSON number, without a fraction.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	if d.exponent == "0" {
		return sign + d.digits
	}
	return sign + d.digits + "e" + d.exponent
}
