package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

// TestProfilesOfRandomTypes draws structs with references, some of them recursive, and documents. What a profile takes
// keeps the vendor's rules and admits what the type admits; where nothing moved, it admits nothing else.
func TestProfilesOfRandomTypes(t *testing.T) {
	taken := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &ir.Package{Path: "p"}
		for i := range rapid.IntRange(0, 3).Draw(t, "definitions") {
			p.Types = append(p.Types, ir.TypeDef{Name: fmt.Sprintf("#T%d", i), Doc: "A T."})
		}
		for i := range p.Types {
			p.Types[i].Type = drawType(t, 2, len(p.Types), fmt.Sprintf("T%d", i))
			for p.Types[i].Type.Kind == ir.KindRef { // a definition that is only another one may never end
				p.Types[i].Type = ir.Type{Kind: ir.KindString}
			}
		}
		typ := drawStruct(t, 3, len(p.Types), "root")
		full, err := jsonschema.Full(p, nil, typ, "T")
		require.NoError(t, err)
		original := compiled(t, full)
		w := &world{t: t, pkg: p}
		for _, vendor := range vendorNames {
			res, err := jsonschema.Profile(p, nil, typ, "T", vendor)
			if impossible := new(jsonschema.ProfileError); errors.As(err, &impossible) {
				for _, problem := range impossible.Problems {
					require.NotEmpty(t, problem.Help, problem.Message)
				}
				continue
			}
			require.NoError(t, err)
			require.Empty(t, breaches(t, vendor, res.Schema), "%s", res.Schema)
			taken[vendor]++
			schema := compiled(t, res.Schema)
			for i := range 8 {
				doc := plain(t, drawDocument(t, w, &typ, 5, fmt.Sprint(i)))
				sent := asSent(w, vendor, &typ, doc)
				fits := schema.Validate(sent) == nil
				if original.Validate(doc) == nil {
					taken["documents"]++
					require.True(t, fits, "%s refuses %v\n%s\n%s", vendor, sent, full, res.Schema)
				} else if len(res.Moved) == 0 {
					require.False(t, fits, "%s admits %v, and nothing moved\n%s\n%s", vendor, sent, full, res.Schema)
				}
			}
		}
	})
	for _, what := range append(slices.Clone(vendorNames), "documents") {
		require.Greater(t, taken[what], 20, what)
	}
}

func drawType(t *rapid.T, depth, defs int, label string) ir.Type {
	kinds := []ir.Kind{ir.KindNull, ir.KindBool, ir.KindInt, ir.KindNumber, ir.KindString, ir.KindString, ir.KindEnum}
	if depth > 0 {
		kinds = append(kinds, ir.KindStruct, ir.KindStruct, ir.KindList, ir.KindUnion)
		if rapid.IntRange(0, 9).Draw(t, label+" rare") == 0 {
			kinds = []ir.Kind{ir.KindMap, ir.KindAny, ir.KindTuple}
		}
		if defs > 0 {
			kinds = append(kinds, ir.KindRef, ir.KindRef)
		}
	}
	typ := ir.Type{Kind: rapid.SampledFrom(kinds).Draw(t, label)}
	few := rapid.IntRange(0, 5).Draw(t, label+" constraint")
	switch typ.Kind {
	case ir.KindInt, ir.KindNumber:
		drawNumber(&typ, few)
	case ir.KindString:
		drawText(&typ, few)
	case ir.KindBool:
		if few == 0 {
			typ.Const = json.RawMessage("true")
		}
	case ir.KindEnum:
		typ.Base, typ.Enum = ir.KindString, []ir.Member{{Value: json.RawMessage(`"a"`)}, {Value: json.RawMessage(`"b"`)}}
	case ir.KindStruct:
		typ = drawStruct(t, depth, defs, label)
	case ir.KindUnion:
		typ.Union = drawUnion(t, depth, defs, label)
	case ir.KindTuple:
		typ.Elems = []ir.Type{drawType(t, depth-1, defs, label+"/0"), drawType(t, 0, defs, label+"/1")}
	case ir.KindList, ir.KindMap:
		items := drawType(t, depth-1, defs, label+"*")
		typ.Items = &items
		if few < 2 {
			typ.MinItems, typ.MaxItems = new(few+1), new(2)
		}
	case ir.KindRef:
		typ.Ref = &ir.Ref{Name: fmt.Sprintf("#T%d", rapid.IntRange(0, defs-1).Draw(t, label+" to"))}
		return typ
	}
	typ.Nullable = typ.Kind != ir.KindAny && typ.Kind != ir.KindNull && rapid.IntRange(0, 5).Draw(t, label+" null") == 0
	return typ
}

