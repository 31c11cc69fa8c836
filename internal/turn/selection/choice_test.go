package selection_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// targets is a message over a choice whose options lead to catalog.compare and whose owner is catalog.find.
func targets(message string, changes ...func(*ik.Checkpoint)) snapshot.Input {
	return snaptest.Scene(message, append([]func(*ik.Checkpoint){snaptest.Open(snaptest.Choice("catalog.compare"))}, changes...)...)
}

func compares() string { return sel("selected", "catalog.compare") }

func TestAPickIsBound(t *testing.T) {
	t.Run("B-061 reviewed choice", func(t *testing.T) {
		turn, out := accepted(t, targets("second"), ids("catalog.compare"), first(compares()), chosen(option(2)))
		want := &ik.ReviewedChoice{InteractionID: "ch", OptionID: "opt-2", MessageIndex: 3, Evidence: "second", Rationale: "r"}
		assert.Equal(t, want, out.ReviewedChoice)
		assert.Empty(t, out.Source)
		assert.JSONEq(t, asJSON(t, want), asJSON(t, turn.Event(t, "capabilities.selected")["reviewedChoice"]))
	})
	t.Run("after a repair", func(t *testing.T) {
		_, out := accepted(t, targets("second"), ids("catalog.compare"), first(`{}`), repair(compares()), chosen(option(2)))
		assert.Equal(t, "opt-2", out.ReviewedChoice.OptionID)
	})
	t.Run("masked labels and ids bind the option behind them", func(t *testing.T) {
		in := targets("the second one")
		in.Redactions = []string{"opt-"}
		masked := strings.ReplaceAll(option(2), "opt-", "[redacted]")
		turn, out := accepted(t, in, ids("catalog.compare"), first(compares()), chosen(masked))
		assert.Equal(t, "opt-2", out.ReviewedChoice.OptionID)
		assert.False(t, turn.Gateway.Sees("opt-"))
	})
	t.Run("two options with one id bind nothing", func(t *testing.T) {
		in := targets("second")
		in.Checkpoint.Interaction.Options[1].ID, in.Checkpoint.Interaction.Options[1].Label = "opt-1", "Label opt-1"
		twin := strings.Replace(option(1), `"position":1`, `"position":2`, 1)
		_, out := accepted(t, in, ids(), first(compares()), chosen(twin), repair(compares()), chosen(twin))
		assert.Nil(t, out.ReviewedChoice)
		assert.Equal(t, "kernel_boundary", out.Source)
	})
	t.Run("B-074 clicks are reviewed too", func(t *testing.T) {
		in := targets("first")
		in.Selection = snaptest.Click("ch", "opt-1")
		_, out := accepted(t, in, ids("catalog.compare"), first(compares()), chosen(option(1)))
		assert.Equal(t, "opt-1", out.ReviewedChoice.OptionID)
	})
}

func TestAPickThatCannotBeRead(t *testing.T) {
	for name, output := range map[string]string{
		"another position":  strings.Replace(option(1), `"position":1`, `"position":2`, 1),
		"another label":     strings.Replace(option(1), "Label opt-1", "Label opt-2", 1),
		"no position":       strings.Replace(option(1), `"position":1,`, "", 1),
		"no label":          strings.Replace(option(1), `"label":"Label opt-1",`, "", 1),
		"an older option":   strings.ReplaceAll(option(1), "opt-1", "opt-9"),
		"position as text":  strings.Replace(option(1), `"position":1`, `"position":"1"`, 1),
		"no reason":         strings.Replace(option(1), `"r"`, `""`, 1),
		"a binary verdict":  yes,
		"another meaning":   strings.Replace(unclear, "ambiguous_or_unrelated", "maybe", 1),
		"a mixture":         strings.Replace(unclear, `{`, `{"optionId":"opt-1",`, 1),
		"no operation":      asks(),
		"an unknown one":    asks("ghost.op"),
		"one twice":         asks("catalog.find", "catalog.find"),
		"more than defined": asks("catalog.find", "catalog.compare", "help.answer", "catalog.find"),
	} {
		t.Run("B-062 inseparable tuple: "+name, func(t *testing.T) {
			turn, _ := accepted(t, targets("second"), ids("catalog.find"), first(compares()), chosen(output), repair(sel("selected", "catalog.find")))
			paths, _ := issues(t, turn)
			assert.NotEmpty(t, paths)
			for _, p := range paths {
				assert.Equal(t, "/mode", p)
			}
			r, _ := request(t, turn, string(control.ReviewChoiceSelection))
			assert.False(t, schemaAccepts(t, r, output), "its JSON Schema refuses it too")
		})
	}
	turn, _ := accepted(t, targets("second"), ids("catalog.compare"), first(compares()), chosen(option(2)))
	r, _ := request(t, turn, string(control.ReviewChoiceSelection))
	for _, output := range []string{option(1), option(2), unclear, asks("catalog.find"), asks("help.answer", "catalog.compare")} {
		assert.True(t, schemaAccepts(t, r, output), output)
	}
}

