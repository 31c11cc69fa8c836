package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestControlOfTheMode(t *testing.T) {
	waiting := snaptest.Waiting("help.answer", ik.AgendaWaitingInput)
	t.Run("control rejected", func(t *testing.T) {
		turn, _ := accepted(t, snaptest.Scene("rather a tent", waiting), ids("catalog.find"),
			first(sel("control")), lifecycle(no), repair(sel("selected", "catalog.find")))
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/mode"}, paths)
		assert.Contains(t, messages[0], "the reviewer's reason")
		assert.Contains(t, messages[0], "ordinary operations")
	})
	t.Run("B-085 control confirmed", func(t *testing.T) {
		_, out := accepted(t, snaptest.Scene("stop that", waiting), ids(), first(sel("control")), lifecycle(yes))
		assert.Equal(t, "control", out.Mode)
	})
	t.Run("B-050 control untouched", func(t *testing.T) {
		in := snaptest.Scene("stop that", snaptest.Open(snaptest.Confirmation()), snaptest.Waiting("help.answer", ik.AgendaWaitingConfirmation))
		_, out := accepted(t, in, ids(), first(sel("control")), lifecycle(yes))
		assert.Empty(t, out.Adjustments)
	})
	t.Run("control beside an operation", func(t *testing.T) {
		accepted(t, snaptest.Scene("stop that, find a tent", waiting), ids("catalog.find"),
			first(sel("selected_with_control", "catalog.find")), lifecycle(yes))
	})
	t.Run("B-086 group with an active objective", func(t *testing.T) {
		in := snaptest.Scene("thanks", snaptest.Open(snaptest.Group()), snaptest.Objective("active"))
		accepted(t, in, ids(), first(sel("conversational")), lifecycle(yes))
	})
	t.Run("control omitted", func(t *testing.T) {
		in := snaptest.Scene("I want none of this any more", snaptest.Open(snaptest.Group()), snaptest.Objective("active"))
		turn, out := accepted(t, in, ids(), first(sel("conversational")), lifecycle(no), repair(sel("control")), lifecycle(yes))
		assert.Equal(t, "control", out.Mode)
		_, messages := issues(t, turn)
		assert.Contains(t, messages[0], "no control")
	})
	t.Run("rejected twice: an error, since nothing shows what was meant", func(t *testing.T) {
		_, _, err := choose(t, snaptest.Scene("rather", waiting), first(sel("control")), lifecycle(no), repair(sel("control")), lifecycle(no))
		assert.Equal(t, "CAPABILITY_SELECTION_INVALID", ik.CodeOf(err))
	})
	t.Run("malformed", func(t *testing.T) {
		turn, _ := accepted(t, snaptest.Scene("stop", waiting), ids(), first(sel("control")), lifecycle(`{"verdict":true}`),
			repair(sel("control")), lifecycle(yes))
		paths, _ := issues(t, turn)
		for _, p := range paths {
			assert.Equal(t, "/mode", p)
		}
	})
}

func TestNoControlOfTheMode(t *testing.T) {
	group := snaptest.Open(snaptest.Group("catalog.find", "help.answer"))
	for name, changes := range map[string][]func(*ik.Checkpoint){
		"no objective":         {group},
		"completed":            {group, snaptest.Objective("completed")},
		"cancelled":            {group, snaptest.Objective("cancelled")},
		"an ordinary question": {snaptest.Open(snaptest.Question()), snaptest.Objective("active")},
		"an ordinary choice":   {snaptest.Open(snaptest.Choice("")), snaptest.Objective("active")},
		"nothing open":         {snaptest.Objective("active")},
	} {
		t.Run("B-088 not needed: "+name, func(t *testing.T) {
			_, _, err := choose(t, snaptest.Scene("thanks", changes...), first(sel("conversational")))
			require.NoError(t, err)
		})
	}
}

func TestTheRequestOfALifecycleReview(t *testing.T) {
	t.Run("B-089 its input", func(t *testing.T) {
		turn, _ := accepted(t, snaptest.Scene("stop that, find a tent", snaptest.Waiting("help.answer", ik.AgendaWaitingInput)),
			ids("catalog.find"), first(sel("selected_with_control", "catalog.find")), lifecycle(yes))
		r, in := request(t, turn, string(control.ReviewLifecycleSelection))
		assert.Equal(t, "lifecycle-selection.review", r.Task)
		assert.Empty(t, r.Capabilities)
		assert.Len(t, in, 3)
		assert.JSONEq(t, `{"actions":["cancel_objective","cancel_agenda_item"],"interactionAnswersAreLifecycleActions":false}`,
			asJSON(t, in["controlContract"]))
		assert.JSONEq(t, `{"mode":"selected_with_control","rationale":"r","evidence":[{"text":"morning","meaning":"m","messageIndex":0}]}`,
			asJSON(t, in["proposedSelection"]))
	})
}

func TestWorstCase(t *testing.T) {
	t.Run("B-091 eight calls and the kernel abstains", func(t *testing.T) {
		both := sel("selected_with_control", "catalog.find", "catalog.compare")
		_, out := accepted(t, menu("find and compare", snaptest.Objective("active")), ids(),
			first(both), chosen(asks("catalog.find")), mixed(yes), lifecycle(no),
			repair(both), chosen(asks("catalog.find")), mixed(yes), lifecycle(no))
		assert.Equal(t, "kernel_boundary", out.Source)
		assert.Contains(t, out.Rationale, "the question stays open")
	})
	t.Run("eight calls and accepted", func(t *testing.T) {
		both := sel("selected_with_control", "catalog.find", "catalog.compare")
		_, out := accepted(t, menu("find and compare", snaptest.Objective("active")), ids("catalog.find", "catalog.compare"),
			first(both), chosen(asks("catalog.find")), mixed(yes), lifecycle(no),
			repair(both), chosen(asks("catalog.find")), mixed(yes), lifecycle(yes))
		assert.Empty(t, out.Source)
	})
}
