package gonames

import (
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestExport(t *testing.T) {
	for key, want := range map[string]string{
		"order.find": "OrderFind", "orderId": "OrderID", "order-id": "OrderID", "user_id": "UserID", "customerIDs": "CustomerIDs",
		"ids": "IDs", "HTTPServer": "HTTPServer", "jsonUrl": "JSONURL", "utf8Text": "UTF8Text", "type": "Type", "#Order": "Order",
		"_#Hidden": "Hidden", "#SKU": "SKU", "$ref": "Ref", "@type": "Type", "with,comma": "WithComma", "日本": "X日本",
		"имя": "Имя", "": "Empty", "-": "Dash", "_": "Underscore", "2fa": "N2fa", "v1.2": "V1_2", "v12": "V12", "+1": "Plus1",
		"🙂": "U1F642", "ORDER_NOT_FOUND": "OrderNotFound", "in transit": "InTransit", "straße": "Straße", "ßx": "Xßx",
	} {
		assert.Equal(t, want, Export(key), "%q", key)
	}
}

func TestSuffix(t *testing.T) {
	assert.Equal(t, "Plus1", Suffix("+1"))
	assert.Equal(t, "Minus1", Suffix("-1"))
	assert.Equal(t, "1_5", Suffix("1.5"))
	assert.Equal(t, "日", Suffix("日"))
	assert.Equal(t, "Empty", Suffix(""))
}

func TestExportIsAlwaysAnExportedIdentifier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := Export(rapid.String().Draw(t, "key"))
		assert.True(t, token.IsIdentifier(name), "%q", name)
		assert.True(t, token.IsExported(name), "%q", name)
		assert.True(t, token.IsIdentifier("T"+Suffix(name)))
	})
}

func TestPackageName(t *testing.T) {
	for name, want := range map[string]string{
		"refunds": "refunds", "range": "rangepkg", "main": "mainpkg", "internal-x": "internalx", "internal": "internalpkg",
		"": "pkg", "7up": "pkg7up", "foo_test": "footest", "Parcels": "parcels", "ik": "ikpkg", "error": "errorpkg", "ctx": "ctxpkg",
	} {
		assert.Equal(t, want, PackageName(name), "%q", name)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := PackageName(rapid.String().Draw(t, "name"))
		assert.True(t, token.IsIdentifier(name), "%q", name)
	})
}
