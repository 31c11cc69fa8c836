package cases_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/ikgen/ikgen/internal/cases"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const desk = `package desk

import "github.com/ikgen/ikgen/schema/ik"

agent: ik.#Agent & {
	id:       "desk"
	version:  1
	identity: "A desk."
	facts: "note@1": #Value: {text!: string}
	capabilities: {
		"note.read": {
			version:     1
			description: "Read a note"
			effect:      "read"
			#Input: {
				// Which note
				n!: int
			}
			#Output: {}
			provides: ["note@1"]
		}
		"note.add": {
			version:      1
			description:  "Add a note"
			effect:       "write"
			confirmation: "none"
			because:      "It is a test"
			#Input: {}
			#Output: {}
		}
	}
	policies: "note.guard": {version: 1, handler: true}
}
`

// write puts a case into a directory of its own and gives both.
func write(t *testing.T, caseJSON string) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "x.txtar")
	require.NoError(t, os.WriteFile(file, []byte("Story.\n-- agent.cue --\n"+desk+"-- case.json --\n"+caseJSON+"\n"), 0o644))
	return dir, file
}

func run(t *testing.T, opt cases.Options) cases.CaseReport {
	t.Helper()
	report, err := cases.Run(t.Context(), opt)
	require.NoError(t, err)
	require.Len(t, report.Cases, 1)
	return report.Cases[0]
}

// runAll runs cases over one agent in one go, and gives their reports by name.
func runAll(t *testing.T, byName map[string]string) map[string]cases.CaseReport {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string]string{"agent.cue": desk, "cue.mod/module.cue": "module: \"case.test\"\nlanguage: version: \"v0.15.0\"\n"} {
		path := filepath.Join(dir, "agent", filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	}
	for name, caseJSON := range byName {
		data := "Story.\n-- case.json --\n" + `{"agent": "agent", ` + strings.TrimPrefix(caseJSON, "{") + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(data), 0o644))
	}
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	out := map[string]cases.CaseReport{}
	for _, c := range report.Cases {
		out[strings.TrimSuffix(c.File, ".txtar")] = c
	}
	require.Len(t, out, len(byName))
	return out
}

const read = `{"understand": [{"do": "note.read", "input": {"n": 1}}]}, {"say": [{"text": "Read."}]}`

func TestWhatAScriptDoesNotForeseeFails(t *testing.T) {
	const done = `[{"output": {}}]`
	table := map[string]struct{ json, path, message string }{
		"a model call without a script": {`{"turns": [{"text": "a"}]}`, "/script", `the turn has no "model"`},
		"a model call too many":         {`{"turns": [{"text": "a", "model": []}]}`, "/script", "after the last scripted answer"},
		"another prompt":                {`{"turns": [{"text": "a", "model": [{"say": [{"text": "x"}]}]}]}`, "/script", "the next scripted answer is for kernel.response.compose"},
		"an answer left over":           {`{"capabilities": {"note.read": ` + done + `}, "turns": [{"text": "a", "model": [` + read + `, {"prompt": "kernel.turn.interpret", "output": {}}]}]}`, "/script", "was not asked for"},
		"a capability without a script": {`{"turns": [{"text": "a", "model": [` + read + `]}]}`, "/script", `"note.read" was called and has no script`},
		"a call too many":               {`{"capabilities": {"note.read": []}, "turns": [{"text": "a", "model": [` + read + `]}]}`, "/script", "once more than its script foresees (0)"},
		"a call left over":              {`{"capabilities": {"note.read": ` + done + `}, "turns": [{"text": "a", "model": [{"understand": []}, {"say": [{"text": "x"}]}]}]}`, "/capabilities", "1 of 1 scripted calls were not made"},
		"a fault that was not met":      {`{"faults": [{"turn": 1, "at": "effect.begin", "outcome": "lost"}], "turns": [{"text": "a", "model": [{"understand": []}, {"say": [{"text": "x"}]}]}]}`, "/script", `"effect.begin" was not met`},
		"yes to nothing":                {`{"turns": [{"text": "a", "model": [{"yes": "a"}]}]}`, "/model", "none is open"},
		"a pick of nothing":             {`{"turns": [{"text": "a", "model": [{"pick": "a"}]}]}`, "/model", "none is open"},
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
			assert.Equal(t, c.path, got.Failures[0].Path)
			assert.Contains(t, got.Failures[0].Message, c.message)
		})
	}
}

func TestWhatIsNotAsExpectedFails(t *testing.T) {
	table := map[string]struct{ turn, end, path string }{
		"a response":          {`{"response": {"message": "Other."}}`, `{}`, "/response/message"},
		"a checkpoint":        {`{"checkpoint": {"revision": 2}}`, `{}`, "/checkpoint/revision"},
		"an expected error":   {`{"error": {"code": "X"}}`, `{}`, "/error"},
		"an event":            {`{"events": [{"type": "turn.completed"}, {"type": "turn.started"}]}`, `{}`, "/events/1"},
		"an unwanted event":   {`{"absentEvents": ["turn.started"]}`, `{}`, "/events/0"},
		"an unwanted text":    {`{"absentText": ["Read."]}`, `{}`, "/events/"},
		"a request":           {`{"requests": [{"prompt": "x"}]}`, `{}`, "/requests"},
		"an invocation":       {`{"invoked": [{"input": {"n": 2}}]}`, `{}`, "/invoked/0/input/n"},
		"the prompts":         {`{"prompts": []}`, `{}`, "/prompts"},
		"the ledger":          {`{}`, `{"effects": [{}]}`, "/effects"},
		"the facts":           {`{}`, `{"facts": [{"value": {"text": "other"}}]}`, "/facts/0/value/text"},
		"the agenda":          {`{}`, `{"agenda": [{}]}`, "/agenda"},
		"the messages":        {`{}`, `{"messages": 4}`, "/messages"},
		"what should be same": {`{"response": {"message": {"$same": "/checkpoint/revision"}}}`, `{}`, "/response/message"},
	}
	byName := map[string]string{}
	for name, c := range table {
		byName[name] = `{"capabilities": {"note.read": [{"output": {}, "facts": {"note@1": {"text": "t"}}, "say": "Copy."}]},
			"turns": [{"turnId": "t1", "text": "a", "model": [` + read + `], "expect": ` + c.turn + `}], "expect": ` + c.end + `}`
	}
	reports := runAll(t, byName)
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			got := reports[name]
			require.Equal(t, cases.Failed, got.Status, got.Problems)
			assert.True(t, strings.HasPrefix(got.Failures[0].Path, c.path), got.Failures[0].Path)
			assert.NotEmpty(t, got.Events)
			var text bytes.Buffer
			require.NoError(t, cases.Report{Cases: []cases.CaseReport{got}}.WriteText(&text))
			assert.Contains(t, text.String(), "FAIL "+name+".txtar\n")
			assert.Contains(t, text.String(), got.Failures[0].Path)
			assert.Contains(t, text.String(), "turn 1:   1 turn.started")
			assert.Contains(t, text.String(), "0 passed, 1 failed\n")
		})
	}
}

func TestUpdateMakesACaseHold(t *testing.T) {
	dir, file := write(t, `{
  "capabilities": {"note.read": [{"output": {}, "facts": {"note@1": {"text": "t"}}}]},
  "turns": [
    {"text": "a",   "model": [`+read+`],
     "expect": {"response": {"message": "Other.", "source": {"$any": true}}, "events": [{"type": "turn.started"}, {"type": "nothing"}], "prompts": [], "invoked": [{"input": {"n": 7}}], "absentText": ["zzz"]}}
  ],
  "expect": {"messages": 7, "facts": [], "effects": [{"key": "k"}]}
}`)
	got := run(t, cases.Options{Dir: dir, Update: true})
	assert.Equal(t, cases.Passed, got.Status, got.Failures)
	assert.True(t, got.Updated)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	text := string(data)
	assert.Contains(t, text, `{"text": "a",   "model"`, "what is no expectation keeps its blanks")
	assert.Contains(t, text, `"message": "Read."`)
	assert.Contains(t, text, `"source": {"$any": true}`, "an operator that holds stays")
	assert.Contains(t, text, `"events": [{"type": "turn.started"}]`)
	assert.Contains(t, text, `"invoked": [{"input": {"n": 1}}]`)
	assert.Contains(t, text, `"messages": 2`)
	assert.Contains(t, text, `"effects": []`)
	again := run(t, cases.Options{Dir: dir, Update: true})
	assert.Equal(t, cases.Passed, again.Status, again.Failures)
	assert.False(t, again.Updated, "a case that holds is not touched")
}

func TestUpdateDoesNotHealAScript(t *testing.T) {
	dir, file := write(t, `{"turns": [{"text": "a", "model": [], "expect": {}}]}`)
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	got := run(t, cases.Options{Dir: dir, Update: true})
	assert.Equal(t, cases.Failed, got.Status)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}

func TestUnreadableCases(t *testing.T) {
	for name, c := range map[string]struct {
		json, message string
		placed        bool
	}{
		"a script of nobody":        {`{"capabilities": {"note.raed": []}, "turns": [{"text": "x"}]}`, `the agent has no capability "note.raed", did you mean "note.read"?`, true},
		"a policy that is not Go":   {`{"policies": {"other": []}, "turns": [{"text": "x"}]}`, `the agent has no policy in Go "other"`, true},
		"an automation of none":     {`{"automation": {"note.read": []}, "turns": [{"text": "x"}]}`, `no capability with automation`, true},
		"a short fact that is none": {`{"capabilities": {"note.read": [{"facts": {"note": 1}}]}, "turns": [{"text": "x"}]}`, `"note" is not type@version`, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir, file := write(t, c.json)
			got := run(t, cases.Options{Dir: dir})
			require.Equal(t, cases.Unreadable, got.Status, got.Failures)
			assert.Contains(t, got.Problems[0].Message, c.message)
			assert.Equal(t, file, got.Problems[0].Pos.File)
			if c.placed {
				assert.Equal(t, strings.Count(desk, "\n")+4, got.Problems[0].Pos.Line)
			}
		})
	}
}

func TestFaultsOfTheAgentAreShownInTheCaseFile(t *testing.T) {
	dir, file := write(t, `{"turns": [{"text": "x"}]}`)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	data = bytes.Replace(data, []byte(`provides: ["note@1"]`), []byte(`provides: ["nota@1"]`), 1)
	require.NoError(t, os.WriteFile(file, data, 0o644))
	got := run(t, cases.Options{Dir: dir})
	require.Equal(t, cases.Unreadable, got.Status)
	p := got.Problems[0]
	assert.Equal(t, file, p.Pos.File)
	assert.Contains(t, strings.Split(string(data), "\n")[p.Pos.Line-1], "nota@1")
	var text bytes.Buffer
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	require.NoError(t, report.WriteText(&text))
	assert.Contains(t, text.String(), "BAD  x.txtar\n     x.txtar:")
	assert.Equal(t, 1, report.Count(cases.Unreadable))
}

func TestUsage(t *testing.T) {
	for name, opt := range map[string]cases.Options{
		"a path that is not there": {Dir: t.TempDir(), Paths: []string{"none"}},
		"an unknown store":         {Dir: t.TempDir(), Store: "paper"},
		"a relative directory":     {Dir: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := cases.Run(t.Context(), opt)
			require.Error(t, err)
		})
	}
}

func TestAStoreThatDoesNotOpenBreaksTheCase(t *testing.T) {
	dir, _ := write(t, `{"turns": [{"text": "x"}]}`)
	got := run(t, cases.Options{Dir: dir, Store: "own", Stores: map[string]cases.Opener{
		"own": func(context.Context) (*cases.Backend, error) { return nil, errors.New("no disk") },
	}})
	assert.Equal(t, cases.Broken, got.Status)
	assert.Contains(t, got.Problems[0].Message, "no disk")
}

func TestReportAsJSON(t *testing.T) {
	dir, _ := write(t, `{"turns": [{"text": "a", "model": [{"understand": []}, {"say": [{"text": "x"}]}], "expect": {"response": {"message": "y"}}}]}`)
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, report.WriteJSON(&out))
	var got struct {
		Failed int
		Cases  []struct {
			File, Status string
			Failures     []struct {
				Turn             int
				Path             string
				Expected, Actual any
			}
			Events []string
		}
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &got))
	assert.Equal(t, 1, got.Failed)
	assert.Equal(t, "x.txtar", got.Cases[0].File)
	assert.Equal(t, "/response/message", got.Cases[0].Failures[0].Path)
	assert.Equal(t, []any{1, "y", "x"}, []any{got.Cases[0].Failures[0].Turn, got.Cases[0].Failures[0].Expected, got.Cases[0].Failures[0].Actual})
}

// TestExpandedCasesHold writes every case of the repository in its long form and runs that.
func TestExpandedCasesHold(t *testing.T) {
	source, err := filepath.Abs("../../testdata/cases")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "agents"), os.DirFS(filepath.Join(source, "agents"))))
	files, err := filepath.Glob(filepath.Join(source, "*.txtar"))
	require.NoError(t, err)
	agents := cases.NewAgents()
	for _, f := range files {
		long, err := cases.ExpandWith(t.Context(), f, agents)
		require.NoError(t, err, f)
		text := strings.ReplaceAll(string(long), `"mode": "optional"`, "")
		// A short form names an option by its text; an option's own value in a fixture is a number.
		for _, short := range []string{`"understand":`, `"say":`, `"yes":`, `"pick": "`, `"optional":`} {
			if strings.Contains(text, short) {
				t.Errorf("%s still has the short form %s", filepath.Base(f), short)
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(f)), long, 0o644))
	}
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, report.WriteText(&text))
	assert.Equal(t, len(files), report.Count(cases.Passed), text.String())
}

func TestRunsGiveTheSameBytes(t *testing.T) {
	again, err := runDocuments()
	require.NoError(t, err)
	for file, text := range firstDocuments(t) {
		assert.Equal(t, text, again[file], file)
	}
}
