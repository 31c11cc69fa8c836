package gen

// flow writes the heads of statements, and blocks.
func (p *printer) flow(t *token) {
	switch t.kind {
	case returnWord:
		p.keyword("return")
		p.listed(t.list, ", ", false)
	case ifWord:
		p.head("if", t.list)
	case forWord:
		p.head("for", t.list)
	case switchWord:
		p.head("switch", t.list)
	case caseWord:
		p.keyword("case")
		p.listed(t.list, ", ", true)
		p.branch = true
	case defaultWord:
		p.keyword("default")
		p.branch = true
	case block:
		p.block(t.list)
	}
}

// head writes a keyword with its clauses. An empty last clause leaves its semicolon.
func (p *printer) head(keyword string, clauses []*Statement) {
	p.keyword(keyword)
	for i, c := range clauses {
		if i > 0 {
			p.write(";")
		}
		if len(c.tokens) == 1 && c.tokens[0].kind == empty {
			continue
		}
		p.write(" ")
		p.statement(c, false)
	}
	p.last, p.control = operand, true
}

// block writes statements one a line, in braces or behind a case.
func (p *printer) block(body []*Statement) {
	open, end := "{", "}"
	if p.branch {
		open, end = ":", ""
	} else {
		p.space()
	}
	p.write(open)
	p.depth++
	none := true
	for _, s := range body {
		if s.null() {
			continue
		}
		none = false
		if s.head() {
			p.depth--
			p.lineBreak()
			p.statement(s, false)
			p.depth++
			continue
		}
		p.lineBreak()
		p.statement(s, false)
	}
	p.depth--
	if !p.branch && (!none || p.control) {
		p.lineBreak()
	}
	p.write(end)
	p.last = operand
}

// head tells whether the statement is a case, which stands as far left as its switch.
func (s *Statement) head() bool {
	k := s.tokens[0].kind
	return k == caseWord || k == defaultWord
}
