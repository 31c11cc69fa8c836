package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

// TestProfiles compares with testdata/profiles.txtar: the type, then for each profile the schema, what moved and what is
// null in place of absent, or the problems. UPDATE=1 rewrites it.
func TestProfiles(t *testing.T) {
	file := filepath.Join("testdata", "profiles.txtar")
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	now := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if part != "type.json" {
			continue
		}
		now.Files = append(now.Files, f)
		var p ir.Package
		require.NoError(t, json.Unmarshal(f.Data, &p), name)
		for _, profile := range jsonschema.Profiles() {
			now.Files = append(now.Files, txtar.File{Name: name + "/" + profile, Data: described(t, &p, profile)})
		}
	}
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, txtar.Format(now), 0o644))
		return
	}
	assert.Equal(t, string(txtar.Format(archive)), string(txtar.Format(now)))
}

// described is what a profile makes of the first definition of a package.
func described(t *testing.T, p *ir.Package, profile string) []byte {
	t.Helper()
	var b bytes.Buffer
	res, err := jsonschema.Profile(p, nil, p.Types[0].Type, strings.TrimPrefix(p.Types[0].Name, "#"), profile)
	if impossible := new(jsonschema.ProfileError); errors.As(err, &impossible) {
		for _, problem := range impossible.Problems {
			fmt.Fprintf(&b, "problem %q: %s (%s)\n", problem.Path, problem.Message, problem.Help)
		}
		return b.Bytes()
	}
	require.NoError(t, err)
	if vendorRules, ok := rulebooks()[profile]; ok {
		require.NotNil(t, vendorRules.limits)
		requireFits(t, profile, res.Schema)
	}
	require.NoError(t, json.Indent(&b, res.Schema, "", "  "))
	b.WriteByte('\n')
	for _, m := range res.Moved {
		fmt.Fprintf(&b, "moved %q %s: %s\n", m.Path, m.Keyword, m.Why)
	}
	for _, path := range res.NullAsAbsent {
		fmt.Fprintf(&b, "null as absent %q\n", path)
	}
	return b.Bytes()
}

func TestUnknownProfile(t *testing.T) {
	_, err := jsonschema.Profile(&ir.Package{}, nil, ir.Type{Kind: ir.KindStruct}, "", "mistral")
	assert.EqualError(t, err, `unknown profile "mistral": use one of full, model, openai, anthropic, gemini`)
	_, err = jsonschema.Profile(&ir.Package{}, nil, typeFrom(t, `{"kind":"ref","ref":{"name":"#Missing"}}`), "", "openai")
	assert.Error(t, err)
}

// fields is a struct of n fields of a type.
func fields(n int, presence ir.Presence, typ ir.Type) ir.Type {
	out := ir.Type{Kind: ir.KindStruct}
	for i := range n {
		out.Fields = append(out.Fields, ir.Field{Name: fmt.Sprintf("f%04d", i), Presence: presence, Type: typ})
	}
	return out
}

func enumOf(n, length int) ir.Type {
	out := ir.Type{Kind: ir.KindEnum, Base: ir.KindString}
	for i := range n {
		value := fmt.Sprintf("%0*d", length, i)
		out.Enum = append(out.Enum, ir.Member{Value: json.RawMessage(`"` + value + `"`)})
	}
	return out
}

// nested is a struct within lists and structs, of so many levels.
func nested(levels int) ir.Type {
	typ := ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "x", Presence: ir.Required, Type: ir.Type{Kind: ir.KindBool}}}}
	for level := 1; level < levels; level++ {
		items := typ
		typ = ir.Type{Kind: ir.KindList, Items: &items}
		if level%2 == 0 || level == levels-1 {
			typ = ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "x", Presence: ir.Required, Type: items}}}
		}
	}
	return typ
}

func TestProfileLimits(t *testing.T) {
	text, maybe := ir.Type{Kind: ir.KindString}, ir.Type{Kind: ir.KindString, Nullable: true}
	long := ir.Type{Kind: ir.KindString, Const: json.RawMessage(`"` + strings.Repeat("é", 60_000) + `"`)}
	tests := []struct {
		name, vendor string
		typ          ir.Type
		want         string // in the error; "" when the vendor takes it
	}{
		{"properties", "openai", fields(5000, ir.Required, text), ""},
		{"too many properties", "openai", fields(5001, ir.Required, text), "5001 fields, and OpenAI takes 5000"},
		{"levels", "openai", nested(10), ""},
		{"too many levels", "openai", nested(11), "11 levels of structs and lists"},
		{"characters", "openai", fields(1, ir.Required, long), ""},
		{"too many characters", "openai", fields(2, ir.Required, long), "120010 characters in names and values"},
		{"enum values", "openai", fields(4, ir.Required, enumOf(250, 50)), ""},
		{"too many enum values", "openai", fields(5, ir.Required, enumOf(250, 5)), "1250 values in enums"},
		{"long enum", "openai", fields(1, ir.Required, enumOf(251, 60)), "/f0000: an enum with more than 250 values and 15000 characters"},
		{"enum of 251", "openai", fields(1, ir.Required, enumOf(251, 59)), ""},
		{"optional fields", "openai", fields(40, ir.Optional, text), ""},
		{"optional fields", "anthropic", fields(24, ir.Optional, text), ""},
		{"too many optional fields", "anthropic", fields(25, ir.Optional, text), "25 optional fields (f0000, f0001"},
		{"unions", "anthropic", fields(16, ir.Required, maybe), ""},
		{"too many unions", "anthropic", fields(17, ir.Required, maybe), "17 fields that are nullable or of several types"},
		{"sizes are not published", "gemini", fields(6000, ir.Optional, enumOf(2, 1)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.vendor+" "+tt.name, func(t *testing.T) {
			res, err := jsonschema.Profile(&ir.Package{Path: "p"}, nil, tt.typ, "", tt.vendor)
			if tt.want != "" {
				require.ErrorContains(t, err, tt.want)
				return
			}
			require.NoError(t, err)
			requireFits(t, tt.vendor, res.Schema)
		})
	}
}

// What a definition has counts wherever it is used, and counting does not take forever.
func TestLimitsCountUses(t *testing.T) {
	p := &ir.Package{Path: "p", Types: []ir.TypeDef{{Name: "#T0", Type: fields(4, ir.Optional, ir.Type{Kind: ir.KindString})}}}
	use := func(i int) ir.Type { return ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: fmt.Sprintf("#T%d", i)}} }
	_, err := jsonschema.Profile(p, nil, fields(6, ir.Required, use(0)), "", "anthropic")
	require.NoError(t, err)
	_, err = jsonschema.Profile(p, nil, fields(7, ir.Required, use(0)), "", "anthropic")
	require.ErrorContains(t, err, "28 optional fields")
	for i := range 60 {
		p.Types = append(p.Types, ir.TypeDef{Name: fmt.Sprintf("#T%d", i+1), Type: fields(2, ir.Required, use(i))})
	}
	_, err = jsonschema.Profile(p, nil, fields(2, ir.Required, use(60)), "", "anthropic")
	require.ErrorContains(t, err, "1073741824 optional fields")

	for i := range p.Types { // with words at the field, every use is written out
		for j := range p.Types[i].Type.Fields {
			p.Types[i].Type.Fields[j].Doc = "Words."
		}
	}
	_, err = jsonschema.Profile(p, nil, fields(2, ir.Required, use(60)), "", "gemini")
	require.ErrorContains(t, err, "more than 50000 parts")
}
