package wire

import "fmt"

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
	fields  *Fields
	seen    uint64
	absent  uint64 // of the seen fields, those whose null means that they are absent
	more    []mark // the same of fields beyond the first 64
	next    int    // the field that is likely to come next
	open    bool   // unknown keys are no issue
	inside  bool
	started bool
}

// mark is what was found out about a field.
type mark struct{ seen, absent bool }

// Object enters an object that has these fields and no others.
func (d *Decoder) Object(fields *Fields) Object { return d.object(fields, false) }

// OpenObject enters an object that may have other fields: Next stops at them too.
func (d *Decoder) OpenObject(fields *Fields) Object { return d.object(fields, true) }

func (d *Decoder) object(fields *Fields, open bool) Object {
	if d.peek() != '{' {
		d.wrong("an object")
		return Object{fields: fields}
	}
	o := Object{d: d, fields: fields, open: open, inside: d.open()}
	if n := len(fields.list); n > 64 {
		o.more = make([]mark, n-64)
	}
	return o
}

// Key is the key whose value is to be read.
func (o *Object) Key() string { return o.d.top().name }

// Has tells whether the field was in the object, also when its value has an issue.
func (o *Object) Has(name string) bool {
	for i := range o.fields.list {
		if o.fields.list[i].Name == name {
			return o.marked(i) && !o.isAbsent(i)
		}
	}
	return false
}

// Next moves to the next field whose value is to be read. It is false at the end of the object.
func (o *Object) Next() bool {
	for o.inside {
		if o.expected() {
			if o.nothing(o.next - 1) {
				continue
			}
			return true
		}
		if !o.d.entry(&o.started, '}') {
			o.leave()
			return false
		}
		t := o.d.fieldName()
		if o.d.ended {
			o.inside = false
			return false
		}
		i, ok := o.take(t)
		if !ok {
			o.d.skip()
		} else if !o.nothing(i) {
			return true
		}
	}
	return false
}

// expected consumes the key that is likely to come next, where it stands as most documents write it and needs no second
// look. Otherwise it consumes nothing.
func (o *Object) expected() bool {
	d, i := o.d, o.next
	if i >= len(o.fields.keys) || i >= 64 || o.seen&(1<<i) != 0 || len(d.issues) > 0 {
		return false
	}
	at := d.pos
	if o.started {
		if at >= len(d.data) || d.data[at] != ',' {
			return false
		}
		at++
	}
	for at < len(d.data) && (d.data[at] == ' ' || d.data[at] == '\n') {
		at++
	}
	key := o.fields.keys[i]
	if key == "" || len(d.data)-at < len(key) || string(d.data[at:at+len(key)]) != key {
		return false
	}
	d.pos = at + len(key)
	d.name(o.fields.list[i].Name)
	o.seen |= 1 << i
	o.next = i + 1
	o.started = true
	return true
}

// nothing consumes a null of field i that stands for an absent field; i is -1 for a key that is no field.
func (o *Object) nothing(i int) bool {
	if !o.d.fromModel || i < 0 || o.d.peek() != 'n' {
		return false
	}
	if f := &o.fields.list[i]; f.Required || f.Nullable {
		return false
	}
	if i < 64 {
		o.absent |= 1 << i
	} else {
		o.more[i-64].absent = true
	}
	o.d.literal("null")
	return true
}

// take tells whether the value of the key is to be read, and which field it is of; -1 for a key that is no field.
func (o *Object) take(t text) (int, bool) {
	i := o.find(t.bytes)
	switch {
	case !t.ok: // reported
		return i, false
	case i < 0 && o.open:
		o.d.name(o.d.keep(t))
		return i, true
	case i < 0:
		o.unknown(string(t.bytes))
		return i, false
	}
	key := o.fields.list[i].Name
	o.d.name(key)
	if o.marked(i) {
		o.d.duplicate(key)
		return i, false
	}
	o.mark(i)
	o.next = i + 1
	return i, true
}

// find gives the index of the field, or -1. Documents mostly keep the order of the schema.
func (o *Object) find(key []byte) int {
	list := o.fields.list
	if o.next < len(list) && string(key) == list[o.next].Name {
		return o.next
	}
	for i := range list {
		if string(key) == list[i].Name {
			return i
		}
	}
	return -1
}

func (o *Object) marked(i int) bool {
	if i < 64 {
		return o.seen&(1<<i) != 0
	}
	return i-64 < len(o.more) && o.more[i-64].seen
}

func (o *Object) isAbsent(i int) bool {
	if i < 64 {
		return o.absent&(1<<i) != 0
	}
	return i-64 < len(o.more) && o.more[i-64].absent
}

func (o *Object) mark(i int) {
	if i < 64 {
		o.seen |= 1 << i
		return
	}
	o.more[i-64].seen = true
}

func (o *Object) unknown(key string) {
	o.d.name(key)
	key = shorten(key)
	message := fmt.Sprintf("unknown field %q", key)
	if near := nearest(key, o.fields.list); near != "" {
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
	if o.fields.required&^o.seen != 0 || len(o.more) > 0 {
		o.missing()
	}
	o.d.pop()
}

func (o *Object) missing() {
	for i, f := range o.fields.list {
		if f.Required && !o.marked(i) {
			o.d.name(f.Name)
			o.d.report(MissingField, fmt.Sprintf("field %q is required", f.Name))
		}
	}
}
