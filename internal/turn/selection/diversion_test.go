package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// menu is a message over a menu of catalog.find and help.answer.
func menu(message string, changes ...func(*ik.Checkpoint)) snapshot.Input {
	open := snaptest.Open(snaptest.Group("catalog.find", "help.answer"))
	return snaptest.Scene(message, append([]func(*ik.Checkpoint){open}, changes...)...)
}

func TestTurningAway(t *testing.T) {
	question := func() snapshot.Input { return snaptest.Scene("find a tent first", snaptest.Open(snaptest.Question())) }
	finds := sel("selected", "catalog.find")
	t.Run("diversion rejected, then the owner", func(t *testing.T) {
		turn, out := accepted(t, question(), ids("help.answer"), first(finds), diverted(no), repair(sel("selected", "help.answer")))
		assert.Empty(t, out.Source)
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/capabilityIds"}, paths)
		assert.Contains(t, messages[0], "the reviewer's reason")
		r, in := request(t, turn, string(control.ReviewDiversion))
		assert.Equal(t, "capability-selection.interaction-review", r.Task)
		assert.Len(t, in, 2)
		assert.JSONEq(t, finds, asJSON(t, in["proposedSelection"]))
		assert.Equal(t, []string{"summary catalog.find", "summary help.answer"}, details(r))
	})
	t.Run("B-076 diversion allowed", func(t *testing.T) {
		_, out := accepted(t, snaptest.Scene("help me", snaptest.Open(snaptest.Choice(""))), ids("help.answer"),
			first(sel("selected", "help.answer")), diverted(yes))
		assert.Equal(t, "selected", out.Mode)
	})
	t.Run("B-077 diversion stubborn", func(t *testing.T) {
		turn, out := accepted(t, question(), ids(), first(finds), diverted(no), repair(finds), diverted(no))
		assert.Equal(t, "kernel_boundary", out.Source)
		assert.Equal(t, "conversational", out.Mode)
		assert.Contains(t, out.Rationale, "the question stays open")
		assert.Empty(t, out.Adjustments)
		assert.Equal(t, "kernel_boundary", turn.Event(t, "capabilities.selected")["source"])
	})
	t.Run("malformed", func(t *testing.T) {
		turn, _ := accepted(t, question(), ids("catalog.find"), first(finds), diverted(`[]`), repair(finds), diverted(yes))
		paths, _ := issues(t, turn)
		assert.Equal(t, []string{"/mode"}, paths)
	})
}

func TestNotTurningAway(t *testing.T) {
	unowned := &ik.Interaction{ID: "cl", Kind: ik.InteractionClarification, Goal: "What do you mean?"}
	for name, c := range map[string]struct {
		open   *ik.Interaction
		output string
		want   []ik.CapabilityID
	}{
		"B-082 confirmation never diverts": {snaptest.Confirmation(), sel("selected", "catalog.find"), ids("catalog.find", "help.answer")},
		"B-083 empty active set":           {snaptest.Group(), sel("selected", "catalog.find"), ids("catalog.find")},
		"a question that nobody owns":      {unowned, sel("selected", "catalog.find"), ids("catalog.find")},
		"the owner beside another":         {snaptest.Question(), sel("selected", "catalog.find", "help.answer"), ids("catalog.find", "help.answer")},
		"an ordinary choice and beyond":    {snaptest.Choice(""), sel("selected", "help.answer", "catalog.find"), ids("help.answer", "catalog.find")},
		"conversation":                     {snaptest.Question(), sel("conversational"), ids("help.answer")},
		"nothing matched":                  {snaptest.Question(), sel("no_match"), ids()},
	} {
		t.Run(name, func(t *testing.T) {
			accepted(t, snaptest.Scene("well", snaptest.Open(c.open)), c.want, first(c.output))
		})
	}
	t.Run("an ordinary choice with targets and beyond", func(t *testing.T) {
		_, out := accepted(t, targets("second, and help me"), ids("catalog.compare", "help.answer"),
			first(sel("selected", "catalog.compare", "help.answer")), chosen(option(2)))
		assert.Equal(t, "opt-2", out.ReviewedChoice.OptionID)
	})
}

func TestExtrasBesideAMenu(t *testing.T) {
	both := sel("selected", "catalog.find", "catalog.compare")
	t.Run("B-079 mixed group", func(t *testing.T) {
		turn, _ := accepted(t, menu("find one and compare"), ids("catalog.find", "catalog.compare"),
			first(both), chosen(asks("catalog.find")), mixed(yes))
		r, in := request(t, turn, string(control.ReviewMixed))
		assert.Equal(t, "capability-selection.interaction-review", r.Task)
		assert.Equal(t, []any{"catalog.compare"}, in["additionalCapabilityIds"])
		assert.Len(t, in, 3)
		assert.Equal(t, []string{"summary catalog.compare", "summary catalog.find", "summary help.answer"}, details(r))
	})
	t.Run("B-080 mixed group rejected", func(t *testing.T) {
		turn, _ := accepted(t, menu("find one"), ids("catalog.find"), first(both), chosen(asks("catalog.find")), mixed(no),
			repair(sel("selected", "catalog.find")), chosen(asks("catalog.find")))
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/capabilityIds"}, paths)
		assert.Contains(t, messages[0], "drop only those extras")
	})
	t.Run("outside of a menu altogether", func(t *testing.T) {
		accepted(t, menu("compare them"), ids("catalog.compare"), first(sel("selected", "catalog.compare")), diverted(yes))
	})
	t.Run("a member is not beyond the menu", func(t *testing.T) {
		accepted(t, menu("find one"), ids("catalog.find", "help.answer"),
			first(sel("selected", "catalog.find", "help.answer")), chosen(asks("catalog.find", "help.answer")))
	})
}

func TestAReviewThatFails(t *testing.T) {
	t.Run("B-092 reviewer exception", func(t *testing.T) {
		turn, _, err := choose(t, snaptest.Scene("find", snaptest.Open(snaptest.Question())), first(sel("selected", "catalog.find")),
			snaptest.Reply{Prompt: string(control.ReviewDiversion), Err: ik.NewError(ik.KindGateway, "MODEL_DOWN", "x")})
		assert.Equal(t, "MODEL_DOWN", ik.CodeOf(err))
		assert.Len(t, turn.Gateway.Requests, 2)
		for _, e := range turn.Emitter.Events() {
			assert.NotEqual(t, "capabilities.selected", e.Type)
		}
	})
}
