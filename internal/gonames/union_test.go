package gonames_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

func union(variants ...ir.Variant) ir.Type {
	return ir.Type{Kind: ir.KindUnion, Union: &ir.Union{Variants: variants}}
}

func TestTableNamesVariants(t *testing.T) {
	card := ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Card"}}
	lib := &ir.Package{Path: "example.com/lib", Name: "lib", Types: []ir.TypeDef{{Name: "#Bank", Go: "BankAccount", Type: object()}}}
	bank := ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: lib.Path, Name: "#Bank"}}
	way := union(ir.Variant{Name: "Card", Type: card}, ir.Variant{Name: "Bank", Type: bank},
		ir.Variant{Name: "by-cash", Type: object(field("till", object()))}, ir.Variant{Name: "string", Type: text()},
		ir.Variant{Name: "list", Type: list(enum("a", "b"))})
	p := &ir.Package{Path: "example.com/a", Name: "a", Types: []ir.TypeDef{
		{Name: "#Card", Type: object()},
		{Name: "#Order", Type: object(field("way", way), ir.Field{Name: "mode", Presence: ir.Defaulted, Default: json.RawMessage(`"auto"`),
			Type: union(ir.Variant{Name: "auto", Type: text()}, ir.Variant{Name: "int", Type: ir.Type{Kind: ir.KindInt}})})},
	}}
	n, collisions := gonames.Table(p, map[string]*ir.Package{lib.Path: lib})
	require.Empty(t, collisions)
	var names []string
	for _, d := range n.Decls() {
		names = append(names, d.Go+" "+d.Path)
	}
	assert.Equal(t, []string{
		"Card #Card", "Order #Order", "OrderWay #Order.way", `OrderWayByCash #Order.way|"by-cash"`,
		`OrderWayByCashTill #Order.way|"by-cash".till`, "OrderWayString #Order.way|string", "OrderWayList #Order.way|list",
		"OrderWayListItem #Order.way|list[]", "OrderMode #Order.mode", "OrderModeAuto #Order.mode|auto", "OrderModeInt #Order.mode|int",
	}, names)
	assert.Equal(t, gonames.GoType{Name: "Card"}, n.VariantType("#Order.way", way.Union, 0))
	assert.Equal(t, gonames.GoType{Package: lib.Path, Name: "BankAccount"}, n.VariantType("#Order.way", way.Union, 1))
	assert.Equal(t, gonames.GoType{Name: "OrderWayByCash"}, n.VariantType("#Order.way", way.Union, 2))
	assert.Equal(t, "ByCash", n.Variant("#Order.way", 2))
	_, constant := n.Default("#Order", "mode")
	assert.False(t, constant, "no constant holds a union")
}

func TestVariantsCollide(t *testing.T) {
	p := &ir.Package{Path: "example.com/a", Name: "a", Types: []ir.TypeDef{
		{Name: "#U", Type: union(ir.Variant{Name: "a-b", Type: object()}, ir.Variant{Name: "aB", Type: object()})},
		{Name: "#V", Type: union(ir.Variant{Name: "x", Type: text()}, ir.Variant{Name: "int", Type: ir.Type{Kind: ir.KindInt}})},
		{Name: "#VX", Type: text()},
		{Name: "#MatchV", Type: text()},
	}}
	_, collisions := gonames.Table(p, nil)
	var found []string
	for _, c := range collisions {
		found = append(found, c.Name)
	}
	assert.ElementsMatch(t, []string{"NewUAB", "UAB", "VX", "MatchV"}, found)
}
