package difftest

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
	cuejson "cuelang.org/go/encoding/json"
	"github.com/stretchr/testify/require"
)

// reading is how the text of a schema is read before CUE evaluates it.
type reading int

const (
	exactly     reading = 0
	wholeInts   reading = 1 // 2.0 stands for 2
	floatIsAny  reading = 2 // float stands for number
	closedItems reading = 4 // structs written in lists are closed, as others are
)

// oracle is CUE's own reading of one definition.
type oracle struct {
	module     *module
	path, name string // import path of the package, name of the definition
}

// module is CUE's own reading of packages, evaluated as they are asked for.
type module struct {
	t        require.TestingT
	ctx      *cue.Context
	dir      string
	overlay  map[string][]byte
	patterns []string

	same   map[reading]reading // the first reading that gives the same text
	texts  map[string]reading
	values map[reading]map[string]cue.Value // by import path
}

func newModule(t require.TestingT, dir string, overlay map[string][]byte, patterns []string) *module {
	return &module{
		t: t, ctx: cuecontext.New(), dir: dir, overlay: overlay, patterns: patterns,
		same: map[reading]reading{}, texts: map[string]reading{}, values: map[reading]map[string]cue.Value{},
	}
}

// plain gives the reading that stands for one: readings often change nothing.
func (m *module) plain(r reading) reading {
	if first, ok := m.same[r]; ok {
		return first
	}
	sources := map[string]load.Source{}
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.overlay)) {
		text := m.overlay[name]
		if !strings.Contains(name, "cue.mod") {
			text = read(m.t, text, r)
		}
		sources[name] = load.FromBytes(text)
		all.Write(text)
	}
	first, ok := m.texts[all.String()]
	if !ok {
		first = r
		m.texts[all.String()] = r
		m.values[r] = evaluate(m.t, m.ctx, m.dir, sources, m.patterns)
	}
	m.same[r] = first
	return first
}

func (m *module) has(path string) bool {
	_, ok := m.values[m.plain(exactly)][path]
	return ok
}

func evaluate(t require.TestingT, ctx *cue.Context, dir string, overlay map[string]load.Source, patterns []string) map[string]cue.Value {
	out := map[string]cue.Value{}
	for _, inst := range load.Instances(patterns, &load.Config{Dir: dir, ModuleRoot: dir, Overlay: overlay, Env: []string{"CUE_REGISTRY=none"}}) {
		require.NoError(t, inst.Err)
		v := ctx.BuildInstance(inst)
		require.NoError(t, v.Err())
		path, _, _ := strings.Cut(inst.ImportPath, ":")
		path, version, _ := strings.Cut(path, "@")
		_, rest, _ := strings.Cut(version, "/")
		if rest != "" {
			path += "/" + rest
		}
		out[path] = v
	}
	return out
}

// filled is the document unified with the schema; the error is CUE's refusal. The document is compiled by itself:
// unification of values keeps the rule that definitions are closed.
func (o *oracle) filled(doc string, r reading) (cue.Value, error) {
	expr, err := cuejson.Extract("doc.json", []byte(doc))
	if err != nil {
		return cue.Value{}, err
	}
	v := o.module.ctx.BuildExpr(expr)
	if v.Err() != nil {
		return v, v.Err()
	}
	schema := o.module.values[o.module.plain(r)][o.path].LookupPath(cue.MakePath(cue.Def(o.name)))
	require.True(o.module.t, schema.Exists(), o.name)
	v = schema.Unify(v)
	return v, v.Validate(cue.Concrete(true))
}

func (o *oracle) accepts(doc string, r reading) bool {
	_, err := o.filled(doc, r)
	return err == nil
}

// read writes a schema as the reading has it.
func read(t require.TestingT, text []byte, r reading) []byte {
	f, err := parser.ParseFile("s.cue", text, parser.ParseComments)
	require.NoError(t, err)
	inside := 0 // of lists, and of helpers that lists may name
	before := func(c astutil.Cursor) bool {
		if loosens(c.Node()) {
			inside++
		}
		if n := spelled(c.Node(), r); n != nil {
			c.Replace(n)
		}
		return true
	}
	after := func(c astutil.Cursor) bool {
		if loosens(c.Node()) {
			inside--
		}
		body := false // the braces of a comprehension are no struct, and what narrows a union closes nothing
		if up := c.Parent(); up != nil {
			_, body = up.Node().(*ast.Comprehension)
			body = body || narrows(up.Node(), c.Node())
		}
		if n, ok := c.Node().(*ast.StructLit); ok && !body && inside > 0 && r&closedItems != 0 && !open(n) {
			c.Replace(ast.NewCall(ast.NewIdent("close"), n))
		}
		return true
	}
	astutil.Apply(f, before, after)
	out, err := format.Node(f)
	require.NoError(t, err)
	return bytes.ReplaceAll(out, []byte("<-"), []byte("< -")) // CUE's printer joins what its scanner then takes for one token
}

// narrows tells whether a node is a struct beside something that is none, nor a bound.
func narrows(parent, node ast.Node) bool {
	b, ok := parent.(*ast.BinaryExpr)
	if !ok || b.Op != token.AND {
		return false
	}
	other := b.X
	if other == node {
		other = b.Y
	}
	switch other.(type) {
	case *ast.StructLit, *ast.CallExpr:
		return false
	}
	return true
}

// spelled is what stands for a node in the reading, nil for itself.
func spelled(n ast.Node, r reading) ast.Node {
	switch n := n.(type) {
	case *ast.Ident:
		if n.Name == "float" && r&floatIsAny != 0 {
			return ast.NewIdent("number")
		}
	case *ast.BasicLit:
		if n.Kind == token.FLOAT && r&wholeInts != 0 {
			if whole := integer(json.Number(n.Value)); whole != n.Value {
				return &ast.BasicLit{Kind: token.INT, Value: whole}
			}
		}
	}
	return nil
}

// loosens tells whether a struct in the node may be one that CUE leaves open: in a list, or in what is no definition.
func loosens(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ListLit, *ast.LetClause:
		return true
	case *ast.Field:
		name, ok := n.Label.(*ast.Ident)
		return ok && strings.HasPrefix(name.Name, "_")
	}
	return false
}

// open tells whether a struct says so itself.
func open(s *ast.StructLit) bool {
	return slices.ContainsFunc(s.Elts, func(d ast.Decl) bool {
		_, dots := d.(*ast.Ellipsis)
		return dots
	})
}

// integer writes an integral number without point and exponent; other numbers as they are.
func integer(n json.Number) string {
	text := string(n)
	if len(text) > 100 || !strings.ContainsAny(text, ".eE") || hugeExponent(text) {
		return text
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() {
		return text
	}
	return r.Num().String()
}

func hugeExponent(text string) bool {
	i := strings.IndexAny(text, "eE")
	return i >= 0 && len(strings.TrimLeft(text[i+1:], "+-0")) > 3
}
