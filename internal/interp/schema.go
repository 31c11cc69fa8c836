package interp

import (
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Schema interprets a type of p. deps are the packages that p refers to, by CUE path; name is the type's in messages.
// Its Decode gives a json.RawMessage with defaults filled. The error names a type that cannot be interpreted exactly.
func Schema(p *ir.Package, deps map[string]*ir.Package, t ir.Type, name string) (ik.Schema, error) {
	full, err := jsonschema.Full(p, deps, t, name)
	if err != nil {
		return ik.Schema{}, fmt.Errorf("%s: %w", name, err)
	}
	model, err := jsonschema.Model(p, deps, t, name)
	if err != nil {
		return ik.Schema{}, fmt.Errorf("%s: %w", name, err)
	}
	decode, err := decoderOf(t, place{p, deps})
	if err != nil {
		return ik.Schema{}, fmt.Errorf("%s: %w", name, err)
	}
	s := ik.Schema{Name: name, JSON: string(full), Decode: decode}
	if string(model) != string(full) {
		s.Model = string(model)
	}
	s.Mask, err = maskOf(t, place{p, deps})
	if err != nil {
		return ik.Schema{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// decoderOf gives the strict decoder of a type.
func decoderOf(t ir.Type, at place) (func(json.RawMessage) (any, []ik.Issue), error) {
	read, err := newCompiler(false).compile(t, at)
	if err != nil {
		return nil, err
	}
	return func(raw json.RawMessage) (any, []ik.Issue) {
		d := wire.NewDecoder(raw)
		var out writer
		read(&d, &out)
		if issues := d.Issues(); len(issues) > 0 {
			return nil, issues
		}
		return json.RawMessage(out.String()), nil
	}, nil
}
