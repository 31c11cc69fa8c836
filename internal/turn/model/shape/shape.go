// Package shape reads what models return: strictly, and with every fault of a document at once.
//
// It owns the walk over a decoded JSON value and the issues on the way. It does not know any task: the stages say which
// shape they expect. Whatever a model returns gives issues, never a panic.
package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// CodeUnreadable is the code of an answer that is not one JSON value, or that can be read in more than one way: a member
// that stands twice, text that is not UTF-8. The path of such an issue may have keys that a model made up.
const CodeUnreadable = "invalid_json"

// maxIssues bounds the issues of one document: a repair needs examples, not a megabyte of them.
const maxIssues = 100

// maxIndex is the largest index of a message: integers beyond it are not exact in every JSON reader.
const maxIndex = 1<<53 - 1

// Document collects the issues of one value.
type Document struct{ issues []ik.Issue }

// Issues are the faults so far, in the order of the walk.
func (d *Document) Issues() []ik.Issue { return d.issues }

// Node is one place of a document. A place that is not there was noted when its object was read: reading it gives
// nothing and notes nothing more.
type Node struct {
	doc    *Document
	path   string
	value  any
	absent bool
}

// Read opens a document. Text that is not JSON gives an issue and a node without a value.
func Read(raw json.RawMessage) (*Document, Node) {
	d := &Document{}
	v, ok := jsonval.Decode(raw)
	root := Node{doc: d, value: v, absent: !ok}
	if !ok {
		root.Fail(CodeUnreadable, "the answer is not one JSON value")
	}
	return d, root
}

// Fail notes a fault of the place.
func (n Node) Fail(code, format string, args ...any) {
	if len(n.doc.issues) < maxIssues {
		n.doc.issues = append(n.doc.issues, ik.Issue{Path: n.path, Code: code, Message: fmt.Sprintf(format, args...)})
	}
}

// mismatch notes that a place that is there holds something of another kind.
func (n Node) mismatch(expected string) {
	if !n.absent {
		n.Fail("invalid_type", "expected %s", expected)
	}
}

// Value is the decoded value of the place.
func (n Node) Value() any { return n.value }

// IsNull tells whether the place holds null.
func (n Node) IsNull() bool { return n.value == nil }

// Raw is the value of the place as JSON.
func (n Node) Raw() json.RawMessage {
	raw, err := json.Marshal(n.value)
	if err != nil {
		return nil
	}
	return raw
}

// Fields are the members of an object.
type Fields struct {
	node Node
	m    map[string]any
}

// Object expects an object with the required members and no others than these and the optional ones. It is false for
// anything but an object; faults of members are noted, and the others can be read.
func (n Node) Object(required, optional []string) (Fields, bool) {
	m, ok := n.value.(map[string]any)
	if !ok {
		n.mismatch("an object")
		return Fields{}, false
	}
	f := Fields{n, m}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(required, k) && !slices.Contains(optional, k) {
			f.At(k).Fail("unknown_key", "this member is not allowed")
		}
	}
	for _, k := range required {
		if _, there := m[k]; !there {
			f.At(k).Fail("required", "this member is required")
		}
	}
	return f, true
}

// Has tells whether a member is there, null included.
func (f Fields) Has(key string) bool {
	_, ok := f.m[key]
	return ok
}

// Given tells whether a member is there and not null.
func (f Fields) Given(key string) bool { return f.m[key] != nil }

// At is the place of a member, also of an absent one.
func (f Fields) At(key string) Node {
	return Node{f.node.doc, f.node.path + "/" + escape(key), f.m[key], !f.Has(key)}
}

func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// List expects an array of at least low and at most high elements; high < 0: any number.
func (n Node) List(low, high int) []Node {
	list, ok := n.value.([]any)
	if !ok {
		n.mismatch("an array")
		return nil
	}
	if len(list) < low {
		n.Fail("too_small", "expected at least %d element(s)", low)
	}
	if high >= 0 && len(list) > high {
		n.Fail("too_big", "expected at most %d element(s)", high)
		list = list[:high]
	}
	out := make([]Node, len(list))
	for i, v := range list {
		out[i] = Node{n.doc, n.path + "/" + strconv.Itoa(i), v, false}
	}
	return out
}

// Text expects a string that is not empty and has at most high code points; high < 0: any number.
func (n Node) Text(high int) string {
	s, ok := n.value.(string)
	switch {
	case !ok:
		n.mismatch("a text")
	case s == "":
		n.Fail("too_small", "this text must not be empty")
	case high >= 0 && utf8.RuneCountInString(s) > high:
		n.Fail("too_big", "this text has more than %d characters", high)
	}
	return s
}

// OneOf expects one of some texts.
func (n Node) OneOf(allowed ...string) string {
	s, ok := n.value.(string)
	if n.absent {
		return ""
	}
	if !ok || !slices.Contains(allowed, s) {
		n.Fail("invalid_value", "expected one of %s", strings.Join(allowed, ", "))
		return ""
	}
	return s
}

// Index expects the index of a message.
func (n Node) Index() int {
	num, ok := n.value.(json.Number)
	if !ok {
		n.mismatch("a whole number")
		return 0
	}
	f, err := num.Float64()
	if err != nil || f < 0 || f > maxIndex || f != float64(int64(f)) {
		n.Fail("invalid_value", "expected a whole number from 0")
		return 0
	}
	return int(f)
}
