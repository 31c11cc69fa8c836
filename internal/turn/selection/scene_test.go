package selection_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

const (
	promptSelect = "kernel.capability.select"
	promptRepair = "kernel.capability.select.repair"
	yes          = `{"verdict":"supported","rationale":"r"}`
	no           = `{"verdict":"unsupported","rationale":"the reviewer's reason"}`
)

// sel is a selection that quotes the first message.
func sel(mode string, ids ...string) string {
	list, _ := json.Marshal(append([]string{}, ids...))
	return fmt.Sprintf(`{"mode":%q,"capabilityIds":%s,"rationale":"r","evidence":[{"text":"morning","meaning":"m","messageIndex":0}]}`, mode, list)
}

func first(output string) snaptest.Reply { return snaptest.Reply{Prompt: promptSelect, Output: output} }
func repair(output string) snaptest.Reply {
	return snaptest.Reply{Prompt: promptRepair, Output: output}
}

func judged(by control.Review, output string) snaptest.Reply {
	return snaptest.Reply{Prompt: string(by), Output: output}
}

func unbound(output string) snaptest.Reply   { return judged(control.ReviewUnbound, output) }
func chosen(output string) snaptest.Reply    { return judged(control.ReviewChoiceSelection, output) }
func diverted(output string) snaptest.Reply  { return judged(control.ReviewDiversion, output) }
func mixed(output string) snaptest.Reply     { return judged(control.ReviewMixed, output) }
func lifecycle(output string) snaptest.Reply { return judged(control.ReviewLifecycleSelection, output) }

// option is the review that binds an option of snaptest.Choice.
func option(n int) string {
	return fmt.Sprintf(`{"meaning":"unique_option","position":%d,"label":"Label opt-%d","optionId":"opt-%d","rationale":"r"}`, n, n, n)
}

// asks is the review that finds requests of their own.
func asks(ids ...string) string {
	list, _ := json.Marshal(ids)
	return fmt.Sprintf(`{"meaning":"operation_request","operationCapabilityIds":%s,"rationale":"the reviewer's reason"}`, list)
}

const unclear = `{"meaning":"ambiguous_or_unrelated","rationale":"the reviewer's reason"}`

// choose runs the stage over a state.
func choose(t *testing.T, in snapshot.Input, script ...snaptest.Reply) (*snaptest.Turn, ik.CapabilitySelection, error) {
	t.Helper()
	turn := snaptest.New(t, in, script...)
	out, err := selection.Select(t.Context(), selection.Input{Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent})
	return turn, out, err
}

// accepted runs the stage and holds the selected capabilities and the number of calls, which the script has exactly.
func accepted(t *testing.T, in snapshot.Input, want []ik.CapabilityID, script ...snaptest.Reply) (*snaptest.Turn, ik.CapabilitySelection) {
	t.Helper()
	turn, out, err := choose(t, in, script...)
	require.NoError(t, err)
	assert.Equal(t, want, out.CapabilityIDs)
	assert.Len(t, turn.Gateway.Requests, len(script))
	return turn, out
}

func ids(list ...ik.CapabilityID) []ik.CapabilityID { return append([]ik.CapabilityID{}, list...) }

// issues are what the repair was told: "<path> <message>".
func issues(t *testing.T, turn *snaptest.Turn) (paths, messages []string) {
	t.Helper()
	for n, r := range turn.Gateway.Requests {
		if r.Prompt.Definition.ID != promptRepair {
			continue
		}
		for _, i := range turn.Gateway.Input(n)["validationIssues"].([]any) {
			paths = append(paths, i.(map[string]any)["path"].(string))
			messages = append(messages, i.(map[string]any)["message"].(string))
		}
	}
	return paths, messages
}

// request finds the first request of a prompt, and its input.
func request(t *testing.T, turn *snaptest.Turn, prompt string) (ik.ModelRequest, map[string]any) {
	t.Helper()
	for n, r := range turn.Gateway.Requests {
		if r.Prompt.Definition.ID == prompt {
			return r, turn.Gateway.Input(n)
		}
	}
	require.Fail(t, "no request of "+prompt)
	return ik.ModelRequest{}, nil
}

// details are the ids of the capabilities of a request, with how much of each is shown.
func details(r ik.ModelRequest) []string {
	out := []string{}
	for _, c := range r.Capabilities {
		out = append(out, c.Detail+" "+string(c.ID))
	}
	return out
}
