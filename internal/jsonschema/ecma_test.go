package jsonschema

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestECMA(t *testing.T) {
	tests := map[string]string{
		`^[A-Z]{2}[0-9]{6}$`: `^[A-Z]{2}[0-9]{6}$`,
		`\d+`:                `[0-9]+`,
		`^\s*$`:              `^[\t\n\x0c\x0d ]*$`,
		`a.b`:                `a[^\n]b`,
		`(?s)a.b`:            `a[\s\S]b`,
		`\Aab\z`:             `^ab$`,
		`(?i)k1`:             "[Kk\u212a]1",
		`(a|bc)+?`:           `(?:a|bc)+`,
		`x|yy|`:              `x|yy|(?:)`,
		`(?:ab){2,}`:         `(?:ab){2,}`,
		`[^a-c\]]`:           `[^\]a-c]`,
		`\.\$\/`:             `\.\$\/`,
		`\bx\B`:              `\bx\B`,
		`\p{Greek}`:          "",
		`日本`:                 `日本`,
	}
	for re, want := range tests {
		got, err := ecma(re)
		require.NoError(t, err, re)
		if want != "" {
			assert.Equal(t, want, got, re)
		}
		_, err = regexp.Compile(got)
		assert.NoError(t, err, "%s: both dialects read the result", re)
	}
	for _, re := range []string{`(?m)^a`, `(?m)a$`, `(`, `a{1001}`} {
		_, err := ecma(re)
		assert.Error(t, err, re)
	}
}

// What both dialects read must match what RE2 matches.
func TestECMAKeepsTheMeaning(t *testing.T) {
	pieces := rapid.SampledFrom([]string{`a`, `[a-c]`, `[^b]`, `\d`, `\w`, `\s`, `.`, `^`, `$`, `(a|b)`, `(?i:é)`, `x?`, `y*`, `z+`, `{`, `\b`, `(?s:.)`, `a{2}`, `\x{1F600}`, `|`, `\-`, `[\]\-^]`})
	texts := rapid.StringOf(rapid.SampledFrom([]rune("abcxyzéÉ\n 1_-]^{😀")))
	rapid.Check(t, func(t *rapid.T) {
		var expression string
		for _, p := range rapid.SliceOfN(pieces, 1, 6).Draw(t, "pieces") {
			expression += p
		}
		want, err := regexp.Compile(expression)
		if err != nil {
			return // no expression
		}
		translated, err := ecma(expression)
		require.NoError(t, err)
		got, err := regexp.Compile(translated)
		require.NoError(t, err, "%q gave %q", expression, translated)
		s := texts.Draw(t, "text")
		require.Equal(t, want.MatchString(s), got.MatchString(s), "%q gave %q for %q", expression, translated, s)
	})
}
