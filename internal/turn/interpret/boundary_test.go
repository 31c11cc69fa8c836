package interpret_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// The boundary finds what a repair must hear of. Every scene is repaired by its second output.
func TestBoundary(t *testing.T) {
	pending := []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaWaitingInput)}
	cancelled, unanswered := []snaptest.Reply{lar("supported")}, []snaptest.Reply{ocaNone()}
	for name, c := range map[string]struct {
		scene  scene
		first  any
		second any
		want   []string
		then   []snaptest.Reply // the reviews of the second output
	}{
		"B-129 nothing asked for": {
			scene{selection: selected("catalog.find")}, batch(nil), batch(nil, res("catalog.find")), []string{"/intentions"}, nil,
		},
		"B-134 control without action": {
			scene{selection: mode("control"), agenda: pending}, batch(nil), with(batch(nil), actions(cancel("ag-1"))), []string{"/lifecycleActions"}, cancelled,
		},
		"B-136 repeated target": {
			scene{selection: mode("control"), agenda: pending},
			with(batch(nil), actions(cancel("ag-1"), cancel("ag-1"))), with(batch(nil), actions(cancel("ag-1"))), []string{"/lifecycleActions/1/targetId"}, cancelled,
		},
		"unknown item": {
			scene{selection: mode("control"), agenda: pending},
			with(batch(nil), actions(cancel("ag-9"))), with(batch(nil), actions(cancel("ag-1"))), []string{"/lifecycleActions/0/targetId"}, cancelled,
		},
		"B-137 another objective": {
			scene{selection: mode("control"), progress: objective("completed")},
			with(batch(nil), actions(cancelObjective("other"))), with(batch(nil), actions(cancelObjective("trip"))), []string{"/lifecycleActions/0/targetId"}, cancelled,
		},
		"B-137 another objective than the active one": {
			scene{selection: mode("control"), progress: objective("active")},
			with(batch(nil), actions(cancelObjective("other"))), with(batch(nil), actions(cancelObjective("trip"))), []string{"/lifecycleActions/0/targetId"}, cancelled,
		},
		"B-137 no objective at all": {
			scene{selection: mode("control"), agenda: pending},
			with(batch(nil), actions(cancelObjective("trip"))), with(batch(nil), actions(cancel("ag-1"))), []string{"/lifecycleActions/0/targetId"}, cancelled,
		},
		"with control, but nothing": {
			scene{selection: mode("selected_with_control", "catalog.find")}, batch(nil), batch(nil, res("catalog.find")), []string{"/intentions"}, nil,
		},
		"a lifecycle action that quotes nothing": {
			scene{selection: mode("control"), agenda: pending},
			with(batch(nil), actions(with(cancel("ag-1"), obj{"evidence": quoteOf("nowhere")[0]}))), with(batch(nil), actions(cancel("ag-1"))),
			[]string{"EVIDENCE_NOT_IN_MESSAGE /lifecycleActions/0/evidence/text"}, cancelled,
		},
		"B-139 embedded id": {
			scene{selection: selected("catalog.find"), open: snaptest.Choice("")},
			batch(nil, res("catalog.find", refs("the opt-1"))), batch(nil, res("catalog.find", refs("profile-7"))), []string{"/intentions/0/references/0/target"}, unanswered,
		},
		"B-142 conversational foreign intention": {
			scene{selection: mode("conversational", "catalog.compare", "catalog.find"), open: snaptest.Choice("catalog.compare")},
			batch(nil, res("catalog.find")), batch(nil), []string{"/intentions"}, nil,
		},
		"B-151 stale input answer": {
			scene{selection: selected("help.answer"), open: snaptest.Question()},
			batch(ans("old", "Rome"), res("help.answer")), batch(ans("in-1", "Rome"), res("help.answer")), []string{"/answerToInteraction/interactionId"}, nil,
		},
		"an input answer without its owner": {
			scene{selection: selected("catalog.find", "help.answer"), open: snaptest.Question()},
			batch(ans("in-1", "Rome"), res("catalog.find")), batch(ans("in-1", "Rome"), res("help.answer")), []string{"/intentions"}, nil,
		},
		"B-163 boundary first": {
			scene{selection: mode("selected_with_control", "catalog.find"), agenda: pending},
			with(batch(nil, res("catalog.find", obj{"input": nil})), actions(cancel("ag-9"))), batch(nil, res("catalog.find")), []string{"/lifecycleActions/0/targetId"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.scene.script = append([]snaptest.Reply{reply(promptINT, c.first), reply(promptINTR, c.second)}, c.then...)
			turn, _ := c.scene.accepted(t)
			assert.Equal(t, c.want, issues(t, turn))
		})
	}
}

