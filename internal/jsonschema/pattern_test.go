package jsonschema

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSimplePattern(t *testing.T) {
	tests := []struct{ expression, want, why string }{
		{`^(?:ab|c)+$`, `^(ab|c)+$`, ""},
		{`[(?:]\(?:`, `[(?:]\(?:`, ""},
		{`[\](?:]x(?:y)`, `[\](?:]x(y)`, ""},
		{`a{100}`, `a{100}`, ""},
		{`a{2,101}`, "", "large counts"},
		{`(?:a{101}|b)`, "", "large counts"},
		{`\ba`, "", "word boundaries"},
		{`a\B`, "", "word boundaries"},
		{`(`, "", "syntax of their own"},
	}
	for _, tt := range tests {
		got, why := simplePattern(tt.expression)
		assert.Equal(t, tt.want, got, tt.expression)
		assert.Equal(t, tt.why, why, tt.expression)
	}
}

func TestSimplePatternKeepsTheMeaning(t *testing.T) {
	pieces := rapid.SampledFrom([]string{`a`, `[(?:]`, `[^\]b]`, `\(`, `(?:a|b)`, `(?:)`, `(?:x(?:y)?)*`, `|`, `^`, `$`, `\\`})
	texts := rapid.StringOf(rapid.SampledFrom([]rune(`abxy(?:)]\`)))
	rapid.Check(t, func(t *rapid.T) {
		expression := ""
		for _, p := range rapid.SliceOfN(pieces, 1, 6).Draw(t, "pieces") {
			expression += p
		}
		want := regexp.MustCompile(expression)
		simple, why := simplePattern(expression)
		require.Empty(t, why)
		require.NotContains(t, regexp.MustCompile(`\\.|\[[^\]]*\]`).ReplaceAllString(simple, ""), "(?:")
		s := texts.Draw(t, "text")
		require.Equal(t, want.MatchString(s), regexp.MustCompile(simple).MatchString(s), "%q gave %q for %q", expression, simple, s)
	})
}
