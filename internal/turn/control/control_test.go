package control_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func build(t *testing.T, in snapshot.Input) (*snapshot.Snapshot, error) {
	t.Helper()
	if in.Agent == nil {
		in.Agent = snaptest.Agent(t)
	}
	return snapshot.Build(t.Context(), in)
}

// questions opens each question of the table. Those with options have the labels "Label opt-1" and "Label opt-2".
func questions() map[control.Question]func(*ik.Checkpoint) {
	withOptions := func(i *ik.Interaction) func(*ik.Checkpoint) {
		i.Options = snaptest.Choice("").Options
		i.Options[0].ReferenceExamples = []string{"2"}
		return snaptest.Open(i)
	}
	menu := snaptest.Group("catalog.find", "help.answer")
	menu.Options[0].ReferenceExamples = []string{"2"}
	return map[control.Question]func(*ik.Checkpoint){
		control.Nothing:       func(*ik.Checkpoint) {},
		control.Work:          snaptest.Waiting("help.answer", ik.AgendaReady),
		control.Input:         withOptions(snaptest.Question()),
		control.Clarification: withOptions(&ik.Interaction{ID: "cl", Kind: ik.InteractionClarification, Goal: "What do you mean?"}),
		control.Confirmation:  withOptions(snaptest.Confirmation()),
		control.Choice:        withOptions(snaptest.Choice("")),
		control.Group:         snaptest.Open(menu),
	}
}

// cell is one form of a message over an open question, and the form that the table has to find in it.
func cell(q control.Question, f control.Form, open func(*ik.Checkpoint)) (in snapshot.Input, want control.Form) {
	in = snaptest.Scene("well", open)
	var i ik.Interaction
	if in.Checkpoint.Interaction != nil {
		i = *in.Checkpoint.Interaction
	}
	switch f {
	case control.OptionClick:
		in.Selection = snaptest.Click(i.ID, "opt-1")
		if q == control.Group {
			in.Selection = snaptest.Click(i.ID, i.Options[0].ID)
		}
	case control.ActionClick:
		in.Selection = &ik.TurnSelection{InteractionID: i.ID, Action: "more"}
	case control.Conflicting:
		in.Message.Content = " 2 "
		if q != control.Choice && q != control.Group {
			return in, control.Number
		}
	case control.Number:
		in.Message.Content = "1"
	case control.Label:
		in.Message.Content = "Label opt-2"
		if len(i.Options) == 0 {
			return in, control.Words
		}
		if q == control.Group {
			in.Message.Content = i.Options[1].Label
		}
	}
	return in, f
}

func TestEveryCell(t *testing.T) {
	for q, open := range questions() {
		for f := control.OptionClick; f <= control.Words; f++ {
			in, form := cell(q, f, open)
			ruling := control.Rule(q, form)
			s, err := build(t, in)
			switch ruling.Decision {
			case control.Refused:
				assert.Equal(t, "INTERACTION_SELECTION_MISMATCH", ik.CodeOf(err), "%d %d", q, f)
				continue
			case control.AnsweredByValue:
				assert.Equal(t, "INTERACTION_ACTION_NOT_ALLOWED", ik.CodeOf(err), "%d %d", q, f)
				in.Checkpoint.Interaction.Options[1].Value = map[string]any{"action": "more"}
				s, err = build(t, in)
			}
			require.NoError(t, err, "%d %d", q, f)
			assert.Equal(t, ruling, control.Of(s), "%d %d", q, f)
			click, bound := control.GroupClick(s)
			assert.Equal(t, ruling.Decision == control.Bound, bound, "%d %d", q, f)
			if bound {
				assert.Equal(t, ik.CapabilityID("catalog.find"), click.Capability)
				assert.Equal(t, "g1", click.OccurrenceID)
			}
			clicked := f == control.OptionClick || f == control.ActionClick
			assert.Equal(t, clicked, s.Answer != nil, "%d %d", q, f)
		}
	}
}

func TestWhoMayJudge(t *testing.T) {
	for q := range questions() {
		for f := control.OptionClick; f <= control.Words; f++ {
			ruling := control.Rule(q, f)
			reviews := ruling.Reviews()
			switch ruling.Decision {
			case control.Refused, control.Bound:
				assert.Empty(t, reviews)
			case control.NoOption:
				assert.NotContains(t, reviews, control.ReviewChoiceSelection)
				assert.NotContains(t, reviews, control.ReviewChoice)
			default:
				assert.Contains(t, reviews, control.ReviewLifecycle)
			}
			for _, r := range reviews {
				assert.Contains(t, snaptest.Tasks(), string(r), "every review has a prompt")
			}
		}
	}
	assert.Contains(t, control.Rule(control.Confirmation, control.OptionClick).Reviews(), control.ReviewConfirmation)
}

