package types

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Names that double at each step are given up, whatever asks for their value.
func TestConstantsThatDoubleEnd(t *testing.T) {
	for _, first := range []string{"int", "int & 5", "*5 | int"} {
		var text strings.Builder
		fmt.Fprintf(&text, "_x0: %s\n", first)
		for i := range 40 {
			fmt.Fprintf(&text, "_x%d: _x%d & _x%d\n", i+1, i, i)
		}
		text.WriteString("#A: {a!: >=_x40}\n")
		p := compileText(t, text.String())
		start := time.Now()
		p.c.Definitions()
		assert.Len(t, p.diags, 1, first)
		assert.Less(t, time.Since(start), 10*time.Second)
	}
}

// A package that is too large says so, also where it shows first while nothing is reported.
func TestTooLargeIsAlwaysReported(t *testing.T) {
	p := compileText(t, "#A: {a!: 5 & int}\n")
	p.c.steps = maxSteps
	p.c.Definitions()
	require.Len(t, p.diags, 1)
	assert.Equal(t, codeTooLarge, p.diags[0].Code)
}

func TestTextOrder(t *testing.T) {
	words := []string{"", "\x00", "a", "a\x00", "ab", "abc", "b", "B", "é", "日", "日本", "\U0010FFFF", "\U0010FFFFa", ".", "a.b", "a\nb"}
	re := newExpressions()
	for _, bound := range words {
		for _, w := range words {
			for op, want := range map[string]bool{"<": w < bound, "<=": w <= bound, ">": w > bound, ">=": w >= bound} {
				x, err := re.compile(textOrder([]rune(bound), op[0] == '<', len(op) == 2))
				require.NoError(t, err)
				assert.Equal(t, want, x.MatchString(w), "%q %s %q by %s", w, op, bound, x)
			}
		}
	}
}

func TestCommonMultiple(t *testing.T) {
	for _, c := range [][3]string{{"2", "3", "6"}, {"1/2", "3/4", "3/2"}, {"5/2", "1", "5"}, {"6", "4", "12"}} {
		a, _ := new(big.Rat).SetString(c[0])
		b, _ := new(big.Rat).SetString(c[1])
		assert.Equal(t, c[2], commonMultiple(a, b).RatString())
	}
}
