package render_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	full "github.com/ikgen/ikgen/internal/jsonschema"
	ik "github.com/ikgen/ikgen/runtime"
)

const (
	randomTypes     = 40
	documentsOfType = 60
)

// Generated code, the interpreter and the JSON Schema give one verdict on random documents of random types. What was
// accepted is valid as a Go value and survives encoding. RANDOM_SEED=1, 2… gives other types and documents.
func TestThreeVerdicts(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("RANDOM_SEED"))
	seed *= randomTypes * documentsOfType
	p := &ir.Package{IRVersion: ir.Version, Path: "example.com/random", Name: "random"}
	for i := range randomTypes {
		p.Types = append(p.Types, ir.TypeDef{Name: fmt.Sprintf("#T%02d", i), Type: typeOf(3, i).Example(seed + i)})
	}
	var probes []probe
	var owners []*ir.TypeDef
	for i := range p.Types {
		for n := range documentsOfType {
			doc := documentOf(p, &p.Types[i].Type, 4).Example(seed + i*documentsOfType + n)
			probes = append(probes, probe{"random." + p.Types[i].Name[1:], doc})
			owners = append(owners, &p.Types[i])
		}
	}
	schemas, interpreted := map[string]*jsonschema.Schema{}, map[string]ik.Schema{}
	for i := range p.Types {
		name := p.Types[i].Name
		schemas[name] = compileSchema(t, p, &p.Types[i].Type)
		var err error
		interpreted[name], err = interp.Schema(p, nil, p.Types[i].Type, "T")
		require.NoError(t, err, name)
	}
	accepted, fromModel := 0, 0
	for i, v := range buildDriver(t, p)(probes) {
		def, doc := owners[i], probes[i].Doc
		where := func() string {
			raw, _ := json.Marshal(def)
			return fmt.Sprintf("%s\n%s\n%v", raw, doc, v.Issues)
		}
		decoded, issues := interpreted[def.Name].Decode(json.RawMessage(doc))
		require.Equal(t, v.Issues, issues, "the interpreter: %s", where())
		filled, issues := interpreted[def.Name].DecodeFrom(ik.FromModel, json.RawMessage(doc))
		require.Equal(t, v.Model, issues, "the interpreter, of a model's document: %s", where())
		if v.Model == nil {
			fromModel++
			require.Equal(t, withoutNulls(t, filled.(json.RawMessage)), withoutNulls(t, v.Filled), where())
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		require.NoError(t, err, doc)
		require.Equal(t, schemas[def.Name].Validate(value) == nil, v.Issues == nil, "the JSON Schema: %s", where())
		if v.Issues == nil {
			accepted++
			require.Empty(t, v.Validate, where())
			require.Empty(t, v.Again, "%s\n%s", where(), v.JSON)
			require.Equal(t, withoutNulls(t, decoded.(json.RawMessage)), withoutNulls(t, v.JSON), where())
		}
	}
	assert.Greater(t, fromModel, accepted, "no document has null for an absent field")
	assert.Greater(t, accepted, len(probes)/10, "documents are no longer like their types")
	assert.Less(t, accepted, len(probes)*9/10, "documents are too much like their types")
}

// withoutNulls gives a document as plain values. Entries that are null are left out: in Go an optional null is absent.
func withoutNulls(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	var strip func(any) any
	strip = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for key, entry := range v {
				if v[key] = strip(entry); entry == nil {
					delete(v, key)
				}
			}
		case []any:
			for i := range v {
				v[i] = strip(v[i])
			}
		}
		return v
	}
	return strip(v)
}

func compileSchema(t *testing.T, p *ir.Package, typ *ir.Type) *jsonschema.Schema {
	t.Helper()
	raw, err := full.Full(p, nil, *typ, "T")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("t.json", doc))
	s, err := c.Compile("t.json")
	require.NoError(t, err, "%s", raw)
	return s
}

