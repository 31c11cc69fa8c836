package gen

import (
	"bytes"
	"math"
)

// multiline writes a list that has a line for each element.
func (p *printer) multiline(t *token) {
	switch t.kind {
	case structure:
		p.keyword("struct")
		p.fields(t.list)
	case interfaceBody:
		p.keyword("interface")
		p.methods(t.list)
	case defs:
		p.space()
		p.definitions(t.list)
	case callLines:
		p.elements("(", t.list, ")")
	default:
		p.value()
		p.elements("{", t.list, "}")
	}
}

// element is one line of a composite literal.
type element struct {
	row
	keyed bool
	size  int // of the key, or of a single line without one; 0: more than one line
}

// elements writes the elements of a literal, or arguments, one a line, with the values of keys in a column.
func (p *printer) elements(open string, list []*Statement, end string) {
	p.write(open)
	var lines []element
	p.depth++
	for _, s := range list {
		if s.null() {
			continue
		}
		p.lineBreak()
		lines = append(lines, p.element(s))
		p.write(",")
	}
	p.depth--
	if len(lines) > 0 {
		p.insert(p.sections(lines))
		p.lineBreak()
	}
	p.write(end)
	p.last = operand
}

// element writes one element. The space behind its key is left out.
func (p *printer) element(s *Statement) element {
	e := element{row: row{start: len(p.buf)}}
	tokens := s.tokens
	for i := range tokens {
		if tokens[i].kind == operator && tokens[i].text == ":" {
			p.statement(&Statement{tokens: tokens[:i]}, false)
			e.size, e.keyed = len(p.buf)-e.start, true
			p.write(":")
			e.ends = []int{len(p.buf)}
			tokens = tokens[i+1:]
			break
		}
	}
	at := len(p.buf)
	p.statement(&Statement{tokens: tokens}, false)
	switch {
	case bytes.IndexByte(p.buf[at:], '\n') >= 0:
		e.size = 0
	case !e.keyed:
		e.size = len(p.buf) - at
	}
	return e
}

// sections gives the spaces behind keys. As in gofmt, columns end at an element of several lines, and where the length of
// a key differs too much from those above it.
func (p *printer) sections(lines []element) []pad {
	var out []pad
	var rows []row
	flush := func() {
		out = append(out, p.columns(rows)...)
		rows = rows[:0]
	}
	sum, count, before := 0.0, 0, 0
	for _, e := range lines {
		if before == 0 || e.size == 0 || apart(before, e.size, sum, count) {
			flush()
			sum, count = 0, 0
		}
		before = e.size
		if e.size > 0 {
			sum += math.Log(float64(e.size))
			count++
		}
		switch {
		case e.keyed && e.size > 0 && len(lines) > 1:
			rows = append(rows, e.row)
		case e.keyed:
			flush()
			out = append(out, pad{e.ends[0], 1})
		default:
			flush()
		}
	}
	flush()
	return out
}

// apart is the rule of package go/printer on keys of different lengths.
func apart(before, size int, sum float64, count int) bool {
	const small, threshold = 40, 2.5
	if count == 0 || before <= small && size <= small {
		return false
	}
	ratio := float64(size) / math.Exp(sum/float64(count))
	return threshold*ratio <= 1 || threshold <= ratio
}
