package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/rules"
)

func TestTokens(t *testing.T) {
	tests := []struct {
		template string
		want     []rules.Token
		errAt    int // -1: none
	}{
		{"", nil, -1},
		{"plain {a} } {", []rules.Token{{Text: "plain {a} } {"}}, -1},
		{"{{name}}", []rules.Token{{Name: "name"}}, -1},
		{"a{{name}}b{{name}}", []rules.Token{{Text: "a"}, {Name: "name", At: 1}, {Text: "b", At: 9}, {Name: "name", At: 10}}, -1},
		{"{{name}}}", []rules.Token{{Name: "name"}, {Text: "}", At: 8}}, -1},
		{"{{{name}}}", nil, 0},
		{"{{name}}}}", []rules.Token{{Name: "name"}}, 8},
		{"{{}}", nil, 0},
		{"ab{{name", []rules.Token{{Text: "ab"}}, 2},
		{"name}}", nil, 4},
		{`{"a":{"b":1}}`, nil, 11},
		{"{{ name }}", []rules.Token{{Name: " name "}}, -1},
	}
	for _, tt := range tests {
		t.Run(tt.template, func(t *testing.T) {
			got, err := rules.Tokens(tt.template)
			assert.Equal(t, tt.want, got)
			if tt.errAt < 0 {
				assert.Nil(t, err)
				return
			}
			require.NotNil(t, err)
			assert.Equal(t, tt.errAt, err.At)
		})
	}
}

func TestIsVariable(t *testing.T) {
	for _, name := range []string{"a", "_", "orderId", "A_1", strings.Repeat("x", 64)} {
		assert.True(t, rules.IsVariable(name), name)
	}
	for _, name := range []string{"", "1a", "a-b", "a.b", " a", "é", strings.Repeat("x", 65)} {
		assert.False(t, rules.IsVariable(name), name)
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "{{a}}", "{{{a}}}", "}}", "{{", "a{{b}}c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, template string) {
		tokens, err := rules.Tokens(template)
		var b strings.Builder
		for _, tok := range tokens {
			require.Equal(t, b.Len(), tok.At)
			if tok.Name != "" {
				b.WriteString("{{" + tok.Name + "}}")
			}
			b.WriteString(tok.Text)
		}
		if err == nil {
			require.Equal(t, template, b.String())
		} else {
			require.True(t, strings.HasPrefix(template, b.String()))
		}
	})
}
