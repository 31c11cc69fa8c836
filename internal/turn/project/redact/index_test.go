package redact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
)

// plainly masks by looking at every place for every text.
func plainly(texts []string, s string) string {
	private := make([]bool, len(s))
	begins := make([]bool, len(s)+1)
	for at := range len(s) {
		longest := 0
		for _, text := range texts {
			if redact.Maskable(text) && strings.HasPrefix(s[at:], text) {
				longest = max(longest, len(text))
			}
		}
		begins[at] = longest > 0 && !(at > 0 && private[at])
		for i := at; i < at+longest; i++ {
			private[i] = true
		}
	}
	var b strings.Builder
	for at := range len(s) {
		switch {
		case !private[at]:
			b.WriteByte(s[at])
		case begins[at]:
			b.WriteString(redact.Placeholder)
		}
	}
	return b.String()
}

func TestTheIndexFindsWhatIsThere(t *testing.T) {
	letters := rapid.StringOfN(rapid.SampledFrom([]rune("aabcä😀")), 0, 9, -1)
	bytes := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte("ab\xff\x80\xc3")), 0, 9), func(b []byte) string { return string(b) })
	text := rapid.OneOf(letters, bytes)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(text, 0, 12).Draw(t, "texts")
		s := strings.Join(rapid.SliceOfN(text, 0, 12).Draw(t, "s"), "")
		assert.Equal(t, plainly(texts, s), redact.New(texts).Text(s))
	})
}

func TestWithKeepsWhatIsKnown(t *testing.T) {
	known := redact.New([]string{"north", "south"})
	for name, more := range map[string][]string{"nothing": nil, "known": {"south"}, "short": {"ab"}} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, known.List(), known.With(more...).List()) })
	}
	assert.Equal(t, "[redacted] of x", known.With("west").Text("west of x"))
	assert.Equal(t, "west of x", known.Text("west of x"), "a set does not change")
	assert.Equal(t, []string{"abc"}, redact.Texts{}.With("abc").List())
}

// BenchmarkManyTexts masks 100 KB with so many private texts: it costs about the same.
func BenchmarkManyTexts(b *testing.B) {
	s := strings.Repeat("please send it to customer 17 at north street, thank you; ", 1800)
	for _, n := range []int{1, 100, 10_000} {
		var texts []string
		for i := range n {
			texts = append(texts, fmt.Sprintf("customer-%d@shop.org", i))
		}
		slices.Reverse(texts)
		set := redact.New(texts)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				_ = set.Text(s)
			}
		})
	}
}
