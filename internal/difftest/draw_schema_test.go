package difftest

import (
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// Random schemas are drawn as CUE text, so that the whole way is tried: from what an author writes to verdicts.

const drawnDefinitions = 6

// drawn is a piece of a schema. witness is a constant that it admits, "" where none is known.
type drawn struct{ text, witness string }

// drawPackage draws the text of a package whose definitions are #D0, #D1 and so on.
func drawPackage(name string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var defs strings.Builder
		for i := range drawnDefinitions {
			w := &schemaDrawer{t: t, index: i}
			fmt.Fprintf(&defs, "#D%d: %s\n", i, w.value(3).text)
		}
		text := defs.String()
		var imports strings.Builder
		for _, lib := range []string{"list", "math", "net", "strings", "struct", "time"} {
			if strings.Contains(text, lib+".") {
				fmt.Fprintf(&imports, "import %q\n", lib)
			}
		}
		return "package " + name + "\n\n" + imports.String() + "\n" + text
	})
}

type schemaDrawer struct {
	t     *rapid.T
	index int  // of the definition
	loose bool // inside of what may be left out: any definition may be referred to
}

func (w *schemaDrawer) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(w.t, label)
}

func (w *schemaDrawer) odds(label string, of int) bool {
	return rapid.IntRange(1, of).Draw(w.t, label) == 1
}

// value draws any schema.
func (w *schemaDrawer) value(depth int) drawn {
	kinds := []string{"int", "text", "number", "pattern", "enum", "string", "bool", "const", "any", "null", "width", "multiple", "format", "order"}
	if depth > 0 { // rapid favours what stands first
		kinds = append([]string{"struct", "list", "union", "map", "ref", "struct", "tuple", "unique", "narrow", "lengths", "beside"}, kinds...)
	}
	kind := w.pick("kind", kinds...)
	v := w.kind(kind, depth)
	if kind != "any" && kind != "null" && w.odds("nullable", 8) {
		if kind == "enum" || kind == "const" {
			return drawn{"null | " + v.text, w.pick("null", "null", v.witness)}
		}
		return drawn{"null | (" + v.text + ")", w.pick("null", "null", v.witness)}
	}
	return v
}

func (w *schemaDrawer) kind(kind string, depth int) drawn {
	switch kind {
	case "string":
		return drawn{"string", `"s"`}
	case "text":
		return w.text()
	case "pattern":
		return w.pattern()
	case "int":
		return w.int()
	case "number":
		return w.number()
	case "bool":
		return drawn{"bool", w.pick("bool", "true", "false")}
	case "null":
		return drawn{"null", "null"}
	case "any":
		return drawn{"_", w.pick("any", "null", "1", `"x"`, "[1]", "true")}
	case "const":
		c := w.pick("const", `"c"`, "1", "-3", "2.5", "true", "false", `""`, "0", "1.0", `"日"`)
		return drawn{c, c}
	case "enum":
		return w.enum()
	case "width":
		return drawn{w.pick("width", "int8", "uint8", "uint16", "int32", "int64", "uint", "rune", "float"), ""}
	case "struct":
		return w.structure(depth)
	case "list":
		return w.list(depth)
	case "map":
		return w.mapping(depth)
	case "union":
		return w.union(depth)
	case "ref":
		return w.reference(depth)
	default:
		return w.further(kind, depth)
	}
}

func (w *schemaDrawer) text() drawn {
	low := rapid.IntRange(0, 3).Draw(w.t, "least")
	high := low + rapid.IntRange(0, 2).Draw(w.t, "more")
	witness := strconv.Quote(strings.Repeat("é", low))
	least, most := fmt.Sprintf("strings.MinRunes(%d)", low), fmt.Sprintf("strings.MaxRunes(%d)", high)
	switch w.pick("length", "least", "most", "both", "not", "nots") {
	case "least":
		return drawn{least, witness}
	case "most":
		return drawn{"string & " + most, witness}
	case "both":
		return drawn{least + " & " + most, witness}
	case "not":
		return drawn{`string & !="a"`, `"b"`}
	default:
		return drawn{`!="" & !="a"`, `"b"`}
	}
}