func TestBoundaryAccepts(t *testing.T) {
	overlapping := snaptest.Choice("")
	overlapping.Options[0].ID, overlapping.Options[1].ID = "p-1", "p-12"
	for name, c := range map[string]struct {
		scene  scene
		output any
		then   []snaptest.Reply
	}{
		"B-133 selected_with_control, operation only": {scene{selection: mode("selected_with_control", "catalog.find"), progress: objective("active")}, batch(nil, res("catalog.find")), nil},
		"B-155 ambiguous only":                        {scene{selection: selected("catalog.find", "catalog.compare")}, batch(nil, amb()), nil},
		"B-140 overlapping option ids":                {scene{selection: selected("catalog.find"), open: overlapping}, batch(nil, res("catalog.find", refs("p-12"))), []snaptest.Reply{cha("p-12")}},
		"B-140 the shorter one":                       {scene{selection: selected("catalog.find"), open: overlapping}, batch(nil, res("catalog.find", refs("p-1"))), []snaptest.Reply{cha("p-1")}},
		"B-145 durable collector":                     {scene{selection: selected("catalog.find"), open: snaptest.Choice(""), agenda: []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaWaitingInput)}}, batch(ans("ch", "opt-2")), []snaptest.Reply{cha("opt-2")}},
		"B-145 durable collector, conversational":     {scene{selection: mode("conversational", "catalog.find"), open: snaptest.Choice(""), agenda: []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaWaitingInput)}}, batch(ans("ch", "opt-2")), []snaptest.Reply{cha("opt-2")}},
		"B-149 pending input":                         {scene{selection: selected("help.answer"), open: snaptest.Question(), agenda: []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaWaitingInput)}}, batch(ans("in-1", "Rome")), nil},
		"B-160 unresolved ignored":                    {scene{selection: selected("catalog.find")}, batch(nil, amb(obj{"input": nil})), nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.scene.script = append([]snaptest.Reply{reply(promptINT, c.output)}, c.then...)
			c.scene.accepted(t)
		})
	}
}

func TestEmptyTwice(t *testing.T) {
	t.Run("B-130 operations were selected and none is asked for, twice", func(t *testing.T) {
		scene{selection: selected("catalog.find"), script: []snaptest.Reply{reply(promptINT, batch(nil)), reply(promptINTR, batch(nil))}}.rejected(t)
	})
}

func TestEmptyOverAConfirmation(t *testing.T) {
	t.Run("B-131 a repair hears that a pure yes or no needs no intention", func(t *testing.T) {
		turn, out := scene{open: snaptest.Confirmation(), selection: selected("help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(nil)), reply(promptINTR, batch(ans("conf-1", false))), yes(promptCFA),
		}}.accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn))
		message := turn.Gateway.Input(1)["validationIssues"].([]any)[0].(map[string]any)["message"].(string)
		assert.Contains(t, message, "conf-1")
		assert.JSONEq(t, `false`, string(out.Answer.Value))
		assert.Empty(t, out.Intentions)
	})
}

func TestIneligibleCollectors(t *testing.T) {
	states := map[string][]ik.AgendaItem{"two": {
		snaptest.Pending("catalog.find", ik.AgendaWaitingInput), snaptest.Pending("catalog.find", ik.AgendaWaitingInput),
	}}
	for _, s := range []ik.AgendaStatus{ik.AgendaReady, ik.AgendaBlocked, ik.AgendaWaitingFacts, ik.AgendaWaitingConfirmation} {
		states[string(s)] = []ik.AgendaItem{snaptest.Pending("catalog.find", s)}
	}
	for name, agenda := range states {
		t.Run("B-146 no collector for the answer: "+name, func(t *testing.T) {
			scene{open: snaptest.Choice(""), selection: selected("catalog.find"), agenda: agenda, script: []snaptest.Reply{
				reply(promptINT, batch(ans("ch", "opt-2"))), reply(promptINTR, batch(ans("ch", "opt-2"))),
			}}.rejected(t)
		})
	}
}

func TestOwnerOfAConversationalAnswer(t *testing.T) {
	t.Run("B-143 who takes an answer has to be asked for it", func(t *testing.T) {
		open := snaptest.Choice("")
		open.Options = open.Options[:1]
		open.Options[0].TargetCapabilityID = "help.answer"
		turn, _ := scene{open: open, selection: mode("conversational", "catalog.find", "help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(ans("ch", "opt-1"))), reply(promptINTR, batch(ans("ch", "opt-1"), res("help.answer"))), cha("opt-1"),
		}}.accepted(t)
		message := turn.Gateway.Input(1)["validationIssues"].([]any)[0].(map[string]any)["message"].(string)
		assert.Contains(t, message, "help.answer")
	})
}

