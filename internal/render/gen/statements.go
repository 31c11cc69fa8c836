package gen

import "fmt"

// What a statement can be extended by.

// Id is an identifier.
func (s *Statement) Id(name string) *Statement { return s.word(name) }

// Qual is a name of another package, which the file then imports.
func (s *Statement) Qual(path, name string) *Statement {
	return s.add(token{kind: qualifer, text: path}).word(name)
}

// Dot selects a field or a method.
func (s *Statement) Dot(name string) *Statement { return s.add(token{kind: dot, text: name}) }

// Op is an operator, or a literal as it is to be written.
func (s *Statement) Op(op string) *Statement { return s.add(token{kind: operatorOr(op), text: op}) }

// Lit is the literal of a string, a boolean or a number.
func (s *Statement) Lit(v any) *Statement { return s.add(literal(v)) }

// Call is a list of arguments.
func (s *Statement) Call(args ...Code) *Statement { return s.add(token{kind: call, list: args}) }

// CallLines is a list of arguments, one a line.
func (s *Statement) CallLines(args ...Code) *Statement {
	return s.add(token{kind: callLines, list: args})
}

// Params is a list of parameters, a receiver, or a list of results.
func (s *Statement) Params(list ...Code) *Statement { return s.add(token{kind: params, list: list}) }

// Types is a list of type parameters or type arguments.
func (s *Statement) Types(list ...Code) *Statement { return s.add(token{kind: types, list: list}) }

// Index is an index; without one it starts the type of a slice.
func (s *Statement) Index(of ...Code) *Statement { return s.add(token{kind: index, list: of}) }

// Parens puts an expression into parentheses.
func (s *Statement) Parens(x Code) *Statement {
	return s.add(token{kind: parens, list: []*Statement{x}})
}

// Values are the elements of a composite literal, on one line.
func (s *Statement) Values(list ...Code) *Statement { return s.add(token{kind: values, list: list}) }

// Lines are the elements of a composite literal, one a line.
func (s *Statement) Lines(list ...Code) *Statement { return s.add(token{kind: valueLines, list: list}) }

// List is a list without brackets.
func (s *Statement) List(of ...Code) *Statement { return s.add(token{kind: list, list: of}) }

// Block is the body of a function, of a branch or of a loop; of a case, what follows it.
func (s *Statement) Block(body ...Code) *Statement { return s.add(token{kind: block, list: body}) }

// Struct is the type of a struct.
func (s *Statement) Struct(fields ...Code) *Statement {
	return s.add(token{kind: structure, list: fields})
}

// Interface is the type of an interface.
func (s *Statement) Interface(methods ...Code) *Statement {
	return s.add(token{kind: interfaceBody, list: methods})
}

// Map starts the type of a map.
func (s *Statement) Map(key Code) *Statement {
	return s.add(token{kind: mapKey, list: []*Statement{key}})
}

// Defs are the declarations of a group.
func (s *Statement) Defs(list ...Code) *Statement { return s.add(token{kind: defs, list: list}) }

// Assert asserts a type.
func (s *Statement) Assert(typ Code) *Statement {
	return s.add(token{kind: assert, list: []*Statement{typ}})
}

// Return is a return statement.
func (s *Statement) Return(results ...Code) *Statement {
	return s.add(token{kind: returnWord, list: results})
}

// If is the head of a branch: a condition, with a statement before it or without.
func (s *Statement) If(conditions ...Code) *Statement {
	return s.add(token{kind: ifWord, list: conditions})
}

// Else is the head of the other branch.
func (s *Statement) Else() *Statement { return s.add(token{kind: elseWord}) }

// For is the head of a loop.
func (s *Statement) For(clauses ...Code) *Statement {
	return s.add(token{kind: forWord, list: clauses})
}

// Switch is the head of a switch.
func (s *Statement) Switch(on ...Code) *Statement { return s.add(token{kind: switchWord, list: on}) }

// Case is the head of a case.
func (s *Statement) Case(of ...Code) *Statement { return s.add(token{kind: caseWord, list: of}) }

// Default is the head of the default case.
func (s *Statement) Default() *Statement { return s.add(token{kind: defaultWord}) }

// Range ranges over what follows.
func (s *Statement) Range() *Statement { return s.add(token{kind: rangeWord}) }

// Func starts a function, declared or literal, or its type.
func (s *Statement) Func() *Statement { return s.add(token{kind: funcWord}) }

