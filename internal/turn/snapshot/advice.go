package snapshot

import (
	"context"
	"errors"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// errAdvice is the private cause of a selector that broke its contract.
var errAdvice = errors.New("the selector gave a blank selector name")

// advice asks which guidance applies, in the agent's order. A selector sees raw state but not what the user wrote now.
func advice(ctx context.Context, in Input, s *Snapshot) ([]Guidance, error) {
	out := []Guidance{}
	for i := range in.Agent.Def.Advice {
		d := &in.Agent.Def.Advice[i]
		sel := ik.Selection{Selected: true}
		if d.Select != nil {
			reader := facts.NewFullReader(in.Agent, s.Facts)
			var err error
			if sel, err = choose(ctx, d, adviceContext(in, s, reader)); err != nil {
				return nil, err
			}
			if err = reader.Err(); err != nil {
				return nil, err
			}
		}
		if sel.Selected {
			out = append(out, guidance(d, sel))
		}
	}
	return out, nil
}

// choose calls a selector. A failure ends the turn: the selector's text is kept from everything that is shown. One that
// ignores the end of the turn is left behind.
func choose(ctx context.Context, d *ik.AdviceDefinition, c ik.AdviceContext) (ik.Selection, error) {
	sel, err := guard.Call(ctx, func(ctx context.Context) (ik.Selection, error) { return d.Select(ctx, c) })
	if err == nil && slices.ContainsFunc(sel.Matched, ik.IsBlank) {
		err = errAdvice
	}
	switch {
	case err == nil:
		return sel, nil
	case ctx.Err() != nil:
		return ik.Selection{}, ctx.Err()
	}
	return ik.Selection{}, ik.NewError(ik.KindBase, "HANDLER_FAILED", "the selector of the advice %q failed", d.ID).
		With("kind", "advice").With("id", string(d.ID)).Because(err)
}

// adviceContext is a copy for one selector: what it changes changes nothing.
func adviceContext(in Input, s *Snapshot, reader ik.FactReader) ik.AdviceContext {
	own, err := clone(&ik.Checkpoint{Agenda: s.Agenda, Interaction: s.Interaction, Progression: s.Progression})
	if err != nil {
		own = &ik.Checkpoint{}
	}
	return ik.AdviceContext{
		Active: activeCapabilities(s), Registered: slices.Clone(in.Agent.Sorted), Facts: reader, Present: present(s.Facts),
		Agenda: own.Agenda, Interaction: own.Interaction, Progression: own.Progression, Now: in.Agent.Now(in.Now),
	}
}

// activeCapabilities gives every capability that something open is about.
func activeCapabilities(s *Snapshot) []ik.CapabilityID {
	out := s.ActiveSet()
	for _, item := range s.Agenda {
		if id := item.Intention.ProposedCapability; id != "" {
			out = append(out, id)
		}
	}
	if s.Progression != nil {
		for _, o := range s.Progression.Occurrences {
			if o.ActiveMember != "" {
				out = append(out, o.ActiveMember)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func present(facts []ik.FactRecord) []ik.FactKey {
	out := []ik.FactKey{}
	for _, ref := range kinds(facts) {
		out = append(out, ref.FactKey())
	}
	slices.Sort(out)
	return out
}

// kinds gives the facts that are there, each once however many instances it has, in the order of the first ones.
func kinds(facts []ik.FactRecord) []ik.FactRef {
	var out []ik.FactRef
	for i := range facts {
		ref := facts[i].FactRef
		ref.Key = ""
		if !slices.Contains(out, ref) {
			out = append(out, ref)
		}
	}
	return out
}

func guidance(d *ik.AdviceDefinition, sel ik.Selection) Guidance {
	return Guidance{
		ID: d.ID, Version: d.Version, Description: d.Description,
		Instructions: append([]string{}, d.Instructions...), Examples: append([]ik.AdviceExample{}, d.Examples...),
		CounterExamples: append([]ik.AdviceExample{}, d.CounterExamples...), Continue: slices.Clone(d.Continue),
		Matched: append([]string{}, sel.Matched...),
	}
}
