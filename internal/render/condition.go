package render

import "github.com/ikgen/ikgen/internal/render/gen"

// test is a compiled condition: Go code, or a value that is known while compiling.
type test struct {
	code  *gen.Statement // nil: known
	value bool
	// loose code must stand in parentheses inside a conjunction.
	loose bool
}

// always is a test whose value is known.
func always(v bool) test { return test{value: v} }

// code is a test that binds at least as tightly as a comparison.
func code(s *gen.Statement) test { return test{code: s} }

// and is the conjunction, left to right.
func (t test) and(u test) test {
	switch {
	case t.code == nil && t.value:
		return u
	case t.code == nil:
		return t
	case u.code == nil && u.value:
		return t
	case u.code == nil:
		return u
	}
	return test{code: t.operand().Op("&&").Add(u.operand())}
}

// or is the disjunction, left to right.
func (t test) or(u test) test {
	switch {
	case t.code == nil && !t.value:
		return u
	case t.code == nil:
		return t
	case u.code == nil && !u.value:
		return t
	case u.code == nil:
		return u
	}
	return test{code: t.code.Clone().Op("||").Add(u.code.Clone()), loose: true}
}

// not is the negation.
func (t test) not() test {
	if t.code == nil {
		return always(!t.value)
	}
	return code(gen.Op("!").Parens(t.code.Clone()))
}

// operand is the code as part of a conjunction.
func (t test) operand() *gen.Statement {
	if t.loose {
		return gen.Parens(t.code.Clone())
	}
	return t.code.Clone()
}

// unless is the statement that gives up when the test fails.
func (t test) unless() []gen.Code {
	switch {
	case t.code != nil:
		return []gen.Code{gen.If(gen.Op("!").Parens(t.code.Clone())).Block(gen.Return(gen.False()))}
	case t.value:
		return nil
	default:
		return []gen.Code{gen.Return(gen.False())}
	}
}
