package quote

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestTableIsUnicode holds every row against the Unicode character data: a composed letter stands for what is left of its
// decomposition when the nonspacing marks are dropped. Rows are in order, since they are searched.
func TestTableIsUnicode(t *testing.T) {
	last := rune(0)
	for _, row := range composed {
		var rest []rune
		for _, part := range norm.NFD.String(string(row[0])) {
			if !unicode.Is(unicode.Mn, part) {
				rest = append(rest, part)
			}
		}
		if len(rest) != 1 || rest[0] != row[1] || row[0] <= last {
			t.Errorf("%U stands for %U, the decomposition leaves %U", row[0], row[1], rest)
		}
		last = row[0]
	}
}
