package jsonschema

import (
	"regexp/syntax"
	"strings"
)

// mostRepeats is the longest count that still is a simple one.
const mostRepeats = 100

// simplePattern writes an expression of this package with plain groups. why says what makes it more than simple: word
// boundaries and large counts.
func simplePattern(expression string) (simple, why string) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return "", "syntax of their own"
	}
	if why := notSimple(re); why != "" {
		return "", why
	}
	return plainGroups(expression), ""
}

func notSimple(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return "word boundaries"
	case syntax.OpRepeat:
		if max(re.Min, re.Max) > mostRepeats {
			return "large counts"
		}
	}
	for _, sub := range re.Sub {
		if why := notSimple(sub); why != "" {
			return why
		}
	}
	return ""
}

// plainGroups writes (?:…) as (…): without references to groups they are the same.
func plainGroups(expression string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '\\' && i+1 < len(expression):
			b.WriteByte(c)
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case strings.HasPrefix(expression[i:], "(?:"):
			b.WriteByte('(')
			i += len("?:")
			continue
		}
		b.WriteByte(expression[i])
	}
	return b.String()
}
