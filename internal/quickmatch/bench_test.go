package quickmatch_test

import (
	"regexp"
	"testing"

	"github.com/ikgen/ikgen/internal/quickmatch"
)

// BenchmarkSure compares with package regexp on the expressions of typical schemas.
func BenchmarkSure(b *testing.B) {
	for _, tt := range []struct{ name, expression, text string }{
		{"id", "^int_[0-9A-Z]{10,26}$", "int_01HZX4QW8N"},
		{"dotted", `^[a-z]+(\.[a-z]+)+$`, "order.refund"},
		{"date", `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`, "2026-11-30T16:53:00Z"},
		{"words", "^(EUR|USD|ARS|BRL)$", "ARS"},
		{"email", `^[^@\s]+@[^@\s]+\.[a-z]+$`, "ana@example.com"},
	} {
		m, re := quickmatch.Compile(tt.expression), regexp.MustCompile(tt.expression)
		b.Run(tt.name+"/quick", func(b *testing.B) {
			for b.Loop() {
				if !m.Sure(tt.text) {
					b.Fatal("refused")
				}
			}
		})
		b.Run(tt.name+"/regexp", func(b *testing.B) {
			for b.Loop() {
				if !re.MatchString(tt.text) {
					b.Fatal("refused")
				}
			}
		})
	}
}
