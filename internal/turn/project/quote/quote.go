// Package quote compares quotes with the texts that they are from.
//
// Models copy well but not by the byte: they straighten quotation marks, change the form of accents and join lines. The
// comparison forgives this and nothing more. It knows nothing of messages or models.
package quote

import (
	"slices"
	"strings"
	"unicode"
)

// In tells whether quote stands in text when case, accents, white space and typographic marks are disregarded. A quote
// without any visible character stands nowhere.
func In(text, quote string) bool { return Of(text).Has(quote) }

// Text is a text that many quotes are looked for in: it is folded once.
type Text struct{ folded string }

// Of prepares a text.
func Of(text string) Text { return Text{Fold(text)} }

// Has tells whether a quote stands in the text.
func (t Text) Has(quote string) bool { return Of(quote).In(t) }

// In tells whether the text stands in another.
func (t Text) In(other Text) bool { return t.folded != "" && strings.Contains(other.folded, t.folded) }

// Fold gives the form in which texts are compared.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch plain, ok := alphanumeric(r); {
		case ok && space:
			b.WriteByte(' ')
			space = false
			fallthrough
		case ok:
			b.WriteByte(plain)
			continue
		case r == '\uFEFF' || unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		write(&b, r)
	}
	return b.String()
}

// alphanumeric folds the letters and digits of ASCII, of which most texts are made, as everything else is folded.
func alphanumeric(r rune) (byte, bool) {
	switch {
	case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
		return byte(r), true
	case r >= 'A' && r <= 'Z':
		return byte(r) + 'a' - 'A', true
	}
	return 0, false
}

func write(b *strings.Builder, r rune) {
	if mark, ok := typographic(r); ok {
		b.WriteString(mark)
		return
	}
	if jamo, ok := hangul(r); ok {
		b.WriteString(jamo)
		return
	}
	b.WriteRune(lower(base(r)))
}

// lower folds case, so that every letter of one case orbit becomes the same. A mark in an orbit does not count: marks
// are dropped before.
func lower(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		if !unicode.Is(unicode.Mn, next) {
			least = min(least, next)
		}
	}
	return unicode.ToLower(least)
}

// base takes the marks from a composed letter.
func base(r rune) rune {
	if r < composed[0][0] {
		return r
	}
	i, found := slices.BinarySearchFunc(composed[:], r, func(p [2]rune, r rune) int { return int(p[0]) - int(r) })
	if !found {
		return r
	}
	return composed[i][1]
}

// typographic gives the plain form of a mark.
func typographic(r rune) (string, bool) {
	switch r {
	case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032', '\u00B4', '`':
		return "'", true
	case '\u201C', '\u201D', '\u201E', '\u201F', '\u2033', '\u00AB', '\u00BB':
		return `"`, true
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212':
		return "-", true
	case '\u2026':
		return "...", true
	default:
		return "", false
	}
}

// hangul takes a syllable apart into its letters.
func hangul(r rune) (string, bool) {
	const first, last, vowels, tails = 0xAC00, 0xD7A3, 21, 28
	if r < first || r > last {
		return "", false
	}
	i := r - first
	out := []rune{0x1100 + i/(vowels*tails), 0x1161 + i%(vowels*tails)/tails}
	if tail := i % tails; tail > 0 {
		out = append(out, 0x11A7+tail)
	}
	return string(out), true
}
