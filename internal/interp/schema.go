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
	s := ik.Schema{Name: name, JSON: string(full)}
	s.Decode = func(raw json.RawMessage) (any, []ik.Issue) { return decode(raw, wire.Options{}) }
	s.DecodeModel = func(raw json.RawMessage) (any, []ik.Issue) { return decode(raw, wire.Options{Mode: ik.FromModel}) }
	if string(model) != string(full) {
		s.Model = string(model)
	}
	s.Mask, err = maskOf(t, place{p, deps})
	if err != nil {
		return ik.Schema{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// decoder decodes a document with limits and a mode.
type decoder func(json.RawMessage, wire.Options) (any, []ik.Issue)

// decoderOf gives the decoder of a type.
func decoderOf(t ir.Type, at place) (decoder, error) {
	read, err := newCompiler(false).compile(t, at)
	if err != nil {
		return nil, err
	}
	return func(raw json.RawMessage, o wire.Options) (any, []ik.Issue) {
		d := wire.NewDecoderWith(raw, o)
		var out writer
		read(&d, &out)
		if issues := d.Issues(); len(issues) > 0 {
			return nil, issues
		}
		return json.RawMessage(out.String()), nil
	}, nil
}
