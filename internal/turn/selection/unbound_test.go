package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestAfterACancelledObjective(t *testing.T) {
	cancelled := snaptest.Objective("cancelled")
	found := ids("catalog.find")
	t.Run("B-056 cancelled objective, supported", func(t *testing.T) {
		turn, out := accepted(t, snaptest.Scene("Find a tent", cancelled), found, first(sel("selected", "catalog.find")), unbound(yes))
		assert.Empty(t, out.Source)
		r, in := request(t, turn, string(turn.Gateway.Requests[1].Prompt.Definition.ID))
		assert.Len(t, in, 2)
		assert.JSONEq(t, sel("selected", "catalog.find"), asJSON(t, in["proposedSelection"]))
		assert.JSONEq(t, string(turn.Snapshot.Context()), asJSON(t, in["context"]))
		assert.Empty(t, r.Capabilities)
	})
	t.Run("rejected once, then conversation", func(t *testing.T) {
		turn, out := accepted(t, snaptest.Scene("Ann Lee", cancelled), ids(),
			first(sel("selected", "catalog.find")), unbound(no), repair(sel("conversational")))
		assert.Empty(t, out.Source)
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/mode"}, paths)
		assert.Contains(t, messages[0], "the reviewer's reason")
		assert.Contains(t, messages[0], "conversational")
	})
	t.Run("B-058 cancelled objective, stubborn", func(t *testing.T) {
		_, out := accepted(t, snaptest.Scene("Ann Lee", cancelled), ids(),
			first(sel("selected", "catalog.find")), unbound(no), repair(sel("selected", "catalog.find")), unbound(no))
		assert.Equal(t, "kernel_boundary", out.Source)
		assert.Equal(t, "conversational", out.Mode)
		assert.Equal(t, []ik.IntentionEvidence{{Text: "Ann Lee", Meaning: out.Evidence[0].Meaning, MessageIndex: 3}}, out.Evidence)
	})
	t.Run("B-059 malformed review", func(t *testing.T) {
		turn, _ := accepted(t, snaptest.Scene("Find a tent", cancelled), found,
			first(sel("selected", "catalog.find")), unbound(`{"verdict":"maybe"}`), repair(sel("selected", "catalog.find")), unbound(yes))
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/mode", "/mode"}, paths)
		assert.Contains(t, messages[0]+messages[1], "/verdict")
		assert.Contains(t, messages[0]+messages[1], "/rationale")
	})
}

func TestNotAfterACancelledObjective(t *testing.T) {
	for name, c := range map[string]struct {
		changes []func(*ik.Checkpoint)
		output  string
	}{
		"the objective is active":    {[]func(*ik.Checkpoint){snaptest.Objective("active")}, sel("selected", "catalog.find")},
		"the objective is completed": {[]func(*ik.Checkpoint){snaptest.Objective("completed")}, sel("selected", "catalog.find")},
		"no objective": {[]func(*ik.Checkpoint){func(cp *ik.Checkpoint) { cp.Progression = &ik.ProgressionState{} }},
			sel("selected", "catalog.find")},
		"open work": {[]func(*ik.Checkpoint){snaptest.Objective("cancelled"), snaptest.Waiting("help.answer", ik.AgendaReady)},
			sel("selected", "catalog.find")},
		"a question": {[]func(*ik.Checkpoint){snaptest.Objective("cancelled"), snaptest.Open(snaptest.Question())},
			sel("selected", "help.answer")},
		"nothing selected": {[]func(*ik.Checkpoint){snaptest.Objective("cancelled")}, sel("conversational")},
		"nothing matched":  {[]func(*ik.Checkpoint){snaptest.Objective("cancelled")}, sel("no_match")},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := choose(t, snaptest.Scene("Find a tent", c.changes...), first(c.output))
			require.NoError(t, err)
		})
	}
}
