package wirerules

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Number is the rule of a type of kind number.
func Number(t ir.Type) (wire.Number, error) {
	var r wire.Number
	for _, n := range numbers(t) {
		if _, err := decimal(n); err != nil {
			return r, err
		}
	}
	if t.Min != nil {
		r.Min = wire.AtLeast(string(t.Min.Value))
		if t.Min.Exclusive {
			r.Min = wire.MoreThan(string(t.Min.Value))
		}
	}
	if t.Max != nil {
		r.Max = wire.AtMost(string(t.Max.Value))
		if t.Max.Exclusive {
			r.Max = wire.LessThan(string(t.Max.Value))
		}
	}
	r.NotEqual = wire.Decimals(Texts(t.NotEqual)...)
	r.MultipleOf = wire.Decimals(Texts(t.MultipleOf)...)
	if t.Const != nil {
		r.Const = wire.Decimals(string(t.Const))
	}
	return r, nil
}

func numbers(t ir.Type) []json.Number {
	all := append(append([]json.Number{}, t.NotEqual...), t.MultipleOf...)
	for _, b := range []*ir.Bound{t.Min, t.Max} {
		if b != nil {
			all = append(all, b.Value)
		}
	}
	if t.Const != nil {
		all = append(all, json.Number(t.Const))
	}
	return all
}

// Texts are the numbers as the representation writes them.
func Texts(list []json.Number) []string {
	var out []string
	for _, n := range list {
		out = append(out, string(n))
	}
	return out
}

// String is the rule of a type of kind string.
func String(t ir.Type) (wire.String, error) {
	r := wire.String{Min: t.MinRunes, Max: t.MaxRunes, NotOneOf: t.NotOneOf}
	var err error
	if r.Patterns, err = patterns(t.Patterns); err != nil {
		return r, err
	}
	for _, f := range t.Formats {
		format, ok := wire.NewFormat(f.Name, f.Layout)
		if !ok {
			return r, fmt.Errorf("the format %q is not known", f.Name)
		}
		r.Formats = append(r.Formats, format)
	}
	if t.Const != nil {
		var s string
		if err := json.Unmarshal(t.Const, &s); err != nil {
			return r, fmt.Errorf("the constant of a string: %w", err)
		}
		r.Const = &s
	}
	return r, nil
}

func patterns(list []ir.Pattern) ([]wire.Pattern, error) {
	var out []wire.Pattern
	for _, p := range list {
		c, err := wire.NewPattern(p.Regexp, p.Not)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// Size is the rule of a list's length.
func Size(t ir.Type) wire.Size { return wire.Size{Min: t.MinItems, Max: t.MaxItems} }

// Keys is the rule of a map's keys.
func Keys(t ir.Type) (wire.Keys, error) {
	p, err := patterns(t.Keys)
	return wire.Keys{Min: t.MinItems, Max: t.MaxItems, Patterns: p}, err
}

// Fields is the table of a struct's fields.
func Fields(t ir.Type) []wire.Field {
	out := make([]wire.Field, 0, len(t.Fields))
	for _, f := range t.Fields {
		out = append(out, wire.Field{Name: f.Name, Required: f.Presence == ir.Required})
	}
	return out
}

// Bool reads the constant of a boolean; ok is false when there is none.
func Bool(t ir.Type) (value, ok bool, err error) {
	if t.Const == nil {
		return false, false, nil
	}
	value, err = strconv.ParseBool(string(t.Const))
	return value, true, err
}

// Strings are the members of an enum of strings.
func Strings(t ir.Type) ([]string, error) { return members[string](t) }

// Bools are the members of an enum of booleans.
func Bools(t ir.Type) ([]bool, error) { return members[bool](t) }

// Integers are the members of an enum of integers.
func Integers(t ir.Type) ([]int64, error) {
	var out []int64
	for _, m := range t.Enum {
		n, err := Integer(m.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// Floats are the members of an enum of numbers. Each must be one that float64 carries exactly.
func Floats(t ir.Type) ([]float64, error) {
	out, err := members[float64](t)
	for i, f := range out {
		text := strconv.FormatFloat(f, 'g', -1, 64)
		a, errA := decimal(json.Number(text))
		b, errB := decimal(json.Number(t.Enum[i].Value))
		if errA != nil || errB != nil || a.Compare(b) != 0 {
			return nil, fmt.Errorf("the member %s has more digits than a 64-bit number carries", t.Enum[i].Value)
		}
	}
	return out, err
}

func members[T any](t ir.Type) ([]T, error) {
	var out []T
	for _, m := range t.Enum {
		var v T
		if err := json.Unmarshal(m.Value, &v); err != nil {
			return nil, fmt.Errorf("the member %s of an enum: %w", m.Value, err)
		}
		out = append(out, v)
	}
	return out, nil
}
