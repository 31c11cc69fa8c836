package difftest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// narrow draws a union that is narrowed where it stands: to one variant, to several, by a constraint on scalars.
func (w *schemaDrawer) narrow(depth int) drawn {
	if w.odds("scalars", 3) {
		var list []string
		for range rapid.IntRange(2, 3).Draw(w.t, "variants") {
			list = append(list, "("+w.kind(w.pick("scalar", "text", "pattern", "int", "number", "bool", "const", "enum", "string"), 0).text+")")
		}
		by := w.pick("by", "string", "number", "(int | string)", `(=~"a" | >1)`, "(bool | >0 | <0)", `(null | string)`)
		return drawn{"(" + strings.Join(list, " | ") + ") & " + by, ""}
	}
	tags := []string{`"t0"`, `1`, `"t 2"`}
	var list []string
	for _, tag := range tags {
		list = append(list, w.variant("kind!: "+tag, depth))
	}
	by := w.pick("by", `{kind!: "t0"}`, `{kind!: "t0" | "t 2"}`, `{kind!: string}`, `{kind!: >0}`, `{kind!: string | 1}`, `{kind?: !="t0"}`)
	return drawn{"(" + strings.Join(list, " | ") + ") & " + by, ""}
}

// order draws bounds of strings.
func (w *schemaDrawer) order() drawn {
	low := w.pick("low", "", "a", "ab", "é", "B", "日")
	high := w.pick("high", "b", "abc", "日本", "zz", "~")
	more, less := w.pick("above", ">", ">="), w.pick("below", "<", "<=")
	switch w.pick("range", "low", "high", "both") {
	case "low":
		return drawn{fmt.Sprintf("%s%q", more, low), ""}
	case "high":
		return drawn{fmt.Sprintf("%s%q", less, high), ""}
	default:
		return drawn{fmt.Sprintf("%s%q & %s%q", more, low, less, high), ""}
	}
}

// lengths draws lists of several lengths.
func (w *schemaDrawer) lengths(depth int) drawn {
	var list []string
	for n := range 3 {
		items := make([]string, n)
		for i := range items {
			items[i] = w.value(depth - 1).text
		}
		if n == 2 && w.odds("more", 3) {
			items = append(items, fmt.Sprintf("...(%s)", w.value(depth-1).text))
		}
		list = append(list, "["+strings.Join(items, ", ")+"]")
	}
	return drawn{strings.Join(list, " | "), "[]"}
}

// beside draws a struct whose further keys do not match.
func (w *schemaDrawer) beside(depth int) drawn {
	keys := w.pick("keys", `!~"^[ab]"`, `!~"x$"`, `=~"^[c-z]" & !~"q"`)
	return drawn{fmt.Sprintf("{a!: %s, b?: %s, [%s]: %s}", w.value(depth-1).text, w.int().text, keys, w.kind(w.pick("values", "string", "int", "bool", "any"), 0).text), ""}
}
