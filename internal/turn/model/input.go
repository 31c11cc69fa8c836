package model

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/project/write"
)

// input is what a request says, and the places of its members in it.
type input struct {
	raw     json.RawMessage
	members []place // nil: not known
	alone   bool    // the context and nothing else
}

// place is a member of an input.
type place struct {
	name     string
	from, to int
}

// written writes an input. Members of a map come in code order, as encoding/json writes them.
func written(v any) (input, error) {
	switch v := v.(type) {
	case json.RawMessage:
		return input{raw: v, alone: true}, nil
	case map[string]any:
		return writtenMap(v)
	}
	raw, err := json.Marshal(v)
	return input{raw: raw}, err
}

func writtenMap(m map[string]any) (input, error) {
	size, names := 512, make([]string, 0, len(m))
	for name, v := range m {
		names = append(names, name)
		if raw, ok := v.(json.RawMessage); ok {
			size += len(raw)
		}
	}
	slices.Sort(names)
	in := input{members: make([]place, 0, len(m))}
	b := append(write.Buffer(size), '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(write.String(b, name), ':')
		from := len(b)
		raw, ready := m[name].(json.RawMessage)
		if ready {
			b = write.Written(b, raw)
		} else {
			var err error
			if b, err = write.Any(b, m[name]); err != nil {
				return input{}, err
			}
		}
		in.members = append(in.members, place{name, from, len(b)})
	}
	in.raw = append(b, '}')
	return in, nil
}

// parts gives the members that an audit repeats.
func (in input) parts() (out inputParts) {
	if in.alone {
		return out
	}
	if in.members == nil {
		jsonval.Fields(in.raw, inputNames, out[:])
		return out
	}
	for _, p := range in.members {
		if at := slices.Index(inputNames, p.name); at >= 0 && string(in.raw[p.from:p.to]) != "null" {
			out[at] = in.raw[p.from:p.to:p.to]
		}
	}
	return out
}
