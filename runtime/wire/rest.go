package wire

import "encoding/json"

// Rest is a pattern constraint of an object: it binds the keys that match all patterns.
type Rest []Pattern

// Binds tells whether the constraint binds a key.
func (r Rest) Binds(key string) bool {
	for i := range r {
		if !r[i].MatchString(key) {
			return false
		}
	}
	return true
}

// Refuse passes over the value of the present key, which no field and no pattern constraint of the object knows.
func (o *Object) Refuse() {
	key := o.Key()
	o.d.skip()
	if !o.d.ended {
		o.unknown(key)
	}
}

// Again moves back to a value that began at the position start and was read, so that another rule reads it too. It is
// false where the value could not be read, and where an issue of it was found.
func (d *Decoder) Again(start, issues int) bool {
	if d.ended || len(d.issues) > issues {
		return false
	}
	d.pos = start
	return true
}

// Found is the number of issues found so far.
func (d *Decoder) Found() int { return len(d.issues) }

// PutRest stores the value of the present key among the further fields of an object, which are made when they are nil.
func PutRest[T any](o *Object, to *map[string]T, value T) {
	if *to == nil {
		*to = map[string]T{}
	}
	key := o.Key()
	if _, twice := (*to)[key]; twice {
		o.d.duplicate(key)
		return
	}
	(*to)[key] = value
}

// Count judges the number of fields that the object had, n of them further ones. It stands behind the loop.
func (o *Object) Count(n int, s Size) {
	if o.d == nil || o.d.ended {
		return
	}
	for i := range o.fields.list {
		if o.marked(i) && !o.isAbsent(i) {
			n++
		}
	}
	if code, message := s.fault(n, "field"); code != "" {
		o.d.report(code, message)
	}
}

// Fields judges the number of fields of an object, before Enter.
func (c *Checker) Fields(n int, s Size) {
	if code, message := s.fault(n, "field"); code != "" {
		c.report(code, message)
	}
}

// Present counts the parts of an object that are there.
func Present(there ...bool) int {
	n := 0
	for _, t := range there {
		if t {
			n++
		}
	}
	return n
}

// Unknown judges a further field of a Go value whose key no pattern constraint binds, or that a field has.
func (c *Checker) Unknown(key string, fields *Fields, rest ...Rest) {
	c.name(key)
	for _, f := range fields.list {
		if f.Name == key {
			c.report(DuplicateField, "field stands twice")
			return
		}
	}
	if !c.valid(key) {
		return
	}
	for _, r := range rest {
		if r.Binds(key) {
			return
		}
	}
	if len(rest) > 0 {
		c.report(UnknownField, "unknown field")
	}
}

// Kept judges a further field that is kept as JSON by what reads it.
func (c *Checker) Kept(raw json.RawMessage, read func(*Decoder)) {
	d := NewDecoder(raw)
	read(&d)
	for _, is := range d.Issues() {
		if !c.full() {
			is.Path = c.pointer() + is.Path
			c.issues = append(c.issues, is)
		}
	}
}