// typeOf draws a type of at most the depth. Definitions before number limit may be referred to.
func typeOf(depth, limit int) *rapid.Generator[ir.Type] {
	return rapid.Custom(func(t *rapid.T) ir.Type {
		kinds := []ir.Kind{ir.KindAny, ir.KindNull, ir.KindBool, ir.KindInt, ir.KindNumber, ir.KindString, ir.KindEnum}
		if depth > 0 {
			kinds = append(kinds, ir.KindStruct, ir.KindStruct, ir.KindStruct, ir.KindList, ir.KindMap)
			if limit > 0 {
				kinds = append(kinds, ir.KindRef)
			}
		}
		typ := ir.Type{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		switch typ.Kind {
		case ir.KindInt, ir.KindNumber:
			drawNumber(t, &typ)
		case ir.KindString:
			drawString(t, &typ)
		case ir.KindBool:
			if rapid.IntRange(0, 3).Draw(t, "const") == 0 {
				typ.Const = json.RawMessage("true")
			}
		case ir.KindEnum:
			drawEnum(t, &typ)
		case ir.KindStruct:
			drawStruct(t, &typ, depth, limit)
		case ir.KindList, ir.KindMap:
			items := typeOf(depth-1, limit).Draw(t, "items")
			typ.Items = &items
			typ.MinItems, typ.MaxItems = bounds(t, 3)
			if typ.Kind == ir.KindMap && rapid.Bool().Draw(t, "keys") {
				typ.Keys = []ir.Pattern{{Regexp: "^[a-c]"}, {Regexp: "cc$", Not: true}}
			}
		case ir.KindRef:
			typ.Ref = &ir.Ref{Name: fmt.Sprintf("#T%02d", rapid.IntRange(0, limit-1).Draw(t, "ref"))}
			return typ
		}
		if typ.Kind != ir.KindAny && typ.Kind != ir.KindNull && depth < 3 {
			typ.Nullable = rapid.IntRange(0, 4).Draw(t, "nullable") == 0
		}
		return typ
	})
}

func bounds(t *rapid.T, most int) (low, high *int) {
	if rapid.Bool().Draw(t, "low") {
		low = new(rapid.IntRange(0, 1).Draw(t, "min"))
	}
	if rapid.Bool().Draw(t, "high") {
		high = new(rapid.IntRange(1, most).Draw(t, "max"))
	}
	return low, high
}

func drawNumber(t *rapid.T, typ *ir.Type) {
	value := func(label string) json.Number {
		return json.Number(rapid.SampledFrom([]string{"-1", "0", "0.5", "1", "1.5", "2e0", "3"}).Draw(t, label))
	}
	if rapid.Bool().Draw(t, "min") {
		typ.Min = &ir.Bound{Value: value("minimum"), Exclusive: rapid.Bool().Draw(t, "above")}
	}
	if rapid.Bool().Draw(t, "max") {
		typ.Max = &ir.Bound{Value: value("maximum"), Exclusive: rapid.Bool().Draw(t, "below")}
	}
	switch rapid.IntRange(0, 5).Draw(t, "more") {
	case 0:
		typ.NotEqual = []json.Number{value("not"), value("nor")}
	case 1:
		typ.MultipleOf = []json.Number{"0.5", "1.5"}
	case 2:
		typ.Const = json.RawMessage("1")
	}
}

func drawString(t *rapid.T, typ *ir.Type) {
	typ.MinRunes, typ.MaxRunes = bounds(t, 3)
	switch rapid.IntRange(0, 6).Draw(t, "more") {
	case 0:
		typ.Patterns = []ir.Pattern{{Regexp: `^[a-c]*\d?$`}, {Regexp: "ab", Not: true}}
	case 1:
		typ.Patterns = []ir.Pattern{{Regexp: "(?i)A|é."}}
	case 2:
		typ.NotOneOf = []string{"a", ""}
	case 3:
		typ.Const = json.RawMessage(`"a"`)
	}
}

func drawEnum(t *rapid.T, typ *ir.Type) {
	typ.Base = rapid.SampledFrom([]ir.Kind{ir.KindString, ir.KindInt, ir.KindNumber}).Draw(t, "base")
	members := map[ir.Kind][]string{ir.KindString: {`"a"`, `"b c"`, `"é"`}, ir.KindInt: {`1`, `2`, `-3`}, ir.KindNumber: {`0.5`, `1`}}
	for _, m := range members[typ.Base] {
		typ.Enum = append(typ.Enum, ir.Member{Value: json.RawMessage(m)})
	}
}

func drawStruct(t *rapid.T, typ *ir.Type, depth, limit int) {
	typ.Open = rapid.IntRange(0, 3).Draw(t, "open") == 0
	names := []string{"a", "b", "c d", "with,comma", "$ref", "日本"}
	for _, name := range names[:rapid.IntRange(0, len(names)).Draw(t, "fields")] {
		f := ir.Field{Name: name, Presence: ir.Required, Type: typeOf(depth-1, limit).Draw(t, name)}
		switch rapid.IntRange(0, 4).Draw(t, "presence") {
		case 0, 1:
			f.Presence = ir.Optional
		case 2:
			f.Default = defaultOf(&f.Type)
			if f.Default != nil {
				f.Presence = ir.Defaulted
			}
		}
		typ.Fields = append(typ.Fields, f)
	}
}

// defaultOf gives a value that every type of the kind admits, nil when there is none.
func defaultOf(typ *ir.Type) json.RawMessage {
	switch {
	case typ.Nullable || typ.Kind == ir.KindNull:
		return json.RawMessage(`null`)
	case typ.Kind == ir.KindEnum:
		return typ.Enum[0].Value
	case typ.Kind == ir.KindBool:
		return json.RawMessage(`true`)
	case typ.Kind == ir.KindAny:
		return json.RawMessage(`{"d":[1,"x"]}`)
	case typ.Kind == ir.KindNumber && typ.Min == nil && typ.Max == nil && typ.NotEqual == nil && typ.MultipleOf == nil && typ.Const == nil:
		return json.RawMessage(`2.50`)
	case (typ.Kind == ir.KindList || typ.Kind == ir.KindMap) && typ.MinItems == nil:
		return map[ir.Kind]json.RawMessage{ir.KindList: json.RawMessage(`[]`), ir.KindMap: json.RawMessage(`{}`)}[typ.Kind]
	default:
		return nil
	}
}

// documentOf draws a document that is mostly of the type.
func documentOf(p *ir.Package, typ *ir.Type, depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 || rapid.IntRange(0, 24).Draw(t, "astray") == 0 {
			return rapid.SampledFrom([]string{`null`, `true`, `0`, `1`, `"a"`, `[]`, `{}`, `{"a":1}`, `[1]`, `-1.5`, `1e2`}).Draw(t, "any")
		}
		switch typ.Kind {
		case ir.KindRef:
			for i := range p.Types {
				if p.Types[i].Name == typ.Ref.Name {
					return documentOf(p, &p.Types[i].Type, depth).Draw(t, "referred")
				}
			}
			return `null`
		case ir.KindNull:
			return `null`
		case ir.KindBool:
			return rapid.SampledFrom([]string{`true`, `true`, `false`}).Draw(t, "bool")
		case ir.KindInt, ir.KindNumber:
			return rapid.SampledFrom([]string{`1`, `1.0`, `2`, `3`, `0`, `0.5`, `1.5`, `-1`, `1e0`, `10e-1`, `7`, `-0`}).Draw(t, "number")
		case ir.KindString:
			return rapid.SampledFrom([]string{`"a"`, `"b1"`, `"abc"`, `"é!"`, `"\ud83d\ude00"`, `""`, `"cab"`}).Draw(t, "string")
		case ir.KindEnum:
			return string(rapid.SampledFrom(typ.Enum).Draw(t, "member").Value)
		case ir.KindList, ir.KindMap, ir.KindStruct:
			return compoundOf(t, p, typ, depth)
		default:
			return rapid.SampledFrom([]string{`null`, `{"x":[1.50]}`, `"s"`}).Draw(t, "free")
		}
	})
}

