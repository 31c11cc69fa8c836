package difftest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// further draws the schemas of CUE's library, and lists of fixed elements.
func (w *schemaDrawer) further(kind string, depth int) drawn {
	switch kind {
	case "multiple":
		of := w.pick("multiple", "3", "5", "2.5", "0.25", "1e-2", "10")
		if w.odds("whole", 2) {
			return drawn{"int & math.MultipleOf(" + of + ")", "0"}
		}
		return drawn{"number & math.MultipleOf(" + of + ")", "0"}
	case "format":
		return drawn{w.pick("format", "time.Time", "time.Duration", `time.Format("2006-01-02")`, "string & net.IP", "string & net.IPv4",
			"net.AbsURL", `strings.HasPrefix("ab")`, `strings.HasSuffix("日")`, `strings.Contains(".")`), ""}
	case "tuple":
		return w.tuple(depth)
	case "narrow":
		return w.narrow(depth)
	case "lengths":
		return w.lengths(depth)
	case "beside":
		return w.beside(depth)
	case "order":
		return w.order()
	default:
		item := drawn{w.pick("unique", "int", "number", "string", "bool", "_", "null | int", "[...int]"), ""}
		return drawn{item.list() + " & list.UniqueItems()", "[]"}
	}
}

func (w *schemaDrawer) tuple(depth int) drawn {
	var items []string
	for range rapid.IntRange(1, 3).Draw(w.t, "elements") {
		items = append(items, w.value(depth-1).text)
	}
	if w.odds("more", 3) {
		items = append(items, fmt.Sprintf("...(%s)", w.value(depth-1).text))
	}
	return drawn{"[" + strings.Join(items, ", ") + "]", ""}
}
