package quote_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/project/quote"
)

func TestIn(t *testing.T) {
	for name, c := range map[string]struct {
		text, quote string
		want        bool
	}{
		"literal":              {"cancel my order", "my order", true},
		"case":                 {"Cancel MY order", "cancel my", true},
		"white space":          {"cancel \n\t my  order", "cancel my order", true},
		"composed":             {"caf\u00e9", "cafe\u0301", true},
		"Hangul":               {"\ud55c", "\u1112\u1161\u11ab", true},
		"straightened marks":   {"don\u2019t \u201cdo\u201d \u2013 it\u2026", `don't "do" - it...`, true},
		"invisible":            {"can\u200bcel", "cancel", true},
		"other words":          {"cancel my order", "cancel the order", false},
		"blank quote":          {"cancel", " \n", false},
		"placeholder":          {"[redacted] please", "[redacted]", true},
		"longer than the text": {"ok", "ok then", false},
		"other order":          {"a b", "b a", false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, quote.In(c.text, c.quote)) })
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Straße \u2018x\u2019", "x")
	f.Fuzz(func(t *testing.T, a, b string) {
		folded := quote.Fold(a)
		assert.Equal(t, folded, quote.Fold(folded), "folding twice is folding once")
		if strings.ContainsFunc(b, func(r rune) bool { return r == 'x' }) {
			assert.True(t, quote.In(a+b+a, "x"))
		}
	})
}
