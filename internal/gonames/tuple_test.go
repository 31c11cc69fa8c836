package gonames_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

func TestTableNamesElementsOfTuplesAndFurtherFields(t *testing.T) {
	rest := object(field("a", text()))
	rest.Rest = []ir.Rest{{Keys: []ir.Pattern{{Regexp: "^x"}}, Items: object()}}
	tail := object()
	p := &ir.Package{Path: "example.com/a", Name: "a", Types: []ir.TypeDef{
		{Name: "#Pair", Type: ir.Type{Kind: ir.KindTuple, Elems: []ir.Type{text(), object(), list(enum("a", "b"))}, Items: &tail}},
		{Name: "#Rest", Type: rest},
	}}
	n, collisions := gonames.Table(p, nil)
	require.Empty(t, collisions)
	var names []string
	for _, d := range n.Decls() {
		names = append(names, d.Go+" "+d.Path)
	}
	assert.Equal(t, []string{
		"Pair #Pair", "PairV1 #Pair[1]", "PairV2Item #Pair[2][]", "PairRest #Pair[]", "Rest #Rest", "RestExtra #Rest[]",
	}, names)
}
