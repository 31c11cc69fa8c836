// Package match compares what happened with what a case expects: the evaluation operator `matches` (objects by subset,
// arrays by full length and order) and the operators that stand in an expected value as objects with a key that begins
// with $.
//
// It knows JSON trees only, not cases.
package match

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/jsonval"
)

// Mismatch is one place where the actual value is not as expected.
type Mismatch struct {
	Path     string      // JSON Pointer into the actual value
	Expected *tree.Value // as the case says it, operators included
	Actual   *tree.Value // nil: there is no value
	Note     string      // what differs, where the two values do not say it
}

// limit bounds the mismatches of one comparison: people read the first ones.
const limit = 20

// Match compares actual, which may be nil for no value, with expected. root is the document that $same points into,
// at the place where actual stands.
func Match(expected, actual, root *tree.Value, at string) []Mismatch {
	m := matcher{root: root}
	m.value(expected, actual, at)
	return m.found
}

// Matches tells whether there is no mismatch.
func Matches(expected, actual, root *tree.Value) bool {
	return len(Match(expected, actual, root, "")) == 0
}

type matcher struct {
	root  *tree.Value
	found []Mismatch
}

func (m *matcher) miss(expected, actual *tree.Value, at, note string) {
	if len(m.found) < limit {
		m.found = append(m.found, Mismatch{Path: at, Expected: expected, Actual: actual, Note: note})
	}
}

func (m *matcher) value(expected, actual *tree.Value, at string) {
	if IsOperator(expected) {
		for _, op := range expected.Members {
			if note := m.operator(op, actual); note != "" {
				m.miss(expected, actual, at, note)
			}
		}
		return
	}
	switch {
	case actual == nil:
		m.miss(expected, nil, at, "there is no value")
	case expected.Kind != actual.Kind:
		m.miss(expected, actual, at, "a value of another type")
	case expected.Kind == tree.Object:
		for _, member := range expected.Members {
			key := Unescape(member.Key)
			m.value(member.Value, actual.Get(key), tree.Pointer(at, key))
		}
	case expected.Kind == tree.Array:
		m.list(expected, actual, at)
	case !Equal(expected, actual):
		m.miss(expected, actual, at, "")
	}
}

func (m *matcher) list(expected, actual *tree.Value, at string) {
	if len(expected.Items) != len(actual.Items) {
		m.miss(expected, actual, at, plural(len(expected.Items), "element")+" expected, "+strconv.Itoa(len(actual.Items))+" there")
		return
	}
	for i, e := range expected.Items {
		m.value(e, actual.Items[i], tree.Index(at, i))
	}
}

// operator judges one operator and says what is wrong.
func (m *matcher) operator(op tree.Member, actual *tree.Value) string {
	if op.Key == "$absent" {
		if (actual == nil) == (op.Value.Text == "true") {
			return ""
		}
		return must(actual == nil, "no value was expected") + must(actual != nil, "there is no value")
	}
	if actual == nil {
		return "there is no value"
	}
	switch op.Key {
	case "$any":
		return ""
	case "$contains":
		return m.contains(op.Value, actual)
	case "$length":
		return length(op.Value, actual)
	case "$text":
		return must(actual.Kind == tree.String && strings.Contains(actual.Text, op.Value.Text), "the text does not contain it")
	case "$matches":
		re, err := regexp.Compile(op.Value.Text)
		return must(err == nil && actual.Kind == tree.String && re.MatchString(actual.Text), "the text does not match")
	case "$same":
		other, ok := m.root.At(op.Value.Text)
		if !ok {
			return "there is no value at " + op.Value.Text
		}
		return must(Equal(other, actual), "the value at "+op.Value.Text+" is "+other.String())
	default:
		return "the operator is unknown"
	}
}

func (m *matcher) contains(wanted, actual *tree.Value) string {
	switch actual.Kind {
	case tree.Array:
		for _, it := range actual.Items {
			if Matches(wanted, it, m.root) {
				return ""
			}
		}
		return "no element matches" + m.nearest(wanted, actual)
	case tree.String:
		return must(wanted.Kind == tree.String && strings.Contains(actual.Text, wanted.Text), "the text does not contain it")
	default:
		return "neither an array nor a text"
	}
}

// nearest tells what keeps the element that comes closest from matching.
func (m *matcher) nearest(wanted, actual *tree.Value) string {
	best, fewest := "", limit+1
	for i, it := range actual.Items {
		found := Match(wanted, it, m.root, tree.Index("", i))
		if len(found) < fewest {
			fewest = len(found)
			best = "; the nearest differs at " + found[0].Path + ": " + brief(found[0].Expected) + " expected, " + brief(found[0].Actual) + " there"
		}
	}
	return best
}

// brief is a value on one line, cut where it is long.
func brief(v *tree.Value) string {
	const most = 120
	if r := []rune(v.String()); len(r) > most {
		return string(r[:most]) + "…"
	}
	return v.String()
}

func length(wanted, actual *tree.Value) string {
	n, what := len(actual.Items), "element"
	switch actual.Kind {
	case tree.Array:
	case tree.String:
		// The evaluation operator counts UTF-16 code units; suites and cases stay portable that way.
		n, what = len(utf16.Encode([]rune(actual.Text))), "UTF-16 unit"
	default:
		return "neither an array nor a text"
	}
	return must(strconv.Itoa(n) == wanted.Text, "it has "+plural(n, what))
}

func must(ok bool, otherwise string) string {
	if ok {
		return ""
	}
	return otherwise
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// Equal compares structurally: key order does not matter, and 1 is 1.0.
func Equal(a, b *tree.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return jsonval.Equal(json.RawMessage(a.JSON()), json.RawMessage(b.JSON()))
}