func schemaAccepts(t *testing.T, r ik.ModelRequest, output string) bool {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(r.OutputSchema)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	s, err := c.Compile("s.json")
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(output))
	require.NoError(t, err)
	return s.Validate(v) == nil
}

func TestARequestBesideAChoice(t *testing.T) {
	t.Run("B-064 request outside the shortlist", func(t *testing.T) {
		turn, out := accepted(t, targets("others, please"), ids("catalog.find"),
			first(compares()), chosen(asks("catalog.find")), repair(sel("selected", "catalog.find")))
		assert.Nil(t, out.ReviewedChoice)
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/capabilityIds"}, paths)
		assert.Contains(t, messages[0], "catalog.find")
		assert.NotContains(t, messages[0], "catalog.compare")
		assert.Contains(t, messages[0], "authorises nothing")
	})
	t.Run("B-065 request ignored twice", func(t *testing.T) {
		_, out := accepted(t, targets("others, please"), ids(),
			first(compares()), chosen(asks("catalog.find")), repair(compares()), chosen(asks("catalog.find")))
		assert.Equal(t, "kernel_boundary", out.Source)
	})
	t.Run("every missing operation is named", func(t *testing.T) {
		turn, _ := accepted(t, targets("others, please"), ids("catalog.find"),
			first(compares()), chosen(asks("help.answer", "catalog.compare", "catalog.find")), repair(sel("selected", "catalog.find")))
		_, messages := issues(t, turn)
		assert.Contains(t, messages[0], `"help.answer", "catalog.find"`)
	})
	t.Run("a request that was selected passes without an option", func(t *testing.T) {
		_, out := accepted(t, targets("compare them"), ids("catalog.compare"), first(compares()), chosen(asks("catalog.compare")))
		assert.Nil(t, out.ReviewedChoice)
	})
}

func TestAnUnclearAnswerToAChoice(t *testing.T) {
	t.Run("B-067 ambiguous, then conversational", func(t *testing.T) {
		turn, out := accepted(t, targets("ok"), ids("catalog.compare", "catalog.find"),
			first(compares()), chosen(unclear), repair(sel("conversational")))
		assert.Nil(t, out.ReviewedChoice)
		assert.Len(t, out.Adjustments, 2)
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/mode"}, paths)
		assert.Contains(t, messages[0], "the reviewer's reason")
		assert.Contains(t, messages[0], "conversational")
	})
	t.Run("B-068 ambiguous twice", func(t *testing.T) {
		_, out := accepted(t, targets("ok"), ids(), first(compares()), chosen(unclear), repair(compares()), chosen(unclear))
		assert.Equal(t, "kernel_boundary", out.Source)
		assert.NotContains(t, out.Rationale, "the open question", "the wording is that of a value without a request")
	})
}

func conflicting(first, second []string) func(*ik.Checkpoint) {
	return func(cp *ik.Checkpoint) {
		cp.Interaction.Options[0].ReferenceExamples, cp.Interaction.Options[1].ReferenceExamples = first, second
	}
}

