package render_test

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
	ik "github.com/ikgen/ikgen/runtime"
)

// The files under testdata/types are the generated code as a reviewer reads it. UPDATE=1 writes them anew.
func TestGeneratedTypes(t *testing.T) {
	orders, shop := readPackage(t, "testdata/types/orders.ir.json"), readPackage(t, "testdata/types/shop.ir.json")
	deps := map[string]*ir.Package{orders.Path: orders, shop.Path: shop}
	for _, p := range []*ir.Package{orders, shop} {
		files, err := render.Render(render.Input{Package: p, Deps: deps})
		require.NoError(t, err)
		again, err := render.Render(render.Input{Package: p, Deps: deps})
		require.NoError(t, err)
		assert.Equal(t, files, again, "the same input gives the same bytes")
		for name, src := range files {
			formatted, err := format.Source(src)
			require.NoError(t, err)
			assert.Equal(t, string(formatted), string(src), "%s is not gofmt-clean", name)
			file := filepath.Join("testdata/types", p.Name, name+".want")
			if os.Getenv("UPDATE") != "" {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, src, 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, src), "%s differs from %s: run with UPDATE=1 and read the difference", name, file)
		}
	}
}

// chain nests n objects in one, and a list in the innermost.
func chain(n int) string {
	return strings.Repeat(`{"next":`, n) + `{"list":[1]}` + strings.Repeat(`}`, n)
}

const validOrder = `{"orderNumber":"AB123456","total":10.25,"status":"on hold","lines":[{"sku":"ab"}],"billing":null,"maybe":null,` +
	`"labels":{"a":"b"},"matrix":[[1,2.5],[]],"history":null,"kind":"order","nothing":null,"raw":{"n":1.50}}`

func TestGeneratedDecoders(t *testing.T) {
	judge := buildDriver(t, readPackage(t, "testdata/types/orders.ir.json"), readPackage(t, "testdata/types/shop.ir.json"))
	tests := []struct {
		typ, doc, json string // json "": refused
		issues         []string
	}{
		{typ: "orders.Order", doc: validOrder, json: `{"orderNumber":"AB123456","total":10.25,"status":"on hold","priority":3,` +
			`"lines":[{"sku":"ab","qty":1}],"billing":null,"maybe":null,"level":2,"labels":{"a":"b"},"tags":["new"],` +
			`"matrix":[[1,2.5],[]],"history":null,"kind":"order","nothing":null,"raw":{"n":1.50}}`},
		{typ: "orders.Primary", doc: `{}`, issues: []string{"/orderNumber MISSING_FIELD", "/total MISSING_FIELD", "/status MISSING_FIELD",
			"/lines MISSING_FIELD", "/billing MISSING_FIELD", "/maybe MISSING_FIELD", "/labels MISSING_FIELD", "/matrix MISSING_FIELD",
			"/history MISSING_FIELD", "/kind MISSING_FIELD", "/nothing MISSING_FIELD", "/raw MISSING_FIELD"}},
		{typ: "orders.Address", doc: `{"street":"x","zip":"00000"}`, issues: []string{"/zip PATTERN_MISMATCH"}},
		{typ: "orders.Address", doc: `{"street":"x","country":"FR"}`, json: `{"street":"x","country":"FR"}`},
		{typ: "orders.Odd", doc: `{"$ref":"r","-":1,"日本":"x","with,comma":[],"":"e","quote\"` + "`" + `\n":"q","zz":[1,{"a":2}],"aa":1e5,"validate":"v"}`,
			json: `{"$ref":"r","-":1,"日本":"x","with,comma":[],"":"e","quote\"` + "`" + `\n":"q","validate":"v","aa":1e5,"zz":[1,{"a":2}]}`},
		{typ: "orders.Odd", doc: `{"$ref":"r","-":1,"with,comma":[],"zz":1,"zz":1,"Type":3}`, issues: []string{"/zz DUPLICATE_FIELD"}},
		{typ: "orders.Plain", doc: `{"-":1,"a.b:c/d":2}`, json: `{"-":1,"a.b:c/d":2}`},
		{typ: "orders.Empty", doc: `{}`, json: `{}`},
		{typ: "orders.Empty", doc: `{"a":1}`, issues: []string{"/a UNKNOWN_FIELD"}},
		{typ: "orders.MaybeNote", doc: `null`, json: `null`},
		{typ: "orders.MaybeNote", doc: `"12345678901"`, issues: []string{" TOO_LONG"}},
		{typ: "orders.Nothing", doc: `null`, json: `null`},
		{typ: "orders.Nothing", doc: `0`, issues: []string{" WRONG_TYPE"}},
		{typ: "orders.Anything", doc: `{"a":[1.0,null]}`, json: `{"a":[1.0,null]}`},
		{typ: "orders.Level", doc: `30.0`, json: `30`},
		{typ: "orders.Level", doc: `3`, issues: []string{" NOT_IN_ENUM"}},
		{typ: "orders.Rate", doc: `5e-1`, json: `0.5`},
		{typ: "orders.Rate", doc: `0.50000000000000000001`, issues: []string{" NOT_IN_ENUM"}},
		{typ: "orders.Grid", doc: `[[],[1]]`, json: `[[],[1]]`},
		{typ: "orders.Grid", doc: `[[],[],[],[]]`, issues: []string{" TOO_MANY_ITEMS"}},
		{typ: "orders.Labels", doc: `{"b":"1","a":"-"}`, issues: []string{"/a FORBIDDEN_VALUE"}},
		{typ: "orders.Node", doc: `{"name":"a","next":{"name":"b"},"kids":[{"name":"c","kids":[]}]}`,
			json: `{"name":"a","next":{"name":"b"},"kids":[{"name":"c","kids":[]}]}`},
		{typ: "shop.Basket", doc: `{"address":{"street":"s"},"levels":[1,2],"notes":{"a":null,"b":"x"},"any":[1],"order":` + validOrder + `}`,
			json: `{"order":{"orderNumber":"AB123456","total":10.25,"status":"on hold","priority":3,"lines":[{"sku":"ab","qty":1}],` +
				`"billing":null,"maybe":null,"level":2,"labels":{"a":"b"},"tags":["new"],"matrix":[[1,2.5],[]],"history":null,"kind":"order",` +
				`"nothing":null,"raw":{"n":1.50}},"address":{"street":"s","country":"DE"},"levels":[1,2],"notes":{"a":null,"b":"x"},"any":[1]}`},
		{typ: "shop.Basket", doc: `{"address":{"street":""},"levels":[7]}`, issues: []string{"/address/street TOO_SHORT", "/levels/0 NOT_IN_ENUM"}},
		{typ: "shop.Level", doc: `2`, json: `2`},
		{typ: "orders.Chain", doc: chain(58), json: chain(58)},
		{typ: "orders.Chain", doc: chain(59), issues: []string{strings.Repeat("/next", 59) + "/list TOO_DEEP"}},
	}
	var probes []probe
	for _, tt := range tests {
		probes = append(probes, probe{tt.typ, tt.doc})
	}
	for i, v := range judge(probes) {
		tt := tests[i]
		assert.Equal(t, tt.issues, brief(v.Issues), "%s %s", tt.typ, tt.doc)
		assert.Equal(t, tt.json, string(v.JSON), "%s %s", tt.typ, tt.doc)
		assert.Empty(t, v.Validate, "%s %s", tt.typ, tt.doc)
		assert.Empty(t, v.Again, "%s %s", tt.typ, tt.doc)
	}
}

func brief(issues []ik.Issue) []string {
	var out []string
	for _, is := range issues {
		out = append(out, is.Path+" "+is.Code)
	}
	return out
}
