package interpret_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// selected is a selection of capabilities.
func selected(ids ...ik.CapabilityID) ik.CapabilitySelection { return mode("selected", ids...) }

func mode(m string, ids ...ik.CapabilityID) ik.CapabilitySelection {
	return ik.CapabilitySelection{Mode: m, CapabilityIDs: append([]ik.CapabilityID{}, ids...), Rationale: "r"}
}

// scene is a state, a selection and what the model says.
type scene struct {
	message   string
	open      *ik.Interaction
	agenda    []ik.AgendaItem
	progress  *ik.ProgressionState
	click     *ik.TurnSelection
	agent     func(*ik.AgentDefinition)
	selection ik.CapabilitySelection
	script    []snaptest.Reply
}

func (c scene) turn(t *testing.T) *snaptest.Turn {
	t.Helper()
	cp := snaptest.Checkpoint()
	cp.Interaction, cp.Agenda, cp.Progression = c.open, c.agenda, c.progress
	if c.message == "" {
		c.message = "an op, the second"
	}
	in := snapshot.Input{Checkpoint: cp, Message: ik.Message{Content: c.message}, Selection: c.click}
	if c.agent != nil {
		in.Agent = snaptest.Agent(t, c.agent)
	}
	return snaptest.New(t, in, c.script...)
}

func (c scene) run(t *testing.T) (*snaptest.Turn, ik.IntentionBatch, error) {
	t.Helper()
	turn := c.turn(t)
	out, err := c.in(t, turn)
	return turn, out, err
}

// in runs a scene in a turn that was made for it.
func (c scene) in(t *testing.T, turn *snaptest.Turn) (ik.IntentionBatch, error) {
	t.Helper()
	return interpret.Interpret(t.Context(), interpret.Input{
		Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent, Selection: c.selection, IDs: turn.IDs,
	})
}

// accepted runs a scene that must be accepted.
func (c scene) accepted(t *testing.T) (*snaptest.Turn, ik.IntentionBatch) {
	t.Helper()
	turn, out, err := c.run(t)
	require.NoError(t, err)
	return turn, out
}

// rejected runs a scene that must end in MODEL_OUTPUT_INVALID.
func (c scene) rejected(t *testing.T) *snaptest.Turn {
	t.Helper()
	turn, _, err := c.run(t)
	e, ok := ik.AsError(err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, "MODEL_OUTPUT_INVALID", e.Code)
	assert.Equal(t, ik.KindGateway, e.Kind)
	assert.False(t, e.Retryable)
	assert.Equal(t, "turn.interpret", e.Context["task"])
	assert.Equal(t, 2, e.Context["attempts"])
	return turn
}

// issues are the issues that the repair was told of, as "code path".
func issues(t *testing.T, turn *snaptest.Turn) []string {
	t.Helper()
	for n, r := range turn.Gateway.Requests {
		if r.Prompt.Definition.ID != promptINTR {
			continue
		}
		var out []string
		for _, i := range turn.Gateway.Input(n)["validationIssues"].([]any) {
			m := i.(map[string]any)
			code, _ := m["code"].(string)
			out = append(out, strings.TrimSpace(code+" "+m["path"].(string)))
		}
		return out
	}
	t.Fatal("there was no repair")
	return nil
}
