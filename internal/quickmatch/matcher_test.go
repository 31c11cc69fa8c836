package quickmatch_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/quickmatch"
)

// agree fails when the matcher and package regexp disagree.
func agree(t require.TestingT, expression, s string) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return
	}
	m := quickmatch.Compile(expression)
	if m == nil {
		return
	}
	sure, want := m.Sure(s), re.MatchString(s)
	if sure {
		require.True(t, want, "%q matches %q only by steps or table", expression, s)
		require.True(t, !m.Covers() || ascii(s), "%q covers %q", expression, s)
	} else if ascii(s) {
		require.False(t, want, "%q matches %q only in package regexp", expression, s)
	}
}

func ascii(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0 }

func TestExpressions(t *testing.T) {
	for expression, tt := range map[string]struct{ yes, no []string }{
		"^int_[0-9A-Z]{10,26}$":                  {[]string{"int_01HZX4QW8N", "int_" + strings.Repeat("A", 26)}, []string{"int_01HZX4QW8", "int_" + strings.Repeat("A", 27), "xint_01HZX4QW8N", ""}},
		`^[a-z]+(\.[a-z]+)+$`:                    {[]string{"order.refund", "a.b.c"}, []string{"order", "a..b", "a.b.", ".a", "a.B"}},
		`^[^@\s]+@[^@\s]+\.[a-z]+$`:              {[]string{"ana@example.com", "a@b.c.d"}, []string{"a@b", "a@b.c1", "@b.c", "a b@c.d", "a@b.C"}},
		`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`: {[]string{"2026-11-30T16:53:00Z"}, []string{"2026-11-30 16:53:00Z", "2026-11-30T16:53:00Z\n", "٢026-11-30T16:53:00Z"}},
		"^(EUR|USD|ETH)$":                        {[]string{"EUR", "USD", "ETH"}, []string{"EU", "EURO", "E", "usd"}},
		"(?i)^yes$":                              {[]string{"YES", "yes", "yEs"}, []string{"ye", "yess"}},
		"^ab":                                    {[]string{"ab", "abc"}, []string{"a", "xab"}},
		"^(ab)+":                                 {[]string{"ab", "aba"}, []string{"a", "b"}},
		"ab$":                                    {[]string{"ab", "xab"}, []string{"abc"}},
		"ab":                                     {[]string{"ab", "xabx"}, []string{"a b"}},
		"[0-9]{3}":                               {[]string{"x123x"}, []string{"12", "1 23"}},
		"^a?b?$":                                 {[]string{"", "a", "b", "ab"}, []string{"ba"}},
		"^(a|bc)*d{0}$":                          {[]string{"", "abca", "bcbc"}, []string{"b", "d"}},
		"^(a+b?){2}$":                            {[]string{"aab", "abab", "aa"}, []string{"a", "bab"}},
		"$^":                                     {[]string{""}, []string{"a"}},
		"^$|^a$":                                 {[]string{"", "a"}, []string{"aa", "b"}},
	} {
		require.NotNil(t, quickmatch.Compile(expression), expression)
		for _, s := range tt.yes {
			assert.True(t, quickmatch.Compile(expression).Sure(s), "%q %q", expression, s)
			agree(t, expression, s)
		}
		for _, s := range tt.no {
			assert.False(t, quickmatch.Compile(expression).Sure(s), "%q %q", expression, s)
			agree(t, expression, s)
		}
	}
}

func TestExpressionsThatAreLeftToRegexp(t *testing.T) {
	for _, expression := range []string{`\bword\b`, "(?m)^a$", "", "(", "^.{0,500}a.{300}$"} {
		assert.Nil(t, quickmatch.Compile(expression), expression)
	}
	var none *quickmatch.Matcher
	assert.False(t, none.Sure("a"))
	assert.False(t, none.Covers())
}

