package ik_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

// reader is a FactReader over values, one instance a fact.
type reader map[ik.FactKey]any

func (r reader) Required(k ik.FactKey) (ik.StoredFact, bool) {
	v, ok := r[k]
	return ik.StoredFact{Value: v}, ok
}

func (r reader) All(k ik.FactKey) []ik.StoredFact {
	if f, ok := r.Required(k); ok {
		return []ik.StoredFact{f}
	}
	return nil
}

func TestPolicyContextText(t *testing.T) {
	type order struct {
		ID    string  `json:"id"`
		Total float64 `json:"total"`
	}
	c := ik.PolicyContext{
		Input: order{"AB1", 25}, Output: map[string]any{"ok": true},
		Facts: reader{"order.found@1": map[string]any{"order": order{"AB2", 2.5}}, "grade@2": "remote"},
		Now:   time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	for path, want := range map[ik.Path]string{
		"input.id": "AB1", "input.total": "25", "output.ok": "true", "order.found@1.order.total": "2.5", "grade@2": "remote",
		"now": "2026-01-02T03:04:05Z", "input.none": "", "input.id.deeper": "", "other@1.x": "",
		"order.found@1.order": `{"id":"AB2","total":2.5}`,
	} {
		assert.Equal(t, "<"+want+">", c.Text(ik.Template{{Text: "<"}, {Path: path}, {Text: ">"}}), path)
	}
}

// In a turn a text shows what it may, and the facts that it names count as read all the same.
func TestPolicyContextTextShowsWhatItMay(t *testing.T) {
	read := counting{reader{"order.found@1": map[string]any{"pin": 4711}}, map[ik.FactKey]int{}}
	c := ik.PolicyContext{
		Input: map[string]any{"pin": 4711}, Facts: read,
		Shown: func(p ik.Path) (json.RawMessage, bool) { return json.RawMessage(`"pin"`), p == "input.pin" },
	}
	assert.Equal(t, "pin|", c.Text(ik.Template{{Path: "input.pin"}, {Text: "|"}, {Path: "order.found@1.pin"}}))
	assert.Equal(t, map[ik.FactKey]int{"order.found@1": 1}, read.count)
}

// counting counts what is read.
type counting struct {
	reader
	count map[ik.FactKey]int
}

func (c counting) Required(k ik.FactKey) (ik.StoredFact, bool) {
	c.count[k]++
	return c.reader.Required(k)
}

func TestValueText(t *testing.T) {
	for raw, want := range map[string]string{`"a\nb"`: "a\nb", " 1.50 ": "1.50", "null": "", "": "", "[1, 2]": "[1,2]", "{": ""} {
		assert.Equal(t, want, ik.ValueText(json.RawMessage(raw)), raw)
	}
}

func TestKeyText(t *testing.T) {
	value := map[string]any{"customer": map[string]any{"id": "C1"}, "n": 7}
	assert.Equal(t, "C1", ik.KeyText(value, "customer.id"))
	assert.Equal(t, "7", ik.KeyText(value, "n"))
	assert.Empty(t, ik.KeyText(value, "none"))
}

func TestAges(t *testing.T) {
	now := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	assert.True(t, ik.OlderThan("2025-12-31T23:59:59Z", 24*time.Hour, now))
	assert.False(t, ik.OlderThan("2026-01-01T00:00:00Z", 24*time.Hour, now), "exactly the age is not older")
	assert.True(t, ik.NewerThan("2026-01-01T00:00:01Z", 24*time.Hour, now))
	assert.False(t, ik.NewerThan("2026-01-01T00:00:00Z", 24*time.Hour, now))
	assert.False(t, ik.OlderThan("yesterday", time.Hour, now))
	assert.False(t, ik.NewerThan("", time.Hour, now))
}

func TestAdviceWhen(t *testing.T) {
	c := ik.AdviceContext{
		Active: []ik.CapabilityID{"a", "b"}, Present: []ik.FactKey{"f@1"}, Agenda: []ik.AgendaItem{{Status: ik.AgendaReady}},
		Interaction: &ik.Interaction{Kind: ik.InteractionChoice},
		Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{{RuleID: "r", Target: ik.ProgressionTarget{GroupID: "g"}, Status: "active"}}},
	}
	all := ik.AdviceWhen{
		ActiveCapabilities: []ik.CapabilityID{"a", "b"}, AnyActive: []ik.CapabilityID{"x", "b"}, PresentFacts: []ik.FactKey{"f@1"},
		MissingFacts: []ik.FactKey{"g@1"}, Interaction: "choice", Agenda: "ready", ProgressionRule: "r", ProgressionStatus: "active",
	}
	assert.Equal(t, ik.Selection{Selected: true, Matched: []string{
		"activeCapabilities:a,b", "anyActive:b", "presentFacts:f@1", "missingFacts:g@1", "interaction:choice", "agenda:ready", "progression:r:active",
	}}, all.Select(c))
	assert.True(t, ik.AdviceWhen{}.Select(c).Selected)
	assert.True(t, ik.AdviceWhen{ProgressionGroup: "g", ProgressionStatus: "active"}.Select(c).Selected)
	for _, w := range []ik.AdviceWhen{
		{ActiveCapabilities: []ik.CapabilityID{"a", "x"}}, {AnyActive: []ik.CapabilityID{"x"}}, {PresentFacts: []ik.FactKey{"g@1"}},
		{MissingFacts: []ik.FactKey{"f@1"}}, {Interaction: "input"}, {Agenda: "blocked"},
		{ProgressionRule: "r", ProgressionStatus: "pending"}, {ProgressionGroup: "h", ProgressionStatus: "active"},
	} {
		assert.Equal(t, ik.Selection{}, w.Select(c), "%+v", w)
	}
	assert.False(t, ik.AdviceWhen{Interaction: "input", ProgressionRule: "r"}.Select(ik.AdviceContext{}).Selected)
}

