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

func input(t testing.TB, change ...func(*snapshot.Input)) snapshot.Input {
	in := snapshot.Input{
		Checkpoint: snaptest.Checkpoint(), Agent: snaptest.Agent(t), Message: ik.Message{Role: ik.RoleUser, Content: "hi"},
		Now: snaptest.Now(), Window: 20,
	}
	for _, f := range change {
		f(&in)
	}
	return in
}

func build(t testing.TB, change ...func(*snapshot.Input)) *snapshot.Snapshot {
	t.Helper()
	s, err := snapshot.Build(t.Context(), input(t, change...))
	require.NoError(t, err)
	return s
}

func contextOf(t testing.TB, s *snapshot.Snapshot) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal(s.Context(), &out))
	return out
}

func TestWindow(t *testing.T) {
	for name, c := range map[string]struct {
		window, stored, total int
		indexes               []int
		omitted               int
	}{
		"B-001 history window":            {2, 3, 3, []int{1, 2}, 1},
		"B-002 zero window":               {0, 3, 3, nil, 3},
		"B-004 nothing omitted":           {3, 3, 3, []int{0, 1, 2}, 0},
		"only the window is stored":       {20, 3, 50, []int{47, 48, 49}, 47},
		"a count below what is stored":    {20, 3, 0, []int{0, 1, 2}, 0},
		"a negative window shows nothing": {-1, 3, 3, nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, func(in *snapshot.Input) { in.Window, in.Checkpoint.MessageCount = c.window, c.total })
			var got []int
			for _, m := range s.Conversation.Recent {
				got = append(got, m.Index)
			}
			assert.Equal(t, c.indexes, got)
			assert.Equal(t, max(c.total, c.stored), s.Current.Index)
			if c.omitted == 0 {
				assert.Empty(t, s.Omissions)
				return
			}
			require.Len(t, s.Omissions, 1)
			assert.Equal(t, "conversation.messages", s.Omissions[0].Path)
			assert.Equal(t, c.omitted, s.Omissions[0].Omitted)
		})
	}
}

func TestContext(t *testing.T) {
	got := contextOf(t, build(t, func(in *snapshot.Input) {
		in.Agent = snaptest.Agent(t, func(d *ik.AgentDefinition) {
			d.TimeZone = "Asia/Tokyo"
			rules := func(ik.PolicyContext) ik.Verdict { return ik.Allow() }
			d.Policies = []ik.PolicyDefinition{{ID: "b.rule", Version: 2, Rules: rules}, {ID: "a.rule", Version: 1, Rules: rules}}
		})
		in.Summary = "They greeted."
	}))
	t.Run("B-028 static members", func(t *testing.T) {
		assert.Equal(t, []any{}, got["decisions"])
		assert.Equal(t, []any{map[string]any{"id": "a.rule", "version": 1.0}, map[string]any{"id": "b.rule", "version": 2.0}}, got["policies"])
		assert.Equal(t, map[string]any{"id": "shop", "version": 1.0, "identity": "A shop's assistant.", "modelPolicy": map[string]any{}}, got["agent"])
	})
	t.Run("B-020 capability data is not in it", func(t *testing.T) { assert.NotContains(t, got, "capabilities") })
	t.Run("B-022 text is not a click", func(t *testing.T) { assert.NotContains(t, got, "interactionSelection") })
	t.Run("the time is the agent's", func(t *testing.T) {
		assert.Equal(t, "2026-01-01T18:30:00+09:00", got["now"])
		assert.Equal(t, "Asia/Tokyo", got["timeZone"])
	})
	assert.Equal(t, "They greeted.", got["conversation"].(map[string]any)["summary"])
}