// expressions draws one of a grammar of everything that package regexp knows.
func expressions(t *rapid.T, depth int) string {
	atom := rapid.SampledFrom([]string{"a", "b", "ab", "abc", "0", `\.`, "[a-c]", "[^a]", `\d`, `\w`, `[^@\s]`, ".", "(?i:ab)", "é", "(?s:.)", `\b`, "^", "$", "(?:a|ab)", "[k-s]"})
	if depth == 0 {
		return atom.Draw(t, "atom")
	}
	switch rapid.IntRange(0, 6).Draw(t, "form") {
	case 0:
		return expressions(t, depth-1) + expressions(t, depth-1)
	case 1:
		return expressions(t, depth-1) + atom.Draw(t, "next") + expressions(t, depth-1)
	case 2:
		return "(" + expressions(t, depth-1) + "|" + expressions(t, depth-1) + ")"
	case 3, 4:
		return "(" + expressions(t, depth-1) + ")" + rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "*?", "+?"}).Draw(t, "times")
	case 5:
		return "^" + expressions(t, depth-1) + "$"
	default:
		return atom.Draw(t, "atom") + rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{1,3}"}).Draw(t, "times")
	}
}

func TestAgreesWithRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.SampledFrom([]string{"", "^"}).Draw(t, "begin") + expressions(t, rapid.IntRange(0, 4).Draw(t, "depth")) +
			rapid.SampledFrom([]string{"", "$"}).Draw(t, "end")
		near := rapid.StringOfN(rapid.SampledFrom([]rune("aabbccABk0.@ \né")), 0, 12, -1)
		for range 20 {
			agree(t, expression, near.Draw(t, "s"))
		}
	})
}

// Long runs and rows are compared eight bytes at a time: a wrong byte must be found wherever it stands.
func TestAgreesOnLongStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class := rapid.SampledFrom([]string{"[a-z]", "[0-9A-Z]", "[A-Z0-9-]", `[^@\s]`, `[\x00-\x7f]`, "[aceg]", `\w`, `\d`, "[~\x7f]", "."})
		count := rapid.SampledFrom([]string{"+", "*", "{8}", "{3,40}", "{17}", "{9,}"})
		expression := "^" + rapid.SampledFrom([]string{"", "int_", "a"}).Draw(t, "head")
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			expression += class.Draw(t, "class") + count.Draw(t, "count") + rapid.SampledFrom([]string{"", "@", "-x-", "T00:00"}).Draw(t, "between")
		}
		expression += rapid.SampledFrom([]string{"", "$"}).Draw(t, "end")
		s := []byte(rapid.StringMatching(strings.Trim(expression, "^$")).Draw(t, "s"))
		agree(t, expression, string(s))
		if len(s) > 0 {
			s[rapid.IntRange(0, len(s)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			agree(t, expression, string(s))
			agree(t, expression, string(s[:len(s)-1]))
		}
	})
}

func FuzzAgreesWithRegexp(f *testing.F) {
	for _, s := range [][2]string{
		{`^[a-z]+(\.[a-z]+)+$`, "order.refund"}, {`^[^@\s]+@[^@\s]+\.[a-z]+$`, "ana@example.com"}, {"(?i)^k$", "\u212a"}, {"^a", "a\xff"}, {"$^", "a"},
		{"^(?:a|bc){2,3}d?$", "abcad"}, {"[0-9]{3}|x$", "12x"}, {"^(a*)*$", "aa"}, {"^(a?b)*c", "abbc"}, {"^(|a)+$", "a"}, {`a\z`, "a"}, {`(?U)^a+?b$`, "aab"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, expression, s string) {
		if len(expression) < 60 {
			agree(t, expression, s)
		}
	})
}

func TestMatchingAllocatesNothing(t *testing.T) {
	m := quickmatch.Compile(`^[^@\s]+@[^@\s]+\.[a-z]+$`)
	assert.Zero(t, testing.AllocsPerRun(100, func() { m.Sure("ana@example.com") }))
}
