// Package tree is JSON that remembers where it was written: the order of keys, and the place of every value in its
// text. Case files need both, to point at a fault and to rewrite one part without touching the rest.
//
// It knows nothing of cases. Texts are bounded in depth; numbers keep their spelling.
package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxDepth is the deepest nesting that Parse accepts.
const MaxDepth = 200

// Kind is the type of a value.
type Kind uint8

// The types of JSON.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as JSON does.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one JSON value.
type Value struct {
	Kind    Kind
	Text    string // of strings their content, of numbers and booleans their spelling
	Items   []*Value
	Members []Member
	// Start and End are the byte offsets of the value in the text that it was parsed from; zero for made values.
	Start, End int
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	At    int // byte offset of the key
	Value *Value
}

// Error is a text that is not JSON as this package takes it.
type Error struct {
	Offset  int // in bytes
	Message string
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// Parse reads one JSON text. Duplicate keys, trailing data and nesting over MaxDepth are errors; every error is an
// *Error.
func Parse(data []byte) (*Value, error) {
	if !json.Valid(data) {
		return nil, invalid(data)
	}
	p := parser{data: data}
	p.space()
	return p.value(0)
}

// invalid says where a text stops being JSON.
func invalid(data []byte) *Error {
	var probe json.RawMessage
	err := json.Unmarshal(data, &probe)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &Error{Offset: int(syntax.Offset), Message: syntax.Error()}
	}
	return &Error{Message: fmt.Sprintf("not JSON: %v", err)}
}

// Of gives the tree of anything that encoding/json writes.
func Of(v any) (*Value, error) {
	if t, ok := v.(*Value); ok {
		return t, nil
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("cannot be written as JSON: %w", err)
	}
	return Parse(buf.Bytes())
}

// Text makes a string.
func Text(s string) *Value { return &Value{Kind: String, Text: s} }

// Int makes a number.
func Int(n int) *Value { return &Value{Kind: Number, Text: strconv.Itoa(n)} }

// True makes the boolean true, or with b false the other.
func True(b bool) *Value { return &Value{Kind: Bool, Text: strconv.FormatBool(b)} }

// List makes an array.
func List(items ...*Value) *Value { return &Value{Kind: Array, Items: items} }

// Obj makes an object of its members.
func Obj(members ...Member) *Value { return &Value{Kind: Object, Members: members} }

// M makes a member.
func M(key string, v *Value) Member { return Member{Key: key, Value: v} }

// Get gives the value of a key of an object, or nil.
func (v *Value) Get(key string) *Value {
	if v == nil || v.Kind != Object {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// Set replaces the value of a key, or adds the key at the end.
func (v *Value) Set(key string, to *Value) {
	for i := range v.Members {
		if v.Members[i].Key == key {
			v.Members[i].Value = to
			return
		}
	}
	v.Members = append(v.Members, M(key, to))
}

// At follows a JSON Pointer (RFC 6901).
func (v *Value) At(pointer string) (*Value, bool) {
	if pointer == "" {
		return v, v != nil
	}
	if !strings.HasPrefix(pointer, "/") {
		return nil, false
	}
	for _, seg := range strings.Split(pointer[1:], "/") {
		if v = v.step(unescape.Replace(seg)); v == nil {
			return nil, false
		}
	}
	return v, true
}

var (
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
)

// Pointer adds one segment to a JSON Pointer.
func Pointer(base, segment string) string { return base + "/" + escape.Replace(segment) }

// Index adds an array position to a JSON Pointer.
func Index(base string, i int) string { return base + "/" + strconv.Itoa(i) }

func (v *Value) step(seg string) *Value {
	switch v.Kind {
	case Object:
		return v.Get(seg)
	case Array:
		i, err := strconv.Atoi(seg)
		if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != seg {
			return nil
		}
		return v.Items[i]
	default:
		return nil
	}
}

// Clone copies the value with everything below it.
func (v *Value) Clone() *Value {
	if v == nil {
		return nil
	}
	c := *v
	c.Items = make([]*Value, len(v.Items))
	for i, it := range v.Items {
		c.Items[i] = it.Clone()
	}
	c.Members = make([]Member, len(v.Members))
	for i, m := range v.Members {
		c.Members[i] = Member{Key: m.Key, At: m.At, Value: m.Value.Clone()}
	}
	return &c
}
