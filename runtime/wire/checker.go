package wire

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	ik "github.com/ikgen/ikgen/runtime"
)

// Checker judges Go values by the rules of their documents. The zero value is ready to use, once.
type Checker struct {
	trace
}

// Err is nil without issues, else an *ik.SchemaError for the type named.
func (c *Checker) Err(typ string) error { return c.err(typ) }

// Issues gives every issue, nil when there is none.
func (c *Checker) Issues() []ik.Issue { return c.issues }

// Enter opens an object, a list or a map. It is false when they are nested too deeply, or hold themselves.
func (c *Checker) Enter() bool {
	if c.depth < inlineFrames {
		c.frames[c.depth].index = unnamed
		c.depth++
		return true
	}
	return c.enterDeep()
}

func (c *Checker) enterDeep() bool {
	if c.depth >= DefaultMaxDepth {
		c.report(TooDeep, fmt.Sprintf("objects and lists are nested deeper than %d", DefaultMaxDepth))
		return false
	}
	c.push()
	return true
}

// Leaf is Enter and Leave of an object or a list in which nothing can be wrong.
func (c *Checker) Leaf() {
	if c.Enter() {
		c.Leave()
	}
}

// Leave closes what Enter opened.
func (c *Checker) Leave() { c.pop() }

// Field moves to a field of the present object.
func (c *Checker) Field(name string) { c.name(name) }

// Index moves to an item of the present list.
func (c *Checker) Index(i int) { c.item(i) }

// Key moves to an entry of the present map and judges its key.
func (c *Checker) Key(key string, keys Keys) {
	c.name(key)
	if !c.valid(key) {
		return
	}
	for i := range keys.Patterns {
		if !keys.Patterns[i].MatchString(key) {
			c.report(PatternMismatch, "the key "+keys.Patterns[i].message())
		}
	}
}

// Size judges the number of items of the present list, before Enter.
func (c *Checker) Size(n int, s Size) {
	if s.Min != nil && n < *s.Min || s.Max != nil && n > *s.Max {
		c.report(s.fault(n, "item"))
	}
}

// Entries judges the number of entries of a map, before Enter.
func (c *Checker) Entries(n int, k Keys) {
	if code, message := k.size().fault(n, "entry"); code != "" {
		c.report(code, message)
	}
}

// String judges a string without a rule.
func (c *Checker) String(s string) { c.valid(s) }

// Float judges a number without a rule.
func (c *Checker) Float(f float64) { c.finite(f) }

// StringField moves to a field of the present object and judges its value, a string without a rule.
func (c *Checker) StringField(name, s string) {
	if !isASCII(s) {
		c.name(name)
		c.valid(s)
	}
}

// FloatField moves to a field of the present object and judges its value, a number without a rule.
func (c *Checker) FloatField(name string, f float64) {
	if !isFinite(f) {
		c.name(name)
		c.finite(f)
	}
}

// ConstBool judges a boolean of which only one value is allowed.
func (c *Checker) ConstBool(v, want bool) {
	if v != want {
		c.report(ConstMismatch, fmt.Sprintf("must be %t", want))
	}
}

// Extra judges the further fields of an open object: JSON values whose keys fields does not name.
func (c *Checker) Extra(extra map[string]json.RawMessage, fields *Fields) {
	if len(extra) == 0 {
		return
	}
	for _, key := range SortedKeys(extra) {
		c.name(key)
		if !c.valid(key) {
			continue
		}
		for _, f := range fields.list {
			if f.Name == key {
				c.report(DuplicateField, fmt.Sprintf("field %q stands twice", key))
			}
		}
		d := NewDecoder(extra[key])
		d.skip()
		if len(d.Issues()) > 0 {
			c.report(d.issues[0].Code, d.issues[0].Message)
		}
	}
}

func (c *Checker) valid(s string) bool {
	if isASCII(s) || utf8.ValidString(s) {
		return true
	}
	c.report(InvalidUTF8, "must be valid UTF-8")
	return false
}

func (c *Checker) finite(f float64) bool {
	if isFinite(f) {
		return true
	}
	c.report(OutOfRange, rangeOfFloat)
	return false
}
