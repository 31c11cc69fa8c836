package types

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/regular"
)

// emptyStrings says why no string satisfies the expressions, the lengths and the exclusions of a type together; "" where
// one does, or that is not known. Formats are not looked into.
func emptyStrings(t ir.Type) string {
	if t.MaxRunes != nil && *t.MaxRunes == 0 {
		if why := refusesString(t, ""); why != "" {
			return "only the empty string is short enough, but " + why
		}
		return ""
	}
	if len(t.Patterns) == 0 {
		return "" // a few strings that are excluded leave others
	}
	l := regular.Language{Most: -1}
	for _, p := range t.Patterns {
		l.Rules = append(l.Rules, regular.Rule{Regexp: p.Regexp, Not: p.Not})
	}
	for _, s := range t.NotOneOf {
		l.Rules = append(l.Rules, regular.Rule{Regexp: "^" + regexp.QuoteMeta(s) + "$", Not: true})
	}
	if t.MinRunes != nil {
		l.Least = *t.MinRunes
	}
	if t.MaxRunes != nil {
		l.Most = *t.MaxRunes
	}
	if !l.Empty() {
		return ""
	}
	if len(l.Rules) == 1 && t.MinRunes == nil && t.MaxRunes == nil {
		return fmt.Sprintf("no string satisfies the regular expression %q", t.Patterns[0].Regexp)
	}
	return "no string satisfies all the constraints together"
}

// maxKeys bounds the keys that keyCount counts.
const maxKeys = 100

// keyCount is how many keys the patterns admit; -1 where that is not known, or many.
func keyCount(keys []ir.Pattern) int {
	words, ok := keyWords(keys)
	if !ok {
		return -1
	}
	return len(words)
}

// keyWords are the keys that the patterns admit, where one of them has few words.
func keyWords(keys []ir.Pattern) ([]string, bool) {
	for _, p := range keys {
		if p.Not {
			continue
		}
		re, err := syntax.Parse(p.Regexp, syntax.Perl)
		if err != nil {
			continue
		}
		words, whole := wholeWords(re.Simplify())
		if !whole {
			continue
		}
		var out []string
		for _, w := range words {
			if refusesString(ir.Type{Patterns: keys}, w) == "" && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
		return out, true
	}
	return nil, false
}

// wholeWords are the strings that match ^(a|b)$: few words between the ends of the text.
func wholeWords(re *syntax.Regexp) ([]string, bool) {
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 || re.Sub[0].Op != syntax.OpBeginText || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil, false
	}
	return fewWords(&syntax.Regexp{Op: syntax.OpConcat, Sub: re.Sub[1 : len(re.Sub)-1]})
}

// fewWords are the strings that an expression describes, where these are few.
func fewWords(re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, re.Flags&syntax.FoldCase == 0
	case syntax.OpCapture:
		return fewWords(re.Sub[0])
	case syntax.OpCharClass:
		return classWords(re.Rune)
	case syntax.OpQuest:
		inner, ok := fewWords(re.Sub[0])
		return append([]string{""}, inner...), ok
	case syntax.OpAlternate:
		var out []string
		for _, sub := range re.Sub {
			inner, ok := fewWords(sub)
			if out = append(out, inner...); !ok || len(out) > maxKeys {
				return nil, false
			}
		}
		return out, true
	case syntax.OpConcat:
		return joined(re.Sub)
	}
	return nil, false
}

func classWords(ranges []rune) ([]string, bool) {
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > maxKeys {
			return nil, false
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			out = append(out, string(r))
		}
	}
	return out, len(out) <= maxKeys
}

func joined(parts []*syntax.Regexp) ([]string, bool) {
	out := []string{""}
	for _, p := range parts {
		tails, ok := fewWords(p)
		if !ok || len(out)*len(tails) > maxKeys {
			return nil, false
		}
		var next []string
		for _, head := range out {
			for _, tail := range tails {
				next = append(next, head+tail)
			}
		}
		out = next
	}
	return out, true
}
