package wire

import (
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// Value is implemented by the pointer to every generated type.
type Value[T any] interface {
	*T
	DecodeWire(*Decoder)
}

// Decode decodes a document with limits of the caller's. name is the type's name in the error, an *ik.SchemaError.
func Decode[T any, P Value[T]](data []byte, name string, o Options) (T, error) {
	d := NewDecoderWith(data, o)
	var v, zero T
	P(&v).DecodeWire(&d)
	if err := d.Err(name); err != nil {
		return zero, err
	}
	return v, nil
}

// Erase is the Decode of an ik.Schema for a generated type.
func Erase[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	d := NewDecoder(raw)
	var v T
	P(&v).DecodeWire(&d)
	if issues := d.Issues(); len(issues) > 0 {
		return nil, issues
	}
	return v, nil
}

// EraseNullable is Erase for a type that may be null, which gives nil.
func EraseNullable[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	d := NewDecoder(raw)
	if d.Null() {
		return nil, d.Issues()
	}
	var v T
	P(&v).DecodeWire(&d)
	if issues := d.Issues(); len(issues) > 0 {
		return nil, issues
	}
	return v, nil
}

// EraseAny is Erase for values of any kind.
func EraseAny(raw json.RawMessage) (any, []ik.Issue) {
	d := NewDecoder(raw)
	v := d.Any()
	if issues := d.Issues(); len(issues) > 0 {
		return nil, issues
	}
	return v, nil
}
