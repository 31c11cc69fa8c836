package wire

import "fmt"

// Field is one field of an object.
type Field struct {
	Name     string
	Required bool
}

// Object reads the fields of one object:
//
//	for o := d.Object(fields); o.Next(); {
//		switch o.Key() { … }
//	}
//
// Each turn of the loop must read one value. The key stands in the path of d: were it stored here, escape analysis would
// take d for shared with it, and move every Decoder to the heap. Unknown, duplicate and missing fields are reported by Next, which never
// stops at them.
type Object struct {
	d       *Decoder
	fields  []Field
	seen    uint64
	more    []bool // seen fields beyond the first 64
	next    int    // the field that is likely to come next
	open    bool   // unknown keys are no issue
	inside  bool
	started bool
}

// Object enters an object that has these fields and no others.
func (d *Decoder) Object(fields []Field) Object { return d.object(fields, false) }

// OpenObject enters an object that may have other fields: Next stops at them too.
func (d *Decoder) OpenObject(fields []Field) Object { return d.object(fields, true) }

func (d *Decoder) object(fields []Field, open bool) Object {
	if d.peek() != '{' {
		d.wrong("an object")
		return Object{}
	}
	o := Object{d: d, fields: fields, open: open, inside: d.open()}
	if len(fields) > 64 {
		o.more = make([]bool, len(fields)-64)
	}
	return o
}

// Key is the key whose value is to be read.
func (o *Object) Key() string { return o.d.top().name }

// Has tells whether the field was in the object, also when its value has an issue.
func (o *Object) Has(name string) bool {
	for i, f := range o.fields {
		if f.Name == name {
			return o.marked(i)
		}
	}
	return false
}

// Next moves to the next field whose value is to be read. It is false at the end of the object.
func (o *Object) Next() bool {
	for o.inside {
		if !o.d.entry(&o.started, '}') {
			o.leave()
			return false
		}
		t := o.d.fieldName()
		if o.d.ended {
			o.inside = false
			return false
		}
		if o.take(t) {
			return true
		}
		o.d.skip()
	}
	return false
}

// take tells whether the value of the key is to be read.
func (o *Object) take(t text) bool {
	i := o.find(t.bytes)
	switch {
	case !t.ok: // reported
		return false
	case i < 0 && o.open:
		o.d.name(string(t.bytes))
		return true
	case i < 0:
		o.unknown(string(t.bytes))
		return false
	}
	key := o.fields[i].Name
	o.d.name(key)
	if o.marked(i) {
		o.d.duplicate(key)
		return false
	}
	o.mark(i)
	o.next = i + 1
	return true
}

// find gives the index of the field, or -1. Documents mostly keep the order of the schema.
func (o *Object) find(key []byte) int {
	if o.next < len(o.fields) && string(key) == o.fields[o.next].Name {
		return o.next
	}
	for i := range o.fields {
		if string(key) == o.fields[i].Name {
			return i
		}
	}
	return -1
}

func (o *Object) marked(i int) bool {
	if i < 64 {
		return o.seen&(1<<i) != 0
	}
	return i-64 < len(o.more) && o.more[i-64]
}

func (o *Object) mark(i int) {
	if i < 64 {
		o.seen |= 1 << i
		return
	}
	o.more[i-64] = true
}

func (o *Object) unknown(key string) {
	o.d.name(key)
	key = shorten(key)
	message := fmt.Sprintf("unknown field %q", key)
	if near := nearest(key, o.fields); near != "" {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	o.d.report(UnknownField, message)
}

// leave reports what is missing.
func (o *Object) leave() {
	o.inside = false
	if o.d.ended {
		return
	}
	for i := range o.fields {
		if o.fields[i].Required && !o.marked(i) {
			o.d.name(o.fields[i].Name)
			o.d.report(MissingField, fmt.Sprintf("field %q is required", o.fields[i].Name))
		}
	}
	o.d.pop()
}

// entry moves to the next entry of an object or a list. It is false at the end, which is consumed, and when the
// reading has ended.
func (d *Decoder) entry(started *bool, end byte) bool {
	if d.full() {
		d.ended = true
	}
	if d.ended {
		return false
	}
	c := d.peek()
	if c == end {
		d.pos++
		return false
	}
	if !*started {
		*started = true
		return true
	}
	if c != ',' {
		d.syntax("a comma or " + string(rune(end)))
		return false
	}
	d.pos++
	return true
}

// fieldName consumes a key and its colon.
func (d *Decoder) fieldName() text {
	if d.peek() != '"' {
		d.syntax("a field name")
		return text{}
	}
	d.name("")
	t := d.text()
	if d.ended {
		return text{}
	}
	if d.peek() != ':' {
		d.syntax("a colon")
		return text{}
	}
	d.pos++
	return t
}