func TestAvailability(t *testing.T) {
	agent := snaptest.Agent(t, func(d *ik.AgentDefinition) {
		d.Facts = []ik.FactDefinition{{Fact: "x@1", Value: snaptest.Object("X", nil)}, {Fact: "x@2", Value: snaptest.Object("X", nil)}}
		d.Capabilities[0].Requires = []ik.Requirement{{Facts: []ik.FactKey{"x@1"}, Description: "An x.", Resolution: "runtime"}}
		d.Capabilities[1].Provides = []ik.FactKey{"x@1", "x@2"}
	})
	with := func(facts ...ik.FactRecord) ik.CapabilityProjection {
		s := build(t, func(in *snapshot.Input) { in.Agent, in.Checkpoint.Facts = agent, facts })
		require.Equal(t, ik.CapabilityID("help.answer"), s.Capabilities[2].ID, "sorted by id")
		return s.Capabilities[2]
	}
	fact := func(version int, v ik.Visibility) ik.FactRecord {
		return ik.FactRecord{FactRef: ik.FactRef{Type: "x", Version: version}, Value: json.RawMessage(`{}`), ModelVisibility: v}
	}
	t.Run("B-007 availability", func(t *testing.T) {
		assert.Equal(t, []string{"An x."}, with(fact(2, "")).BlockedBy)
		assert.Equal(t, "blocked", with(fact(2, "")).Availability)
		assert.Equal(t, "ready", with(fact(1, "")).Availability)
		assert.Equal(t, []string{}, with(fact(1, "")).BlockedBy)
	})
	t.Run("B-008 hidden fact still counts", func(t *testing.T) {
		assert.Equal(t, "ready", with(fact(1, ik.VisibilityHidden)).Availability)
	})
}

func TestHiddenFact(t *testing.T) {
	t.Run("B-010 a hidden fact leaves no trace, and its words are masked everywhere", func(t *testing.T) {
		got := contextOf(t, build(t, func(in *snapshot.Input) {
			in.Checkpoint.Facts = []ik.FactRecord{{
				FactRef: ik.FactRef{Type: "x", Version: 1}, Value: json.RawMessage(`{}`), ModelVisibility: ik.VisibilityHidden,
				ModelRedactions: []string{"sekret"},
			}}
			in.Message.Content = "sekret please"
		}))
		assert.Equal(t, []any{}, got["facts"])
		assert.Equal(t, "[redacted] please", got["currentMessage"].(map[string]any)["content"])
		omission := got["omissions"].([]any)[0].(map[string]any)
		assert.Equal(t, "facts", omission["path"])
		assert.InDelta(t, 1, omission["omitted"], 0)
	})
}

func TestPrivateLineage(t *testing.T) {
	t.Run("B-019 what completed an occurrence is not shown", func(t *testing.T) {
		s := build(t, func(in *snapshot.Input) {
			in.Checkpoint.Progression = &ik.ProgressionState{Occurrences: []ik.Occurrence{{ID: "o", CompletionLineage: json.RawMessage(`{"lineage":1}`)}}}
		})
		assert.NotContains(t, string(s.Context()), "ineage")
		assert.NotEmpty(t, s.Progression.Occurrences[0].CompletionLineage)
	})
}

func TestStoredQuestions(t *testing.T) {
	for name, c := range map[string]struct {
		examples []string
		valid    bool
	}{
		"none":                  {nil, true},
		"empty":                 {[]string{}, true},
		"32 of 256":             {strings.Split(strings.Repeat(strings.Repeat("é", 256)+"\n", 31)+"x", "\n"), true},
		"B-029 empty text":      {[]string{""}, false},
		"B-029 blank":           {[]string{" \ufeff"}, false},
		"B-029 33 entries":      {strings.Split(strings.Repeat("x\n", 32)+"x", "\n"), false},
		"B-029 257 code points": {[]string{strings.Repeat("é", 257)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := snapshot.Build(t.Context(), input(t, func(in *snapshot.Input) {
				in.Checkpoint.Interaction = snaptest.Choice("")
				in.Checkpoint.Interaction.Options[0].ReferenceExamples = c.examples
			}))
			if c.valid {
				require.NoError(t, err)
				return
			}
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "INVALID_INTERACTION_REFERENCE_EXAMPLES", e.Code)
			assert.Equal(t, map[string]any{"interactionId": "ch", "optionId": "opt-1"}, e.Context)
		})
	}
	t.Run("B-031 response mode", func(t *testing.T) {
		for mode, valid := range map[string]bool{"": true, "contextual": true, "casual": false} {
			i := snaptest.Question()
			i.ResponseMode = mode
			_, err := snapshot.Build(t.Context(), input(t, func(in *snapshot.Input) { in.Checkpoint.Interaction = i }))
			if valid {
				require.NoError(t, err)
			} else {
				assert.Equal(t, "INVALID_INTERACTION_RESPONSE_MODE", ik.CodeOf(err))
			}
		}
	})
}

func text(s string) *string { return &s }

