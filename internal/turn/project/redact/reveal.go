package redact

import (
	"strconv"

	ik "github.com/ikgen/ikgen/runtime"
)

// Place is what stands at a path of a document.
type Place struct {
	// Value is the original value.
	Value any
	// Shown is the value without its private places. It means nothing where Private.
	Shown any
	// Private tells that the place itself is private: nothing of it may be shown.
	Private bool
	// Partly tells that the place is private, or something inside of it is.
	Partly bool
}

// At finds the place at a path: fields by name, elements by decimal index. ok is false where nothing is.
func At(v any, m *ik.Mask, path []string) (p Place, ok bool) {
	for _, segment := range path {
		p.Private = p.Private || m != nil && m.Self != ik.Public
		if v, m, ok = step(v, m, segment); !ok {
			return Place{}, false
		}
	}
	masked := Apply(v, m)
	p.Value, p.Shown = v, masked.Value
	p.Private = p.Private || m != nil && m.Self != ik.Public
	p.Partly = p.Private || masked.Taken
	return p, true
}

// step goes one segment down, in the value and in its mask.
func step(v any, m *ik.Mask, segment string) (any, *ik.Mask, bool) {
	switch v := v.(type) {
	case map[string]any:
		next, ok := v[segment]
		if !ok || m == nil {
			return next, nil, ok
		}
		return next, field(m, segment), true
	case []any:
		i, err := strconv.Atoi(segment)
		if err != nil || i < 0 || i >= len(v) {
			return nil, nil, false
		}
		if m == nil {
			return v[i], nil, true
		}
		return v[i], call(m.Elem), true
	default:
		return nil, nil, false
	}
}

// Secret is the mask of what is secret alone: what is merely private is public in it. It is for readers that are no
// models, such as the host's own.
func Secret(m *ik.Mask) *ik.Mask {
	if m == nil {
		return nil
	}
	out := &ik.Mask{Elem: secret(m.Elem), Rest: secret(m.Rest)}
	if m.Self == ik.Secret {
		out.Self = ik.Secret
	}
	for _, f := range m.Fields {
		out.Fields = append(out.Fields, ik.FieldMask{Name: f.Name, Mask: secret(f.Mask)})
	}
	return out
}

// secret keeps the mask of a child a function: recursive types have masks without end.
func secret(f func() *ik.Mask) func() *ik.Mask {
	if f == nil {
		return nil
	}
	return func() *ik.Mask { return Secret(f()) }
}
