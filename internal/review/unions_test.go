package review_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/review"
)

func TestLockNamesDiscriminators(t *testing.T) {
	raw := func(s string) []json.RawMessage { return []json.RawMessage{json.RawMessage(s)} }
	ref := func(pkg, name string) ir.Type {
		return ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: pkg, Name: name}}
	}
	shop := &ir.Package{Path: "example.com/shop", Types: []ir.TypeDef{{Name: "#Way", Type: ir.Type{Kind: ir.KindUnion, Union: &ir.Union{
		Discriminator: "the kind", Variants: []ir.Variant{{Name: "a", Type: ref("", "#Way"), Tags: raw(`1`)}, {Name: "b", Tags: raw(`"b\nc"`)}}}}}}}
	p := agent()
	p.Agent.Capabilities[0].Input = ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{
		{Name: "ways", Type: ir.Type{Kind: ir.KindList, Items: ptr(ref("example.com/shop", "#Way"))}}}}
	p.Agent.Facts[0].Value = ir.Type{Kind: ir.KindUnion, Union: &ir.Union{Discriminator: "kind", Variants: []ir.Variant{
		{Name: "x", Tags: raw(`"x"`)}, {Name: "y", Tags: raw(`"y"`)}}}}
	lock, err := review.Lock(p, map[string]*ir.Package{shop.Path: shop}, fingerprint.Pair{})
	require.NoError(t, err)
	assert.Contains(t, string(lock), `unions=input.ways[]."the kind"(1|"b\nc") contract:`)
	assert.Contains(t, string(lock), `unions=value.kind("x"|"y") contract:`)
}

func ptr[T any](v T) *T { return &v }
