package wire

import (
	"fmt"
	"regexp"
)

// Pattern is a regular expression that a string must match somewhere, or with not nowhere.
type Pattern struct {
	re  *regexp.Regexp
	not bool
}

// NewPattern compiles an RE2 expression.
func NewPattern(expression string, not bool) (Pattern, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return Pattern{}, fmt.Errorf("regular expression %q: %w", expression, err)
	}
	return Pattern{re, not}, nil
}

// Match is a pattern for generated code, whose generator has compiled the expression before.
func Match(expression string) Pattern { return Pattern{regexp.MustCompile(expression), false} }

// NoMatch is a pattern that must match nowhere.
func NoMatch(expression string) Pattern { return Pattern{regexp.MustCompile(expression), true} }

// MatchString tells whether s satisfies the pattern.
func (p *Pattern) MatchString(s string) bool { return p.re.MatchString(s) != p.not }

func (p *Pattern) match(b []byte) bool { return p.re.Match(b) != p.not }

func (p *Pattern) message() string {
	if p.not {
		return "must not match " + p.re.String()
	}
	return "must match " + p.re.String()
}
