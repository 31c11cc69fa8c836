package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestReservedKinds(t *testing.T) {
	choice := func(payload, value any) ik.Interaction {
		return ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?", Payload: payload, Options: []ik.Option{{ID: "o", Label: "One", Value: value}}}
	}
	for _, kind := range []string{reserved.Group, reserved.WriteOrder} {
		_, fault := plan.NormaliseInteraction(choice(map[string]any{"kind": kind}, "x"))
		assert.Equal(t, "RESERVED_INTERACTION_KIND", fault.Code, kind)
	}
	for _, kind := range []string{reserved.Continue, reserved.Member, reserved.Accept} {
		_, fault := plan.NormaliseInteraction(choice(nil, map[string]any{"kind": kind, "occurrenceId": "o1"}))
		assert.Equal(t, "RESERVED_INTERACTION_KIND", fault.Code, kind)
	}
	for _, value := range []any{"progression.member", map[string]any{"kind": "mine"}, map[string]any{"of": map[string]any{"kind": reserved.Member}}, 7, nil} {
		_, fault := plan.NormaliseInteraction(choice(map[string]any{"kind": "mine"}, value))
		assert.Nil(t, fault)
	}
}
