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

// DecodeNullable is Decode for a type that may be null, which gives nil.
func DecodeNullable[T any, P Value[T]](data []byte, name string, o Options) (*T, error) {
	d := NewDecoderWith(data, o)
	var v *T
	if !d.Null() {
		v = new(T)
		P(v).DecodeWire(&d)
	}
	if err := d.Err(name); err != nil {
		return nil, err
	}
	return v, nil
}

// DecodeAny is Decode for values of any kind.
func DecodeAny(data []byte, name string, o Options) (any, error) {
	d := NewDecoderWith(data, o)
	v := d.Any()
	if err := d.Err(name); err != nil {
		return nil, err
	}
	return v, nil
}

// Erase is the Decode of an ik.Schema for a generated type.
func Erase[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	return erase[T, P](raw, false, Options{})
}

// EraseModel is the DecodeModel of an ik.Schema for a generated type.
func EraseModel[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	return erase[T, P](raw, false, Options{Mode: ik.FromModel})
}

// EraseNullable is Erase for a type that may be null, which gives nil.
func EraseNullable[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	return erase[T, P](raw, true, Options{})
}

// EraseNullableModel is EraseModel for a type that may be null, which gives nil.
func EraseNullableModel[T any, P Value[T]](raw json.RawMessage) (any, []ik.Issue) {
	return erase[T, P](raw, true, Options{Mode: ik.FromModel})
}

func erase[T any, P Value[T]](raw json.RawMessage, nullable bool, o Options) (any, []ik.Issue) {
	d := NewDecoderWith(raw, o)
	if nullable && d.Null() {
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
