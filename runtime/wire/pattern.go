package wire

import (
	"fmt"
	"regexp"

	"github.com/ikgen/ikgen/internal/quickmatch"
)

// Pattern is a regular expression that a string must match somewhere, or with not nowhere.
type Pattern struct {
	re    *regexp.Regexp
	quick *quickmatch.Matcher // the same for ASCII, nil for expressions that are not simple
	sure  *quickmatch.Matcher // quick where it accepts nothing but ASCII, else nil
	not   bool
}

// NewPattern compiles an RE2 expression.
func NewPattern(expression string, not bool) (Pattern, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return Pattern{}, fmt.Errorf("regular expression %q: %w", expression, err)
	}
	return pattern(re, not), nil
}

// Match is a pattern for generated code, whose generator has compiled the expression before.
func Match(expression string) Pattern { return pattern(regexp.MustCompile(expression), false) }

// NoMatch is a pattern that must match nowhere.
func NoMatch(expression string) Pattern { return pattern(regexp.MustCompile(expression), true) }

func pattern(re *regexp.Regexp, not bool) Pattern {
	p := Pattern{re: re, quick: quickmatch.Compile(re.String()), not: not}
	if p.quick.Covers() && !not {
		p.sure = p.quick
	}
	return p
}

// MatchString tells whether s satisfies the pattern.
func (p *Pattern) MatchString(s string) bool {
	switch {
	case p.quick == nil:
		return p.re.MatchString(s) != p.not
	case p.quick.Sure(s):
		return !p.not
	case isASCII(s):
		return p.not
	default:
		return p.re.MatchString(s) != p.not
	}
}

func (p *Pattern) message() string {
	if p.not {
		return "must not match " + p.re.String()
	}
	return "must match " + p.re.String()
}
