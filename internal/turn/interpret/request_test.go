package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// What models are sent for an interpretation, its repair and its reviews, byte for byte.
func TestRequests(t *testing.T) {
	at := func(o obj) obj {
		return with(o, obj{"evidence": []any{obj{"text": "the second", "meaning": "m", "messageIndex": 12}}})
	}
	for name, c := range map[string]struct {
		open      *ik.Interaction
		selection ik.CapabilitySelection
		script    []snaptest.Reply
		names     []string
	}{
		"confirmation": {
			snaptest.Confirmation(), selected("catalog.find", "help.answer"),
			[]snaptest.Reply{
				reply(promptINT, batch(ans("conf-1", true), at(res("help.answer", obj{"input": "for ana@shop.org"})))),
				reply(promptINTR, batch(ans("conf-1", true, obj{"evidence": "ana@shop.org"}), at(res("help.answer", obj{"input": obj{"to": "ana@shop.org"}})))),
				yes(promptCFA), yes(promptCFI),
			},
			[]string{"interpret", "repair", "confirmation-answer", "beside-confirmation"},
		},
		"choice": {
			snaptest.Choice(""), selected("catalog.find"),
			[]snaptest.Reply{reply(promptINT, batch(ans("ch", "opt-2"), at(res("catalog.find")))), cha("opt-2")},
			[]string{"interpret-choice", "choice-answer"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			turn := snaptest.New(t, snapshot.Input{
				Agent: snaptest.RichAgent(t), Checkpoint: snaptest.RichCheckpoint(c.open),
				Message: ik.Message{Content: "ana@shop.org wants the second"},
			}, c.script...)
			_, err := interpret.Interpret(t.Context(), interpret.Input{
				Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent, Selection: c.selection, IDs: turn.IDs,
			})
			require.NoError(t, err)
			for n, file := range c.names {
				r := turn.Gateway.Requests[n]
				r.System, r.Prompt.Definition.Template = "", ""
				snaptest.SameRequest(t, file, r)
			}
		})
	}
}