// drawUnion draws structs that a field tells apart, and a scalar.
func drawUnion(t *rapid.T, depth, defs int, label string) *ir.Union {
	u := &ir.Union{Discriminator: "kind"}
	for _, tag := range []string{`"a"`, `"b"`} {
		s := drawStruct(t, depth, defs, label+tag)
		kind := ir.Field{Name: "kind", Presence: ir.Required, Type: ir.Type{Kind: ir.KindString, Const: json.RawMessage(tag)}}
		s.Fields, s.Open = append([]ir.Field{kind}, s.Fields...), false
		u.Variants = append(u.Variants, ir.Variant{Name: tag, Type: s, Tags: []json.RawMessage{kind.Type.Const}})
	}
	u.Variants = append(u.Variants, ir.Variant{Name: "int", Type: ir.Type{Kind: ir.KindInt}})
	return u
}

func drawNumber(typ *ir.Type, which int) {
	switch which {
	case 0:
		typ.Min, typ.Max = &ir.Bound{Value: "0"}, &ir.Bound{Value: "2", Exclusive: true}
	case 1:
		typ.MultipleOf = []json.Number{"2", "3"}
	case 2:
		typ.NotEqual = []json.Number{"1"}
	}
}

func drawText(typ *ir.Type, which int) {
	switch which {
	case 0:
		typ.MinRunes, typ.MaxRunes = new(1), new(2)
	case 1:
		typ.Patterns = []ir.Pattern{{Regexp: "^(a|bc)"}, {Regexp: "c$"}}
	case 2:
		typ.Patterns = []ir.Pattern{{Regexp: `\ba`}, {Regexp: "x", Not: true}}
	case 3:
		typ.Const = json.RawMessage(`"a"`)
	}
}

func drawStruct(t *rapid.T, depth, defs int, label string) ir.Type {
	typ := ir.Type{Kind: ir.KindStruct, Open: rapid.IntRange(0, 5).Draw(t, label+" open") == 0}
	names := []string{"a", "b/c", "$ref", "properties"}
	for _, name := range names[:rapid.IntRange(0, len(names)).Draw(t, label+" fields")] {
		f := ir.Field{Name: name, Presence: ir.Required, Type: drawType(t, depth-1, defs, label+"/"+name)}
		switch rapid.IntRange(0, 4).Draw(t, label+" presence") {
		case 0, 1:
			f.Presence = ir.Optional
		case 2:
			f.Doc = "Words."
		case 3:
			if f.Type.Kind == ir.KindEnum {
				f.Presence, f.Default = ir.Defaulted, json.RawMessage(`"a"`)
			}
		}
		typ.Fields = append(typ.Fields, f)
	}
	return typ
}

// drawDocument draws a document that is mostly of the type, and never null where the type is not.
func drawDocument(t *rapid.T, w *world, typ *ir.Type, depth int, label string) string {
	w, typ = w.follow(typ)
	if typ.Nullable && rapid.IntRange(0, 3).Draw(t, label+" null") == 0 || typ.Kind == ir.KindNull {
		return "null"
	}
	if rapid.IntRange(0, 19).Draw(t, label+" astray") == 0 {
		return rapid.SampledFrom([]string{`true`, `7`, `"zz"`, `[]`, `{}`}).Draw(t, label+" other")
	}
	switch typ.Kind {
	case ir.KindUnion:
		i := rapid.IntRange(0, len(typ.Union.Variants)-1).Draw(t, label+" variant")
		return drawDocument(t, w, &typ.Union.Variants[i].Type, depth, label)
	case ir.KindTuple:
		return "[" + drawDocument(t, w, &typ.Elems[0], depth-1, label+"/0") + "," + drawDocument(t, w, &typ.Elems[1], depth-1, label+"/1") + "]"
	case ir.KindBool:
		return "true"
	case ir.KindInt, ir.KindNumber:
		return rapid.SampledFrom([]string{"0", "1", "6", "1.0", "2"}).Draw(t, label)
	case ir.KindString, ir.KindEnum:
		if typ.Const != nil {
			return string(typ.Const)
		}
		return rapid.SampledFrom([]string{`"a"`, `"a"`, `"bc"`, `"abc"`, `""`}).Draw(t, label)
	case ir.KindList, ir.KindMap:
		var parts []string
		for i := range rapid.IntRange(0, max(0, min(depth, 3))).Draw(t, label+" items") {
			part := drawDocument(t, w, typ.Items, depth-1, fmt.Sprintf("%s/%d", label, i))
			if typ.Kind == ir.KindMap {
				part = fmt.Sprintf(`"k%d":%s`, i, part)
			}
			parts = append(parts, part)
		}
		if typ.Kind == ir.KindMap {
			return "{" + strings.Join(parts, ",") + "}"
		}
		return "[" + strings.Join(parts, ",") + "]"
	case ir.KindStruct:
		var parts []string
		for i := range typ.Fields {
			f := &typ.Fields[i]
			if f.Presence == ir.Required && depth > -3 || depth > 0 && rapid.Bool().Draw(t, label+" has "+f.Name) {
				parts = append(parts, fmt.Sprintf("%q:%s", f.Name, drawDocument(t, w, &f.Type, depth-1, label+"/"+f.Name)))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	default:
		return `{"any":[1]}`
	}
}
