package spec

import (
	"errors"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
)

// Arg is one argument of an attribute: @ik(redact) or @ik(was="old.id").
type Arg struct {
	Key, Value string
	HasValue   bool
}

// Args reads the body of an @ik attribute: names, each with a value or without, separated by commas. Values with
// commas, parentheses or blanks are quoted.
func Args(body string) ([]Arg, error) {
	var out []Arg
	for rest := strings.TrimSpace(body); ; {
		arg, tail, err := nextArg(rest)
		if err != nil {
			return nil, err
		}
		out = append(out, arg)
		if tail == "" {
			return out, nil
		}
		rest = strings.TrimSpace(tail[1:])
	}
}

func nextArg(text string) (Arg, string, error) {
	end := strings.IndexAny(text, "=,")
	if end < 0 {
		end = len(text)
	}
	arg := Arg{Key: strings.TrimSpace(text[:end])}
	if arg.Key == "" {
		return arg, "", errors.New("an argument has no name")
	}
	if end == len(text) || text[end] == ',' {
		return arg, text[end:], nil
	}
	arg.HasValue = true
	text = strings.TrimSpace(text[end+1:])
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexByte(text, ',')
		if end < 0 {
			end = len(text)
		}
		arg.Value = strings.TrimSpace(text[:end])
		if arg.Value == "" {
			return arg, "", errors.New("a value is missing")
		}
		return arg, text[end:], nil
	}
	return quotedArg(arg, text)
}

func quotedArg(arg Arg, text string) (Arg, string, error) {
	end := 1
	for ; end < len(text) && text[end] != '"'; end++ {
		if text[end] == '\\' {
			end++
		}
	}
	if end >= len(text) {
		return arg, "", errors.New("a quote is not closed")
	}
	value, err := literal.Unquote(text[:end+1])
	if err != nil {
		return arg, "", errors.New("a quoted value is malformed")
	}
	tail := strings.TrimSpace(text[end+1:])
	if tail != "" && tail[0] != ',' {
		return arg, "", errors.New("a comma is missing")
	}
	arg.Value = value
	return arg, tail, nil
}

// Inside returns the attributes that stand inside the braces of a node.
func (n *Node) Inside() []*ast.Attribute {
	var out []*ast.Attribute
	for _, p := range n.Parts() {
		if s, ok := p.X.(*ast.StructLit); ok {
			for _, d := range s.Elts {
				if a, ok := d.(*ast.Attribute); ok {
					out = append(out, a)
				}
			}
		}
	}
	return out
}