func TestClicks(t *testing.T) {
	options := func(i *ik.Interaction) *ik.Interaction {
		i.Options = snaptest.Choice("").Options
		return i
	}
	withAction := snaptest.Choice("")
	withAction.Options[1].Value = map[string]any{"action": "more"}
	for name, c := range map[string]struct {
		open   *ik.Interaction
		click  ik.TurnSelection
		code   string
		answer string
	}{
		"no question":                        {nil, ik.TurnSelection{InteractionID: "ch", OptionID: text("opt-1")}, "INTERACTION_SELECTION_MISMATCH", ""},
		"another question":                   {snaptest.Choice(""), ik.TurnSelection{InteractionID: "old", OptionID: text("opt-1")}, "INTERACTION_SELECTION_MISMATCH", ""},
		"B-023 unknown option":               {snaptest.Choice(""), ik.TurnSelection{InteractionID: "ch", OptionID: text("opt-9")}, "INTERACTION_OPTION_NOT_FOUND", ""},
		"an empty option is an option":       {snaptest.Choice(""), ik.TurnSelection{InteractionID: "ch", OptionID: text(""), Action: "x"}, "INTERACTION_OPTION_NOT_FOUND", ""},
		"B-025 empty click":                  {snaptest.Choice(""), ik.TurnSelection{InteractionID: "ch", Action: " "}, "INTERACTION_SELECTION_EMPTY", ""},
		"an option":                          {snaptest.Choice(""), ik.TurnSelection{InteractionID: "ch", OptionID: text("opt-2")}, "", `{"interactionId":"ch","value":{"pick":2},"evidence":"Label opt-2"}`},
		"B-026 option beats action":          {options(snaptest.Question()), ik.TurnSelection{InteractionID: "in-1", OptionID: text("opt-1"), Action: "a"}, "", `{"interactionId":"in-1","value":{"pick":1},"evidence":"Label opt-1"}`},
		"an action":                          {snaptest.Question(), ik.TurnSelection{InteractionID: "in-1", Action: " go "}, "", `{"interactionId":"in-1","value":{"action":" go "},"evidence":" go "}`},
		"B-232 action that is no option":     {snaptest.Choice(""), ik.TurnSelection{InteractionID: "ch", Action: "more"}, "INTERACTION_ACTION_NOT_ALLOWED", ""},
		"B-232 action that an option stands": {withAction, ik.TurnSelection{InteractionID: "ch", Action: "more"}, "", `{"interactionId":"ch","value":{"action":"more"},"evidence":"more"}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := snapshot.Build(t.Context(), input(t, func(in *snapshot.Input) {
				in.Checkpoint.Interaction, in.Selection = c.open, &c.click
			}))
			if c.code != "" {
				assert.Equal(t, c.code, ik.CodeOf(err))
				assert.False(t, ik.IsRetryable(err))
				return
			}
			require.NoError(t, err)
			got, err := json.Marshal(s.Answer)
			require.NoError(t, err)
			assert.JSONEq(t, c.answer, string(got))
			click := contextOf(t, s)["interactionSelection"].(map[string]any)
			assert.NotContains(t, click, "value")
			if c.click.OptionID != nil {
				assert.NotContains(t, click, "action")
			}
		})
	}
}

func TestNothingAliasesTheCheckpoint(t *testing.T) {
	in := input(t, func(in *snapshot.Input) {
		in.Checkpoint.Agenda = []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaReady)}
		in.Checkpoint.Interaction = snaptest.Choice("")
	})
	s, err := snapshot.Build(t.Context(), in)
	require.NoError(t, err)
	s.Agenda[0].Intention.Input[2] = 'X'
	s.Interaction.Options[0].ID = "changed"
	assert.JSONEq(t, `{"orig":true}`, string(in.Checkpoint.Agenda[0].Intention.Input))
	assert.Equal(t, "opt-1", in.Checkpoint.Interaction.Options[0].ID)
}

func TestAnnounce(t *testing.T) {
	turn := snaptest.New(t, snapshot.Input{
		Message: ik.Message{Content: "hi"}, Checkpoint: func() *ik.Checkpoint {
			cp := snaptest.Checkpoint()
			cp.Interaction = snaptest.Choice("")
			cp.Agenda = []ik.AgendaItem{snaptest.Pending("help.answer", ik.AgendaReady)}
			cp.Facts = []ik.FactRecord{{FactRef: ik.FactRef{Type: "x", Version: 1}, Value: json.RawMessage(`{}`), ModelVisibility: ik.VisibilityHidden}}
			return cp
		}(),
		Selection: &ik.TurnSelection{InteractionID: "ch", OptionID: text("opt-1")},
	})
	got, err := json.Marshal(turn.Event(t, "context.built"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"recentMessages":3,"userMessageCount":3,"currentMessageIndex":3,"activeCapabilityId":"catalog.find",
		"facts":["x@1"],"agendaItems":1,"activeInteraction":"choice","interactionSelection":{"interactionId":"ch","optionId":"opt-1"},
		"selectedModelGuidancePolicies":[],"omissions":[]}`, string(got))
}

func TestQuotes(t *testing.T) {
	s := build(t, func(in *snapshot.Input) {
		in.Window, in.Redactions, in.Message.Content = 2, []string{"sekret"}, "Cancel  the\norder of sekret"
	})
	check := func(index int, quote string) string {
		issues := s.CheckQuotes("/evidence", []ik.IntentionEvidence{{Text: quote, Meaning: "m", MessageIndex: index}})
		if len(issues) == 0 {
			return ""
		}
		assert.Equal(t, snapshot.CodeEvidence, issues[0].Code)
		return issues[0].Path
	}
	assert.Empty(t, check(3, "cancel the order"))
	assert.Empty(t, check(3, "order of [redacted]"))
	assert.Empty(t, check(2, "a tent"))
	assert.Equal(t, "/evidence/0/text", check(3, "order of sekret"), "as the model was shown it")
	assert.Equal(t, "/evidence/0/text", check(3, "a tent"), "of another message")
	assert.Equal(t, "/evidence/0/messageIndex", check(0, "good morning"), "outside of the window")
	assert.Equal(t, "/evidence/0/messageIndex", check(999, "x"))
}

func TestAClickCanBeQuoted(t *testing.T) {
	s := build(t, func(in *snapshot.Input) {
		in.Message.Content, in.Redactions = "", []string{"sekret"}
		in.Checkpoint.Interaction = snaptest.Choice("")
		in.Checkpoint.Interaction.Options[0].Label = "The sekret one"
		in.Selection = &ik.TurnSelection{InteractionID: "ch", OptionID: text("opt-1")}
	})
	check := func(index int, words string) int {
		return len(s.CheckQuotes("/evidence", []ik.IntentionEvidence{{Text: words, Meaning: "m", MessageIndex: index}}))
	}
	assert.Zero(t, check(3, "the [redacted] one"))
	assert.NotZero(t, check(3, "The sekret one"), "as the model was shown it")
	assert.NotZero(t, check(2, "The [redacted] one"), "of another message")
	assert.NotZero(t, check(3, "Label opt-2"), "of another option")
	assert.NotZero(t, check(3, " "))
}

func TestPublicIssuesQuoteNobody(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "/mode": "/mode", "/a/canary": "", "/intentions/3/input/canary/canary": "/intentions/3/input",
		"/intentions/3/input": "/intentions/3/input", "/canary/0/canary": "", "/evidence/4111": "/evidence", "/4111": "",
		"/intentions/12/references/0/target": "/intentions/12/references/0/target", "/intentions/1/2": "/intentions/1",
		"/answerToInteraction/value/canary": "/answerToInteraction/value", "canary": "", "/mode/": "/mode", "/": "",
	} {
		got := snapshot.PublicIssues([]ik.Issue{{Path: path, Code: "CODE", Message: "canary"}, {Path: path}})
		assert.JSONEq(t, `[{"code":"CODE","path":"`+want+`"},{"path":"`+want+`"}]`, got)
	}
}

func TestIssuesAreBounded(t *testing.T) {
	long := build(t).Issues([]ik.Issue{{Message: strings.Repeat("é", 4001), Path: "/" + strings.Repeat("k", 5000)}, {Message: strings.Repeat("é", 4000)}})
	assert.Equal(t, strings.Repeat("é", 4000)+"…", long[0].Message)
	assert.Len(t, long[0].Path, 4003)
	assert.Equal(t, strings.Repeat("é", 4000), long[1].Message)
	s, many := build(t), make([]ik.Issue, 5000)
	assert.Len(t, s.Issues(many), 100)
	var public []any
	require.NoError(t, json.Unmarshal([]byte(snapshot.PublicIssues(many)), &public))
	assert.Len(t, public, 100)
}

func TestWithhold(t *testing.T) {
	s := build(t, func(in *snapshot.Input) { in.Message.Content = "my card is 4111" })
	same, err := s.Withhold([]string{"ab"})
	require.NoError(t, err)
	assert.Same(t, s, same)
	more, err := s.Withhold([]string{"4111"})
	require.NoError(t, err)
	assert.NotContains(t, string(more.Context()), "4111")
	assert.Contains(t, string(s.Context()), "4111")
}
