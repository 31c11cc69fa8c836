package cases

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestReviewsOfARequest(t *testing.T) {
	menu := &ik.Interaction{ID: "m", Kind: ik.InteractionChoice, Options: []ik.Option{{ID: "go", Value: map[string]any{"kind": "progression.continue"}}}}
	active := &ik.Checkpoint{Progression: &ik.ProgressionState{Objective: &ik.ObjectiveState{Status: "active"}}}
	ask := `{"understand": [{"do": "a.b"}, {"do": "a.c"}, {"do": "a.b"}]}`
	afterwards := []string{promptOmittedExit, promptOmitted, promptMember, promptUnanswered}
	for name, c := range map[string]struct {
		open     *ik.Interaction
		cp       *ik.Checkpoint
		form     string
		foreseen []string
	}{
		"nothing open":         {nil, nil, ask, []string{promptSelect, promptUnbound, promptInterpret}},
		"a question is open":   {&ik.Interaction{Kind: ik.InteractionInput}, nil, ask, []string{promptSelect, promptUnbound, promptChoice, promptDiversion, promptMixed, promptInterpret}},
		"a choice is open":     {&ik.Interaction{Kind: ik.InteractionChoice}, nil, ask, append([]string{promptSelect, promptUnbound, promptChoice, promptDiversion, promptMixed, promptInterpret}, afterwards...)},
		"a menu, small talk":   {menu, active, `{"understand": []}`, append([]string{promptSelect, promptLifecycle, promptInterpret}, afterwards...)},
		"a menu, and a goal":   {menu, active, ask, append([]string{promptSelect, promptUnbound, promptChoice, promptDiversion, promptMixed, promptLifecycle, promptInterpret}, afterwards...)},
		"no thread but a goal": {menu, nil, ask, append([]string{promptSelect, promptUnbound, promptChoice, promptDiversion, promptMixed, promptInterpret}, afterwards...)},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := expandModel([]*tree.Value{parsed(t, c.form)}, situation{text: "x", checkpoint: c.cp, interaction: c.open})
			require.NoError(t, err)
			required, foreseen := prompts(got)
			assert.Equal(t, []string{promptSelect, promptInterpret}, required)
			assert.Equal(t, c.foreseen, foreseen)
		})
	}
}

func TestAWrittenReviewWins(t *testing.T) {
	written := parsed(t, `{"prompt": "`+promptDiversion+`", "output": {"verdict": "unsupported", "rationale": "r"}}`)
	s := situation{text: "x", interaction: &ik.Interaction{Kind: ik.InteractionInput}}
	got, err := expandModel([]*tree.Value{parsed(t, `{"understand": [{"do": "a.b"}]}`), written}, s)
	require.NoError(t, err)
	_, foreseen := prompts(got)
	assert.Equal(t, []string{promptSelect, promptUnbound, promptChoice, promptMixed, promptInterpret, promptDiversion}, foreseen)
	assert.Same(t, written, got[len(got)-1])
}
