package snapshot_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestRedactionReachesEveryText(t *testing.T) {
	t.Run("B-011 values are masked everywhere, keys and other scalars stay", func(t *testing.T) {
		in := input(t)
		item := snaptest.Pending("help.answer", ik.AgendaReady)
		item.ModelRedactions, item.Intention.Objective = []string{"north"}, "go north"
		open := snaptest.Choice("")
		open.Options[0].Label, open.Options[0].Value, open.Options[0].ReferenceExamples = "north one", map[string]any{"v": "north"}, []string{"the north"}
		open.Payload = map[string]any{"north": "north", "n": 1, "b": true}
		in.Checkpoint.Agenda, in.Checkpoint.Interaction = []ik.AgendaItem{item}, open
		in.Checkpoint.Messages[0].Content, in.Message.Content = "due north", "north"
		before, err := json.Marshal(in.Checkpoint)
		require.NoError(t, err)
		s, err := snapshot.Build(t.Context(), in)
		require.NoError(t, err)
		got := string(s.Context())
		assert.Contains(t, got, `"payload":{"b":true,"n":1,"north":"[redacted]"}`)
		assert.Equal(t, 1, strings.Count(got, "north"), "the key alone")
		assert.Equal(t, 7, strings.Count(got, "[redacted]"))
		after, err := json.Marshal(in.Checkpoint)
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
	})
	t.Run("B-013 open work", func(t *testing.T) {
		in := input(t)
		item := snaptest.Pending("help.answer", ik.AgendaReady)
		item.Continuation, item.ModelRedactions = json.RawMessage(`{"c":1}`), []string{"zeta"}
		in.Checkpoint.Agenda = []ik.AgendaItem{item}
		s, err := snapshot.Build(t.Context(), in)
		require.NoError(t, err)
		shown := contextOf(t, s)["agenda"].([]any)[0].(map[string]any)
		assert.ElementsMatch(t, []string{"id", "intention", "status", "missingFacts", "dependencies"}, keysOf(shown))
	})
	t.Run("B-014 the open question", func(t *testing.T) {
		in := input(t)
		open := snaptest.Choice("")
		open.Mode, open.ResponseMode, open.ProtectedMessage, open.Payload = "required", "contextual", "PROTECTED", map[string]any{}
		in.Checkpoint.Interaction = open
		s, err := snapshot.Build(t.Context(), in)
		require.NoError(t, err)
		shown := contextOf(t, s)["interaction"].(map[string]any)
		assert.ElementsMatch(t, []string{"id", "kind", "requestedFacts", "goal", "capabilityId", "options", "payload"}, keysOf(shown))
	})
}

