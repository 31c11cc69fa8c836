package gen_test

import (
	"fmt"
	"go/format"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/render/gen"
)

// source is the text of a file with the given declarations.
func source(t interface{ Fatalf(string, ...any) }, list ...gen.Code) string {
	f := gen.NewFile("x.test/p", "p")
	f.HeaderComment("Code generated. DO NOT EDIT.")
	f.ImportAlias("x.test/runtime", "ik")
	for _, c := range list {
		f.Add(c)
	}
	out, err := f.Source()
	if err != nil {
		t.Fatalf("%v", err)
	}
	formatted, err := format.Source(out)
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if string(formatted) != string(out) {
		t.Fatalf("gofmt writes\n%s\nin place of\n%s", formatted, out)
	}
	return string(out)
}

func id(name string) *gen.Statement { return gen.Id(name) }

// fn is a function with a body.
func fn(body ...gen.Code) gen.Code { return gen.Func().Id("f").Params().Block(body...) }

func TestLayout(t *testing.T) {
	for name, c := range map[string]struct {
		code gen.Code
		want string
	}{
		"method":    {gen.Func().Params(id("v").Op("*").Id("T")).Id("F").Params(id("a").Index().Byte(), id("b").Op("*").Qual("x.test/runtime", "X")).Params(gen.Any(), gen.Error()).Block(), "func (v *T) F(a []byte, b *ik.X) (any, error) {}"},
		"generic":   {gen.Func().Id("F").Types(id("R").Any()).Params(id("on").Func().Params(gen.Op("*").Id("T")).Id("R")).Params(id("r").Id("R")).Block(gen.Return()), "func F[R any](on func(*T) R) (r R) {\n\treturn\n}"},
		"pointer":   {gen.Func().Id("f").Params().Op("*").Id("T").Block(gen.Return(gen.Op("&").Id("T").Values())), "func f() *T {\n\treturn &T{}\n}"},
		"variable":  {gen.Var().Id("x").Map(gen.String()).Index().Op("*").Id("T"), "var x map[string][]*T"},
		"value":     {gen.Var().Id("x").Op("=").Id("a").Op("*").Id("b"), "var x = a * b"},
		"alias":     {gen.Type().Id("T").Op("=").Op("*").Id("U"), "type T = *U"},
		"empty":     {gen.Type().Id("T").Struct(), "type T struct{}"},
		"nothing":   {gen.Type().Id("T").Interface(gen.Null()), "type T interface{}"},
		"interface": {gen.Type().Id("T").Interface(id("A"), gen.Comment("B is b."), id("B").Params(id("x").Int()).Params(gen.Bool(), gen.Error())), "type T interface {\n\tA\n\t// B is b.\n\tB(x int) (bool, error)\n}"},
		"loops": {fn(gen.For(id("o").Op(":=").Id("d").Dot("Object").Call(), id("o").Dot("Next").Call(), gen.Empty()).Block(
			gen.Switch(id("o").Dot("Key").Call()).Block(gen.Case(gen.Lit("a"), gen.Lit(1)).Block(gen.Break()), gen.Default().Block())),
			gen.For(gen.List(id("_"), id("x")).Op(":=").Range().Id("y")).Block(gen.If(gen.Op("!").Id("x")).Block().Else().Block(gen.Return(gen.Nil())))),
			"func f() {\n\tfor o := d.Object(); o.Next(); {\n\t\tswitch o.Key() {\n\t\tcase \"a\", 1:\n\t\t\tbreak\n\t\tdefault:\n\t\t}\n\t}\n\tfor _, x := range y {\n\t\tif !x {\n\t\t} else {\n\t\t\treturn nil\n\t\t}\n\t}\n}"},
		"assertions": {fn(gen.If(gen.List(id("x"), id("ok")).Op(":=").Id("y").Assert(gen.Op("*").Id("T")), id("ok").Op("&&").Op("!").Parens(id("x").Dot("A").Op("==").Lit("q\n"))).Block(gen.Op("*").Id("x").Op("=").Id("z")),
			gen.Switch(id("x").Op(":=").Id("y").Assert(gen.Type())).Block(gen.Case(gen.Op("*").Id("T")).Block(id("x").Op("++")))),
			"func f() {\n\tif x, ok := y.(*T); ok && !(x.A == \"q\\n\") {\n\t\t*x = z\n\t}\n\tswitch x := y.(type) {\n\tcase *T:\n\t\tx++\n\t}\n}"},
		"calls": {fn(id("f").Call(gen.Op("&").Id("x").Dot("y"), gen.Parens(gen.Op("*").Id("v")).Index(gen.Lit(0)), gen.New(gen.Lit(int64(-5))), gen.Index().Any().Values(id("a"), id("b")), id("rest").Op("...")),
			id("g").CallLines(id("a"), gen.Index().Int().Values(gen.Lit(1)))),
			"func f() {\n\tf(&x.y, (*v)[0], new(int64(-5)), []any{a, b}, rest...)\n\tg(\n\t\ta,\n\t\t[]int{1},\n\t)\n}"},
		"variadic":     {gen.Func().Id("f").Params(id("a").Op("...").Qual("time", "Time")).Block(id("g").Call(id("a").Op("..."))), "func f(a ...time.Time) {\n\tg(a...)\n}"},
		"literal":      {fn(gen.Func().Params(id("a").Id("T")).Bool().Block(gen.Return(gen.Op("<-").Id("c"))).Call(id("a"))), "func f() {\n\tfunc(a T) bool {\n\t\treturn <-c\n\t}(a)\n}"},
		"arithmetic":   {fn(id("f").Call(id("a").Op("+").Lit(1), gen.Op("3").Op("*").Qual("time", "Hour"))), "func f() {\n\tf(a+1, 3*time.Hour)\n}"},
		"raw":          {gen.Const().Id("X").Op("=").Op("`a\"b`"), "const X = `a\"b`"},
		"union":        {gen.Var().Id("x").Op("=").Id("T").Values(id("K").Op(":").Id("A").Op("|").Id("B")), "var x = T{K: A | B}"},
		"one field":    {gen.Type().Id("T").Struct(id("variant").Any().Comment("A, B")), "type T struct {\n\tvariant any // A, B\n}"},
		"odd tag":      {gen.Type().Id("T").Struct(id("A").Int().Tag("json", "a`b")), "type T struct {\n\tA int \"json:\\\"a`b\\\"\"\n}"},
		"one constant": {gen.Const().Defs(id("A").Id("T").Op("=").Lit(true)), "const (\n\tA T = true\n)"},
	} {
		t.Run(name, func(t *testing.T) { assert.Contains(t, source(t, c.code), "\n"+c.want+"\n") })
	}
}

