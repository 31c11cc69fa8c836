package cases_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

func TestARefusedAnswerIsTheCauseOfARepair(t *testing.T) {
	const done = `{"capabilities": {"note.read": [{"output": {}}]}, "turns": [{"text": "a", "model": [`
	table := map[string]struct{ json, message string }{
		"an input without a field": {
			`{"turns": [{"text": "a", "model": [{"understand": [{"do": "note.read", "input": {}}]}]}]}`,
			"the model's answer was refused: /intentions/0/input/n: ",
		},
		"a repair before the next answer": {
			`{"turns": [{"text": "a", "model": [{"understand": [{"do": "note.read", "input": {}}]}, {"say": [{"text": "x"}]}]}]}`,
			"then the kernel asked kernel.turn.interpret.repair, which the script does not have",
		},
		"a selection": {
			`{"turns": [{"text": "a", "model": [{"prompt": "kernel.capability.select", "output": {"mode": "odd"}}]}]}`,
			"then the kernel asked kernel.capability.select.repair, which",
		},
		"a draft": {
			done + `{"understand": [{"do": "note.read", "input": {"n": 1}}]}, {"say": [{"text": "x", "cite": ["nothing"]}]}]}]}`,
			"then the kernel asked kernel.compose-response.compose-repair, which",
		},
		"a wording that is not scripted": {
			done + `{"understand": [{"do": "note.read", "input": {"n": 1}}]}]}]}`,
			`the kernel needs its answer worded: {"say": [{"text": "…"}]}`,
		},
	}
	byName := map[string]string{}
	for name, c := range table {
		byName[name] = c.json
	}
	reports := runAll(t, byName)
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			got := reports[name]
			require.Equal(t, cases.Failed, got.Status, got.Problems)
			var text bytes.Buffer
			require.NoError(t, cases.Report{Cases: []cases.CaseReport{got}}.WriteText(&text))
			assert.Contains(t, text.String(), c.message)
			if strings.Contains(c.message, "the kernel asked") {
				assert.Contains(t, text.String(), "the model's answer was refused: ", "the issues are told")
			}
		})
	}
}

func TestAFailedStepIsToldBesideTheFailure(t *testing.T) {
	const turn = `, "turns": [{"text": "a", "model": [` + read + `], "expect": {"response": {"message": "Other."}}}]}`
	table := map[string]struct {
		json    string
		because []string
	}{
		"an error of a handler": {
			`{"capabilities": {"note.read": [{"error": {"code": "NO_BOOK"}}]}` + turn,
			[]string{`capability "note.read" failed: The capability failed. [CAPABILITY_FAILED] {"code": "NO_BOOK"}`},
		},
		"an output that does not fit": {
			`{"capabilities": {"note.read": [{"output": {"x": 1}}]}` + turn,
			[]string{"[INVALID_CAPABILITY_OUTPUT]", `the scripted output of "note.read": /x: `},
		},
		"a fact that does not fit": {
			`{"capabilities": {"note.read": [{"output": {}, "facts": {"note@1": {"text": 7}}}]}` + turn,
			[]string{"[INVALID_FACT_VALUE]", `the scripted fact "note@1": /text: `},
		},
		"nothing": {`{"capabilities": {"note.read": [{"output": {}}]}` + turn, nil},
	}
	byName := map[string]string{}
	for name, c := range table {
		byName[name] = c.json
	}
	reports := runAll(t, byName)
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			got := reports[name]
			require.Equal(t, cases.Failed, got.Status, got.Problems)
			require.Len(t, got.Failures[0].Because, len(c.because))
			var text bytes.Buffer
			require.NoError(t, cases.Report{Cases: []cases.CaseReport{got}}.WriteText(&text))
			for i, cause := range c.because {
				assert.Contains(t, got.Failures[0].Because[i], cause)
				assert.Contains(t, text.String(), "       because: "+got.Failures[0].Because[i]+"\n")
			}
		})
	}
}

