// Package regular tells whether any string satisfies several regular expressions and a length at once.
//
// It owns the walk over the product of their automata. It knows nothing of schemas, and says "perhaps" where the walk
// would take too long: whoever asks then assumes that there is such a string.
package regular

import "regexp/syntax"

// Rule is a regular expression of RE2, unanchored, that a string matches, or with Not does not match.
type Rule struct {
	Regexp string
	Not    bool
}

// Language is the strings that satisfy all rules, and whose length in code points lies within the bounds. Most is -1 for
// no bound.
type Language struct {
	Rules       []Rule
	Least, Most int
}

// maxStates and maxWork bound the walk, in states and in instructions that are followed: it takes some milliseconds.
const (
	maxStates = 4000
	maxWork   = 3_000_000
)

// Empty tells whether it is certain that no string belongs to the language. Rules that do not compile are passed over.
func (l Language) Empty() bool {
	w := walk{language: l, seen: map[string]bool{}}
	for _, r := range l.Rules {
		re, err := syntax.Parse(r.Regexp, syntax.Perl)
		if err != nil {
			continue
		}
		prog, err := syntax.Compile(re.Simplify())
		if err != nil {
			continue
		}
		w.machines = append(w.machines, machine{prog: prog, not: r.Not})
	}
	w.runes = alphabet(w.machines)
	return w.empty()
}
