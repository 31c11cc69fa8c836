package wire

import (
	"encoding/json"
	"fmt"
)

// Relation compares two fields of one object: Field Op Other must hold. Op is one of == != < <= > >=, of which the
// last four compare numbers, exactly.
type Relation struct {
	Field, Op, Other string
}

// Relations are the relations of one object. They are judged on its text: on the document's, or on that of a Go value.
type Relations []Relation

// Decode judges the object that was read from the position start to here.
func (r Relations) Decode(d *Decoder, start int) {
	if !d.ended {
		r.judge(&d.trace, d.data[start:d.pos])
	}
}

// Check judges a Go value that is written as an object.
func (r Relations) Check(c *Checker, v any) {
	if raw, err := json.Marshal(v); err == nil {
		r.judge(&c.trace, raw)
	}
}

func (r Relations) judge(t *trace, raw []byte) {
	fields := members(raw)
	for _, rel := range r {
		a, b := fields[rel.Field], fields[rel.Other]
		if a == nil || b == nil || rel.holds(a, b) {
			continue // a field that is absent, or no number, has an issue of its own
		}
		t.push()
		t.name(rel.Field)
		t.report(BrokenRelation, fmt.Sprintf("must be %s the field %q", words(rel.Op), rel.Other))
		t.pop()
	}
}

func words(op string) string {
	switch op {
	case "==":
		return "equal to"
	case "!=":
		return "different from"
	case "<":
		return "less than"
	case "<=":
		return "at most"
	case ">":
		return "more than"
	default:
		return "at least"
	}
}

func (r Relation) holds(a, b []byte) bool {
	switch r.Op {
	case "==":
		return canonical(a) == canonical(b)
	case "!=":
		return canonical(a) != canonical(b)
	}
	x, ok := ParseDecimal(string(a))
	y, ok2 := ParseDecimal(string(b))
	if !ok || !ok2 {
		return true
	}
	switch c := x.compare(y); r.Op {
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	default:
		return c >= 0
	}
}

// members gives the texts of the fields of an object.
func members(raw []byte) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	d := NewDecoder(raw)
	if d.peek() != '{' || !d.open() {
		return out
	}
	started := false
	for d.entry(&started, '}') {
		t := d.fieldName()
		if d.ended {
			break
		}
		key := string(t.bytes)
		start := d.Here()
		d.skip()
		if d.ended {
			break
		}
		if out[key] == nil {
			out[key] = raw[start:d.pos]
		}
	}
	return out
}
