package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes hostile text safe for one line of a terminal or a log: control characters, invisible format characters
// (those that turn the direction of text among them), line separators and bytes that are not UTF-8 become Go escapes
// such as \x1b. Ordinary text is returned as it is.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !isHarmless(r) && r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case !isHarmless(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

func isPlain(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || !isHarmless(r) {
			return false
		}
	}
	return true
}

// isHarmless tells whether a rune moves nothing but the cursor, by its own width.
func isHarmless(r rune) bool {
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}

// cleanLines is Clean for text that may have several lines.
func cleanLines(s string) []string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = Clean(strings.TrimSuffix(line, "\r"))
	}
	return lines
}

// cleanSource replaces what Clean escapes by one character of width one, so that columns stay where they are. Tabs stay.
func cleanSource(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || isHarmless(r) {
			return r
		}
		return utf8.RuneError
	}, line)
}
