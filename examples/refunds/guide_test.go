package main

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/trace"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/telemetry/jsonl"
)

// TestTheDebuggingGuideShowsWhatHappens looks every event of the guide up in what the conversation really tells. A text …
// in the guide stands for any.
func TestTheDebuggingGuideShowsWhatHappens(t *testing.T) {
	var out, file bytes.Buffer
	require.NoError(t, record(t.Context(), &out, &file))
	told := map[ik.TurnID][]ik.Event{}
	for e, err := range jsonl.Read(&file) {
		require.NoError(t, err)
		told[e.TurnID] = append(told[e.TurnID], e)
	}
	guide, err := os.ReadFile("../../docs/guide/debugging.md")
	require.NoError(t, err)
	shown := 0
	for _, block := range strings.Split(string(guide), "```json\n")[1:] {
		text, _, closed := strings.Cut(block, "```")
		require.True(t, closed)
		want := map[string]any{"turnId": "t1"}
		require.NoError(t, json.Unmarshal([]byte(text), &want), text)
		events := told[ik.TurnID(want["turnId"].(string))]
		at := int(want["sequence"].(float64)) - 1
		require.Less(t, at, len(events), text)
		raw, err := json.Marshal(events[at])
		require.NoError(t, err)
		var have any
		require.NoError(t, json.Unmarshal(raw, &have))
		assert.True(t, within(want, have), "the guide has\n%s\nbut the turn tells\n%s", text, raw)
		shown++
	}
	assert.Greater(t, shown, 12)

	_, rest, _ := strings.Cut(string(guide), "```text\n")
	view, _, _ := strings.Cut(rest, "```")
	var text strings.Builder
	for _, turn := range trace.Turns(told["t1"]) {
		require.NoError(t, trace.Write(&text, turn))
	}
	_, lines, _ := strings.Cut(text.String(), "\n")
	assert.Equal(t, view, regexp.MustCompile("[0-9a-f]{8}…").ReplaceAllString(lines, "…"))
}

// within tells whether what is shown is there: objects may have more members, lists are whole.
func within(shown, have any) bool {
	switch s := shown.(type) {
	case map[string]any:
		h, ok := have.(map[string]any)
		for k, v := range s {
			member, there := h[k]
			ok = ok && there && within(v, member)
		}
		return ok
	case []any:
		h, ok := have.([]any)
		ok = ok && len(h) == len(s)
		for i := 0; ok && i < len(s); i++ {
			ok = within(s[i], h[i])
		}
		return ok
	}
	return shown == "…" || reflect.DeepEqual(shown, have)
}
