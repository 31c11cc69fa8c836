package interp

import (
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// finder gives a value of a step; false where the step has none.
type finder func(step) (json.RawMessage, bool)

// find gives the finder of a path as leaves have it.
func find(path []string) (finder, error) {
	if len(path) == 0 || path[0] == "facts" && len(path) < 2 {
		return nil, fmt.Errorf("a leaf without a place")
	}
	root, fields := path[0], path[1:]
	if root == "facts" {
		root, fields = path[1], path[2:]
	}
	return func(s step) (json.RawMessage, bool) {
		v, ok := s.root(root)
		if !ok {
			return nil, false
		}
		return jsonval.Lookup(v, fields...)
	}, nil
}

// compared interprets a comparison of the value that a finder gives.
func compared(value finder, c ir.Comparison) (condition, error) {
	test, err := comparison(c.Op)
	if err != nil {
		return nil, err
	}
	to, err := operand(c.To)
	if err != nil {
		return nil, err
	}
	return func(s step) bool {
		raw, ok := value(s)
		return ok && test(ik.JSONOperand(raw), to(s))
	}, nil
}

func comparison(op string) (func(a, b ik.Operand) bool, error) {
	switch op {
	case "==":
		return ik.Operand.Equals, nil
	case "!=":
		return ik.Operand.Differs, nil
	case "<":
		return ik.Operand.Below, nil
	case "<=":
		return ik.Operand.AtMost, nil
	case ">":
		return ik.Operand.Above, nil
	case ">=":
		return ik.Operand.AtLeast, nil
	default:
		return nil, fmt.Errorf("the comparison %q is not known", op)
	}
}

// computing gives an operand of a step.
type computing func(step) ik.Operand

// operand interprets an expression.
func operand(e ir.Expr) (computing, error) {
	switch e.Op {
	case "const":
		v := ik.JSONOperand(e.Const)
		return func(step) ik.Operand { return v }, nil
	case "path", "len":
		value, err := find(e.Path)
		if err != nil {
			return nil, err
		}
		read := ik.JSONOperand
		if e.Op == "len" {
			read = length
		}
		return func(s step) ik.Operand {
			raw, ok := value(s)
			if !ok {
				return ik.Operand{}
			}
			return read(raw)
		}, nil
	default:
		return operation(e)
	}
}

func operation(e ir.Expr) (computing, error) {
	var args []computing
	for _, a := range e.Args {
		c, err := operand(a)
		if err != nil {
			return nil, err
		}
		args = append(args, c)
	}
	if e.Op == "-" && len(args) == 1 {
		return func(s step) ik.Operand { return args[0](s).Negative() }, nil
	}
	operations := map[string]func(a, b ik.Operand) ik.Operand{
		"+": ik.Operand.Plus, "-": ik.Operand.Minus, "*": ik.Operand.Times, "/": ik.Operand.Over,
	}
	f := operations[e.Op]
	if f == nil || len(args) != 2 {
		return nil, fmt.Errorf("the operation %q of %d values is not known", e.Op, len(args))
	}
	return func(s step) ik.Operand { return f(args[0](s), args[1](s)) }, nil
}

// length is the number of items of a list, of entries of an object, or of bytes of a string.
func length(raw json.RawMessage) ik.Operand {
	switch {
	case len(raw) == 0:
		return ik.Operand{}
	case raw[0] == '[':
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) == nil {
			return ik.IntOperand(int64(len(items)))
		}
	case raw[0] == '{':
		if members, ok := jsonval.Members(raw); ok {
			return ik.IntOperand(int64(len(members)))
		}
	case raw[0] == '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return ik.IntOperand(int64(len(text)))
		}
	}
	return ik.Operand{}
}
