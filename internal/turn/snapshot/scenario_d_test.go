package snapshot_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestWhatAdviceSees(t *testing.T) {
	t.Run("D-163 what is open counts, what is merely due does not, and nothing can be changed", func(t *testing.T) {
		var seen ik.AdviceContext
		in := input(t, func(in *snapshot.Input) {
			in.Agent = snaptest.Agent(t, advice(func(_ context.Context, c ik.AdviceContext) (ik.Selection, error) {
				seen = c
				seen.Registered = append([]ik.CapabilityID{}, c.Registered...)
				c.Registered[0], c.Agenda[0].Status, c.Progression.Occurrences[0].Status, c.Interaction.Goal = "x", "x", "x", "x"
				return ik.Selection{}, nil
			}))
			in.Checkpoint.Interaction = snaptest.Group("z.member", "help.answer")
			in.Checkpoint.Agenda = []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaReady)}
			in.Checkpoint.Progression = &ik.ProgressionState{Occurrences: []ik.Occurrence{
				{ID: "1", Status: "superseded", ActiveMember: "a.member"},
				{ID: "2", Status: "pending", Target: ik.ProgressionTarget{CapabilityID: "m.due"}},
			}}
		})
		before, err := json.Marshal(in.Checkpoint)
		require.NoError(t, err)
		s, err := snapshot.Build(t.Context(), in)
		require.NoError(t, err)
		assert.Equal(t, []ik.CapabilityID{"a.member", "help.answer", "z.member"}, seen.Active)
		assert.Equal(t, []ik.CapabilityID{"catalog.compare", "catalog.find", "help.answer"}, seen.Registered)
		after, err := json.Marshal(in.Checkpoint)
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
		assert.Equal(t, ik.CapabilityID("catalog.compare"), in.Agent.Sorted[0])
		assert.Equal(t, "superseded", s.Progression.Occurrences[0].Status)
		assert.NotEqual(t, "x", s.Interaction.Goal)
	})
}
