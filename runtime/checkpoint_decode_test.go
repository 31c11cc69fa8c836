package ik_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

// fullCheckpoint has something in every corner.
func fullCheckpoint() ik.Checkpoint {
	question := ik.Interaction{
		ID: "i", Kind: ik.InteractionChoice, RequestedFacts: []ik.FactType{}, Goal: "Which?", AgendaItemID: "agenda:s", Delivered: true, Consent: "c",
		Payload: json.RawMessage(`{"any":[1.50,null]}`), Options: []ik.Option{{ID: "o", Label: "O", Value: json.RawMessage(`null`)}},
	}
	return ik.Checkpoint{
		SchemaVersion: 1, Revision: 3, AgentFingerprint: "c", AuditFingerprint: "a", MessageCount: 9,
		Messages: []ik.Message{{Role: ik.RoleUser, Content: "x", At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}},
		Facts: []ik.FactRecord{{FactRef: ik.FactRef{Type: "x", Version: 1, Key: "k"}, Value: json.RawMessage(`{"free":{"form":12345678901234567890}}`),
			Evidence: []ik.Evidence{{ID: "e", Source: ik.SourceHost, Data: json.RawMessage(`{"any":1}`)}}}},
		Agenda: []ik.AgendaItem{{ID: "agenda:s", Intention: ik.Intention{ID: "n", Resolution: ik.Resolved, Input: json.RawMessage(`null`)}, Status: ik.AgendaReady, Question: &question,
			Suspended: &ik.SuspendedInteraction{Interaction: question}, DeferredChoiceAnswer: &ik.DeferredAnswer{Interaction: question}}},
		Interaction: &question,
		Effects:     []ik.EffectReceipt{{ID: "r", Status: ik.EffectCompleted, Data: json.RawMessage(`[1]`)}},
		Progression: &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "o", Status: "active"}, Occurrences: []ik.Occurrence{{ID: "x", Status: "pending", CompletionLineage: json.RawMessage(`{}`)}}},
		Undelivered: &ik.Undelivered{Completed: []ik.CompletedWork{{StepID: "s", Output: json.RawMessage(`{"free":1}`)}}},
	}
}

func TestDecodeCheckpoint(t *testing.T) {
	raw, err := json.Marshal(fullCheckpoint())
	require.NoError(t, err)
	cp, err := ik.DecodeCheckpoint(raw)
	require.NoError(t, err)
	again, err := json.Marshal(cp)
	require.NoError(t, err)
	assert.Equal(t, string(raw), string(again))

	for _, path := range []string{`"revision":3`, `"status":"ready"`, `"kind":"choice"`, `"label":"O"`, `"source":"host"`, `"id":"r"`, `"stepId":"s"`, `"ruleId":""`} {
		require.Contains(t, string(raw), path)
		_, err := ik.DecodeCheckpoint([]byte(strings.Replace(string(raw), path, `"canary":1,`+path, 1)))
		assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(err), path)
		_, err = ik.DecodeCheckpoint([]byte(strings.Replace(string(raw), path, path+","+path, 1)))
		assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(err), path)
	}
	for _, bad := range [][2]string{
		{`"revision":3,`, ``}, {`"revision":3`, `"revision":-1`}, {`"auditFingerprint":"a",`, ``}, {`"messageCount":9,`, ``},
		{`"status":"ready"`, `"status":"bogus"`}, {`"role":"user"`, `"role":"system"`}, {`"kind":"choice"`, `"kind":"riddle"`},
		{`"resolution":"resolved"`, `"resolution":""`}, {`"status":"completed"`, `"status":"done"`}, {`"source":"host"`, `"source":"x"`},
		{`"status":"active"`, `"status":"x"`}, {`"status":"pending"`, `"status":"x"`}, {`"type":"x","version":1`, `"type":"x","version":0`},
		{`"id":"agenda:s"`, `"id":""`}, {`"id":"r"`, `"id":""`}, {`"messages":[`, `"messages":null,"x":[`},
	} {
		require.Contains(t, string(raw), bad[0])
		_, err := ik.DecodeCheckpoint([]byte(strings.Replace(string(raw), bad[0], bad[1], 1)))
		assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(err), bad)
	}
	for _, list := range []string{"messages", "facts", "agenda", "effects"} {
		empty := `{"schemaVersion":1,"revision":0,"agentFingerprint":"c","auditFingerprint":"","messages":[],"messageCount":0,"facts":[],"agenda":[],"effects":[]}`
		_, err := ik.DecodeCheckpoint([]byte(empty))
		require.NoError(t, err)
		_, err = ik.DecodeCheckpoint([]byte(strings.Replace(empty, `"`+list+`":[]`, `"`+list+`":null`, 1)))
		assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(err), list)
	}
	_, err = ik.DecodeCheckpoint([]byte(`{"schemaVersion":7}`))
	e, _ := ik.AsError(err)
	assert.Equal(t, "CHECKPOINT_SCHEMA_UNSUPPORTED", e.Code)
	assert.Equal(t, map[string]any{"schemaVersion": 7, "supported": 1}, e.Context)
	deep := `{"schemaVersion":1,"facts":[{"value":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}]}`
	_, err = ik.DecodeCheckpoint([]byte(deep))
	assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(err))
}

// What decodes comes back unchanged; what does not gives a typed error, never a panic.
func FuzzDecodeCheckpoint(f *testing.F) {
	raw, err := json.Marshal(fullCheckpoint())
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{string(raw), `{}`, `{"schemaVersion":1}`, `{"schemaVersion":1,"facts":[{"type":"x"}]}`, `[`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		cp, err := ik.DecodeCheckpoint(raw)
		if err != nil {
			if _, ok := ik.AsError(err); !ok {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		first, err := json.Marshal(cp)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ik.DecodeCheckpoint(first)
		if err != nil {
			t.Fatalf("written by us, refused by us: %v\n%s", err, first)
		}
		second, err := json.Marshal(again)
		if err != nil || string(first) != string(second) {
			t.Fatalf("%s became %s", first, second)
		}
	})
}
