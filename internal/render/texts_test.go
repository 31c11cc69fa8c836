package render_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
)

// TestAnyTextStaysItself renders arbitrary texts at every place that takes one: the source parses, and the texts that a
// definition carries stand in it as literals, unchanged.
func TestAnyTextStaysItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"*/ panic(1) /*", "`", "\"+f()+\"", "\n//go:embed x\n", "\xff\xfe", "\ufeff", "\u2028"}))
		identity, description, issue, prompt := text.Draw(t, "identity"), text.Draw(t, "description"), text.Draw(t, "issue"), text.Draw(t, "prompt")
		object := ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "a", Doc: text.Draw(t, "doc"), Presence: ir.Required, Type: ir.Type{Kind: ir.KindString}}}}
		p := &ir.Package{Path: "example.com/x", Name: "x", Agent: &ir.Agent{
			ID: "x", Version: 1, Identity: identity,
			Facts: []ir.Fact{{Key: "f@1", Value: object, Visibility: "full", Provider: "capability", Description: description, Doc: text.Draw(t, "fact")}},
			Capabilities: []ir.Capability{{
				ID: "c", Version: 1, Description: description, Effect: "read", Confirmation: "none", Input: object, Output: object,
				Issues: []ir.Issue{{Code: "BAD", Description: issue}},
			}},
			Policies: []ir.Policy{{ID: "p", Version: 1, Rules: []ir.Rule{{
				Match: ir.Match{Leaves: []ir.Leaf{{Path: []string{"input", "a"}, Type: &ir.Type{Kind: ir.KindString, NotOneOf: []string{text.Draw(t, "leaf")}}}}},
				Phase: "plan", Verdict: "deny", Reason: "no",
			}}}},
			Prompts: []ir.Prompt{{ID: "p", Version: 1, Template: prompt}},
		}}
		files, err := render.Render(render.Input{Package: p})
		require.NoError(t, err)
		literals := map[string]bool{}
		for _, name := range sortedKeys(files) {
			file, err := parser.ParseFile(token.NewFileSet(), name, files[name], 0)
			require.NoError(t, err, "%s\n%s", name, files[name])
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					s, err := strconv.Unquote(lit.Value)
					require.NoError(t, err)
					literals[s] = true
				}
				return true
			})
		}
		for _, want := range []string{identity, description, issue, prompt} {
			assert.True(t, literals[want] || want == "", "%q", want)
		}
	})
}