func TestRequiredReferences(t *testing.T) {
	for name, c := range map[string]struct {
		targets []string
		valid   bool
	}{
		"none": {nil, false}, "foreign": {[]string{"x"}, false}, "twice the same": {[]string{"opt-1", "opt-1"}, false},
		"too many": {[]string{"opt-1", "opt-2", "x"}, false}, "both": {[]string{"opt-1", "opt-2"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			script := []snaptest.Reply{reply(promptINT, batch(nil, res("catalog.find", refs(c.targets...))))}
			if !c.valid {
				script = append(script, reply(promptINTR, batch(nil, res("catalog.find", refs("opt-1", "opt-2")))))
			}
			script = append(script, ocaNone())
			sc := scene{open: snaptest.Choice(""), selection: selected("catalog.find"), script: script}
			turn := sc.turn(t)
			turn.Agent.Capabilities["catalog.find"].References = &ik.ReferenceRequirements{
				Source: "active_interaction_options", Minimum: 1, Maximum: 2,
			}
			_, err := sc.in(t, turn)
			require.NoError(t, err)
			if !c.valid {
				assert.Contains(t, issues(t, turn), "/intentions/0/references")
			}
		})
	}
}

func TestOperationInputs(t *testing.T) {
	t.Run("every intention is judged", func(t *testing.T) {
		turn, _ := scene{selection: selected("catalog.find", "help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.find", obj{"input": nil}), res("help.answer", obj{"input": 1}))),
			reply(promptINTR, batch(nil, res("catalog.find"), res("help.answer"))),
		}}.accepted(t)
		assert.Equal(t, []string{"invalid_type /intentions/0/input", "invalid_type /intentions/1/input"}, issues(t, turn))
	})
	t.Run("a decoder that panics refuses", func(t *testing.T) {
		calls := 0
		agent := func(d *ik.AgentDefinition) {
			for i := range d.Capabilities {
				decode := d.Capabilities[i].Input.Decode
				d.Capabilities[i].Input.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
					if calls++; calls == 1 {
						panic("x")
					}
					return decode(raw)
				}
			}
		}
		turn, _ := scene{agent: agent, selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.find"))), reply(promptINTR, batch(nil, res("catalog.find"))),
		}}.accepted(t)
		assert.Equal(t, []string{"/intentions/0/input"}, issues(t, turn))
	})
	contract := func(decode func(json.RawMessage) (any, []ik.Issue)) func(*ik.AgentDefinition) {
		return func(d *ik.AgentDefinition) { d.Capabilities[1].Input.Decode = decode }
	}
	t.Run("B-157 A-014 a fault without a place and without words is one of the whole input", func(t *testing.T) {
		agent := contract(func(raw json.RawMessage) (any, []ik.Issue) {
			if string(raw) != `{"q":"tent"}` {
				return nil, []ik.Issue{{}}
			}
			return raw, nil
		})
		turn, _ := scene{agent: agent, selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.find"))), reply(promptINTR, batch(nil, res("catalog.find", obj{"input": obj{"q": "tent"}}))),
		}}.accepted(t)
		assert.Equal(t, []string{"/intentions/0/input"}, issues(t, turn))
		message := turn.Gateway.Input(1)["validationIssues"].([]any)[0].(map[string]any)["message"].(string)
		assert.True(t, strings.HasPrefix(message, "the input is not valid. "), message)
	})
	t.Run("A-013 a fault keeps its words and its place, inside of the intention", func(t *testing.T) {
		agent := contract(func(raw json.RawMessage) (any, []ik.Issue) {
			if string(raw) == `42` {
				return nil, []ik.Issue{{Path: "/name", Code: "required", Message: "a name is missing"}}
			}
			return raw, nil
		})
		turn, _ := scene{agent: agent, selection: selected("catalog.find", "help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("help.answer"), res("catalog.find", obj{"input": 42}))), reply(promptINTR, batch(nil, res("catalog.find"))),
		}}.accepted(t)
		assert.Equal(t, []string{"required /intentions/1/input/name"}, issues(t, turn))
		assert.Contains(t, turn.Gateway.Input(1)["validationIssues"].([]any)[0].(map[string]any)["message"], "a name is missing")
	})
	t.Run("B-158 null is an input where the contract takes it", func(t *testing.T) {
		agent := contract(func(raw json.RawMessage) (any, []ik.Issue) {
			if string(raw) != `null` {
				return nil, []ik.Issue{{Message: "expected null"}}
			}
			return nil, nil
		})
		_, out := scene{agent: agent, selection: selected("catalog.find"), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.find", obj{"input": nil}))),
		}}.accepted(t)
		assert.Equal(t, `null`, string(out.Intentions[0].Input))
	})
	t.Run("B-161 inputs before consent", func(t *testing.T) {
		scene{open: snaptest.Confirmation(), selection: selected("catalog.find", "help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(ans("conf-1", true), res("catalog.find", obj{"input": nil}))),
			reply(promptINTR, batch(ans("conf-1", true), res("catalog.find"))), no(promptCFA),
		}}.rejected(t)
	})
}
