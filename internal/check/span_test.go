package check

import (
	"encoding/json"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
)

// drawSpan draws the range of a type of numbers, and some numbers in it.
func drawSpan(t *rapid.T, label string) (span, []*big.Rat) {
	low, high := rapid.IntRange(-6, 6).Draw(t, label+" low"), rapid.IntRange(-6, 6).Draw(t, label+" high")
	if low > high {
		low, high = high, low
	}
	typ := ir.Type{Kind: ir.KindNumber}
	bound := func(n int, name string) *ir.Bound {
		if rapid.IntRange(0, 4).Draw(t, label+name) == 0 {
			return nil
		}
		return &ir.Bound{Value: json.Number(strconv.Itoa(n)), Exclusive: rapid.Bool().Draw(t, label+" open"+name)}
	}
	typ.Min, typ.Max = bound(low, " min"), bound(high, " max")
	s := spanOf(typ)
	var in []*big.Rat
	for n := -20; n <= 20; n++ {
		x := big.NewRat(int64(n), 2)
		if !below(x, typ.Min) && !above(x, typ.Max) {
			in = append(in, x)
		}
	}
	return s, in
}

// TestSpansHoldEveryOutcome compares the ranges with all numbers that they stand for: what never or always holds by the
// ranges does so for every pair.
func TestSpansHoldEveryOutcome(t *testing.T) {
	operations := map[string]func(z, x, y *big.Rat) *big.Rat{"+": (*big.Rat).Add, "-": (*big.Rat).Sub, "*": (*big.Rat).Mul, "/": (*big.Rat).Quo}
	rapid.Check(t, func(t *rapid.T) {
		a, as := drawSpan(t, "a")
		b, bs := drawSpan(t, "b")
		c, cs := drawSpan(t, "c")
		op := rapid.SampledFrom([]string{"+", "-", "*", "/"}).Draw(t, "operation")
		relation := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "relation")
		never, always := c.decide(relation, combine(op, a, b))
		for _, x := range as {
			for _, y := range bs {
				if op == "/" && y.Sign() == 0 {
					continue
				}
				v := operations[op](new(big.Rat), x, y)
				for _, z := range cs {
					held := inRelation(z.Cmp(v), relation)
					require.False(t, never && held, "%s %s %s %s %s", z, relation, x, op, y)
					require.False(t, always && !held, "%s %s %s %s %s", z, relation, x, op, y)
				}
			}
		}
	})
}

func inRelation(order int, relation string) bool {
	switch relation {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "==":
		return order == 0
	default:
		return order != 0
	}
}
