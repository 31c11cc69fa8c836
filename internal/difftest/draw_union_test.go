package difftest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// union draws a union that is accepted: structs with a tag, structs with keys of their own, scalars that may share
// values, and kinds side by side.
func (w *schemaDrawer) union(depth int) drawn {
	var list []string
	n := rapid.IntRange(2, 3).Draw(w.t, "variants")
	form := w.pick("union", "tagged", "tagged", "keys", "kinds", "scalars", "mixed")
	for i := range n {
		switch form {
		case "tagged":
			tag := rapid.SampledFrom([]string{`"t%d"`, `%d`, `"%d b"`}).Draw(w.t, "tag")
			list = append(list, w.variant(fmt.Sprintf(`kind!: `+tag, i), depth))
		case "keys":
			list = append(list, w.closed(fmt.Sprintf("own%d!: %s", i, w.value(depth-1).text), depth))
		case "kinds":
			list = append(list, w.closed("of!: "+[]string{w.int().text, `"x" | "y"`, "bool"}[i], depth))
		case "scalars":
			list = append(list, "("+w.kind(w.pick("scalar", "text", "pattern", "int", "number", "bool", "const", "enum", "string"), 0).text+")")
		default:
			list = append(list, w.other(i, depth))
		}
	}
	return drawn{strings.Join(list, " | "), ""}
}

// variant is a struct with a first field.
func (w *schemaDrawer) variant(first string, depth int) string {
	return "{" + first + w.more(w.structure(depth).text[1:])
}

// closed is a variant that allows no further keys.
func (w *schemaDrawer) closed(first string, depth int) string {
	return "{" + first + w.more(strings.TrimSuffix(strings.TrimSuffix(w.structure(depth).text[1:], "...}"), "}")+"}")
}

func (w *schemaDrawer) more(rest string) string {
	if strings.HasPrefix(rest, "}") {
		return rest
	}
	return ", " + rest
}

// other is a variant of another kind for each i.
func (w *schemaDrawer) other(i, depth int) string {
	switch i {
	case 0:
		return w.structure(depth).text
	case 1:
		return "[...(" + w.value(depth-1).text + ")]"
	default:
		return "(" + w.text().text + ")"
	}
}
