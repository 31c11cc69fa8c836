package gen

// methods writes the body of an interface.
func (p *printer) methods(list []*Statement) {
	p.members(list, func(s *Statement) { p.statement(s, true) })
}

// members writes a body, a member a line.
func (p *printer) members(list []*Statement, write func(*Statement)) {
	count := 0
	p.depth++
	for _, s := range list {
		if s.null() {
			continue
		}
		if count == 0 {
			p.write(" {")
		}
		count++
		p.lineBreak()
		write(s)
	}
	p.depth--
	if count == 0 {
		p.write("{}")
	} else {
		p.lineBreak()
		p.write("}")
	}
	p.last = operand
}

// fields writes the body of a struct: names, types, tags and comments in columns.
func (p *printer) fields(list []*Statement) {
	var rows []row
	named := 0
	p.members(list, func(s *Statement) {
		r, field := p.field(s)
		rows = append(rows, r)
		if field {
			named++
		}
	})
	if named == 1 { // nothing to align with
		p.insert(single(rows))
		return
	}
	p.insert(p.columns(rows))
}

// single puts one space between cells.
func single(rows []row) []pad {
	var out []pad
	for _, r := range rows {
		for _, at := range r.ends {
			out = append(out, pad{at, 1})
		}
	}
	return out
}

// field writes one field, or the comment above one, without the spaces between cells.
func (p *printer) field(s *Statement) (r row, field bool) {
	r.start = len(p.buf)
	tokens := s.tokens
	if tokens[0].kind == comment {
		p.statement(s, true)
		return r, false
	}
	behind := len(tokens)
	for behind > 0 && (tokens[behind-1].kind == tag || tokens[behind-1].kind == comment) {
		behind--
	}
	name := 0
	if tokens[0].kind == word && behind > 1 {
		name = 1
		p.statement(&Statement{tokens: tokens[:1]}, true)
		r.ends = append(r.ends, len(p.buf))
	}
	p.statement(&Statement{tokens: tokens[name:behind]}, true)
	for _, t := range tokens[behind:] {
		r.ends = append(r.ends, len(p.buf))
		p.write(t.text)
	}
	p.foreign = p.foreign || name == 0 && behind < len(tokens) || len(tokens)-behind > 1
	return r, true
}

// definitions writes a group of constants or variables: names, types and values in columns.
func (p *printer) definitions(list []*Statement) {
	p.write("(")
	var rows []row
	p.depth++
	for _, s := range list {
		p.lineBreak()
		rows = append(rows, p.definition(s))
	}
	p.depth--
	for _, r := range rows {
		p.foreign = p.foreign || len(r.ends) != len(rows[0].ends)
	}
	p.insert(p.columns(rows))
	p.lineBreak()
	p.write(")")
	p.last = operand
}

// definition writes a name, a type where there is one, and a value, without the spaces between.
func (p *printer) definition(s *Statement) row {
	r := row{start: len(p.buf)}
	from := 0
	for i := range s.tokens {
		assign := s.tokens[i].kind == operator && s.tokens[i].text == "="
		if i == 1 || assign {
			p.statement(&Statement{tokens: s.tokens[from:i]}, true)
			r.ends = append(r.ends, len(p.buf))
			from = i
		}
		if assign {
			break
		}
	}
	p.write("= ")
	p.statement(&Statement{tokens: s.tokens[from+1:]}, false)
	return r
}