func (w *schemaDrawer) pattern() drawn {
	p := rapid.SampledFrom(patterns()).Draw(w.t, "pattern")
	one := fmt.Sprintf(`=~#"%s"#`, p.expression)
	switch w.pick("more", "alone", "alone", "not", "and", "runes") {
	case "not":
		return drawn{fmt.Sprintf(`!~#"%s"#`, p.expression), p.miss}
	case "and":
		return drawn{one + ` & !~"zz"`, p.hit}
	case "runes":
		return drawn{one + ` & strings.MaxRunes(20)`, p.hit}
	default:
		return drawn{one, p.hit}
	}
}

// pattern is a regular expression with a string that matches it, and one that does not, as JSON.
type pattern struct{ expression, hit, miss string }

func patterns() []pattern {
	return []pattern{
		{`^[a-c]+$`, `"ab"`, `"d"`},
		{`[0-9]{2}`, `"a12"`, `"1a2"`},
		{`^\d+$`, `"12"`, `"a"`},
		{`\w`, `"x_"`, `" "`},
		{`^\s*$`, `""`, `"a"`},
		{`^(a|bc)*$`, `"abc"`, `"b"`},
		{`^a|b$`, `"ax"`, `"xa"`},
		{`(?i)^ab$`, `"AB"`, `"abc"`},
		{`^.{2,3}$`, `"日本"`, `"a"`},
		{`(?s)^.$`, `"x"`, `""`},
		{`^\p{L}+$`, `"aé"`, `"1"`},
		{`^[^x]*$`, `"ab"`, `"x"`},
		{`\bcat\b`, `"a cat"`, `"cats"`},
		{`^$`, `""`, `"a"`},
		{`[\x{1F600}-\x{1F64F}]`, `"a😀"`, `"a"`},
		{`^\S+@\S+\.[a-z]{2,}$`, `"a@b.co"`, `"a@b"`},
	}
}

func (w *schemaDrawer) int() drawn {
	low := rapid.IntRange(-3, 5).Draw(w.t, "low")
	high := low + rapid.IntRange(2, 6).Draw(w.t, "span")
	witness := strconv.Itoa(low + 1)
	more, less := w.pick("above", "> ", ">= "), w.pick("below", "< ", "<= ")
	switch w.pick("range", "free", "low", "high", "both", "both", "not", "fraction", "big") {
	case "free":
		return drawn{"int", "7"}
	case "low":
		return drawn{fmt.Sprintf("int & %s%d", more, low), witness}
	case "high":
		return drawn{fmt.Sprintf("%s%d & int", less, high), witness}
	case "not":
		return drawn{fmt.Sprintf("int & !=%d & !=%d", low, high), witness}
	case "fraction":
		return drawn{fmt.Sprintf("int & %s%d.5 & %s%d.5", more, low, less, high), witness}
	case "big":
		return drawn{"int & >=-9223372036854775807 & <9223372036854775806", "0"}
	default:
		return drawn{fmt.Sprintf("int & %s%d & %s%d", more, low, less, high), witness}
	}
}

func (w *schemaDrawer) number() drawn {
	low := rapid.SampledFrom([]string{"-1.5", "0", "0.1", "1", "1e-3", "2.50"}).Draw(w.t, "low")
	high := rapid.SampledFrom([]string{"2.75", "3", "1e2", "99.99"}).Draw(w.t, "high")
	more, less := w.pick("above", "> ", ">= "), w.pick("below", "< ", "<= ")
	switch w.pick("range", "free", "low", "high", "both", "bare", "not", "float") {
	case "free":
		return drawn{"number", "0.5"}
	case "low":
		return drawn{"number & " + more + low, "2.6"}
	case "high":
		return drawn{"number & " + less + high, "2.6"}
	case "bare":
		return drawn{more + low, "2.6"}
	case "not":
		return drawn{"number & !=" + low + " & !=" + high, "2.6"}
	case "float":
		return drawn{"float & " + less + high, "2.6"}
	default:
		return drawn{"number & " + more + low + " & " + less + high, "2.6"}
	}
}

