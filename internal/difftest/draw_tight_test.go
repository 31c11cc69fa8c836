package difftest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// conjunction draws a few constraints, and joins them with those that always stand there.
func conjunction(t *rapid.T, always []string, from ...string) string {
	list := rapid.SliceOfN(rapid.SampledFrom(from), 1, 4).Draw(t, "constraints")
	return strings.Join(append(append([]string{}, always...), list...), " & ")
}

func drawTightNumber(t *rapid.T) string {
	kind := rapid.SampledFrom([]string{"int", "number"}).Draw(t, "kind")
	always := []string{kind, ">=-3", "<=3"}
	if kind == "number" && rapid.Bool().Draw(t, "one") {
		always = []string{"number", ">=1", "<=1"} // else a number between those that are tried may be admitted
	} else if kind == "number" {
		always = append(always, "math.MultipleOf(0.25)")
	}
	return conjunction(t, always,
		">0", ">=1", "<2", "<=1", ">1.25", "<1.75", "<=-2", ">2.5", "!=1", "!=2", "!=0", "!=3", "!=-3",
		"math.MultipleOf(2)", "math.MultipleOf(3)", "math.MultipleOf(0.5)", "math.MultipleOf(0.75)", "(1 | 2)", "(0 | 3)", "2", "uint8", "int8")
}

func drawTightText(t *rapid.T) string {
	return conjunction(t, []string{"=~\"^[ab]*$\"", "strings.MaxRunes(3)"},
		"strings.MinRunes(1)", "strings.MinRunes(3)", "strings.MaxRunes(0)", "strings.MaxRunes(1)", `=~"a"`, `=~"b"`, `!~"a"`, `!~"b"`, `=~"^a"`, `=~"b$"`, `=~"^(ab|ba)$"`,
		`!~"^ab$"`, `=~"a.b"`, `=~"c"`, `!=""`, `!="a"`, `!="b"`, `("a" | "ab")`, `("b" | "bab")`, `strings.HasPrefix("ab")`, `strings.HasSuffix("b")`, `strings.Contains("aa")`)
}

func drawTightList(t *rapid.T) string {
	items := rapid.SampledFrom([]string{"1 | 2", "1", `"a"`, `1 | "a"`, `1 | 2 | "a"`, "int & >=1 & <=2", "int & >=2 & <3", `("a" | "ab") & =~"a$"`}).Draw(t, "items")
	return conjunction(t, []string{"[..." + items + "]", "list.MaxItems(3)"},
		"list.MinItems(1)", "list.MinItems(2)", "list.MinItems(3)", "list.MaxItems(0)", "list.MaxItems(1)", "list.MaxItems(2)", "list.UniqueItems()",
		"list.Contains(1)", "list.Contains(2)", `list.Contains("a")`, "list.Contains(3)", "list.MatchN(2, 1)", "list.MatchN(>=2, int)", "list.MatchN(0, 1)", "list.MatchN(<=1, int)", "list.MatchN(>1, >1)")
}

func drawTightTuple(t *rapid.T) string {
	shape := rapid.SampledFrom([]string{"[1]", "[1, 2]", `[int, "a"]`, "[int & <3, ...2]", `["a", ...]`, "[]"}).Draw(t, "shape")
	return conjunction(t, []string{shape, "list.MaxItems(3)"},
		"list.MinItems(1)", "list.MinItems(2)", "list.MaxItems(0)", "list.MaxItems(1)", "list.MaxItems(2)", "[...int]", `[...int | "a"]`, "[_, ...]", "[_, _]", "[...]")
}

func drawTightMap(t *rapid.T) string {
	keys := rapid.SampledFrom([]string{`=~"^[ab]$"`, `=~"^a$"`, `"a" | "b"`, `=~"^(a|b|c)$"`, `=~"^[abc]$" & !~"b"`}).Draw(t, "keys")
	return conjunction(t, []string{"{[" + keys + "]: 1 | 2}"},
		"struct.MinFields(1)", "struct.MinFields(2)", "struct.MinFields(3)", "struct.MaxFields(0)", "struct.MaxFields(1)", "struct.MaxFields(2)")
}

func drawTightRelation(t *rapid.T) string {
	var fields []string
	for i, name := range []string{"a", "b", "c"} {
		// A grid of halves has no room for a second number between two of them: the last ones are whole.
		kind := "int & >=0 & <=2"
		if i == 0 && rapid.Bool().Draw(t, "number") {
			kind = "number & >=0 & <=2"
		}
		parts := []string{kind}
		for _, other := range []string{"a", "b", "c"} {
			if other != name && rapid.IntRange(1, 3).Draw(t, "related") == 1 {
				parts = append(parts, rapid.SampledFrom([]string{"<", "<=", ">", ">="}).Draw(t, "op")+other)
			}
		}
		if rapid.IntRange(1, 3).Draw(t, "bound") == 1 {
			parts = append(parts, rapid.SampledFrom([]string{">0", "<2", ">=1", "<=1"}).Draw(t, "own"))
		}
		fields = append(fields, fmt.Sprintf("%s!: %s", name, strings.Join(parts, " & ")))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
