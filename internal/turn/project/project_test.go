package project_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func private() *ik.Mask { return &ik.Mask{Self: ik.Private} }

func maskOf(fields ...string) *ik.Mask {
	m := &ik.Mask{}
	for _, f := range fields {
		m.Fields = append(m.Fields, ik.FieldMask{Name: f, Mask: private})
	}
	return m
}

// privateAgent declares a fact and an input with private places.
func privateAgent(t testing.TB) *agent.Agent {
	return snaptest.Agent(t, func(d *ik.AgentDefinition) {
		d.Facts = []ik.FactDefinition{{Fact: "customer@1", Value: snaptest.Object("Customer", maskOf("email", "age"))}}
		d.Capabilities[0].Input = snaptest.Object("Input", maskOf("card", "pin"))
		d.Capabilities[0].Provides = []ik.FactKey{"customer@1"}
	})
}

func customer(visibility ik.Visibility) ik.FactRecord {
	return ik.FactRecord{
		FactRef: ik.FactRef{Type: "customer", Version: 1}, Value: json.RawMessage(`{"email":"ana@shop.org","age":42,"tier":"gold"}`),
		EvidenceIDs: []ik.EvidenceID{"ev-1"}, ModelVisibility: visibility, ModelRedactions: []string{"sekret"},
		Evidence:   []ik.Evidence{{ID: "ev-1", Source: ik.SourceExternal, Content: "mail to ana@shop.org"}},
		ProducedBy: ik.Producer{CapabilityID: "help.answer", CapabilityVersion: 1, TurnID: "t", StepID: "s"},
	}
}