func TestTextBesideAClick(t *testing.T) {
	open := snaptest.Choice("")
	open.Options[0].ReferenceExamples = []string{"2"}
	in := snaptest.Scene("2", snaptest.Open(open))
	in.Selection = snaptest.Click("ch", "opt-1")
	s, err := build(t, in)
	require.NoError(t, err)
	assert.Equal(t, control.OptionClick, control.Of(s).Form, "the click stands above its text")
	assert.Equal(t, control.NoOption, control.OfText(s).Decision, "the text still has two meanings")
}

func TestConflict(t *testing.T) {
	for name, c := range map[string]struct {
		first, second []string
		message       string
		kind          ik.InteractionKind
		want          bool
	}{
		"position and another's example":          {[]string{"2"}, nil, "2", "", true},
		"white space does not count":              {[]string{"2"}, nil, " 2\ufeff\n", "", true},
		"B-070 the option's own example":          {nil, []string{"2"}, "2", "", false},
		"B-070 with a unit":                       {[]string{"2"}, nil, "2 items", "", false},
		"B-070 with a zero":                       {[]string{"2"}, nil, "02", "", false},
		"with a dot":                              {[]string{"2."}, nil, "2.", "", false},
		"no such position":                        {[]string{"3"}, []string{"3"}, "3", "", false},
		"an example with white space is not it":   {[]string{" 2"}, nil, "2", "", false},
		"a label is no example":                   {nil, nil, "2", "", false},
		"another kind of question":                {[]string{"2"}, nil, "2", ik.InteractionInput, false},
		"position and both options' examples":     {[]string{"2"}, []string{"2"}, "2", "", true},
		"an example that is text beside a number": {[]string{"two"}, nil, "two", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			i := snaptest.Choice("")
			i.Options[0].ReferenceExamples, i.Options[1].ReferenceExamples = c.first, c.second
			if c.kind != "" {
				i.Kind = c.kind
			}
			assert.Equal(t, c.want, control.Conflict(i, c.message))
		})
	}
	assert.False(t, control.Conflict(nil, "2"))
}

func TestCanonicalNumbers(t *testing.T) {
	for _, text := range []string{"2", "-3.5", "0", "1e+21", "0.000001", "1e-7", "1.5e+300", "9007199254740993"[:15]} {
		assert.True(t, control.CanonicalNumber(text), text)
	}
	for _, text := range []string{
		"02", "2.0", "+2", "1e3", "-0", "0x10", "1,000", "2 items", "12345678901234567890", "1e21", "Infinity", "NaN", "1_0", "",
		"-", "1e400", " 2", "٢", "2\x00", ".5", "5.", "1E+21", "1e+021",
	} {
		assert.False(t, control.CanonicalNumber(text), text)
	}
}

// Whatever comes, exactly one cell rules, and only a click binds without a model.
func TestEveryTurnHasARuling(t *testing.T) {
	opens := questions()
	rapid.Check(t, func(rt *rapid.T) {
		q := control.Question(rapid.IntRange(0, len(opens)-1).Draw(rt, "question"))
		in := snaptest.Scene(rapid.OneOf(rapid.String(), rapid.StringMatching(`[ ]?[0-9]{1,2}[ ]?`)).Draw(rt, "text"), opens[q])
		in.Agent = snaptest.Agent(t)
		s, err := snapshot.Build(t.Context(), in)
		if err != nil {
			rt.Fatal(err)
		}
		ruling := control.Of(s)
		if ruling.Question != q || ruling != control.OfText(s) || ruling.Decision == control.Bound || ruling.Decision == control.Refused {
			rt.Fatalf("%q over %d is %v", in.Message.Content, q, ruling)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"kind":"progression.member","occurrenceId":"g1","capabilityId":"a.b"}`))
	f.Add([]byte(`{"kind":"progression.continue","occurrenceId":7}`))
	f.Add([]byte(`{"kind":["progression.member"]}`))
	f.Add([]byte(strings.Repeat("[", 100)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		v := control.Read(raw)
		if v.Kind == "" {
			assert.Equal(t, control.Value{}, v)
			return
		}
		assert.Contains(t, []string{control.KindContinue, control.KindMember}, v.Kind)
	})
}
