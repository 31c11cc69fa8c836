package regular

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEmpty(t *testing.T) {
	t.Parallel()
	is := func(list ...string) []Rule {
		var out []Rule
		for _, re := range list {
			text, not := strings.CutPrefix(re, "!")
			out = append(out, Rule{Regexp: text, Not: not})
		}
		return out
	}
	for _, tt := range []struct {
		rules       []Rule
		least, most int
		empty       bool
	}{
		{is(), 0, -1, false},
		{is("a"), 0, 0, true},
		{is("^abc$"), 0, 2, true},
		{is("^abc$"), 3, 3, false},
		{is("^abc$"), 4, -1, true},
		{is("^a", "!^a"), 0, -1, true},
		{is("^a", "!^b"), 0, -1, false},
		{is("^a", "^b"), 0, -1, true},
		{is("a", "b"), 0, 1, true},
		{is("a", "b"), 0, 2, false},
		{is("^[a-z]+$", "[0-9]"), 0, -1, true},
		{is("^(a|b)$", "!^a$", "!^b$"), 0, -1, true},
		{is("(?i)^k$", "!^[kK]$"), 0, -1, false}, // the Kelvin sign
		{is("(?i)^k$", "![kK\u212a]"), 0, -1, true},
		{is("a^"), 0, -1, true},
		{is("(?m)a$", "^a\nb$"), 0, -1, false},
		{is(`^\b`), 0, 0, true},
		{is(`x\by`), 0, -1, true},
		{is("!"), 0, -1, true},
		{is("!^$"), 0, 0, true},
		{is("^.$"), 1, 1, false},
		{is("^.{200}$"), 0, 199, true},
		{is("^.{200}$"), 200, 200, false},
		{is("("), 0, -1, false},
	} {
		t.Run(fmt.Sprint(tt.rules, tt.least, tt.most), func(t *testing.T) {
			assert.Equal(t, tt.empty, Language{Rules: tt.rules, Least: tt.least, Most: tt.most}.Empty())
		})
	}
}

// TestEmptyHasNoStrings tries short strings of a small alphabet: a language that has one of them is not empty, and one
// that is bounded by their length and has none is.
func TestEmptyHasNoStrings(t *testing.T) {
	t.Parallel()
	words := []string{""}
	for n, from := 0, 0; n < 3; n++ {
		end := len(words)
		for ; from < end; from++ {
			for _, r := range []string{"a", "b", "Z", " ", "\n"} {
				words = append(words, words[from]+r)
			}
		}
	}
	pieces := []string{"a", "b", "Z", "^", "$", ".", "[ab]", "[^a]", "(a|b)", "a*", "b+", "a?", `\b`, `\B`, "(?i)z", "(?m)^", "(?m)$", "(?s).", `\w`, "a{2}"}
	rapid.Check(t, func(t *rapid.T) {
		l := Language{Most: 3, Least: rapid.IntRange(0, 3).Draw(t, "least")}
		only := Rule{Regexp: `^[abZ \n]*$`}
		l.Rules = append(l.Rules, only)
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			re := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 4).Draw(t, "pieces"), "")
			_, err := regexp.Compile(re)
			if err != nil {
				continue
			}
			l.Rules = append(l.Rules, Rule{Regexp: re, Not: rapid.Bool().Draw(t, "not")})
		}
		found := ""
		has := false
		for _, w := range words {
			fits := utf8.RuneCountInString(w) >= l.Least
			for _, r := range l.Rules {
				fits = fits && regexp.MustCompile(r.Regexp).MatchString(w) != r.Not
			}
			if fits {
				found, has = w, true
				break
			}
		}
		require.Equal(t, !has, l.Empty(), "%v has %q", l, found)
	})
}
