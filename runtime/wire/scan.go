package wire

import "fmt"

// space moves to the next byte that is no white space.
func (d *Decoder) space() {
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case ' ', '\n', '\t', '\r':
			d.pos++
		default:
			return
		}
	}
}

// peek gives the first byte of the next token, 0 at the end.
func (d *Decoder) peek() byte {
	if d.pos < len(d.data) && d.data[d.pos] > ' ' {
		return d.data[d.pos]
	}
	d.space()
	if d.pos < len(d.data) {
		return d.data[d.pos]
	}
	return 0
}

// literal consumes the word at the present position.
func (d *Decoder) literal(word string) bool {
	end := d.pos + len(word)
	if end > len(d.data) || string(d.data[d.pos:end]) != word {
		d.syntax(word)
		return false
	}
	d.pos = end
	return true
}

// Null consumes a null when it is the next value.
func (d *Decoder) Null() bool {
	return d.peek() == 'n' && d.literal("null")
}

// Nothing reads a value that may only be null.
func (d *Decoder) Nothing() {
	if d.peek() == 'n' {
		d.literal("null")
		return
	}
	d.wrong("null")
}

// Bool reads true or false.
func (d *Decoder) Bool() bool {
	switch d.peek() {
	case 't':
		return d.literal("true")
	case 'f':
		d.literal("false")
	default:
		d.wrong("a boolean")
	}
	return false
}

// number consumes a number and gives its text.
func (d *Decoder) number() ([]byte, bool) {
	start := d.pos
	if d.data[d.pos] == '-' {
		d.pos++
	}
	if d.pos < len(d.data) && d.data[d.pos] == '0' {
		d.pos++
	} else if !d.digits() {
		return nil, false
	}
	if d.pos < len(d.data) && d.data[d.pos] == '.' {
		d.pos++
		if !d.digits() {
			return nil, false
		}
	}
	if d.pos < len(d.data) && d.data[d.pos]|0x20 == 'e' {
		d.pos++
		if d.pos < len(d.data) && (d.data[d.pos] == '+' || d.data[d.pos] == '-') {
			d.pos++
		}
		if !d.digits() {
			return nil, false
		}
	}
	return d.data[start:d.pos], true
}

func (d *Decoder) digits() bool {
	start := d.pos
	for d.pos < len(d.data) && d.data[d.pos]-'0' <= 9 {
		d.pos++
	}
	if d.pos == start {
		d.syntax("a digit")
		return false
	}
	return true
}

// skip consumes the next value of any kind, and checks all that does not depend on a schema. It keeps d out of other
// values: a recursion through them would move every Decoder to the heap.
func (d *Decoder) skip() {
	switch c := d.peek(); c {
	case '{':
		d.skipObject()
	case '[':
		d.skipList()
	case '"':
		d.text()
	case 't':
		d.literal("true")
	case 'f':
		d.literal("false")
	case 'n':
		d.literal("null")
	default:
		if kindOf(c) == "" {
			d.syntax("a value")
			return
		}
		d.number()
	}
}

func (d *Decoder) skipList() {
	if !d.open() {
		return
	}
	started := false
	for i := 0; d.entry(&started, ']'); i++ {
		d.item(i)
		d.skip()
	}
	if !d.ended {
		d.pop()
	}
}

func (d *Decoder) skipObject() {
	if !d.open() {
		return
	}
	started, seen := false, map[string]bool{}
	for d.entry(&started, '}') {
		t := d.fieldName()
		if d.ended {
			return
		}
		key := string(t.bytes)
		d.name(key)
		if t.ok && seen[key] {
			d.duplicate(key)
		}
		seen[key] = true
		d.skip()
	}
	if !d.ended {
		d.pop()
	}
}

func (d *Decoder) duplicate(key string) {
	d.report(DuplicateField, fmt.Sprintf("field %q stands twice", shorten(key)))
}
