package ik

// AnyMask is the mask of a value of which only one of several is known to describe it: what one of them protects is
// protected. self is the least protection of the whole.
func AnyMask(self Privacy, masks ...func() *Mask) *Mask {
	out := &Mask{Self: self}
	for _, f := range masks {
		if f == nil {
			continue
		}
		m := f()
		if m == nil {
			continue
		}
		out.Self = max(out.Self, m.Self)
		out.Elem, out.Rest = eitherMask(out.Elem, m.Elem), eitherMask(out.Rest, m.Rest)
		for _, field := range m.Fields {
			out.addField(field)
		}
	}
	return out
}

func (m *Mask) addField(f FieldMask) {
	for i := range m.Fields {
		if m.Fields[i].Name == f.Name {
			m.Fields[i].Mask = eitherMask(m.Fields[i].Mask, f.Mask)
			return
		}
	}
	m.Fields = append(m.Fields, f)
}

// eitherMask stays a function: masks of recursive types have no end.
func eitherMask(a, b func() *Mask) func() *Mask {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func() *Mask { return AnyMask(Public, a, b) }
}
