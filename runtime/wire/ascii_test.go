package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/runtime/wire"
)

// Strings are scanned eight bytes at a time: what is special must be found in every lane, with any neighbours.
func TestStringsOfEveryShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runes := rapid.SampledFrom([]rune("abc !#[]^_~\x7f\"\\\n\t\x00\x1f\x1f é€😀/"))
		s := rapid.StringOfN(runes, 0, 40, -1).Draw(t, "s")
		var doc strings.Builder
		enc := json.NewEncoder(&doc)
		enc.SetEscapeHTML(rapid.Bool().Draw(t, "escapes"))
		require.NoError(t, enc.Encode(s))
		d := wire.NewDecoder([]byte(doc.String()))
		require.Equal(t, s, d.String())
		require.Empty(t, d.Issues())

		bare := wire.NewDecoder([]byte(`"` + s + `"`)) // as it is: right only without special bytes
		got := bare.String()
		var want string
		err := json.Unmarshal([]byte(`"`+s+`"`), &want)
		require.Equal(t, err == nil, len(bare.Issues()) == 0, "%q", s)
		if err == nil {
			require.Equal(t, want, got)
		}
	})
}

func TestStringsDoNotShareTheDocument(t *testing.T) {
	for _, size := range []int{10, 10_000} {
		doc := []byte(`["first","` + strings.Repeat("x", size) + `","l\u0061st"]`)
		d := wire.NewDecoder(doc)
		v := d.Any()
		require.Empty(t, d.Issues())
		clear(doc)
		assert.Equal(t, []any{"first", strings.Repeat("x", size), "last"}, v, "the caller's bytes may change afterwards")
	}
}

// One allocation serves all strings of a document of usual size.
func TestStringsShareOneAllocation(t *testing.T) {
	doc := []byte(`["first","second","third"]`)
	allocations := testing.AllocsPerRun(100, func() {
		d := wire.NewDecoder(doc)
		for l := d.List(wire.Size{}); l.Next(); {
			_ = d.String()
		}
	})
	assert.LessOrEqual(t, allocations, 1.0)
}

func TestPatternsOfTextThatIsNotASCII(t *testing.T) {
	for expression, tt := range map[string][]string{
		"^[a-zé]+$": {"aé", "e", "ü"}, "^[^a]$": {"é", "b", "a"}, "(?i)^k$": {"\u212a", "K", "j"}, "^.$": {"é", "x", "éé"}, "é": {"aé", "é", "e"},
	} {
		p, err := wire.NewPattern(expression, false)
		require.NoError(t, err)
		not := wire.NoMatch(expression)
		for i, s := range tt {
			assert.Equal(t, i < 2, p.MatchString(s), "%q %q", expression, s)
			assert.Equal(t, i == 2, not.MatchString(s), "%q %q", expression, s)
		}
	}
}
