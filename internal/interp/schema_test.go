package interp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

func ptr[T any](v T) *T { return &v }

func ref(name string) ir.Type { return ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: name}} }

func text() ir.Type { return ir.Type{Kind: ir.KindString} }

// shop is a package with definitions of every kind, and money is one that it refers to.
func shop() (*ir.Package, map[string]*ir.Package) {
	money := &ir.Package{Path: "example.com/money", Name: "money", Types: []ir.TypeDef{
		{Name: "#Cents", Type: ir.Type{Kind: ir.KindInt, Min: &ir.Bound{Value: "0"}, Max: &ir.Bound{Value: "100000"}}},
	}}
	cents := ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: "example.com/money", Name: "#Cents"}}
	p := &ir.Package{Path: "example.com/shop", Name: "shop", Types: []ir.TypeDef{
		{Name: "#Order", Type: ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{
			{Name: "id", Presence: ir.Required, Type: ir.Type{Kind: ir.KindString, Patterns: []ir.Pattern{{Regexp: "^[A-Z]{2}[0-9]{3}$"}}}},
			{Name: "total", Presence: ir.Required, Type: cents},
			{Name: "status", Presence: ir.Defaulted, Default: json.RawMessage(`"paid"`), Type: ref("#Status")},
			{Name: "note", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindString, Nullable: true, MaxRunes: ptr(3)}},
			{Name: "lines", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindList, MinItems: ptr(1), Items: ptr(ref("#Line"))}},
			{Name: "tags", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindMap, Keys: []ir.Pattern{{Regexp: "^[a-z]+$"}}, Items: ptr(text())}},
			{Name: "parent", Presence: ir.Optional, Type: ref("#Order")},
		}}},
		{Name: "#Line", Type: ir.Type{Kind: ir.KindStruct, Open: true, Fields: []ir.Field{
			{Name: "weight", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindNumber, Max: &ir.Bound{Value: "31.5", Exclusive: true}}},
		}}},
		{Name: "#Status", Type: ir.Type{Kind: ir.KindEnum, Base: ir.KindString, Enum: []ir.Member{
			{Value: json.RawMessage(`"paid"`)}, {Value: json.RawMessage(`"sent"`)},
		}}},
	}}
	return p, map[string]*ir.Package{money.Path: money}
}

func schema(t require.TestingT, typ ir.Type) ik.Schema {
	p, deps := shop()
	s, err := interp.Schema(p, deps, typ, "Order")
	require.NoError(t, err)
	return s
}

func TestDecode(t *testing.T) {
	order := schema(t, ref("#Order"))
	for name, c := range map[string]struct{ in, out, code, path string }{
		"defaults are filled, fields in the order of the schema": {
			in: `{"total": 5.0, "id": "AB123"}`, out: `{"id":"AB123","total":5,"status":"paid"}`},
		"null where it is admitted":            {in: `{"id":"AB123","total":1,"note":null}`, out: `{"id":"AB123","total":1,"status":"paid","note":null}`},
		"an open struct keeps its keys":        {in: `{"id":"AB123","total":1,"lines":[{"z":[1],"weight":1.50}]}`, out: `{"id":"AB123","total":1,"status":"paid","lines":[{"weight":1.5,"z":[1]}]}`},
		"keys of a map are sorted":             {in: `{"id":"AB123","total":1,"tags":{"b":"<","a":"&"}}`, out: `{"id":"AB123","total":1,"status":"paid","tags":{"a":"&","b":"<"}}`},
		"a recursive type":                     {in: `{"id":"AB123","total":1,"parent":{"id":"CD456","total":2}}`, out: `{"id":"AB123","total":1,"status":"paid","parent":{"id":"CD456","total":2,"status":"paid"}}`},
		"missing":                              {in: `{"id":"AB123"}`, code: "MISSING_FIELD", path: "/total"},
		"unknown":                              {in: `{"id":"AB123","total":1,"Total":1}`, code: "UNKNOWN_FIELD", path: "/Total"},
		"duplicate":                            {in: `{"id":"AB123","total":1,"total":1}`, code: "DUPLICATE_FIELD", path: "/total"},
		"null for non-null":                    {in: `{"id":null,"total":1}`, code: "NULL_VALUE", path: "/id"},
		"pattern":                              {in: `{"id":"ab1","total":1}`, code: "PATTERN_MISMATCH", path: "/id"},
		"a fraction for an integer":            {in: `{"id":"AB123","total":1.5}`, code: "NOT_INTEGER", path: "/total"},
		"a bound of another package":           {in: `{"id":"AB123","total":100001}`, code: "OUT_OF_RANGE", path: "/total"},
		"no member of the enum":                {in: `{"id":"AB123","total":1,"status":"lost"}`, code: "NOT_IN_ENUM", path: "/status"},
		"length in code points":                {in: `{"id":"AB123","total":1,"note":"🏛🏛🏛🏛"}`, code: "TOO_LONG", path: "/note"},
		"too few items":                        {in: `{"id":"AB123","total":1,"lines":[]}`, code: "TOO_FEW_ITEMS", path: "/lines"},
		"an exclusive bound deep down":         {in: `{"id":"AB123","total":1,"lines":[{},{"weight":31.5}]}`, code: "OUT_OF_RANGE", path: "/lines/1/weight"},
		"a key of a map":                       {in: `{"id":"AB123","total":1,"tags":{"A":"x"}}`, code: "PATTERN_MISMATCH", path: "/tags/A"},
		"trailing data":                        {in: `{"id":"AB123","total":1} x`, code: "TRAILING_DATA", path: ""},
		"not JSON":                             {in: `{"id"`, code: "INVALID_JSON", path: ""},
		"too deep":                             {in: strings.Repeat(`{"id":"AB123","total":1,"parent":`, 70) + "null" + strings.Repeat("}", 70), code: "TOO_DEEP"},
		"a fault in a recursion names its way": {in: `{"id":"AB123","total":1,"parent":{"id":"AB123"}}`, code: "MISSING_FIELD", path: "/parent/total"},
	} {
		t.Run(name, func(t *testing.T) {
			v, issues := order.Decode(json.RawMessage(c.in))
			if c.code == "" {
				require.Empty(t, issues)
				assert.Equal(t, c.out, string(v.(json.RawMessage)))
				return
			}
			require.NotEmpty(t, issues)
			assert.Nil(t, v)
			assert.Equal(t, c.code, issues[0].Code, issues)
			if c.code != "TOO_DEEP" && c.code != "INVALID_JSON" {
				assert.Equal(t, c.path, issues[0].Path)
			}
		})
	}
}

