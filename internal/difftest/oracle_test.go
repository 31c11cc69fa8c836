package difftest

import (
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

// oracle is CUE's own reading of one definition.
type oracle struct {
	ctx    *cue.Context
	values [readings]cue.Value
}

// oracles is CUE's reading of one package.
type oracles struct {
	ctx    *cue.Context
	values [readings]cue.Value
}

// reading is how the text of a schema is read before CUE evaluates it.
type reading int

const (
	exactly    reading = 0
	wholeInts  reading = 1 // 2.0 stands for 2
	floatIsAny reading = 2 // float stands for number
	readings           = 4
)

// newOracles evaluates packages with CUE alone, by import path. A reading that changes nothing is not evaluated again.
func newOracles(t require.TestingT, dir string, overlay map[string][]byte, patterns []string) map[string]*oracles {
	ctx := cuecontext.New()
	out := map[string]*oracles{}
	texts := [readings]string{}
	for r := exactly; r < readings; r++ {
		sources := map[string]load.Source{}
		for _, name := range slices.Sorted(maps.Keys(overlay)) {
			text := overlay[name]
			if !strings.Contains(name, "cue.mod") {
				text = read(t, overlay[name], r)
			}
			sources[name] = load.FromBytes(text)
			texts[r] += string(text)
		}
		same := slices.Index(texts[:], texts[r])
		if same < int(r) {
			for _, o := range out {
				o.values[r] = o.values[same]
			}
			continue
		}
		for path, v := range evaluate(t, ctx, dir, sources, patterns) {
			if out[path] == nil {
				out[path] = &oracles{ctx: ctx}
			}
			out[path].values[r] = v
		}
	}
	return out
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

func (o *oracles) definition(t require.TestingT, name string) *oracle {
	out := &oracle{ctx: o.ctx}
	for r, v := range o.values {
		out.values[r] = v.LookupPath(cue.MakePath(cue.Def(name)))
		require.True(t, out.values[r].Exists(), name)
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
	v := o.ctx.BuildExpr(expr)
	if v.Err() != nil {
		return v, v.Err()
	}
	v = o.values[r].Unify(v)
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
	astutil.Apply(f, func(c astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.Ident:
			if n.Name == "float" && r&floatIsAny != 0 {
				c.Replace(ast.NewIdent("number"))
			}
		case *ast.BasicLit:
			if n.Kind == token.FLOAT && r&wholeInts != 0 {
				if whole := integer(json.Number(n.Value)); whole != n.Value {
					c.Replace(&ast.BasicLit{Kind: token.INT, Value: whole})
				}
			}
		}
		return true
	}, nil)
	out, err := format.Node(f)
	require.NoError(t, err)
	return out
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
