package snaptest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// RichAgent has a fact with a private field, guidance, a requirement and advice.
func RichAgent(t testing.TB) *agent.Agent {
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	return Agent(t, func(d *ik.AgentDefinition) {
		d.TimeZone = "Europe/Madrid"
		d.Models = map[string]string{"capability.select": "fast", "turn.interpret": "careful"}
		d.Facts = []ik.FactDefinition{
			{Fact: "customer@1", Description: "Who the customer is.", Value: Object("Customer", &ik.Mask{Fields: []ik.FieldMask{{Name: "email", Mask: private}}})},
			{Fact: "score@1", Description: "A score.", Visibility: ik.VisibilityHidden, Value: Object("Score", nil)},
		}
		d.Capabilities[0].Provides = []ik.FactKey{"customer@1", "score@1"}
		d.Capabilities[1].Requires = []ik.Requirement{{Facts: []ik.FactKey{"customer@1"}}}
		d.Capabilities[1].Guidance = &ik.Guidance{WhenToUse: []string{"to find"}, WhenNotToUse: []string{"to compare"}, Examples: []string{"a tent"}}
		d.Capabilities[2].Requires = []ik.Requirement{{Facts: []ik.FactKey{"score@1"}, Description: "A score.", Resolution: "runtime"}}
		d.Advice = []ik.AdviceDefinition{{ID: "tone", Version: 1, Description: "How to speak.", Instructions: []string{"Be brief."}}}
	})
}

// RichCheckpoint has facts, open work with private inputs, and an open question.
func RichCheckpoint(open *ik.Interaction) *ik.Checkpoint {
	cp := Checkpoint()
	cp.MessageCount = 12
	cp.Messages[2].Content = "I need a tent, mail me at ana@shop.org"
	producer := ik.Producer{CapabilityID: "help.answer", CapabilityVersion: 1, TurnID: "t0", StepID: "s0"}
	cp.Facts = []ik.FactRecord{
		{
			FactRef: ik.FactRef{Type: "customer", Version: 1}, Value: json.RawMessage(`{"email":"ana@shop.org","tier":"gold"}`),
			EvidenceIDs: []ik.EvidenceID{"ev-1"}, DependsOn: []ik.FactRef{}, ProducedBy: producer,
			Evidence: []ik.Evidence{{ID: "ev-1", Source: ik.SourceExternal, Content: "ana@shop.org is gold"}},
		},
		{
			FactRef: ik.FactRef{Type: "score", Version: 1}, Value: json.RawMessage(`{"n":"SCORE"}`), EvidenceIDs: []ik.EvidenceID{},
			DependsOn: []ik.FactRef{}, ModelVisibility: ik.VisibilityHidden, ModelRedactions: []string{"SCORE"}, ProducedBy: producer,
		},
	}
	item := Pending("help.answer", ik.AgendaWaitingConfirmation)
	item.Intention.Objective, item.Continuation = "answer ana@shop.org", json.RawMessage(`{"private":"CONTINUATION"}`)
	cp.Agenda = []ik.AgendaItem{item}
	open.ProtectedMessage, open.Consent, open.AgendaItemID = "PROTECTED", "CONSENT", "ag-1"
	cp.Interaction = open
	return cp
}

// SameRequest compares a request with the file testdata/<name>.json. UPDATE_TESTDATA=1 writes the file.
func SameRequest(t testing.TB, name string, r ik.ModelRequest) {
	t.Helper()
	raw, err := json.Marshal(r)
	noError(t, err)
	var got bytes.Buffer
	noError(t, json.Indent(&got, raw, "", "  "))
	got.WriteByte('\n')
	for _, private := range []string{"ana@shop.org", "SCORE", "CONTINUATION", "PROTECTED", "CONSENT"} {
		if strings.Contains(got.String(), private) {
			t.Fatalf("the request shows %s", private)
		}
	}
	path := filepath.Join("testdata", name+".json")
	if os.Getenv("UPDATE_TESTDATA") != "" {
		noError(t, os.MkdirAll("testdata", 0o755))
		noError(t, os.WriteFile(path, got.Bytes(), 0o600))
	}
	want, err := os.ReadFile(path)
	noError(t, err)
	if string(want) != got.String() {
		t.Fatalf("the request changed, %s has another:\n%s", path, got.String())
	}
}
