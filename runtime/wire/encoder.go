package wire

import (
	"bytes"
	"encoding/json"
)

// Encoder writes an object field by field, for types that struct tags cannot describe. The zero value is ready to use,
// once.
type Encoder struct {
	out bytes.Buffer
	err error
}

// Field writes one field. The first error ends the writing.
func (e *Encoder) Field(name string, value any) {
	if e.err != nil {
		return
	}
	raw, err := json.Marshal(value)
	if err != nil {
		e.err = err
		return
	}
	key, _ := json.Marshal(name) // a string always has JSON
	if e.out.Len() == 0 {
		e.out.WriteByte('{')
	} else {
		e.out.WriteByte(',')
	}
	e.out.Write(key)
	e.out.WriteByte(':')
	e.out.Write(raw)
}

// Extra writes further fields in code order of their keys.
func (e *Encoder) Extra(extra map[string]json.RawMessage) {
	for _, key := range SortedKeys(extra) {
		e.Field(key, extra[key])
	}
}

// JSON ends the object.
func (e *Encoder) JSON() ([]byte, error) {
	if e.err != nil {
		return nil, e.err
	}
	if e.out.Len() == 0 {
		e.out.WriteByte('{')
	}
	e.out.WriteByte('}')
	return e.out.Bytes(), nil
}

// NonNil gives an empty list for nil, so that it is written as [] and not as null.
func NonNil[S ~[]T, T any](s S) S {
	if s == nil {
		return S{}
	}
	return s
}

// NonNilMap gives an empty map for nil, so that it is written as {} and not as null.
func NonNilMap[M ~map[string]T, T any](m M) M {
	if m == nil {
		return M{}
	}
	return m
}

// Each gives a copy of s with f applied to each item. It is used for lists of lists.
func Each[S ~[]T, T any](s S, f func(T) T) S {
	out := make(S, len(s))
	for i, v := range s {
		out[i] = f(v)
	}
	return out
}

// EachValue gives a copy of m with f applied to each value.
func EachValue[M ~map[string]T, T any](m M, f func(T) T) M {
	out := make(M, len(m))
	for k, v := range m {
		out[k] = f(v)
	}
	return out
}
