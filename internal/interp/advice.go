package interp

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

func adviceDefinitions(a *ir.Agent, at place, h Handlers) ([]ik.AdviceDefinition, error) {
	var out []ik.AdviceDefinition
	for _, d := range a.Advice {
		def := ik.AdviceDefinition{
			ID: ik.PolicyID(d.ID), Version: d.Version, Description: d.Description, Instructions: d.Instructions,
			Examples: examples(d.Examples), CounterExamples: examples(d.CounterExamples), Continue: convert[ik.CapabilityID](d.Continue),
		}
		var err error
		if def.Select, err = selector(d, def.ID, at, h); err != nil {
			return nil, fmt.Errorf("advice %q: %w", d.ID, err)
		}
		out = append(out, def)
	}
	return out, nil
}

func examples(list []ir.Example) []ik.AdviceExample {
	var out []ik.AdviceExample
	for _, e := range list {
		out = append(out, ik.AdviceExample{Input: e.Input, ExpectedBehavior: e.ExpectedBehavior})
	}
	return out
}

func selector(d ir.Advice, id ik.PolicyID, at place, h Handlers) (func(context.Context, ik.AdviceContext) (ik.Selection, error), error) {
	if d.Handler {
		if h.Advice == nil {
			return nil, fmt.Errorf("it has a Go handler, and none is given")
		}
		return func(ctx context.Context, c ik.AdviceContext) (ik.Selection, error) { return h.Advice(ctx, id, c) }, nil
	}
	if d.When == nil && d.Match == nil {
		return nil, nil
	}
	match := all(nil)
	if d.Match != nil {
		var err error
		if match, err = matchOf(*d.Match, at); err != nil {
			return nil, err
		}
	}
	when := ir.When{}
	if d.When != nil {
		when = *d.When
	}
	return func(_ context.Context, c ik.AdviceContext) (ik.Selection, error) {
		if !match(step{facts: c.Facts, now: c.Now}) {
			return ik.Selection{}, nil
		}
		return whenHolds(when, c), nil
	}, nil
}
