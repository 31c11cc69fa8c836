package snapshot_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func advice(sel func(context.Context, ik.AdviceContext) (ik.Selection, error)) func(*ik.AgentDefinition) {
	return func(d *ik.AgentDefinition) {
		d.Advice = []ik.AdviceDefinition{{ID: "upsell", Version: 3, Description: "d", Instructions: []string{"i"}, Select: sel}}
	}
}

func TestAdvice(t *testing.T) {
	run := func(sel func(context.Context, ik.AdviceContext) (ik.Selection, error), change ...func(*snapshot.Input)) (*snapshot.Snapshot, error) {
		return snapshot.Build(t.Context(), input(t, append(change, func(in *snapshot.Input) { in.Agent = snaptest.Agent(t, advice(sel)) })...))
	}
	t.Run("without a selector it always applies", func(t *testing.T) {
		s, err := run(nil)
		require.NoError(t, err)
		require.Len(t, s.Guidance, 1)
		assert.Equal(t, []string{}, s.Guidance[0].Matched)
	})
	t.Run("not selected leaves no trace", func(t *testing.T) {
		s, err := run(func(context.Context, ik.AdviceContext) (ik.Selection, error) { return ik.Selection{}, nil })
		require.NoError(t, err)
		assert.Empty(t, s.Guidance)
		assert.NotContains(t, string(s.Context()), "upsell")
	})
	t.Run("B-017 guidance context", func(t *testing.T) {
		var seen ik.AdviceContext
		_, err := run(func(_ context.Context, c ik.AdviceContext) (ik.Selection, error) {
			seen = c
			c.Agenda[0].ID = "changed"
			return ik.Selection{Selected: true, Matched: []string{"m"}}, nil
		}, func(in *snapshot.Input) {
			in.Checkpoint.Interaction = snaptest.Choice("z.target")
			in.Checkpoint.Agenda = []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaReady)}
			in.Checkpoint.Progression = &ik.ProgressionState{Occurrences: []ik.Occurrence{{ActiveMember: "a.member"}}}
			in.Checkpoint.Facts = []ik.FactRecord{{FactRef: ik.FactRef{Type: "x", Version: 1}, Value: json.RawMessage(`{}`)}}
		})
		require.NoError(t, err)
		assert.Equal(t, []ik.CapabilityID{"a.member", "catalog.find", "help.answer", "z.target"}, seen.Active)
		assert.Equal(t, []ik.CapabilityID{"catalog.compare", "catalog.find", "help.answer"}, seen.Registered)
		assert.Equal(t, []ik.FactKey{"x@1"}, seen.Present)
	})
	for name, sel := range map[string]func(context.Context, ik.AdviceContext) (ik.Selection, error){
		"B-016 blank selector": func(context.Context, ik.AdviceContext) (ik.Selection, error) {
			return ik.Selection{Selected: true, Matched: []string{" "}}, nil
		},
		"error": func(context.Context, ik.AdviceContext) (ik.Selection, error) {
			return ik.Selection{}, errors.New("canary")
		},
		"panic": func(context.Context, ik.AdviceContext) (ik.Selection, error) { panic("canary") },
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(sel)
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "HANDLER_FAILED", e.Code)
			assert.Equal(t, map[string]any{"kind": "advice", "id": "upsell"}, e.Context)
			assert.NotContains(t, err.Error(), "canary")
		})
	}
	t.Run("one that ignores the end of the turn is left behind", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		release := make(chan struct{})
		defer close(release)
		_, err := snapshot.Build(ctx, input(t, func(in *snapshot.Input) {
			in.Agent = snaptest.Agent(t, advice(func(context.Context, ik.AdviceContext) (ik.Selection, error) {
				stop()
				<-release
				return ik.Selection{}, nil
			}))
		}))
		require.ErrorIs(t, err, context.Canceled)
	})
}
