package wire

import (
	"strconv"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

const (
	inlineFrames = 8   // nesting that needs no allocation
	longestKey   = 256 // bytes of a key of the document that a path or message repeats
)

// frame is one step of a path: a key, or the index in a list.
type frame struct {
	name  string
	index int // or named, or unnamed
}

const (
	named   = -1
	unnamed = -2 // no key was read yet; what stands in name is old
)

// trace is the place in the document and the issues found so far.
type trace struct {
	frames [inlineFrames]frame
	more   []frame // frames beyond the inline ones
	depth  int     // frames in use
	issues []ik.Issue
	limit  int // most issues to collect, 0: the default
}

// push opens an object or a list.
func (t *trace) push() {
	if t.depth >= inlineFrames {
		t.more = append(t.more[:t.depth-inlineFrames], frame{})
	}
	t.depth++
	t.top().index = unnamed
}

func (t *trace) pop() { t.depth-- }

func (t *trace) top() *frame {
	if t.depth <= inlineFrames {
		return &t.frames[t.depth-1]
	}
	return &t.more[t.depth-1-inlineFrames]
}

func (t *trace) name(key string) {
	f := t.top()
	f.name, f.index = key, named
}

func (t *trace) item(i int) { t.top().index = i }

// full tells whether no more issues are wanted.
func (t *trace) full() bool {
	if t.limit == 0 {
		return len(t.issues) >= DefaultMaxIssues
	}
	return len(t.issues) >= t.limit
}

// report records an issue at the present place.
func (t *trace) report(code, message string) {
	if t.full() {
		return
	}
	t.issues = append(t.issues, ik.Issue{Path: t.pointer(), Code: code, Message: message})
}

// pointer writes the present place as a JSON Pointer: before a key is read that of its object.
func (t *trace) pointer() string {
	var b strings.Builder
	for i := range t.depth {
		f := &t.frames[min(i, inlineFrames-1)]
		if i >= inlineFrames {
			f = &t.more[i-inlineFrames]
		}
		switch {
		case f.index >= 0:
			b.WriteString("/" + strconv.Itoa(f.index))
		case f.index == named:
			b.WriteString("/" + pointerEscaper.Replace(shorten(f.name)))
		}
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

func (t *trace) err(typ string) error {
	if len(t.issues) == 0 {
		return nil
	}
	return &ik.SchemaError{Type: typ, Issues: t.issues}
}

// shorten bounds what a path or message repeats of the document, and makes it valid UTF-8: issues are written as JSON.
func shorten(key string) string {
	if len(key) <= longestKey {
		return strings.ToValidUTF8(key, "\uFFFD")
	}
	return strings.ToValidUTF8(key[:longestKey], "") + "…"
}
