package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// leaves is a menu that can only be left, and a message that asks for something and leaves it.
func leaves(script ...snaptest.Reply) scene {
	return scene{open: exitOnly(), message: "find it, then go on", selection: selected("catalog.find"), script: script}
}

func TestContinueAnswer(t *testing.T) {
	find := res("catalog.find", evidence("find it"))
	then := goOn(words("then go on"))
	t.Run("B-154 pure continuation", func(t *testing.T) {
		turn, out := leaves(first(batch(then)), yes(promptPGA)).accepted(t)
		assert.Empty(t, out.Intentions)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 3)
		assert.Equal(t, []any{}, in["intentions"])
		assert.Equal(t, "then go on", in["proposedAnswer"].(map[string]any)["evidence"])
		assert.Empty(t, turn.Gateway.Requests[1].Capabilities)
	})
	t.Run("exit and operation", func(t *testing.T) {
		turn, out := leaves(first(batch(then, find)), yes(promptPGA), yes(promptPGI)).accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.NotNil(t, out.Answer)
		in := turn.Gateway.Input(2)
		assert.Len(t, in, 4)
		assert.Equal(t, "progression_intention_independence", in["reviewKind"])
		assert.Len(t, turn.Gateway.Requests[2].Capabilities, 1)
	})
	t.Run("B-205 exit only", func(t *testing.T) {
		turn, out := leaves(first(batch(then, find)), yes(promptPGA), no(promptPGI), repaired(batch(then)), yes(promptPGA)).accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
	})
	t.Run("B-206 overlap with a member", func(t *testing.T) {
		more := res("catalog.find", evidence("sure, show more"))
		turn, _ := scene{open: menu(), message: "sure, show more", selection: selected("catalog.find"), script: []snaptest.Reply{
			first(batch(goOn(words("sure")), more)), repaired(batch(nil, more)), opa("not_requested", ""), yes(promptPMO),
		}}.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
	})
	overlap := batch(goOn(words("find it, then")), find)
	t.Run("B-207 overlap without a member", func(t *testing.T) {
		turn, _ := leaves(first(overlap), yes(promptPGA), repaired(batch(then)), yes(promptPGA)).accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn), "no second review")
	})
	t.Run("B-208 overlap, exit rejected", func(t *testing.T) {
		turn, out := leaves(first(overlap), no(promptPGA), repaired(batch(nil, find))).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_PROGRESSION_EXIT /answerToInteraction"}, issues(t, turn))
		assert.Nil(t, out.Answer)
	})
	t.Run("B-209 policy exit", func(t *testing.T) {
		c := leaves(first(batch(goOn(words("find")), res("catalog.find", evidence("find")))), yes(promptPGI))
		c.agent = continues("catalog.find")
		_, out := c.accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.NotNil(t, out.Answer)
	})
	t.Run("policy exit, operation inferred", func(t *testing.T) {
		c := leaves(first(batch(then, find)), no(promptPGI), repaired(batch(then)), yes(promptPGA))
		c.agent = continues("catalog.find")
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn))
	})
	t.Run("B-211 malformed reviews", func(t *testing.T) {
		turn, _ := leaves(first(batch(then, find)), reply(promptPGA, obj{}), repaired(batch(nil, find)), opa("not_requested", "")).accepted(t)
		for _, i := range issues(t, turn) {
			assert.Equal(t, "/answerToInteraction", i, "no code, so the way out is looked for again")
		}
		turn, _ = leaves(first(batch(then, find)), yes(promptPGA), reply(promptPGI, obj{}), repaired(batch(then)), yes(promptPGA)).accepted(t)
		for _, i := range issues(t, turn) {
			assert.Equal(t, "/intentions", i)
		}
	})
	t.Run("a bare exit is no operation with control", func(t *testing.T) {
		c := leaves(first(batch(then)), repaired(batch(then, find)), yes(promptPGA), yes(promptPGI))
		c.selection = mode("selected_with_control", "catalog.find")
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn))
	})
}

func TestGuidedContinuation(t *testing.T) {
	find := res("catalog.find", evidence("find it"))
	t.Run("B-152 guidance continuation", func(t *testing.T) {
		c := leaves(first(batch(nil, find)), repaired(batch(ans(menuID, menuExit), find)), yes(promptPGI))
		c.agent = continues("catalog.find")
		turn, out := c.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		for _, part := range []string{"catalog.find", `"progression:g1"`, menuExit} {
			assert.Contains(t, advice(t, turn), part)
		}
		assert.Len(t, out.Intentions, 1)
		assert.JSONEq(t, `{"kind":"progression.continue","occurrenceId":"g1"}`, string(out.Answer.Value))
	})
	t.Run("a menu that has no way out", func(t *testing.T) {
		open := menu()
		open.Options = open.Options[:2]
		c := scene{open: open, selection: selected("catalog.find"), agent: continues("catalog.find"), script: []snaptest.Reply{
			first(batch(nil, res("catalog.find"))), repaired(batch(nil, amb())),
		}}
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		assert.Contains(t, advice(t, turn), "no option")
	})
	t.Run("guidance of another capability, and unresolved intentions, leave nothing", func(t *testing.T) {
		c := leaves(first(batch(nil, find)), opa("not_requested", ""))
		c.agent = continues("catalog.compare")
		c.accepted(t)
		c = leaves(first(batch(nil, amb(evidence("find it")))))
		c.agent = continues("catalog.find")
		c.accepted(t)
	})
	t.Run("outside of a menu guidance leaves nothing", func(t *testing.T) {
		scene{selection: selected("catalog.find"), agent: continues("catalog.find"), script: []snaptest.Reply{
			first(batch(nil, res("catalog.find"))),
		}}.accepted(t)
	})
	t.Run("a menu without options leaves nothing", func(t *testing.T) {
		open := &ik.Interaction{ID: menuID, Kind: ik.InteractionChoice, Payload: obj{"kind": "progression.group"}}
		scene{open: open, selection: selected("catalog.find"), agent: continues("catalog.find"), script: []snaptest.Reply{
			first(batch(nil, res("catalog.find"))),
		}}.accepted(t)
	})
}