func TestAllIssuesComeAtOnce(t *testing.T) {
	_, issues := schema(t, ref("#Order")).Decode(json.RawMessage(`{"id":"x","status":"lost","more":1}`))
	var codes []string
	for _, i := range issues {
		codes = append(codes, i.Path+" "+i.Code)
	}
	assert.Equal(t, []string{"/id PATTERN_MISMATCH", "/status NOT_IN_ENUM", "/more UNKNOWN_FIELD", "/total MISSING_FIELD"}, codes)
}

func TestScalars(t *testing.T) {
	for name, c := range map[string]struct {
		typ     ir.Type
		in, out string // out "" is a refusal
	}{
		"any keeps exact numbers":   {ir.Type{Kind: ir.KindAny}, `{"b":12345678901234567890.5,"a":[]}`, `{"a":[],"b":12345678901234567890.5}`},
		"null":                      {ir.Type{Kind: ir.KindNull}, `null`, `null`},
		"null refuses":              {ir.Type{Kind: ir.KindNull}, `0`, ""},
		"bool":                      {ir.Type{Kind: ir.KindBool}, `true`, `true`},
		"constant bool":             {ir.Type{Kind: ir.KindBool, Const: json.RawMessage(`true`)}, `false`, ""},
		"nullable bool":             {ir.Type{Kind: ir.KindBool, Nullable: true}, ` null `, `null`},
		"int from exponent":         {ir.Type{Kind: ir.KindInt}, `1e2`, `100`},
		"int beyond 64 bits":        {ir.Type{Kind: ir.KindInt}, `9223372036854775808`, ""},
		"multiple, exactly":         {ir.Type{Kind: ir.KindNumber, MultipleOf: []json.Number{"0.1"}}, `0.3`, `0.3`},
		"not a multiple":            {ir.Type{Kind: ir.KindNumber, MultipleOf: []json.Number{"0.1"}}, `0.35`, ""},
		"excluded by value":         {ir.Type{Kind: ir.KindNumber, NotEqual: []json.Number{"1"}}, `1.0`, ""},
		"excluded string":           {ir.Type{Kind: ir.KindString, NotOneOf: []string{"a"}}, `"a"`, ""},
		"negative pattern":          {ir.Type{Kind: ir.KindString, Patterns: []ir.Pattern{{Regexp: "x", Not: true}}}, `"axb"`, ""},
		"constant string":           {ir.Type{Kind: ir.KindString, Const: json.RawMessage(`"a"`)}, `"a"`, `"a"`},
		"enum of integers":          {ir.Type{Kind: ir.KindEnum, Base: ir.KindInt, Enum: []ir.Member{{Value: json.RawMessage(`1`)}}}, `1.0`, `1`},
		"enum of numbers":           {ir.Type{Kind: ir.KindEnum, Base: ir.KindNumber, Enum: []ir.Member{{Value: json.RawMessage(`1.5`)}}}, `1.50`, `1.5`},
		"enum of booleans":          {ir.Type{Kind: ir.KindEnum, Base: ir.KindBool, Enum: []ir.Member{{Value: json.RawMessage(`true`)}}}, `false`, ""},
		"a lone surrogate":          {text(), `"\ud800"`, ""},
		"a list of lists":           {ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindList, Items: ptr(text())}}, `[["a"],[]]`, `[["a"],[]]`},
		"more entries than allowed": {ir.Type{Kind: ir.KindMap, MaxItems: ptr(1), Items: ptr(text())}, `{"a":"","b":""}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v, issues := schema(t, c.typ).Decode(json.RawMessage(c.in))
			if c.out == "" {
				require.NotEmpty(t, issues)
				return
			}
			require.Empty(t, issues)
			assert.Equal(t, c.out, string(v.(json.RawMessage)))
		})
	}
}

func TestSchemaRefusesWhatItCannotInterpret(t *testing.T) {
	p, deps := shop()
	for name, typ := range map[string]ir.Type{
		"unknown definition": ref("#Nothing"),
		"unknown package":    {Kind: ir.KindRef, Ref: &ir.Ref{Package: "example.com/none", Name: "#A"}},
		"unknown kind":       {Kind: "other"},
		"bad expression":     {Kind: ir.KindString, Patterns: []ir.Pattern{{Regexp: "("}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := interp.Schema(p, deps, typ, "X")
			require.Error(t, err)
		})
	}
}

func TestMaskFollowsReferencesAndInheritance(t *testing.T) {
	p := &ir.Package{Path: "example.com/x", Types: []ir.TypeDef{
		{Name: "#Email", Type: ir.Type{Kind: ir.KindString, Privacy: ir.PrivacyRedact}},
		{Name: "#Node", Type: ir.Type{Kind: ir.KindStruct, Open: true, Fields: []ir.Field{
			{Name: "mail", Presence: ir.Optional, Type: ref("#Email")},
			{Name: "code", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Email"}, Privacy: ir.PrivacySecret}},
			{Name: "name", Presence: ir.Optional, Type: text()},
			{Name: "next", Presence: ir.Optional, Type: ref("#Node")},
			{Name: "all", Presence: ir.Optional, Type: ir.Type{Kind: ir.KindList, Items: ptr(ref("#Email"))}},
		}}},
	}}
	s, err := interp.Schema(p, nil, ref("#Node"), "Node")
	require.NoError(t, err)
	m := s.Mask()
	for range 3 { // a recursive type has masks at every depth
		byName := map[string]*ik.Mask{}
		for _, f := range m.Fields {
			byName[f.Name] = f.Mask()
		}
		assert.Equal(t, ik.Private, byName["mail"].Self)
		assert.Equal(t, ik.Secret, byName["code"].Self)
		assert.Equal(t, ik.Public, byName["name"].Self)
		assert.Equal(t, ik.Private, byName["all"].Elem().Self)
		m = byName["next"]
	}
	plain, err := interp.Schema(p, nil, text(), "Text")
	require.NoError(t, err)
	assert.Nil(t, plain.Mask)
}

func TestDecodingTwiceChangesNothing(t *testing.T) {
	order := schema(t, ref("#Order"))
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{"id": "AB123", "total": rapid.IntRange(0, 100000).Draw(t, "total")}
		if rapid.Bool().Draw(t, "noted") {
			doc["note"] = rapid.StringN(0, 3, -1).Draw(t, "note")
		}
		if rapid.Bool().Draw(t, "lined") {
			doc["lines"] = []any{rapid.MapOfN(rapid.StringMatching("[a-c]{1,2}"), rapid.Float64(), 0, 3).Draw(t, "line")}
		}
		raw, err := json.Marshal(doc)
		require.NoError(t, err)
		first, issues := order.Decode(raw)
		require.Empty(t, issues)
		second, issues := order.Decode(first.(json.RawMessage))
		require.Empty(t, issues)
		require.Equal(t, string(first.(json.RawMessage)), string(second.(json.RawMessage)))
	})
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"id":"AB123","total":1}`, `{"lines":[{"weight":1e400}]}`, `[`, `{"a":1,"a":2}`, "\xff"} {
		f.Add([]byte(s))
	}
	p, deps := shop()
	order, err := interp.Schema(p, deps, ref("#Order"), "Order")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		v, issues := order.Decode(data)
		if len(issues) == 0 {
			require.True(t, json.Valid(v.(json.RawMessage)))
		}
	})
}
