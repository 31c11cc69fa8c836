package tree

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// parser builds the tree of a text that encoding/json already found to be valid, so it only looks for ends.
type parser struct {
	data []byte
	at   int
}

func (p *parser) space() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) value(depth int) (*Value, error) {
	if depth > MaxDepth {
		return nil, &Error{Offset: p.at, Message: fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	}
	v := &Value{Start: p.at}
	var err error
	switch c := p.data[p.at]; c {
	case '{':
		v.Kind = Object
		err = p.members(v, depth)
	case '[':
		v.Kind = Array
		err = p.items(v, depth)
	case '"':
		v.Kind = String
		v.Text, err = p.text()
	default:
		p.literal(v)
	}
	v.End = p.at
	return v, err
}

func (p *parser) members(v *Value, depth int) error {
	seen := map[string]bool{}
	p.at++
	for {
		p.space()
		if p.data[p.at] == '}' {
			p.at++
			return nil
		}
		if p.data[p.at] == ',' {
			p.at++
			p.space()
		}
		at := p.at
		key, err := p.text()
		if err != nil {
			return err
		}
		if seen[key] {
			return &Error{Offset: at, Message: fmt.Sprintf("the key %q stands twice", key)}
		}
		seen[key] = true
		p.space()
		p.at++ // the colon
		p.space()
		child, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.Members = append(v.Members, Member{Key: key, At: at, Value: child})
	}
}

func (p *parser) items(v *Value, depth int) error {
	p.at++
	for {
		p.space()
		switch p.data[p.at] {
		case ']':
			p.at++
			return nil
		case ',':
			p.at++
			p.space()
		}
		child, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, child)
	}
}

func (p *parser) text() (string, error) {
	start, plain := p.at, true
	for p.at++; p.data[p.at] != '"'; p.at++ {
		if p.data[p.at] == '\\' {
			p.at++
			plain = false
		}
	}
	p.at++
	if raw := p.data[start+1 : p.at-1]; plain && utf8.Valid(raw) {
		return string(raw), nil
	}
	var s string
	if err := json.Unmarshal(p.data[start:p.at], &s); err != nil {
		return "", &Error{Offset: start, Message: err.Error()}
	}
	return s, nil
}

func (p *parser) literal(v *Value) {
	start := p.at
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			goto done
		}
		p.at++
	}
done:
	v.Text = string(p.data[start:p.at])
	switch v.Text[0] {
	case 'n':
		v.Kind, v.Text = Null, ""
	case 't', 'f':
		v.Kind = Bool
	default:
		v.Kind = Number
	}
}
