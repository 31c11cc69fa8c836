package selection

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// isolatedNumber tells whether a bare number was taken for a request although nothing is open that it could answer.
func isolatedNumber(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return selects(sel) && unboundNumber(s)
}

func unboundNumber(s *snapshot.Snapshot) bool {
	return s.Interaction == nil && len(s.Agenda) == 0 && canonicalNumber(ik.Trim(s.Current.Content))
}

func refuseIsolatedNumber(_ context.Context, _ *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	return sel, []ik.Issue{{
		Path:    "/mode",
		Message: "The message is a number alone, and nothing is open that it could answer. It requests no operation: use conversational without capabilities.",
	}}, nil
}

// canonicalNumber tells whether text is exactly how a double is written: "2", "-3.5" and "1e+21" are, "02", "2.0", "+2",
// "-0" and "1e3" are not.
func canonicalNumber(text string) bool {
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
	sign := exponent[:1]
	return mantissa + "e" + sign + strings.TrimLeft(exponent[1:], "0")
}
