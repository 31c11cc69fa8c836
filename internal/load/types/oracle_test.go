package types

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// compiled is one CUE text, compiled by this package and by CUE.
type compiled struct {
	c     *Compiler
	value cue.Value
	diags []diag.Diagnostic
}

func compileText(t *testing.T, text string) *compiled {
	t.Helper()
	f, err := parser.ParseFile("p.cue", text, parser.ParseComments)
	require.NoError(t, err)
	ctx := cuecontext.New()
	out := &compiled{value: ctx.BuildFile(f)}
	require.NoError(t, out.value.Err())
	f, err = parser.ParseFile("p.cue", text, parser.ParseComments)
	require.NoError(t, err)
	out.c = New(Config{
		Package: spec.New("case.test", "p", []*ast.File{f}, nil),
		Report:  func(d diag.Diagnostic) { out.diags = append(out.diags, d) },
		Eval: func(x ast.Expr) (json.RawMessage, bool) {
			v := ctx.BuildExpr(x, cue.InferBuiltins(true))
			if v.Err() != nil || !v.IsConcrete() {
				return nil, false
			}
			raw, err := v.MarshalJSON()
			return raw, err == nil
		},
	})
	return out
}

// schemas is every accepted construct; documents are tried against all of them.
var schemas = []string{
	`string`, `int`, `number`, `bool`, `null`, `_`,
	`int & >=0 & <=10`, `number & >0`, `<5`, `number & >=-1.5 & <1.5`, `int & !=3`, `!=2.5`, `number & >=1 & >1`,
	`int8`, `uint`, `uint16 & >1`,
	`strings.MinRunes(2)`, `strings.MaxRunes(3)`, `string & strings.MinRunes(1) & strings.MaxRunes(2)`,
	`=~"^a+$"`, `=~"b"`, `!~"b"`, `=~"a" & =~"b"`, `string & !="ab"`,
	`"a"`, `1`, `true`, `2.5`,
	`"a" | "b"`, `"a" | "b" | *"ab"`, `1 | 2 | 3`, `1 | 2.5`, `true | false`, `("a" | "b" | "ab") & !="a"`,
	`null | string`, `null | "a" | "b"`, `null | #Struct`, `null | [...int]`,
	`[...]`, `[...int]`, `[...null | string]`, `list.MinItems(1) & [...int]`, `list.MaxItems(1)`, `[...[...int]]`,
	`[...int] & list.MinItems(1) & list.MaxItems(2)`,
	`{[string]: int}`, `{[=~"^a"]: int}`, `struct.MinFields(1) & {[string]: int}`, `{[string]: {x!: int}}`,
	`{}`, `{...}`, `{a!: int}`, `{a?: int}`, `{a: *1 | int}`, `{a!: int, ...}`, `{a!: {b!: int}}`, `{a!: int, b?: string}`,
	`{a: *null | int}`, `{a!: null | int}`, `{a?: [...#Struct]}`, `{a: *[] | [...int]}`, `{"a"!: >1}`,
	`#Struct`, `#Enum`, `#Recursive`, `#Split`,
}

var documents = []string{
	`"a"`, `"b"`, `"ab"`, `"aaa"`, `"aaaa"`, `""`, `"äöü"`, `"日本"`,
	`0`, `1`, `2`, `3`, `5`, `10`, `11`, `-1`, `-2`, `127`, `128`, `65535`, `65536`, `2.5`, `1.5`, `-1.5`, `1.49`, `0.1`,
	`true`, `false`, `null`,
	`[]`, `[1]`, `[1, 2]`, `[1, 2, 3]`, `["a"]`, `[null, "a"]`, `[[1], []]`, `[1, "a"]`, `[[]]`,
	`{}`, `{"a": 1}`, `{"a": 2}`, `{"a": "x"}`, `{"a": null}`, `{"a": 1, "b": "x"}`, `{"a": 1, "b": 2}`, `{"b": 1}`,
	`{"a": {"b": 1}}`, `{"a": {"b": 1, "c": 2}}`, `{"a": {}}`, `{"a": {"x": 1}}`, `{"a": []}`, `{"a": [1]}`,
	`{"a": [{"x": 1}]}`, `{"a": [{"y": 1}]}`, `{"x": 1}`, `{"x": 1, "y": "a"}`, `{"x": 1, "z": "a"}`,
	`{"v": 1}`, `{"v": 1, "next": {"v": 2}}`, `{"v": 1, "next": {"w": 2}}`, `{"v": 1, "kids": [{"v": 1, "kids": []}]}`,
}

// TestVerdictIsCUEs compares the verdict of a compiled type with CUE's, every schema with every document.
func TestVerdictIsCUEs(t *testing.T) {
	var text strings.Builder
	text.WriteString("import (\n\"list\"\n\"strings\"\n\"struct\"\n)\n")
	text.WriteString("#Struct: {x!: int, y?: string}\n#Enum: \"a\" | *\"ab\"\n")
	text.WriteString("#Recursive: {v!: int, next?: #Recursive, kids?: [...#Recursive]}\n#Split: a!: int\n#Split: b?: string\n")
	text.WriteString("_keep: [list.MinItems, strings.MinRunes, struct.MinFields]\n")
	for i, s := range schemas {
		fmt.Fprintf(&text, "#T%d: %s\n", i, s)
	}
	p := compileText(t, text.String())
	p.c.Definitions()
	require.Empty(t, p.diags)
	ctx := cuecontext.New()
	for i, s := range schemas {
		d := p.c.definition(fmt.Sprintf("#T%d", i))
		require.NotNil(t, d)
		require.True(t, d.ok, s)
		schema := p.value.LookupPath(cue.ParsePath(fmt.Sprintf("#T%d", i)))
		for _, doc := range documents {
			v := ctx.CompileString(doc)
			require.NoError(t, v.Err())
			cueSays := schema.Unify(v).Validate(cue.Concrete(true), cue.Final()) == nil
			weSay := p.c.refuses(d.def.Type, json.RawMessage(doc))
			assert.Equal(t, cueSays, weSay == "", "schema %s, document %s: %s", s, doc, weSay)
		}
	}
}