func TestNamesThatNobodyHasAreShownWhereTheyStand(t *testing.T) {
	for name, c := range map[string]struct {
		json, pointer, message string
		column                 int
	}{
		"a capability of a model": {
			`{"turns": [{"text": "a", "model": [{"understand": [{"do": "note.raed"}]}]}]}`,
			"/turns/0/model/0/understand/0/do", `the agent has no capability "note.raed", did you mean "note.read"?`, 59,
		},
		"a prompt": {
			`{"turns": [{"text": "a", "model": [{"prompt": "kernel.turn.interprt", "output": {}}]}]}`,
			"/turns/0/model/0/prompt", `the kernel has no prompt "kernel.turn.interprt", did you mean "kernel.turn.interpret"?`, 47,
		},
		"a fact": {
			`{"capabilities": {"note.read": [{"facts": {"note@2": {}}}]}, "turns": [{"text": "x"}]}`,
			"/capabilities/note.read/0/facts/note@2", `the agent has no fact "note@2", did you mean "note@1"?`, 44,
		},
		"a policy": {
			`{"policies": {"note.gard": []}, "turns": [{"text": "x"}]}`,
			"/policies/note.gard", `the agent has no policy in Go "note.gard", did you mean "note.guard"?`, 15,
		},
		"an advice": {`{"advice": {"x": []}, "turns": [{"text": "x"}]}`, "/advice/x", `the agent has no advice in Go "x"`, 13},
		"a misspelt use": {
			`{"turns": [{"text": "a", "hostContext": {"$us": "cart"}}]}`,
			"/turns/0/hostContext/$us", `the key "$us" is unknown, did you mean "$use"?`, 42,
		},
		"a use of a number": {
			`{"turns": [{"text": "a", "hostContext": {"$use": 3}}]}`,
			"/turns/0/hostContext", `"$use" takes the name of a file of the archive, not a number`, 41,
		},
		"a use in company": {
			`{"turns": [{"text": "a", "hostContext": {"$use": "cart", "x": 1}}]}`,
			"/turns/0/hostContext/$use", `"$use" stands alone in its object`, 42,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, file := write(t, c.json)
			got := run(t, cases.Options{Dir: dir})
			require.Equal(t, cases.Unreadable, got.Status, got.Failures)
			p := got.Problems[0]
			assert.Equal(t, c.pointer, p.Pointer)
			assert.Equal(t, c.message, p.Message)
			assert.Equal(t, []any{file, strings.Count(desk, "\n") + 4, c.column}, []any{p.Pos.File, p.Pos.Line, p.Pos.Column})
		})
	}
}

func TestAFileToUseIsSuggested(t *testing.T) {
	got := problems(t, []byte("-- a.cue --\npackage a\n-- cart.json --\n{}\n-- case.json --\n{\"turns\": {\"$use\": \"crat\"}}\n"))
	assert.Equal(t, `the archive has no file "crat.json", did you mean "cart"?`, got[0].Message)
}

func TestADirectoryThatDoesNotExistIsNamed(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "pizza", "pizzeria"), 0o755))
	for _, name := range []string{"one", "two"} {
		data := "-- case.json --\n{\"agent\": \"pizza/pizeria/deep\", \"turns\": [{\"text\": \"x\"}]}\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(data), 0o644))
	}
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	require.Len(t, report.Cases, 2)
	for _, c := range report.Cases {
		require.Equal(t, cases.Unreadable, c.Status)
		p := c.Problems[0]
		assert.Equal(t, []any{filepath.Join(dir, c.File), 2, 11, "/agent"}, []any{p.Pos.File, p.Pos.Line, p.Pos.Column, p.Pointer})
		assert.Contains(t, p.Message, "does not exist: there is no ")
		assert.Contains(t, p.Message, filepath.Join("pizza", "pizeria")+`", did you mean "pizzeria"?`)
	}
}
