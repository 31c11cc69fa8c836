package gen

// operator writes an operator: before, behind or between its operands.
func (p *printer) operator(op string) {
	behind := p.last == operand || p.last == closed
	switch {
	case op == ":":
		p.write(":")
		p.last = spaced
	case op == "..." && p.typed: // of a parameter: the type follows
		p.space()
		p.write(op)
		p.last = nothing
	case op == "++", op == "...":
		p.write(op)
		p.last = operand
	case op == "!", op == "&", op == "*" && (!behind || p.typed || p.last == closed):
		p.space()
		p.write(op)
		p.last = nothing
	case behind:
		p.foreign = p.foreign || !loose(op)
		p.keyword(op)
		p.typed = p.typed && op != "=" // a value follows
	default: // the sign of a number
		p.space()
		p.write(op)
		p.last = nothing
	}
}

// loose tells whether spaces stand around an operator wherever it is. Around those that bind tighter they depend on
// what is around.
func loose(op string) bool {
	switch op {
	case "=", ":=", "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		return true
	}
	return false
}