func keysOf(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

func TestFactsOfTheHost(t *testing.T) {
	a := snaptest.Agent(t, func(d *ik.AgentDefinition) {
		d.Facts = []ik.FactDefinition{
			{Fact: "session.customer@1", Value: snaptest.Object("Customer", &ik.Mask{Fields: []ik.FieldMask{
				{Name: "email", Mask: func() *ik.Mask { return &ik.Mask{Self: ik.Private} }},
			}})},
			{Fact: "parcel.known@1", Value: snaptest.Object("Parcel", nil)},
		}
		d.Capabilities[1].Provides = []ik.FactKey{"session.customer@1", "parcel.known@1"}
		d.Capabilities[0].Requires = []ik.Requirement{{Facts: []ik.FactKey{"session.customer@1"}, Description: "A customer."}}
	})
	in := input(t)
	in.Agent, in.Message.Content = a, "mail ana@shop.org"
	in.Checkpoint.Facts = []ik.FactRecord{{
		FactRef: ik.FactRef{Type: "session.customer", Version: 1}, Value: json.RawMessage(`{"email":"ana@shop.org","tier":"gold"}`),
		Evidence: []ik.Evidence{{ID: "host", Source: "host"}}, EvidenceIDs: []ik.EvidenceID{"host"},
	}}
	for _, key := range []string{"PX1", "PX2"} {
		in.Checkpoint.Facts = append(in.Checkpoint.Facts, ik.FactRecord{
			FactRef: ik.FactRef{Type: "parcel.known", Version: 1, Key: key}, Value: json.RawMessage(`{"id":"` + key + `"}`),
		})
	}
	s, err := snapshot.Build(t.Context(), in)
	require.NoError(t, err)
	t.Run("they are there for this turn, with the same privacy", func(t *testing.T) {
		facts := contextOf(t, s)["facts"].([]any)
		require.Len(t, facts, 3)
		host := facts[0].(map[string]any)
		assert.Equal(t, map[string]any{"email": "[redacted]", "tier": "gold"}, host["value"])
		assert.Equal(t, "host", host["evidence"].([]any)[0].(map[string]any)["source"])
		assert.NotContains(t, string(s.Context()), "ana@shop.org")
		assert.Empty(t, in.Checkpoint.Interaction)
	})
	t.Run("they count for what is ready", func(t *testing.T) {
		assert.Equal(t, "ready", s.Contracts([]ik.CapabilityID{"help.answer"})[0].Availability)
	})
	t.Run("every instance of a keyed fact is shown with its key", func(t *testing.T) {
		facts := contextOf(t, s)["facts"].([]any)
		assert.Equal(t, []any{"PX1", "PX2"}, []any{facts[1].(map[string]any)["key"], facts[2].(map[string]any)["key"]})
		assert.NotContains(t, facts[0], "key")
	})
}

func TestOffered(t *testing.T) {
	a := snaptest.Agent(t, func(d *ik.AgentDefinition) {
		d.Facts = []ik.FactDefinition{
			{Fact: "x@1", Value: snaptest.Object("X", nil)}, {Fact: "y@1", Value: snaptest.Object("Y", nil), Visibility: ik.VisibilityHidden},
		}
		d.Capabilities[1].Provides = []ik.FactKey{"x@1", "y@1"}
		d.Capabilities[0].OfferedWhen = ik.OfferedWhen{Present: []ik.FactKey{"x@1"}, Missing: []ik.FactKey{"y@1"}}
	})
	fact := func(kind ik.FactType, key string) ik.FactRecord {
		return ik.FactRecord{FactRef: ik.FactRef{Type: kind, Version: 1, Key: key}, Value: json.RawMessage(`{}`)}
	}
	all, others := []ik.CapabilityID{"catalog.compare", "catalog.find", "help.answer"}, []ik.CapabilityID{"catalog.compare", "catalog.find"}
	asked := snaptest.Choice("")
	asked.Options[0].TargetCapabilityID = "help.answer"
	for name, c := range map[string]struct {
		change func(*snapshot.Input)
		want   []ik.CapabilityID
	}{
		"a fact is missing":                    {func(*snapshot.Input) {}, others},
		"it is there":                          {func(in *snapshot.Input) { in.Checkpoint.Facts = []ik.FactRecord{fact("x", "")} }, all},
		"any instance of it is there":          {func(in *snapshot.Input) { in.Checkpoint.Facts = []ik.FactRecord{fact("x", "k")} }, all},
		"a hidden fact that must not be":       {func(in *snapshot.Input) { in.Checkpoint.Facts = []ik.FactRecord{fact("x", ""), fact("y", "")} }, others},
		"it owns the question":                 {func(in *snapshot.Input) { in.Checkpoint.Interaction = snaptest.Question() }, all},
		"an option leads to it":                {func(in *snapshot.Input) { in.Checkpoint.Interaction = asked }, all},
		"it has open work":                     {func(in *snapshot.Input) { snaptest.Waiting("help.answer", ik.AgendaBlocked)(in.Checkpoint) }, all},
		"it is the active member of a menu":    {func(in *snapshot.Input) { in.Checkpoint.Progression = active("help.answer") }, all},
		"another one is the active member":     {func(in *snapshot.Input) { in.Checkpoint.Progression = active("catalog.find") }, others},
		"what is open is of another one":       {func(in *snapshot.Input) { in.Checkpoint.Interaction = snaptest.Choice("catalog.compare") }, others},
		"work of another one does not open it": {func(in *snapshot.Input) { snaptest.Waiting("catalog.find", ik.AgendaReady)(in.Checkpoint) }, others},
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, func(in *snapshot.Input) { in.Agent = a }, c.change)
			assert.Equal(t, c.want, s.Offered())
			var shown []ik.CapabilityID
			for _, c := range s.Summaries() {
				assert.Equal(t, "summary", c.Detail)
				shown = append(shown, c.ID)
			}
			assert.Equal(t, c.want, shown)
			assert.Len(t, s.Capabilities, 3, "contracts are there for what is open")
		})
	}
}

func active(id ik.CapabilityID) *ik.ProgressionState {
	return &ik.ProgressionState{Occurrences: []ik.Occurrence{{ID: "o", ActiveMember: id}}}
}

