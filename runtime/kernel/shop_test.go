package kernel_test

import (
	"context"
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// fields is a schema of an object with text members that must all be there.
func fields(names ...string) ik.Schema {
	props := map[string]any{}
	for _, n := range names {
		props[n] = map[string]any{"type": "string"}
	}
	js := object(map[string]any{"type": "object", "properties": props, "required": append([]string{}, names...), "additionalProperties": false})
	return ik.Schema{Name: "Fields", JSON: string(js), Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var m map[string]string
		if json.Unmarshal(raw, &m) != nil || len(m) != len(names) {
			return nil, []ik.Issue{{Code: "invalid", Message: "expected exactly the members"}}
		}
		for _, n := range names {
			if _, ok := m[n]; !ok {
				return nil, []ik.Issue{{Path: "/" + n, Code: "required", Message: "missing"}}
			}
		}
		return m, nil
	}}
}

// anything is a schema that takes every document.
func anything() ik.Schema {
	return ik.Schema{Name: "Anything", JSON: `{}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var v any
		_ = json.Unmarshal(raw, &v)
		return v, nil
	}}
}

const (
	priceText = "Model A costs 100 USD."
	hoursText = "The office opens at 9."
)

// shop is an agent that searches a catalog, tells opening hours, quotes, and registers orders.
func shop(d *desk) ik.AgentDefinition {
	return ik.AgentDefinition{
		ID: "shop", Version: 1, Identity: "A shop.", Contract: "contract-1", Audit: "audit-1",
		Facts: []ik.FactDefinition{
			{Fact: "catalog.candidates@1", Description: "What was found.", Value: anything()},
			{Fact: "order.registered@1", Description: "The order.", Value: anything()},
		},
		Capabilities: []ik.CapabilityDefinition{
			search(d), hours(d), register(d), advise(d),
		},
	}
}

func search(d *desk) ik.CapabilityDefinition {
	return ik.CapabilityDefinition{
		ID: "catalog.search", Version: 1, Description: "Searches the catalog.", Effect: ik.EffectRead,
		Input: fields("term"), Output: anything(), Provides: []ik.FactKey{"catalog.candidates@1"},
		Invoke: func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			d.invoked("catalog.search")
			if err := inv.Emit(ctx, "shelf.read", ik.CategoryTrace, map[string]any{"n": 1}); err != nil {
				return ik.Result{}, err
			}
			ev := ik.Evidence{ID: "ev-1", Source: ik.SourceCapability, Content: priceText}
			r := ik.CompletedResult(map[string]any{"found": "A"}, ik.Completed{
				Evidence: []ik.Evidence{ev}, Artifacts: []ik.Artifact{{ID: "list-1", Kind: "list", Data: []string{"A"}}},
			})
			if in.(map[string]string)["term"] == "exact" {
				r = ik.CompletedResult(map[string]any{"found": "A"}, ik.Completed{
					Canonical: ik.Canonical("%s", ik.Claim(priceText, ev)).Must(),
				})
			}
			ik.Publish(map[string]any{"model": "A"}, ev).AppendTo(&r, "catalog.candidates@1", nil)
			return r, nil
		},
	}
}

func hours(d *desk) ik.CapabilityDefinition {
	return ik.CapabilityDefinition{
		ID: "branch.hours", Version: 1, Description: "Tells opening hours.", Effect: ik.EffectRead, Input: fields(), Output: anything(),
		Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) {
			d.invoked("branch.hours")
			return ik.CompletedResult("9", ik.Completed{
				Evidence: []ik.Evidence{{ID: "ev-2", Source: ik.SourceCapability, Content: hoursText}},
			}), nil
		},
	}
}

func register(d *desk) ik.CapabilityDefinition {
	return ik.CapabilityDefinition{
		ID: "order.register", Version: 1, Description: "Registers an order.", Effect: ik.EffectWrite,
		Confirmation: ik.ConfirmationRequired, Input: fields("model"), Output: anything(),
		Requires: []ik.Requirement{{Facts: []ik.FactKey{"catalog.candidates@1"}, Description: "what was found"}},
		Provides: []ik.FactKey{"order.registered@1"}, EffectKey: []ik.Path{"input.model"},
		Invoke: func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			d.invoked("order.register")
			scope := ik.NewWriteScope(inv)
			ref, _, err := ik.RunEffect(ctx, &scope, func(context.Context, ik.EffectAuthority) (string, error) {
				d.mu.Lock()
				defer d.mu.Unlock()
				d.effects++
				return "R1", nil
			})
			if err != nil {
				return ik.Result{}, err
			}
			proof := ik.Evidence{ID: "proof", Source: ik.SourceExternal, Content: "Registered " + ref + "."}
			r := ik.CompletedResult(ref, ik.Completed{Canonical: ik.Canonical("Registered %s.", ik.Claim(ref, proof)).Must()})
			ik.Publish(ref, proof).AppendTo(&r, "order.registered@1", nil)
			return r, nil
		},
	}
}

// advise needs what a search found, and asks for it when it is not there.
func advise(d *desk) ik.CapabilityDefinition {
	return ik.CapabilityDefinition{
		ID: "sales.advise", Version: 1, Description: "Gives advice.", Effect: ik.EffectRead, Input: fields(), Output: anything(),
		Requires: []ik.Requirement{{Facts: []ik.FactKey{"catalog.candidates@1"}, Description: "what was found", Resolution: "runtime"}},
		Invoke: func(_ context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
			d.invoked("sales.advise")
			if _, ok := inv.Facts.Required("catalog.candidates@1"); !ok {
				return ik.Result{
					Status: ik.StatusNeedsDependency, Requirement: ik.FactRef{Type: "catalog.candidates", Version: 1},
					Provider: "catalog.search", ProviderIn: map[string]string{"term": "any"},
				}, nil
			}
			ev := ik.Evidence{ID: "ev-3", Source: ik.SourceCapability, Content: "Take A."}
			return ik.CompletedResult("A", ik.Completed{Canonical: ik.Canonical("Take %s.", ik.Claim("A", ev)).Must()}), nil
		},
	}
}
