package control_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/celltest"
	"github.com/ikgen/ikgen/internal/turn/reserved"
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

func TestEveryCell(t *testing.T) {
	seen := map[control.Ruling]bool{}
	for _, c := range celltest.All() {
		t.Run(c.Name(), func(t *testing.T) {
			seen[c.Ruling] = true
			s, err := build(t, c.Input())
			switch c.Ruling.Decision {
			case control.Refused:
				assert.Equal(t, "INTERACTION_SELECTION_MISMATCH", ik.CodeOf(err))
				return
			case control.AnsweredByValue:
				assert.Equal(t, "INTERACTION_ACTION_NOT_ALLOWED", ik.CodeOf(err))
				s, err = build(t, c.WithAction())
			}
			require.NoError(t, err)
			assert.Equal(t, c.Ruling, control.Of(s))
			click, bound := control.GroupClick(s)
			assert.Equal(t, c.Ruling.Decision == control.Bound, bound)
			if bound {
				assert.Equal(t, ik.CapabilityID("catalog.find"), click.Capability)
				assert.Equal(t, "g1", click.OccurrenceID)
			}
			assert.Equal(t, c.Clicked(), s.Answer != nil)
		})
	}
	for q := control.Nothing; q <= control.Group; q++ {
		for f := control.OptionClick; f <= control.Words; f++ {
			arises := f != control.Conflicting || q == control.Choice || q == control.Group
			arises = arises && (f != control.Label || q > control.Work)
			assert.Equal(t, arises, seen[control.Rule(q, f)], "%d %d", q, f)
		}
	}
}

func TestWhoMayJudge(t *testing.T) {
	for q := control.Nothing; q <= control.Group; q++ {
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
	rapid.Check(t, func(rt *rapid.T) {
		q := control.Question(rapid.IntRange(int(control.Nothing), int(control.Group)).Draw(rt, "question"))
		in := snaptest.Scene(rapid.OneOf(rapid.String(), rapid.StringMatching(`[ ]?[0-9]{1,2}[ ]?`)).Draw(rt, "text"), celltest.Open(q))
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
		assert.Contains(t, []string{reserved.Continue, reserved.Member}, v.Kind)
	})
}