// Type starts the declaration of a type; alone it is the word of a type switch.
func (s *Statement) Type() *Statement { return s.add(token{kind: declWord, text: "type"}) }

// Var starts the declaration of a variable.
func (s *Statement) Var() *Statement { return s.add(token{kind: declWord, text: "var"}) }

// Const starts the declaration of constants.
func (s *Statement) Const() *Statement { return s.add(token{kind: declWord, text: "const"}) }

// Tag is the tag of a field.
func (s *Statement) Tag(key, value string) *Statement {
	return s.add(token{kind: tag, text: tagText(key, value)})
}

// Comment is one line of comment, with its marker or without.
func (s *Statement) Comment(line string) *Statement {
	return s.add(token{kind: comment, text: marked(line)})
}

// Commentf is one line of comment, as package fmt formats it.
func (s *Statement) Commentf(format string, args ...any) *Statement {
	return s.Comment(fmt.Sprintf(format, args...))
}

// Line ends a line.
func (s *Statement) Line() *Statement { return s.add(token{kind: newline}) }

// Empty writes nothing, in a place of its own.
func (s *Statement) Empty() *Statement { return s.add(token{kind: empty}) }

// True is the word true.
func (s *Statement) True() *Statement { return s.word("true") }

// False is the word false.
func (s *Statement) False() *Statement { return s.word("false") }

// Nil is the word nil.
func (s *Statement) Nil() *Statement { return s.word("nil") }

// Any is the word any.
func (s *Statement) Any() *Statement { return s.word("any") }

// Bool is the word bool.
func (s *Statement) Bool() *Statement { return s.word("bool") }

// String is the word string.
func (s *Statement) String() *Statement { return s.word("string") }

// Byte is the word byte.
func (s *Statement) Byte() *Statement { return s.word("byte") }

// Int is the word int.
func (s *Statement) Int() *Statement { return s.word("int") }

// Int64 is the word int64.
func (s *Statement) Int64() *Statement { return s.word("int64") }

// Uint64 is the word uint64.
func (s *Statement) Uint64() *Statement { return s.word("uint64") }

// Float64 is the word float64.
func (s *Statement) Float64() *Statement { return s.word("float64") }

// Error is the word error.
func (s *Statement) Error() *Statement { return s.word("error") }

// Err is the word err.
func (s *Statement) Err() *Statement { return s.word("err") }

// Break is the word break.
func (s *Statement) Break() *Statement { return s.word("break") }

// Append calls append.
func (s *Statement) Append(args ...Code) *Statement { return s.word("append").Call(args...) }

// Len calls len.
func (s *Statement) Len(args ...Code) *Statement { return s.word("len").Call(args...) }

// New calls new.
func (s *Statement) New(args ...Code) *Statement { return s.word("new").Call(args...) }

// Max calls max.
func (s *Statement) Max(args ...Code) *Statement { return s.word("max").Call(args...) }

// CallLinesFunc is CallLines of what the function collects.
func (s *Statement) CallLinesFunc(fill func(*Group)) *Statement {
	return s.CallLines(collect(fill)...)
}

// CallFunc is Call of what the function collects.
func (s *Statement) CallFunc(fill func(*Group)) *Statement { return s.Call(collect(fill)...) }

// ParamsFunc is Params of what the function collects.
func (s *Statement) ParamsFunc(fill func(*Group)) *Statement { return s.Params(collect(fill)...) }

// ValuesFunc is Values of what the function collects.
func (s *Statement) ValuesFunc(fill func(*Group)) *Statement { return s.Values(collect(fill)...) }

// LinesFunc is Lines of what the function collects.
func (s *Statement) LinesFunc(fill func(*Group)) *Statement { return s.Lines(collect(fill)...) }

// BlockFunc is Block of what the function collects.
func (s *Statement) BlockFunc(fill func(*Group)) *Statement { return s.Block(collect(fill)...) }

// StructFunc is Struct of what the function collects.
func (s *Statement) StructFunc(fill func(*Group)) *Statement { return s.Struct(collect(fill)...) }

// InterfaceFunc is Interface of what the function collects.
func (s *Statement) InterfaceFunc(fill func(*Group)) *Statement { return s.Interface(collect(fill)...) }

// DefsFunc is Defs of what the function collects.
func (s *Statement) DefsFunc(fill func(*Group)) *Statement { return s.Defs(collect(fill)...) }
