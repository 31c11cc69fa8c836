package ik

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Nullable is the value of an optional field that may also be null: it keeps null apart from an absent field. The zero
// value is an absent field, which struct tags with omitzero leave out.
type Nullable[T any] struct {
	value *T
	null  bool
}

// Some is a field that has the value.
func Some[T any](v T) Nullable[T] { return Nullable[T]{value: &v} }

// Null is a field that is null.
func Null[T any]() Nullable[T] { return Nullable[T]{null: true} }

// Get gives the value; false where the field is absent or null.
func (n Nullable[T]) Get() (T, bool) {
	if n.value == nil {
		var zero T
		return zero, false
	}
	return *n.value, true
}

// Pointer gives the value, which must not be changed; nil where the field is absent or null.
func (n Nullable[T]) Pointer() *T { return n.value }

// IsNull tells whether the field is there, and null.
func (n Nullable[T]) IsNull() bool { return n.null }

// IsZero tells whether the field is absent.
func (n Nullable[T]) IsZero() bool { return n.value == nil && !n.null }

// MarshalJSON writes the value or null. A nil list or map is written as an empty one: it is a value.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.value == nil {
		return []byte("null"), nil
	}
	switch v := reflect.ValueOf(n.value).Elem(); {
	case v.Kind() == reflect.Slice && v.IsNil():
		return []byte("[]"), nil
	case v.Kind() == reflect.Map && v.IsNil():
		return []byte("{}"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads a field that is there.
func (n *Nullable[T]) UnmarshalJSON(raw []byte) error {
	if string(bytes.TrimSpace(raw)) == "null" {
		*n = Null[T]()
		return nil
	}
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	*n = Some(v)
	return nil
}