func TestInputsThatTheKernelFills(t *testing.T) {
	const inline = `{"type":"object","properties":{"q":{"type":"string"},"customerId":{"type":"string"}},"required":["customerId","q"]}`
	for name, c := range map[string]struct{ json, model, want string }{
		"a schema for models without them": {inline, `{"type":"object","properties":{"q":{}}}`, `{"type":"object","properties":{"q":{}}}`},
		"a schema with them":               {inline, "", `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`},
		"a reference": {`{"$ref":"#/$defs/Input","$defs":{"Input":` + inline + `}}`, "",
			`{"$ref":"#/$defs/Input","$defs":{"Input":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}}}`},
		"no schema at all":  {"", "", `{}`},
		"nothing to fill":   {`{"type":"object"}`, "", `{"type":"object"}`},
		"only in the words": {`{"description":"\"customerId\""}`, "", `{"description":"\"customerId\""}`},
	} {
		t.Run(name, func(t *testing.T) {
			a := snaptest.Agent(t)
			d := a.Capabilities["help.answer"]
			d.Filled, d.Input.JSON, d.Input.Model = map[string]ik.Path{"customerId": "session.customer@1.id"}, c.json, c.model
			s := build(t, func(in *snapshot.Input) { in.Agent = a })
			assert.JSONEq(t, c.want, string(s.Contracts([]ik.CapabilityID{"help.answer"})[0].InputSchema))
		})
	}
	t.Run("they are not in the inputs of open work and questions either", func(t *testing.T) {
		a := snaptest.Agent(t)
		a.Capabilities["help.answer"].Filled = map[string]ik.Path{"customerId": "session.customer@1.id"}
		stored := `{"customerId":"C-1","q":"x"}`
		s := build(t, func(in *snapshot.Input) {
			item := snaptest.Pending("help.answer", ik.AgendaReady)
			item.Intention.Input = json.RawMessage(stored)
			in.Agent, in.Checkpoint.Agenda, in.Checkpoint.Interaction = a, []ik.AgendaItem{item}, snaptest.Confirmation()
			in.Checkpoint.Interaction.Payload = json.RawMessage(`{"input":` + stored + `,"intention":{"input":` + stored + `}}`)
		})
		assert.NotContains(t, string(s.Context()), "customerId")
		assert.Equal(t, 3, strings.Count(string(s.Context()), `"q":"x"`))
		assert.Contains(t, string(s.Agenda[0].Intention.Input), "C-1", "the stored input keeps them")
	})
}

func TestALongThreadCostsWhatAShortOneDoes(t *testing.T) {
	cost := func(n int) float64 {
		in := input(t)
		in.Checkpoint.Messages = make([]ik.Message, n)
		for i := range in.Checkpoint.Messages {
			in.Checkpoint.Messages[i] = ik.Message{Role: ik.RoleUser, Content: "hi", At: snaptest.Now()}
		}
		in.Checkpoint.MessageCount = n
		return testing.AllocsPerRun(20, func() {
			_, err := snapshot.Build(t.Context(), in)
			require.NoError(t, err)
		})
	}
	assert.InDelta(t, cost(20), cost(10_000), 40, "but for the note that messages are left out")
}

func BenchmarkBuild(b *testing.B) {
	in := input(b)
	for b.Loop() {
		if _, err := snapshot.Build(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func TestOpenWorkKeepsAnInputOfNull(t *testing.T) {
	t.Run("B-104 null and absent inputs stay apart in stored work", func(t *testing.T) {
		absent, null := snaptest.Pending("help.answer", ik.AgendaReady), snaptest.Pending("help.answer", ik.AgendaReady)
		absent.Intention.Input, null.Intention.Input = nil, json.RawMessage(`null`)
		stored, err := json.Marshal(ik.Checkpoint{Agenda: []ik.AgendaItem{absent, null}})
		require.NoError(t, err)
		var loaded ik.Checkpoint
		require.NoError(t, json.Unmarshal(stored, &loaded))
		s, err := snapshot.Build(t.Context(), input(t, func(in *snapshot.Input) { in.Checkpoint.Agenda = loaded.Agenda }))
		require.NoError(t, err)
		assert.Nil(t, s.Agenda[0].Intention.Input)
		assert.Equal(t, json.RawMessage(`null`), s.Agenda[1].Intention.Input)
		agenda := contextOf(t, s)["agenda"].([]any)
		assert.NotContains(t, agenda[0].(map[string]any)["intention"], "input")
		assert.Contains(t, agenda[1].(map[string]any)["intention"], "input")
	})
}
