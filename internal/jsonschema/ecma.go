package jsonschema

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// ecma writes an RE2 expression as ECMA 262 understands it, in the subset that both read alike: classes are spelled out
// (\s and . differ), groups do not capture, flags are resolved. Line anchors have no such form and are an error.
func ecma(expression string) (string, error) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return "", fmt.Errorf("regular expression %q: %w", expression, err)
	}
	var b strings.Builder
	if err := expr(&b, re); err != nil {
		return "", fmt.Errorf("regular expression %q: %w", expression, err)
	}
	return b.String(), nil
}

func expr(b *strings.Builder, re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpEmptyMatch:
		b.WriteString("(?:)")
	case syntax.OpNoMatch:
		b.WriteString(`[^\s\S]`)
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			letter(b, r, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		class(b, re.Rune)
	case syntax.OpAnyCharNotNL:
		b.WriteString(`[^\n]`)
	case syntax.OpAnyChar:
		b.WriteString(`[\s\S]`)
	case syntax.OpBeginText:
		b.WriteByte('^')
	case syntax.OpEndText:
		b.WriteByte('$')
	case syntax.OpWordBoundary:
		b.WriteString(`\b`)
	case syntax.OpNoWordBoundary:
		b.WriteString(`\B`)
	case syntax.OpCapture:
		return group(b, re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return repeat(b, re)
	case syntax.OpConcat:
		return concat(b, re)
	case syntax.OpAlternate:
		return alternate(b, re)
	case syntax.OpBeginLine, syntax.OpEndLine:
		return fmt.Errorf("JSON Schema has no anchors of lines: leave out the flag m")
	default:
		return fmt.Errorf("JSON Schema cannot express %q", re.String())
	}
	return nil
}

func group(b *strings.Builder, re *syntax.Regexp) error {
	b.WriteString("(?:")
	err := expr(b, re)
	b.WriteByte(')')
	return err
}

func concat(b *strings.Builder, re *syntax.Regexp) error {
	for _, sub := range re.Sub {
		write := expr
		if sub.Op == syntax.OpAlternate {
			write = group
		}
		if err := write(b, sub); err != nil {
			return err
		}
	}
	return nil
}

func alternate(b *strings.Builder, re *syntax.Regexp) error {
	for i, sub := range re.Sub {
		if i > 0 {
			b.WriteByte('|')
		}
		if err := expr(b, sub); err != nil {
			return err
		}
	}
	return nil
}

func repeat(b *strings.Builder, re *syntax.Regexp) error {
	sub := re.Sub[0]
	write := group
	switch sub.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpCapture, syntax.OpNoMatch:
		write = expr
	case syntax.OpLiteral:
		if len(sub.Rune) == 1 {
			write = expr
		}
	}
	if err := write(b, sub); err != nil {
		return err
	}
	switch re.Op {
	case syntax.OpStar:
		b.WriteByte('*')
	case syntax.OpPlus:
		b.WriteByte('+')
	case syntax.OpQuest:
		b.WriteByte('?')
	default:
		count(b, re.Min, re.Max)
	}
	return nil // a lazy quantifier matches the same texts
}

func count(b *strings.Builder, low, high int) {
	switch high {
	case low:
		fmt.Fprintf(b, "{%d}", low)
	case -1:
		fmt.Fprintf(b, "{%d,}", low)
	default:
		fmt.Fprintf(b, "{%d,%d}", low, high)
	}
}

// letter writes one character, with its other cases when case does not count.
func letter(b *strings.Builder, r rune, fold bool) {
	if !fold || unicode.SimpleFold(r) == r {
		char(b, r, `^$\.*+?()[]{}|/`)
		return
	}
	b.WriteByte('[')
	char(b, r, classSyntax)
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		char(b, f, classSyntax)
	}
	b.WriteByte(']')
}

const classSyntax = `\]^-[`

// class writes ranges, or what they leave out where that is shorter.
func class(b *strings.Builder, ranges []rune) {
	if len(ranges) == 0 {
		b.WriteString(`[^\s\S]`)
		return
	}
	b.WriteByte('[')
	if ranges[0] == 0 && ranges[len(ranges)-1] == unicode.MaxRune && len(ranges) > 2 {
		b.WriteByte('^')
		for i := 1; i+1 < len(ranges); i += 2 {
			span(b, ranges[i]+1, ranges[i+1]-1)
		}
	} else {
		for i := 0; i < len(ranges); i += 2 {
			span(b, ranges[i], ranges[i+1])
		}
	}
	b.WriteByte(']')
}

func span(b *strings.Builder, low, high rune) {
	char(b, low, classSyntax)
	if high > low+1 {
		b.WriteByte('-')
	}
	if high > low {
		char(b, high, classSyntax)
	}
}

// char writes a character. Other than control characters it stands for itself: the escapes for large code points differ
// between dialects.
func char(b *strings.Builder, r rune, special string) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < ' ' || r == 0x7f:
		fmt.Fprintf(b, `\x%02x`, r)
	case strings.ContainsRune(special, r):
		b.WriteByte('\\')
		b.WriteRune(r)
	default:
		b.WriteRune(r)
	}
}
