package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Items is a rule over all elements of a list together. It is judged on the text of the list: on the document's, or on
// that of a Go value.
type Items struct {
	Unique   bool // no two elements are equal; 1 and 1.0 are
	Contains []Contains
}

// Contains counts the elements that Read accepts.
type Contains struct {
	Read     func(*Decoder) // reads one value
	Min, Max *int
}

// Here is the position of the next value, for a rule that is judged on its text once it is read.
func (d *Decoder) Here() int {
	d.space()
	return d.pos
}

// Decode judges the list that was read from the position start to here.
func (r *Items) Decode(d *Decoder, start int) {
	if !d.ended {
		r.judge(&d.trace, d.data[start:d.pos])
	}
}

// Check judges a Go value that is written as a list.
func (r *Items) Check(c *Checker, v any) {
	if raw, err := json.Marshal(v); err == nil {
		r.judge(&c.trace, raw)
	}
}

func (r *Items) judge(t *trace, raw []byte) {
	counts := make([]int, len(r.Contains))
	var first []byte // until there is a second one, nothing is compared
	var seen map[string]int
	eachItem(raw, func(i int, item []byte) {
		for k := range r.Contains {
			d := NewDecoder(item)
			if r.Contains[k].Read(&d); len(d.Issues()) == 0 {
				counts[k]++
			}
		}
		switch {
		case !r.Unique:
			return
		case i == 0:
			first = item
			return
		case seen == nil:
			seen = map[string]int{canonical(first): 0}
		}
		key := canonical(item)
		if at, twice := seen[key]; twice {
			t.report(NotUnique, fmt.Sprintf("must not hold the same element twice: those at %d and %d are equal", at, i))
			return
		}
		seen[key] = i
	})
	for k, n := range counts {
		switch rule := &r.Contains[k]; {
		case rule.Min != nil && n < *rule.Min:
			t.report(NotContained, fmt.Sprintf("must have at least %s of the kind asked for, has %d", count(*rule.Min, "item"), n))
		case rule.Max != nil && n > *rule.Max:
			t.report(NotContained, fmt.Sprintf("must have at most %s of the kind asked for, has %d", count(*rule.Max, "item"), n))
		}
	}
}

// eachItem gives the text of every element of a list, also where one of them is at fault.
func eachItem(raw []byte, see func(i int, item []byte)) {
	d := NewDecoder(raw)
	if d.peek() != '[' || !d.open() {
		return
	}
	started := false
	for i := 0; d.entry(&started, ']'); i++ {
		d.item(i)
		start := d.Here()
		d.skip()
		if d.ended {
			return
		}
		see(i, raw[start:d.pos])
	}
}

// canonical writes a value so that equal values have equal texts: fields in code order, numbers by their digits.
func canonical(raw []byte) string {
	d := NewDecoder(raw)
	return string(appendCanonical(nil, d.Any()))
}

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		x := parseDecimal([]byte(v))
		if x.negative {
			b = append(b, '-')
		}
		b = append(append(b, x.head...), x.tail...)
		return strconv.AppendInt(append(b, 'e'), int64(x.exp), 10)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendCanonical(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, key := range SortedKeys(v) {
			b = append(strconv.AppendQuote(b, key), ':')
			b = append(appendCanonical(b, v[key]), ',')
		}
		return append(b, '}')
	default:
		return fmt.Append(b, v)
	}
}
