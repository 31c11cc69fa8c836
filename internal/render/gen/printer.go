package gen

// last says what was written last within a statement: whether a space must follow depends on it.
type last uint8

const (
	nothing  last = iota // at the start, and where no space may follow
	operand              // a name, a literal, or a closing bracket
	closed               // the closing parenthesis of a list of parameters
	spaced               // an operator or a keyword behind which a space stands
	function             // the word func
)

// printer writes statements.
type printer struct {
	imports *imports
	buf     []byte
	depth   int  // of the indent
	last    last // within the present statement
	typed   bool // the present list holds declarations: a star is that of a pointer
	control bool // the present statement is a branch or a loop
	branch  bool // the present statement is a case
	// foreign says that something was written whose layout is gofmt's matter.
	foreign bool
}

func (p *printer) write(s string) { p.buf = append(p.buf, s...) }

// lineBreak starts a line.
func (p *printer) lineBreak() {
	p.buf = append(p.buf, '\n')
	for range p.depth {
		p.buf = append(p.buf, '\t')
	}
	p.last = nothing
}

// space separates words.
func (p *printer) space() {
	if p.last != nothing {
		p.buf = append(p.buf, ' ')
	}
}

// operand writes a word with a space before it where one is due.
func (p *printer) operand(s string) {
	p.space()
	p.write(s)
	p.last = operand
}

// keyword writes a word behind which a space stands.
func (p *printer) keyword(s string) {
	p.space()
	p.write(s)
	p.last = spaced
}

// inner is what a printer remembers of one statement.
type inner struct{ typed, control, branch bool }

// statement writes one statement from its start. typed says that it is a declaration.
func (p *printer) statement(s *Statement, typed bool) {
	outer := inner{p.typed, p.control, p.branch}
	p.last, p.typed, p.control, p.branch = nothing, typed, false, false
	p.tokens(s.tokens)
	p.typed, p.control, p.branch = outer.typed, outer.control, outer.branch
}

func (p *printer) tokens(list []token) {
	for i := range list {
		p.token(&list[i])
	}
}

// token writes a token that is one word, or has a list of its own.
func (p *printer) token(t *token) {
	switch t.kind {
	case word:
		p.operand(t.text)
	case text:
		p.space()
		p.buf = appendQuoted(p.buf, t.text)
		p.last = operand
	case qualifer:
		p.qualifier(t.text)
	case operator:
		p.operator(t.text)
	case dot:
		p.write(".")
		p.last = nothing
		p.operand(t.text)
	case funcWord:
		p.keyword("func")
		p.last = function
	case declWord:
		p.keyword(t.text)
		p.typed = true
	case rangeWord:
		p.keyword("range")
	case elseWord:
		p.keyword("else")
	case comment:
		p.operand(t.text)
	case newline:
		p.lineBreak()
	case empty:
	default:
		p.bracket(t)
	}
}

// qualifier writes the name of a package and a dot, or nothing for the package of the file.
func (p *printer) qualifier(path string) {
	p.space()
	if name := p.imports.name(path); name != "" {
		p.write(name)
		p.write(".")
	}
	p.last = nothing
}

// bracket writes a token with a list.
func (p *printer) bracket(t *token) {
	switch t.kind {
	case call:
		p.enclosed("(", t.list, ")", false)
	case values:
		p.value()
		p.enclosed("{", t.list, "}", false)
	case types:
		p.enclosed("[", t.list, "]", true)
	case parens:
		if p.last == spaced {
			p.space()
		}
		p.enclosed("(", t.list, ")", p.typed)
	case params:
		if p.last == closed || p.last == spaced {
			p.space()
		}
		p.enclosed("(", t.list, ")", true)
		p.last = closed
	case index:
		p.index(t.list)
	case mapKey:
		p.space()
		p.enclosed("map[", t.list, "]", true)
		p.last = nothing
	case assert:
		p.enclosed(".(", t.list, ")", true)
	case list:
		p.listed(t.list, ", ", p.typed)
	case callLines, valueLines, defs, structure, interfaceBody:
		p.multiline(t)
	default:
		p.flow(t)
	}
}

// value puts a space before a composite literal without a type.
func (p *printer) value() {
	if p.last == spaced {
		p.space()
	}
}

// enclosed writes a list in brackets, on one line.
func (p *printer) enclosed(open string, items []*Statement, end string, typed bool) {
	p.write(open)
	p.last = nothing
	p.listed(items, ", ", typed)
	p.write(end)
	p.last = operand
}

// listed writes statements one after the other; empty ones are left out.
func (p *printer) listed(items []*Statement, separator string, typed bool) {
	first, before := true, p.last
	for _, s := range items {
		if s.null() {
			continue
		}
		if first && before != nothing {
			p.last = before
			p.space()
		}
		if !first {
			p.write(separator)
		}
		first = false
		p.statement(s, typed)
	}
	if !first {
		p.last = operand
	}
}

// index writes an index, or the start of the type of a slice.
func (p *printer) index(of []*Statement) {
	if len(of) > 0 {
		p.enclosed("[", of, "]", false)
		return
	}
	p.space()
	p.write("[]")
	p.last = nothing
}