func TestEvidenceOfFactsAndClaimsIsMerged(t *testing.T) {
	bank := ik.Evidence{ID: "bank", Source: ik.SourceExternal, Content: "sent"}
	r := ik.CompletedResult(nil, ik.Completed{Canonical: ik.Canonical("%s is on its way.", ik.Claim("R1", bank))})
	ik.Publish("R1", bank).AppendTo(&r, "refund.issued@1", nil)
	assert.Equal(t, []ik.Evidence{bank}, r.Evidence, "one record proves claim and fact")

	other := bank
	other.Content = "not sent"
	ik.Publish("R2", other).AppendTo(&r, "refund.other@1", nil)
	assert.Equal(t, []ik.Evidence{bank, other}, r.Evidence, "another record under the same id stays, for the kernel to refuse")
}

func TestTypedReaders(t *testing.T) {
	_, err := ik.InputOf[string]("order.find", 7)
	assert.Equal(t, "INVALID_CAPABILITY_INPUT", ik.CodeOf(err))

	schema := ik.Schema{Name: "Step", Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, []ik.Issue{{Code: "wrong_type", Message: "must be a string"}}
		}
		return s, nil
	}}
	for stored, want := range map[string]struct {
		value string
		ok    bool
		code  string
	}{"": {}, `"photos"`: {value: "photos", ok: true}, "7": {code: "INVALID_DOCUMENT"}} {
		scope := ik.NewScope(&ik.Invocation{Continuation: json.RawMessage(stored)})
		v, ok, err := ik.ContinuationOf[string](&scope, schema)
		assert.Equal(t, want.value, v)
		assert.Equal(t, want.ok, ok)
		assert.Equal(t, want.code, ik.CodeOf(err))
	}

	need := ik.NeedsDependencyResult("terms@2", "terms.read", 1)
	require.Equal(t, ik.StatusNeedsDependency, need.Status)
	assert.Equal(t, ik.FactRef{Type: "terms", Version: 2}, need.Requirement)
	assert.Nil(t, need.Continuation)
	need = ik.NeedsDependencyResult("terms@2", "terms.read", 1, ik.Continue(0), ik.Redact("a"), ik.Continue("page 2"), ik.Redact("b"))
	assert.Equal(t, "page 2", need.Continuation)
	assert.Equal(t, []string{"a", "b"}, need.Redactions)
	assert.True(t, ik.HasKey(map[string]int{"a": 0}, "a"))
	assert.False(t, ik.HasKey(map[string]int{"a": 0}, "b"))
}
