package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
)

func TestGeneratedPackagesAndPageAreUpToDate(t *testing.T) {
	t.Chdir("../..")
	require.NoError(t, run(t.Context(), true))
}

func TestEveryDefinitionHasAPlaceOnThePage(t *testing.T) {
	pkg := &ir.Package{Types: []ir.TypeDef{
		{Name: "#A", Doc: "What it is", Type: ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{
			{Name: "one", Doc: "first", Presence: ir.Required, Type: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#T"}}},
			{Name: "many", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindList, Nullable: true, MinItems: new(2), Unique: true,
				Items: &ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#A"}}}},
		}}},
		{Name: "#T", Type: ir.Type{Kind: ir.KindString, MinRunes: new(1)}},
	}}
	got, err := page("# Title\n<!-- #A -->\nend\n", pkg)
	require.NoError(t, err)
	assert.Equal(t, "# Title\nWhat it is.\n\n| Member | | |\n|---|---|---|\n| `one` | text, not empty | first |\n"+
		"| `many` (optional) | list of [A](#a) (at least 2, each once), or null |  |\nend\n", string(got))
	_, err = page("# Title\n", pkg)
	assert.ErrorContains(t, err, `"#A" has no place`)
	_, err = page("<!-- #B -->\n", pkg)
	assert.ErrorContains(t, err, `no definition "#B"`)
}

func TestAStalePageIsNoticed(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"templates/wire", "docs/reference"} {
		require.NoError(t, os.MkdirAll(root+"/"+dir, 0o755))
	}
	require.NoError(t, os.WriteFile(root+"/"+outputsPage.source, []byte("# Title\n"), 0o644))
	for _, want := range []struct{ check, stale bool }{{true, true}, {false, true}, {true, false}} {
		stale, err := outputsPage.write(root, &ir.Package{}, want.check)
		require.NoError(t, err)
		assert.Equal(t, want.stale, stale)
	}
}
