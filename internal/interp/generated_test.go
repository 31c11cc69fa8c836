package interp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
	"github.com/ikgen/ikgen/internal/render"
	ik "github.com/ikgen/ikgen/runtime"
)

// TestSchemasAreThoseOfGeneratedCode compares names and JSON Schemas with the constants of generated code: models read
// them, so both ways to run an agent must send the same bytes.
func TestSchemasAreThoseOfGeneratedCode(t *testing.T) {
	for _, name := range []string{"shop", "items", "private"} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("../../testdata/cases/agents", name))
			require.NoError(t, err)
			res, err := load.Load(t.Context(), load.Config{Dir: dir, Patterns: []string{"."}})
			require.NoError(t, err)
			require.Len(t, res.Packages, 1)
			pkg := res.Packages[0].IR
			files, err := render.Render(render.Input{Package: pkg, Deps: map[string]*ir.Package{}})
			require.NoError(t, err)
			constants := schemaConstants(t, string(files["ik_schemas.go"]))
			def, err := interp.Definition(pkg, nil, interp.Handlers{Invoke: play})
			require.NoError(t, err)
			check := func(s ik.Schema) {
				assert.Equal(t, constants[s.Name+"Schema"], s.JSON, s.Name)
				assert.Equal(t, constants[s.Name+"ModelSchema"], s.Model, s.Name)
			}
			for _, f := range def.Facts {
				check(f.Value)
			}
			for _, c := range def.Capabilities {
				check(c.Input)
				check(c.Output)
			}
		})
	}
}

func schemaConstants(t *testing.T, source string) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "ik_schemas.go", source, 0)
	require.NoError(t, err)
	out := map[string]string{}
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, s := range gen.Specs {
			v := s.(*ast.ValueSpec)
			text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(text, "{"))
			out[v.Names[0].Name] = text
		}
	}
	return out
}