func compoundOf(t *rapid.T, p *ir.Package, typ *ir.Type, depth int) string {
	var parts []string
	switch typ.Kind {
	case ir.KindList:
		for i := range rapid.IntRange(0, 3).Draw(t, "items") {
			parts = append(parts, documentOf(p, typ.Items, depth-1).Draw(t, fmt.Sprint(i)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case ir.KindMap:
		keys := []string{"a", "bb", "ccc", "zé"}
		for _, k := range keys[:rapid.IntRange(0, 3).Draw(t, "entries")] {
			parts = append(parts, fmt.Sprintf("%q:%s", k, documentOf(p, typ.Items, depth-1).Draw(t, k)))
		}
	default:
		for _, f := range typ.Fields {
			drop := 12
			if f.Presence != ir.Required {
				drop = 1
			}
			if rapid.IntRange(0, drop).Draw(t, "leave") > 0 || f.Presence == ir.Required && drop == 12 && rapid.Bool().Draw(t, "keep") {
				parts = append(parts, fmt.Sprintf("%q:%s", f.Name, documentOf(p, &f.Type, depth-1).Draw(t, f.Name)))
			}
		}
		if rapid.IntRange(0, 11).Draw(t, "extra") == 0 {
			parts = append(parts, `"other":{"a":[1]}`)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}