func viewOf(t testing.TB, facts []ik.FactRecord, agenda []ik.AgendaItem) *project.View {
	a := privateAgent(t)
	return project.NewView(a, project.Redactions(a, facts, agenda))
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func TestRedactionsGatherEverythingPrivate(t *testing.T) {
	item := snaptest.Pending("help.answer", ik.AgendaWaitingInput)
	item.Intention.Input = json.RawMessage(`{"card":"4111 1111","pin":123,"n":1}`)
	item.ModelRedactions = []string{"of the item"}
	got := project.Redactions(privateAgent(t), []ik.FactRecord{customer(ik.VisibilityHidden)}, []ik.AgendaItem{item}, "extra")
	assert.ElementsMatch(t, []string{"sekret", "ana@shop.org", "4111 1111", "of the item", "extra"}, got.List())
}

func TestFacts(t *testing.T) {
	full := customer(ik.VisibilityFull)
	v := viewOf(t, []ik.FactRecord{full}, nil)
	t.Run("full with masks", func(t *testing.T) {
		got := v.Facts([]ik.FactRecord{full})
		assert.JSONEq(t, `[{"type":"customer","version":1,"value":{"email":"[redacted]","tier":"gold"},"evidenceIds":["ev-1"],
			"dependsOn":[],"evidence":[{"id":"ev-1","source":"external","content":"mail to [redacted]"}],"modelVisibility":"full",
			"producedBy":{"capabilityId":"help.answer","capabilityVersion":1,"turnId":"t","stepId":"s"}}]`, asJSON(t, got.List))
	})
	t.Run("presence", func(t *testing.T) {
		got := v.Facts([]ik.FactRecord{customer(ik.VisibilityPresence)})
		assert.Equal(t, 1, got.Presence)
		assert.Contains(t, asJSON(t, got.List), `"value":{"available":true},"evidenceIds":[],"dependsOn":[],"evidence":[]`)
	})
	t.Run("B-010 hidden", func(t *testing.T) {
		got := v.Facts([]ik.FactRecord{customer(ik.VisibilityHidden)})
		assert.Equal(t, project.Facts{List: []project.Fact{}, Hidden: 1}, got)
	})
	t.Run("hidden facts are told of in events without value, evidence or key", func(t *testing.T) {
		hidden := customer(ik.VisibilityHidden)
		hidden.Key = "k-1"
		got := asJSON(t, v.EventFacts([]ik.FactRecord{hidden}))
		assert.Contains(t, got, `"type":"customer"`)
		for _, secret := range []string{"ana@", "gold", "k-1", "ev-1", "sekret"} {
			assert.NotContains(t, got, secret)
		}
	})
	t.Run("what the agent hides now is hidden, however it was stored", func(t *testing.T) {
		a := snaptest.Agent(t, func(d *ik.AgentDefinition) {
			d.Facts = []ik.FactDefinition{{Fact: "customer@1", Visibility: ik.VisibilityHidden, Value: snaptest.Object("Customer", nil)}}
			d.Capabilities[0].Provides = []ik.FactKey{"customer@1"}
		})
		got := project.NewView(a, redact.Texts{}).Facts([]ik.FactRecord{full})
		assert.Equal(t, project.Facts{List: []project.Fact{}, Hidden: 1}, got)
	})
	t.Run("an unreadable value shows that it is there", func(t *testing.T) {
		broken := full
		broken.Value = json.RawMessage(`{"email":`)
		assert.Equal(t, map[string]any{"available": true}, v.Facts([]ik.FactRecord{broken}).List[0].Value)
		_, ok := v.FactValue(broken)
		assert.False(t, ok)
	})
	t.Run("null is a value", func(t *testing.T) {
		null := full
		null.Value = json.RawMessage(`null`)
		assert.Contains(t, asJSON(t, v.Facts([]ik.FactRecord{null}).List), `"value":null`)
	})
	t.Run("one value", func(t *testing.T) {
		raw, ok := v.FactValue(full)
		assert.True(t, ok)
		assert.JSONEq(t, `{"email":"[redacted]","tier":"gold"}`, string(raw))
		_, ok = v.FactValue(customer(ik.VisibilityPresence))
		assert.False(t, ok)
	})
}

func TestAgendaShowsFiveMembers(t *testing.T) {
	item := snaptest.Pending("help.answer", ik.AgendaWaitingInput)
	item.Intention.Input = json.RawMessage(`{"card":"4111 1111","pin":123,"n":1}`)
	item.Continuation, item.ModelRedactions = json.RawMessage(`{"private":1}`), []string{"zeta"}
	item.DeferredChoiceAnswer = &ik.DeferredAnswer{}
	item.Question = snaptest.Question()
	v := viewOf(t, nil, []ik.AgendaItem{item})
	t.Run("B-013 agenda projection", func(t *testing.T) {
		assert.JSONEq(t, `[{"id":"ag-1","status":"waiting_input","missingFacts":[],"dependencies":[],"intention":{"id":"i-1",
			"objective":"o","evidence":[],"references":[],"proposedCapability":"help.answer","resolution":"resolved",
			"input":{"card":"[redacted]","n":1}}}]`, asJSON(t, v.Agenda([]ik.AgendaItem{item})))
	})
	t.Run("B-104 null and absent input differ", func(t *testing.T) {
		absent, null := item, item
		absent.Intention.Input, null.Intention.Input = nil, json.RawMessage(`null`)
		assert.NotContains(t, asJSON(t, v.Intention(absent.Intention)), `"input"`)
		assert.Contains(t, asJSON(t, v.Intention(null.Intention)), `"input":null`)
	})
}

func TestInteraction(t *testing.T) {
	i := snaptest.Choice("")
	i.Mode, i.ResponseMode, i.ProtectedMessage, i.Consent, i.AgendaItemID = "required", "contextual", "PROTECTED", "CONSENT", "AGENDA"
	i.Goal, i.Payload = "Which north?", map[string]any{"north": "north", "n": 1, "b": true}
	i.Options[0].Label, i.Options[0].Value, i.Options[0].ReferenceExamples = "north one", map[string]any{"v": "north"}, []string{"north"}
	v := project.NewView(snaptest.Agent(t), redact.New([]string{"north"}))
	t.Run("B-014 interaction projection, B-011 redaction reach", func(t *testing.T) {
		assert.JSONEq(t, `{"id":"ch","kind":"choice","requestedFacts":[],"goal":"Which [redacted]?","capabilityId":"catalog.find",
			"options":[{"id":"opt-1","label":"[redacted] one","value":{"v":"[redacted]"},"referenceExamples":["[redacted]"]},
			{"id":"opt-2","label":"Label opt-2","value":{"pick":2}}],"payload":{"north":"[redacted]","n":1,"b":true}}`,
			asJSON(t, v.Interaction(i)))
		assert.Equal(t, "Which north?", i.Goal, "the original stays")
	})
	t.Run("choice with positions", func(t *testing.T) {
		c := v.Choice(i)
		assert.Equal(t, []int{1, 2}, []int{c.Options[0].Position, c.Options[1].Position})
		assert.Nil(t, v.Choice(snaptest.Question()))
		assert.Nil(t, v.Interaction(nil))
	})
	t.Run("fixed words of the kernel are never torn apart", func(t *testing.T) {
		v := project.NewView(snaptest.Agent(t), redact.New([]string{"ice", "catalog"}))
		assert.Equal(t, ik.InteractionChoice, v.Interaction(i).Kind)
		assert.Equal(t, ik.CapabilityID("catalog.find"), v.Interaction(i).CapabilityID)
		assert.NotNil(t, v.Choice(i))
	})
}

func TestOutputAndAnswer(t *testing.T) {
	v := project.NewView(snaptest.Agent(t), redact.New([]string{"zeta"}))
	assert.Equal(t, map[string]any{"a": "[redacted]"}, v.Output("help.answer", []byte(`{"a":"zeta"}`)))
	assert.Nil(t, v.Output("help.answer", nil))
	assert.JSONEq(t, `{"interactionId":"i","value":{"a":"[redacted]"},"evidence":"[redacted]!","rationale":"r"}`,
		asJSON(t, v.Answer(&ik.InteractionAnswer{InteractionID: "i", Value: json.RawMessage(`{"a":"zeta"}`), Evidence: "zeta!", Rationale: "r"})))
	assert.Nil(t, v.Answer(nil))
	assert.Nil(t, v.Value(func() {}))
}

// Whatever stands where in the state: a private text of at least three characters is in no context for a model.
func TestNoPrivateTextReachesAContext(t *testing.T) {
	a := privateAgent(t)
	rapid.Check(t, func(t *rapid.T) {
		secret := "§" + rapid.StringOfN(rapid.RuneFrom([]rune("ab§ ")), 2, 8, -1).Draw(t, "secret")
		around := func(label string) string {
			return rapid.StringOfN(rapid.RuneFrom([]rune("ab§ ")), 0, 4, -1).Draw(t, label) + secret
		}
		quoted, err := json.Marshal(map[string]any{"email": secret, "note": around("note"), "age": 7})
		require.NoError(t, err)
		fact := customer(rapid.SampledFrom([]ik.Visibility{ik.VisibilityFull, ik.VisibilityPresence, ik.VisibilityHidden}).Draw(t, "v"))
		fact.Value, fact.Evidence[0].Content, fact.Evidence[0].Data = quoted, around("content"), map[string]any{"x": []any{around("data")}}
		item := snaptest.Pending("help.answer", ik.AgendaReady)
		item.Intention.Objective, item.Intention.Input = around("objective"), quoted
		item.Intention.References = []ik.Reference{{Expression: around("e"), Target: around("t"), Evidence: around("ev")}}
		choice := snaptest.Choice("")
		choice.Goal, choice.Options[0].ID, choice.Options[1].Value, choice.Payload = around("goal"), around("id"), around("value"), []any{around("p")}
		option := around("click")
		view := project.NewView(a, project.Redactions(a, []ik.FactRecord{fact}, []ik.AgendaItem{item}))
		context, err := view.Context(project.Source{
			Conversation: project.Conversation{Recent: []project.Message{{Message: ik.Message{Content: around("m")}}}, Summary: around("s")},
			Current:      project.Message{Index: 1, Message: ik.Message{Content: around("c")}},
			Facts:        []ik.FactRecord{fact}, Agenda: []ik.AgendaItem{item}, Interaction: choice,
			Selection: &ik.TurnSelection{InteractionID: "ch", OptionID: &option},
			Guidance:  []project.Guidance{{ID: "g", Matched: []string{around("matched")}}},
			Now:       snaptest.Now(),
		})
		require.NoError(t, err)
		assert.NotContains(t, string(context), secret)
	})
}
