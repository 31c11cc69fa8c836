package control

import (
	"math"
	"strconv"
	"strings"
)

// CanonicalNumber tells whether text is exactly how a double is written: "2", "-3.5" and "1e+21" are, "02", "2.0", "+2",
// "-0" and "1e3" are not. White space around it is not part of a number.
func CanonicalNumber(text string) bool {
	if text == "" || strings.ContainsAny(text, "_xXpPiInN") {
		return false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return false
	}
	return text == shortest(f)
}

// shortest writes a double as ECMAScript does: plain from 1e-6 to below 1e21, else with an exponent.
func shortest(f float64) string {
	if f == 0 {
		return "0"
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