func TestColumns(t *testing.T) {
	out := source(t,
		gen.Type().Id("T").Struct(
			gen.Comment("A is a."), id("A").String().Tag("json", "a"), id("Longer").Index().Int().Tag("json", "b,omitzero"),
			gen.Comment("É is wide.").Line().Comment("Really."), id("É").Map(gen.String()).Bool().Tag("json", "c"), id("X").Int().Tag("json", "d")),
		gen.Type().Id("U").Struct(id("Output").Id("T"), id("Other").Op("*").Qual("x.test/runtime", "P").Types(id("T")).Comment("of it"), id("Z").Id("T").Comment("z"), gen.Qual("x.test/runtime", "Done")),
		gen.Const().Defs(id("A").Qual("x.test/runtime", "ID").Op("=").Lit("a"), id("Longer").Qual("x.test/runtime", "Key").Op("=").Lit("b")),
		gen.Var().Id("x").Op("=").Id("T").Lines(
			id("A").Op(":").Lit("x"), id("Longer").Op(":").Index().Id("V").Lines(gen.Values(gen.Lit(1), gen.Lit(2)), gen.Values()), id("B").Op(":").Id("y"), id("Ccc").Op(":").Func().Params().Block(gen.Return())),
	)
	assert.Contains(t, out, "\tLonger []int  `json:\"b,omitzero\"`\n\t// É is wide.\n\t// Really.\n\tÉ map[string]bool `json:\"c\"`\n")
	assert.Contains(t, out, "\tLonger: []V{\n\t\t{1, 2},\n\t\t{},\n\t},\n\tB: y,\n\tCcc: func() {\n")
}

