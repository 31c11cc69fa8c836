package review_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/review"
)

func agent() *ir.Package {
	object := ir.Type{Kind: ir.KindStruct}
	return &ir.Package{
		IRVersion: ir.Version, Path: "example.com/app/refunds", Name: "refunds",
		Agent: &ir.Agent{
			ID: "support.refunds", Version: 1, Identity: "A calm <agent>", TimeZone: "UTC",
			Facts: []ir.Fact{
				{Key: "order.found@1", Value: object, Visibility: "full", Provider: "capability", InstanceKey: "orderId"},
				{Key: "session.customer@1", Value: object, Visibility: "presence", Provider: "host"},
			},
			Capabilities: []ir.Capability{
				{ID: "order.find", Version: 1, Description: "Find", Effect: "read", Confirmation: "none", Input: object,
					Output: object, Provides: []string{"order.found@1"}, Requires: []ir.Requirement{{Facts: []string{"session.customer@1"}}}},
				{ID: "refund.issue", Version: 2, Description: "Refund", Effect: "write", Confirmation: "none",
					Because: "It only\nlogs", Input: object, Output: object, EffectKey: []string{"input.id"}, Destructive: true,
					Requires: []ir.Requirement{{Facts: []string{"order.found@1"}, Resolution: "runtime"}}},
			},
			Policies: []ir.Policy{{ID: "refund.limit", Version: 1, On: []string{"refund.issue"}, Rules: []ir.Rule{{Verdict: "deny"}}}},
			Advice:   []ir.Advice{{ID: "tone", Version: 3}},
			Progression: &ir.Progression{
				Objective: &ir.Objective{ID: "settled", CompletionFact: "order.found@1"},
				Groups:    []ir.Group{{ID: "extras", Members: []ir.GroupMember{{Capability: "order.find"}}}},
				Rules:     []ir.ProgressionRule{{ID: "ask", Version: 1, Mode: "offer", TargetGroup: "extras", ActivateWhen: []string{"order.found@1"}}},
			},
			Prompts: []ir.Prompt{{ID: "mail", Version: 1, Template: "Hi"}},
			Kernel:  []ir.KernelPrompt{{ID: "kernel.response.compose", Revision: "desk 2", Template: "Été: one sentence."}},
		},
	}
}

func lock(t *testing.T, p *ir.Package) string {
	t.Helper()
	pair, err := fingerprint.Of(p, nil)
	require.NoError(t, err)
	text, err := review.Lock(p, nil, pair)
	require.NoError(t, err)
	return string(text)
}

// TestLock compares with a file; UPDATE=1 rewrites it.
func TestLock(t *testing.T) {
	file := filepath.Join("testdata", "agent.lock")
	got := lock(t, agent())
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestLockChangesOneLineWithOneElement(t *testing.T) {
	p := agent()
	p.Agent.Capabilities[0].Effect = "none"
	before, after := strings.Split(lock(t, agent()), "\n"), strings.Split(lock(t, p), "\n")
	require.Len(t, after, len(before))
	var changed []string
	for i := range before {
		if before[i] != after[i] {
			changed = append(changed, strings.Join(strings.Fields(after[i])[:1], ""))
		}
	}
	assert.Equal(t, []string{"contract", "capability"}, changed)
}

func TestIRFileRoundTrip(t *testing.T) {
	p := agent()
	p.Agent.Capabilities[0].Input.Fields = []ir.Field{{Name: "n", Presence: ir.Optional, Examples: []json.RawMessage{json.RawMessage(`{"$number":"1"}`)},
		Type: ir.Type{Kind: ir.KindInt, Max: &ir.Bound{Value: "9007199254740993"}, Const: json.RawMessage(`"<"`)}}}
	data, err := review.IRFile(p)
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(string(data), "}\n"))
	assert.Equal(t, 1, strings.Count(string(data), "\n"))
	back, err := review.ReadIR(data)
	require.NoError(t, err)
	assert.Equal(t, p, back)
	again, err := review.IRFile(back)
	require.NoError(t, err)
	assert.Equal(t, string(data), string(again))
}

func TestReadIRIsStrict(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"not JSON":         {`<lock>`, "representation"},
		"empty":            {``, "representation"},
		"not ours":         {`{"name":"x"}`, "no irVersion"},
		"newer":            {`{"irVersion":99,"unknown":1}`, "newer ikgen"},
		"older than any":   {`{"irVersion":0}`, "does not exist"},
		"unknown field":    {`{"irVersion":1,"name":"x","path":"y","colour":1}`, "colour"},
		"repeated field":   {`{"irVersion":1,"name":"x","name":"y"}`, "duplicate key"},
		"trailing data":    {`{"irVersion":1} {}`, "trailing"},
		"wrong type":       {`{"irVersion":1,"name":5}`, "name"},
		"deep":             {strings.Repeat("[", 1000), "deeper"},
		"bad number":       {`{"irVersion":1,"suites":[{"field":"a","json":{"$number":"x"}}]}`, "not a number"},
		"invalid encoding": {"{\"irVersion\":1,\"name\":\"\xff\"}", "UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := review.ReadIR([]byte(tt.text))
			require.Error(t, err)
			assert.ErrorContains(t, err, tt.want)
		})
	}
	_, err := review.IRFile(nil)
	assert.Error(t, err)
}

func FuzzReadIR(f *testing.F) {
	data, err := review.IRFile(agent())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"irVersion":1,"$number":"1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := review.ReadIR(data)
		if err != nil {
			return
		}
		out, err := review.IRFile(p)
		require.NoError(t, err)
		_, err = review.ReadIR(out)
		require.NoError(t, err)
	})
}
