package spec

import (
	"testing"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSplit(t *testing.T) {
	for path, want := range map[string][]string{
		"":                     nil,
		"agent":                {"agent"},
		`a."b.c".d`:            {"a", `"b.c"`, "d"},
		`a."x\"y".#Input[3].z`: {"a", `"x\"y"`, "#Input", "[3]", "z"},
		`a[0][1]`:              {"a", "[0]", "[1]"},
		`a."unclosed`:          {"a"},
		`a[unclosed`:           {"a"},
	} {
		assert.Equal(t, want, Split(path), path)
	}
}

func TestSplitNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { Split(rapid.String().Draw(t, "path")) })
}

func TestArgs(t *testing.T) {
	for body, want := range map[string][]Arg{
		"redact":                 {{Key: "redact"}},
		"redact, secret":         {{Key: "redact"}, {Key: "secret"}},
		`was="old.id"`:           {{Key: "was", Value: "old.id", HasValue: true}},
		`a="x, \"y\"", b=z`:      {{Key: "a", Value: `x, "y"`, HasValue: true}, {Key: "b", Value: "z", HasValue: true}},
		`file="p.md",type=text`:  {{Key: "file", Value: "p.md", HasValue: true}, {Key: "type", Value: "text", HasValue: true}},
		`allow="IK1: because )"`: {{Key: "allow", Value: "IK1: because )", HasValue: true}},
	} {
		got, err := Args(body)
		require.NoError(t, err, body)
		assert.Equal(t, want, got, body)
	}
	for _, bad := range []string{"", ",", "a=", `a="`, `a="x" b`, "=x", `a="\q"`} {
		_, err := Args(bad)
		assert.Error(t, err, bad)
	}
}

func FuzzArgs(f *testing.F) {
	f.Add(`was="old.id",x`)
	f.Fuzz(func(t *testing.T, body string) {
		args, err := Args(body)
		assert.True(t, err != nil || len(args) > 0)
	})
}

func pkg(t *testing.T, files ...string) *Package {
	t.Helper()
	var list []*ast.File
	for _, text := range files {
		f, err := parser.ParseFile("f.cue", text, parser.ParseComments)
		require.NoError(t, err)
		list = append(list, f)
	}
	return New("case.test", "p", list, nil)
}

func TestReferencesAreFollowed(t *testing.T) {
	p := pkg(t, "a: {x: _h, y: [_h & {z: 1}], \"q.r\": b.c}\n_h: {k: 1}", "b: {c: d}\nlet d = {e: 2}\n")
	for _, path := range []string{"a.x.k", "a.y[0].k", "a.y[0].z", `a."q.r"`} {
		_, ok := p.Find(path)
		assert.True(t, ok, path)
	}
	n, ok := p.Find("a.x.nothing")
	assert.False(t, ok)
	assert.Equal(t, "a.x", n.Path)
}

// A circle of references, also one that doubles at each step, ends.
func TestCirclesEnd(t *testing.T) {
	p := pkg(t, "a: b & b\nb: c & c\nc: a & a & {x: a}\nl: [l, l]\n")
	n := p.Root().Child("a")
	for i := 0; i < 50 && n != nil; i++ {
		n = n.Child("x")
	}
	_, _ = p.Find("l[0][1][0][1][0]")
}

func TestQuotedLabelsDeclareNoName(t *testing.T) {
	p := pkg(t, "\"string\": int\nx: string\n")
	n := p.Root().Child("x")
	target := n.Decls[0].Scope.Lookup("string")
	assert.Equal(t, TargetPredeclared, target.Kind)
	assert.Equal(t, TargetUnknown, n.Decls[0].Scope.Lookup("nowhere").Kind)
}

func TestQuotedDefinitionIsAnotherField(t *testing.T) {
	p := pkg(t, "a: {#X: 1, \"#X\": 2}\n")
	children := p.Root().Child("a").Children()
	require.Len(t, children, 2)
	assert.Equal(t, "a.#X", children[0].Path)
	assert.Equal(t, `a."#X"`, children[1].Path)
	assert.True(t, children[0].Definition())
	assert.False(t, children[1].Definition())
	n, ok := p.Find(`a."#X"`)
	assert.True(t, ok)
	assert.Equal(t, children[1], n)
}

func TestComments(t *testing.T) {
	p := pkg(t, "// One.\n//\n// Two.\na: 1 // not this\n\n// On the second.\nb: 2\n")
	assert.Equal(t, "One.\n\nTwo.", p.Root().Child("a").Doc())
	assert.Equal(t, "On the second.", p.Root().Child("b").Doc())
}