func (w *schemaDrawer) enum() drawn {
	members := rapid.SampledFrom([][]string{
		{`"a"`, `"b c"`, `"é"`, `""`}, {"1", "2", "-3", "10"}, {"0.5", "1", "2.5"}, {"true", "false"}, {`"x"`, `"Y"`, `"zz"`},
	}).Draw(w.t, "members")
	n := rapid.IntRange(2, len(members)).Draw(w.t, "number")
	text := strings.Join(members[:n], " | ")
	return drawn{text, members[rapid.IntRange(0, n-1).Draw(w.t, "witness")]}
}

func (w *schemaDrawer) structure(depth int) drawn {
	names := []string{"a", "b", `"c d"`, `"日本"`, `"$ref"`, "type", "orderId", `"with,comma"`}
	n := rapid.IntRange(0, 4).Draw(w.t, "fields")
	first := rapid.IntRange(0, len(names)-n).Draw(w.t, "first")
	var parts []string
	for _, name := range names[first : first+n] {
		parts = append(parts, w.field(name, depth))
	}
	if w.odds("open", 4) {
		parts = append(parts, "...")
	}
	return drawn{"{" + strings.Join(parts, ", ") + "}", ""}
}

func (w *schemaDrawer) field(name string, depth int) string {
	switch w.pick("presence", "required", "required", "optional", "optional", "defaulted") {
	case "optional":
		inner := *w
		inner.loose = true
		return name + "?: " + inner.value(depth-1).text
	case "defaulted":
		for range 3 {
			v := w.value(depth - 1)
			if v.witness != "" && !strings.Contains(v.text, "*") {
				return fmt.Sprintf("%s: *%s | %s", name, v.witness, v.text)
			}
		}
		return name + `: *"d" | string`
	default:
		return name + "!: " + w.value(depth-1).text
	}
}

func (w *schemaDrawer) list(depth int) drawn {
	inner := *w
	inner.loose = true
	item := inner.value(depth - 1)
	text := "[...(" + item.text + ")]"
	witness := "[]"
	if item.witness != "" && w.odds("filled", 2) {
		witness = "[" + item.witness + "]"
	}
	switch w.pick("size", "any", "any", "most", "both", "least") {
	case "most":
		return drawn{text + " & list.MaxItems(2)", witness}
	case "least":
		if item.witness == "" {
			return drawn{"list.MinItems(1) & " + w.int().list(), "[1]"}.withoutWitness()
		}
		return drawn{"list.MinItems(1) & " + text, "[" + item.witness + "]"}
	case "both":
		return drawn{"list.MinItems(0) & list.MaxItems(1) & " + text, witness}
	default:
		return drawn{text, witness}
	}
}

func (d drawn) list() string          { return "[...(" + d.text + ")]" }
func (d drawn) withoutWitness() drawn { return drawn{d.text, ""} }

func (w *schemaDrawer) mapping(depth int) drawn {
	inner := *w
	inner.loose = true
	key := w.pick("keys", "string", "string", `=~"^[a-c]"`, `!~"x$"`, `=~"^a" & =~"b$"`)
	text := "{[" + key + "]: " + inner.value(depth-1).text + "}"
	switch w.pick("size", "any", "any", "most", "inside", "least") {
	case "most":
		return drawn{text + " & struct.MaxFields(2)", ""}
	case "inside":
		return drawn{"{struct.MaxFields(1), " + text[1:], ""}
	case "least":
		return drawn{"struct.MinFields(1) & " + text, ""}
	default:
		return drawn{text, "{}"}
	}
}

// reference names a definition: an earlier one, so that nothing requires itself, or any one where the value may be
// left out.
func (w *schemaDrawer) reference(depth int) drawn {
	last := w.index - 1
	if w.loose {
		last = drawnDefinitions - 1
	}
	if last < 0 {
		return w.structure(depth)
	}
	return drawn{fmt.Sprintf("#D%d", rapid.IntRange(0, last).Draw(w.t, "definition")), ""}
}
