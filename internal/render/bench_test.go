package render_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
)

// BenchmarkRender renders an agent of a thousand capabilities, each with a fact and a requirement.
func BenchmarkRender(b *testing.B) {
	text := ir.Type{Kind: ir.KindString}
	object := func(names ...string) ir.Type {
		t := ir.Type{Kind: ir.KindStruct}
		for _, n := range names {
			t.Fields = append(t.Fields, ir.Field{Name: n, Presence: ir.Required, Type: text})
		}
		return t
	}
	a := &ir.Agent{ID: "large", Version: 1, Identity: "Large.", TimeZone: "UTC"}
	for i := range 1000 {
		key := fmt.Sprintf("fact%04d@1", i)
		a.Facts = append(a.Facts, ir.Fact{Key: key, Value: object("id", "name"), Visibility: "full", Provider: "capability"})
		c := ir.Capability{
			ID: fmt.Sprintf("capability%04d", i), Version: 1, Description: "One of many", Effect: "read", Confirmation: "none",
			Input: object("id", "name", "note"), Output: object("id"), Provides: []string{key}, AnyIssue: true,
		}
		if i > 0 {
			c.Requires = []ir.Requirement{{Facts: []string{fmt.Sprintf("fact%04d@1", i-1)}}}
		}
		a.Capabilities = append(a.Capabilities, c)
	}
	in := render.Input{Package: &ir.Package{Path: "example.com/large", Name: "large", Agent: a}}
	for b.Loop() {
		_, err := render.Render(in)
		require.NoError(b, err)
	}
}