func TestNames(t *testing.T) {
	f := gen.NewFile("x.test/p", "p")
	f.PackageComment("Package p is a test.")
	f.ImportName("x.test/known", "knows")
	use := func(paths ...string) {
		for _, p := range paths {
			f.Var().Id("_").Op("=").Qual(p, "X")
		}
	}
	use("x.test/p", "encoding/json", "x.test/known", "x.test/json", "x.test/go-Yaml.v2", "x.test/12", "x.test/err", "x.test/type/")
	out, err := f.Source()
	require.NoError(t, err)
	for _, line := range []string{
		"// Package p is a test.\npackage p\n", "\t\"encoding/json\"\n\n", "\t\"x.test/known\"\n", "\tjson1 \"x.test/json\"\n", "\tgoyamlv2 \"x.test/go-Yaml.v2\"\n",
		"\tpkg \"x.test/12\"\n", "\terr1 \"x.test/err\"\n", "\ttype1 \"x.test/type/\"\n", "\nvar _ = X\n", "\nvar _ = knows.X\n", "\nvar _ = json1.X\n",
	} {
		assert.Contains(t, string(out), line)
	}
	formatted, err := format.Source(out)
	require.NoError(t, err)
	assert.Equal(t, string(formatted), string(out))
}

func TestWhatIsNoGoIsAnError(t *testing.T) {
	for _, c := range []gen.Code{fn(id("a").Op("+").Op("]")), gen.Func().Id("f").Params().Block(id("a b").Op("-").Id("c"))} {
		f := gen.NewFile("p", "p")
		f.Add(c)
		_, err := f.Source()
		assert.Error(t, err)
	}
}

// TestDocs: comments of any text stay comments, in gofmt's words.
func TestDocs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"Word", "word", " ", "  ", "-", "1.", "# ", "`", "''", "[x]", "[x]: y", "\t", "*", "•", "http://a.b/c", ".", ":", "go:build", "é", ""})
		var list []gen.Code
		for range rapid.IntRange(1, 3).Draw(t, "declarations") {
			for range rapid.IntRange(0, 4).Draw(t, "lines") {
				list = append(list, gen.Comment(strings.TrimRight("// "+strings.TrimLeft(strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "line"), ""), " \t"), " \t")))
			}
			list = append(list, gen.Type().Id(fmt.Sprintf("T%d", len(list))).Int())
		}
		source(t, list...)
	})
}

// TestLiterals: the columns of keys of any length, beside values of one line and of several.
func TestLiterals(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) gen.Code {
		switch rapid.IntRange(0, 4).Draw(t, "value") {
		case 0:
			return new(gen.Statement).Lines(gen.Lit("é"), gen.Values())
		case 1:
			return gen.Func().Params().Block(gen.Return())
		default:
			return gen.Lit(rapid.IntRange(-5, 1<<20).Draw(t, "n"))
		}
	})
	name := rapid.Custom(func(t *rapid.T) string {
		return strings.Repeat(rapid.SampledFrom([]string{"k", "é"}).Draw(t, "letter"), rapid.SampledFrom([]int{1, 2, 3, 15, 16, 17, 39, 40, 41, 99, 101, 250}).Draw(t, "length"))
	})
	rapid.Check(t, func(t *rapid.T) {
		var lines, fields, constants []gen.Code
		for range rapid.IntRange(1, 8).Draw(t, "elements") {
			v := value.Draw(t, "of")
			if rapid.IntRange(0, 9).Draw(t, "bare") > 0 {
				v = id(name.Draw(t, "key")).Op(":").Add(v)
			}
			lines = append(lines, v)
			field := id(name.Draw(t, "field")).Add(rapid.SampledFrom([]gen.Code{gen.Int(), gen.Index().String(), gen.Map(gen.String()).Any()}).Draw(t, "type"))
			switch rapid.IntRange(0, 4).Draw(t, "behind") {
			case 0, 1:
				field.Tag("json", "x")
			case 2:
				field.Comment("words")
			case 3:
				field = gen.Comment("Above.")
			}
			fields = append(fields, field)
			c := id(name.Draw(t, "constant"))
			if rapid.Bool().Draw(t, "typed") {
				c.Qual("x.test/runtime", "ID")
			}
			constants = append(constants, c.Op("=").Lit("v"))
		}
		source(t, gen.Var().Id("x").Op("=").Id("T").Lines(lines...), gen.Type().Id("S").Struct(fields...), gen.Const().Defs(constants...))
	})
}