func TestANumberWithTwoMeanings(t *testing.T) {
	t.Run("conflict fails without a review", func(t *testing.T) {
		turn, out := accepted(t, targets(" 2 ", conflicting([]string{"2"}, nil)), ids("catalog.compare", "catalog.find"),
			first(compares()), repair(sel("conversational")))
		paths, messages := issues(t, turn)
		assert.Equal(t, []string{"/mode"}, paths)
		assert.Contains(t, messages[0], "conversational")
		assert.Empty(t, out.Source)
	})
	t.Run("stubborn", func(t *testing.T) {
		_, out := accepted(t, targets("2", conflicting([]string{"2"}, nil)), ids(), first(compares()), repair(compares()))
		assert.Equal(t, "kernel_boundary", out.Source)
	})
	t.Run("B-262 a click does not settle the text", func(t *testing.T) {
		in := targets("2", conflicting([]string{"2"}, nil))
		in.Selection = snaptest.Click("ch", "opt-1")
		accepted(t, in, ids("catalog.compare", "catalog.find"), first(compares()), repair(sel("conversational")))
	})
	t.Run("only where the review would run", func(t *testing.T) {
		accepted(t, targets("2", conflicting([]string{"2"}, nil)), ids("catalog.find"), first(sel("selected", "catalog.find")))
	})
	for name, c := range map[string]struct {
		message       string
		first, second []string
	}{
		"the option's own example": {"2", nil, []string{"2"}},
		"a unit":                   {"2 items", []string{"2"}, nil},
		"a zero":                   {"02", []string{"2"}, nil},
	} {
		t.Run("B-070 no conflict: "+name, func(t *testing.T) {
			accepted(t, targets(c.message, conflicting(c.first, c.second)), ids("catalog.compare"), first(compares()), chosen(option(2)))
		})
	}
}

func TestNoReviewOfAChoice(t *testing.T) {
	single := snaptest.Choice("help.answer")
	single.Options = single.Options[:1]
	for name, c := range map[string]struct {
		open   *ik.Interaction
		output string
		want   []ik.CapabilityID
	}{
		"one option":        {single, sel("selected", "help.answer"), ids("help.answer")},
		"no targets":        {snaptest.Choice(""), sel("selected", "catalog.find"), ids("catalog.find")},
		"the owner only":    {snaptest.Choice("catalog.compare"), sel("selected", "catalog.find"), ids("catalog.find")},
		"conversational":    {snaptest.Choice("catalog.compare"), sel("conversational"), ids("catalog.compare", "catalog.find")},
		"nothing matched":   {snaptest.Choice("catalog.compare"), sel("no_match"), ids()},
		"another question":  {snaptest.Question(), sel("selected", "help.answer"), ids("help.answer")},
		"the owner is none": {snaptest.Choice(""), sel("no_match"), ids()},
	} {
		t.Run("B-071 not triggered: "+name, func(t *testing.T) {
			accepted(t, snaptest.Scene("second", snaptest.Open(c.open)), c.want, first(c.output))
		})
	}
	t.Run("B-071 not triggered: control", func(t *testing.T) {
		accepted(t, targets("stop it"), ids(), first(sel("control")), lifecycle(yes))
	})
	t.Run("the owner that is a target too", func(t *testing.T) {
		in := snaptest.Scene("second", snaptest.Open(snaptest.Choice("catalog.find")))
		accepted(t, in, ids("catalog.find"), first(sel("selected", "catalog.find")), chosen(option(2)))
	})
}

func TestTheRequestOfAChoiceReview(t *testing.T) {
	t.Run("B-073 its input", func(t *testing.T) {
		turn, _ := accepted(t, targets("second"), ids("catalog.compare"), first(compares()), chosen(option(2)))
		r, in := request(t, turn, string(control.ReviewChoiceSelection))
		assert.Equal(t, "capability-selection.choice-review", r.Task)
		assert.Len(t, in, 3)
		assert.JSONEq(t, string(turn.Snapshot.Context()), asJSON(t, in["context"]))
		assert.JSONEq(t, compares(), asJSON(t, in["proposedSelection"]))
		assert.JSONEq(t, `{"id":"ch","goal":"Which one?","options":[
			{"position":1,"id":"opt-1","label":"Label opt-1","targetCapabilityId":"catalog.compare","value":{"pick":1}},
			{"position":2,"id":"opt-2","label":"Label opt-2","targetCapabilityId":"catalog.compare","value":{"pick":2}}]}`,
			asJSON(t, in["currentChoice"]))
		assert.Equal(t, []string{"contract catalog.compare"}, details(r))
	})
}
