package selection_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/celltest"
	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
)

// A model that always takes the message for a request, before reviewers that always agree: what the table leaves to the
// kernel stays with the kernel.
func TestEveryCellOfTheTable(t *testing.T) {
	for _, c := range celltest.All() {
		if c.Ruling.Decision == control.Refused {
			continue // no stage is reached
		}
		t.Run(c.Name(), func(t *testing.T) {
			in := c.Input()
			if c.Ruling.Decision == control.AnsweredByValue {
				in = c.WithAction()
			}
			in.Agent = snaptest.Agent(t)
			s, err := snapshot.Build(t.Context(), in)
			require.NoError(t, err)
			h := &hostile{next: func(prompt string) []byte {
				switch prompt {
				case promptSelect, promptRepair:
					return []byte(sel("selected", "catalog.compare", "catalog.find"))
				case string(control.ReviewChoiceSelection):
					return []byte(asks("catalog.compare"))
				}
				return []byte(yes)
			}}
			turn := snaptest.Over(t.Context(), in.Agent, s, h)
			out, err := selection.Select(t.Context(), selection.Input{Caller: turn.Caller, Snapshot: s, Agent: in.Agent})
			require.NoError(t, err)
			for _, r := range h.requests {
				id := control.Review(r.Prompt.Definition.ID)
				assert.True(t, id == promptSelect || id == promptRepair || slices.Contains(c.Ruling.Reviews(), id), id)
			}
			switch c.Ruling.Decision {
			case control.Bound:
				assert.Empty(t, h.requests)
				assert.Equal(t, "structured_selection", out.Source)
			case control.NoOperation, control.NoOption:
				assert.Equal(t, 2, len(h.requests), "the selection and its repair, no review")
				assert.Equal(t, "kernel_boundary", out.Source)
				assert.Empty(t, out.CapabilityIDs)
			default:
				assert.Empty(t, out.Source)
				assert.Subset(t, out.CapabilityIDs, ids("catalog.compare", "catalog.find"))
			}
		})
	}
}
