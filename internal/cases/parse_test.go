package cases_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

// file is a case file with the smallest agent and the given case.json; it begins on line 8.
func file(json string) []byte {
	return []byte("A story.\n-- agent.cue --\npackage a\n-- answer.json --\n{\"$use\": \"deep\"}\n-- deep.json --\n{\"x\": 1}\n-- case.json --\n" + json + "\n")
}

func problems(t *testing.T, data []byte) []cases.Problem {
	t.Helper()
	_, err := cases.Parse("dir/x.txtar", data)
	var bad *cases.ParseError
	require.True(t, errors.As(err, &bad), "%v", err)
	return bad.Problems
}

func TestParseSaysWhereAndWhat(t *testing.T) {
	for name, c := range map[string]struct {
		json, pointer, message string
		line, column           int
	}{
		"unknown key at the top":            {`{"turn": [], "turns": [{"text": "x"}]}`, "/turn", `the key "turn" is unknown, did you mean "turns"?`, 9, 2},
		"no turns":                          {`{}`, "", "the case has no turns", 9, 1},
		"unknown key in a turn":             {"{\"turns\": [\n  {\"text\": \"a\", \"modell\": []}]}", "/turns/0/modell", `did you mean "model"?`, 10, 17},
		"a turn without text":               {`{"turns": [{"summary": "s"}]}`, "/turns/0", "neither a text nor a selection", 9, 12},
		"wrong type":                        {`{"turns": {}}`, "/turns", "it must be an array, not an object", 9, 11},
		"bad time":                          {`{"now": "noon", "turns": [{"text": "x"}]}`, "/now", "it must be a time", 9, 9},
		"bad limit":                         {`{"limits": {"maxSteps": 0}, "turns": [{"text": "x"}]}`, "/limits/maxSteps", "at least 1", 9, 25},
		"unknown expectation":               {`{"turns": [{"text": "a", "expect": {"reponse": {}}}]}`, "/turns/0/expect/reponse", `did you mean "response"?`, 9, 37},
		"unknown operator":                  {`{"turns": [{"text": "a", "expect": {"response": {"message": {"$like": "x"}}}}]}`, "/turns/0/expect/response/message/$like", "no operator", 9, 62},
		"an end that does not exist":        {`{"turns": [{"text": "x"}], "expect": {"effect": []}}`, "/expect/effect", `did you mean "effects"?`, 9, 39},
		"a model answer without a prompt":   {`{"turns": [{"text": "a", "model": [{"output": {}}]}]}`, "/turns/0/model/0", "names the prompt", 9, 36},
		"two answers in one":                {`{"turns": [{"text": "a", "model": [{"prompt": "p", "output": {}, "text": "x"}]}]}`, "/turns/0/model/0", "one of output, error and text", 9, 36},
		"yes and no":                        {`{"turns": [{"text": "a", "model": [{"yes": "y", "no": "n"}]}]}`, "/turns/0/model/0", "either yes or no", 9, 36},
		"nothing to do":                     {`{"turns": [{"text": "a", "model": [{"understand": [{"input": {}}]}]}]}`, "/turns/0/model/0/understand/0", `"do" names the capability`, 9, 52},
		"a call without an end":             {`{"capabilities": {"a": [{"delayMs": 1}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0", "ends with one of", 9, 25},
		"a call with two ends":              {`{"capabilities": {"a": [{"result": {}, "panic": "x"}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0", "ends with one of", 9, 25},
		"an id for a question":              {`{"capabilities": {"a": [{"result": {"interaction": {"id": "q"}}}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0/result/interaction/id", "has a name", 9, 59},
		"unknown key in a result":           {`{"capabilities": {"a": [{"result": {"ouput": {}}}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0/result/ouput", `did you mean "output"?`, 9, 37},
		"unknown outcome":                   {`{"capabilities": {"a": [{"effects": [{"outcome": "maybe"}]}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0/effects/0/outcome", "applied, not_applied, unknown", 9, 50},
		"a fact that is none":               {`{"capabilities": {"a": [{"result": {"invalidates": ["x"]}}]}, "turns": [{"text": "x"}]}`, "/capabilities/a/0/result/invalidates/0", "type@version", 9, 53},
		"unknown verdict":                   {`{"policies": {"p": [{"verdict": "maybe"}]}, "turns": [{"text": "x"}]}`, "/policies/p/0/verdict", "allow, confirm, clarify, deny", 9, 33},
		"a policy that says nothing":        {`{"policies": {"p": [{"reason": "x"}]}, "turns": [{"text": "x"}]}`, "/policies/p/0", "a verdict, an error or a panic", 9, 21},
		"a fault in no turn":                {`{"faults": [{"turn": 2, "at": "commit", "outcome": "lost"}], "turns": [{"text": "a"}]}`, "/faults/0", "there is no turn 2", 9, 1},
		"a fault in no place":               {`{"faults": [{"turn": 1, "at": "disk", "outcome": "lost"}], "turns": [{"text": "a"}]}`, "/faults/0/at", "lease, effect.begin", 9, 31},
		"a restart that does not happen":    {`{"turns": [{"restart": false}]}`, "/turns/0/restart", "takes true", 9, 12},
		"a folder that is not there":        {`{"turns": [{"restart": true, "agent": "v2"}]}`, "", `no folder "v2"`, 9, 1},
		"a file that is not there":          {`{"turns": {"$use": "none"}}`, "/turns", `no file "none.json"`, 9, 11},
		"what is used is judged at its use": {`{"turns": [{"$use": "answer"}]}`, "/turns/0/x", `the key "x" is unknown`, 9, 12},
		"an empty text to look for":         {`{"turns": [{"text": "a", "expect": {"absentText": [""]}}]}`, "/turns/0/expect/absentText", "in everything", 9, 36},
		"a doubled key":                     {`{"turns": [{"text": "x"}], "turns": []}`, "", `the key "turns" stands twice`, 9, 28},
		"no JSON":                           {`{"turns": [}`, "", "invalid character", 9, 13},
	} {
		t.Run(name, func(t *testing.T) {
			got := problems(t, file(c.json))
			require.NotEmpty(t, got)
			assert.Equal(t, c.pointer, got[0].Pointer)
			assert.Contains(t, got[0].Message, c.message)
			assert.Equal(t, []any{"dir/x.txtar", c.line, c.column}, []any{got[0].Pos.File, got[0].Pos.Line, got[0].Pos.Column})
		})
	}
}

func TestParseGivesEveryProblemAtOnce(t *testing.T) {
	got := problems(t, file(`{"nwo": 1, "limits": {"maxSteps": 0}, "turns": [{}, {"text": 1}]}`))
	assert.Len(t, got, 4)
}

func TestParseRefusesArchivesThatAreNoCases(t *testing.T) {
	for name, c := range map[string]struct{ data, message string }{
		"no case.json":     {"-- agent.cue --\npackage a\n", "no case.json"},
		"no agent":         {"-- case.json --\n{\"turns\": [{\"text\": \"x\"}]}\n", "no agent"},
		"an outside file":  {"-- ../x.cue --\n-- case.json --\n{}\n", "not a clean relative path"},
		"an absolute file": {"-- /x.cue --\n-- case.json --\n{}\n", "not a clean relative path"},
		"a doubled file":   {"-- a.cue --\n-- a.cue --\n-- case.json --\n{}\n", "stands twice"},
		"a circle":         {"-- a.json --\n{\"$use\": \"b\"}\n-- b.json --\n[{\"$use\": \"a\"}]\n-- case.json --\n{\"turns\": {\"$use\": \"a\"}}\n", "uses itself"},
		"itself":           {"-- case.json --\n{\"turns\": {\"$use\": \"case\"}}\n", "no file"},
		"an absolute dir":  {"-- case.json --\n{\"agent\": \"/etc\", \"turns\": [{\"text\": \"x\"}]}\n", "relative to the case file"},
		"a bomb": {"-- a.json --\n[{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"},{\"$use\":\"b\"}]\n" +
			"-- b.json --\n[{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"},{\"$use\":\"c\"}]\n" +
			"-- c.json --\n[{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"},{\"$use\":\"d\"}]\n" +
			"-- d.json --\n[1,{\"$use\":\"e\"},{\"$use\":\"e\"},{\"$use\":\"e\"},{\"$use\":\"e\"},{\"$use\":\"e\"},{\"$use\":\"e\"},{\"$use\":\"e\"}]\n" +
			"-- e.json --\n[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]\n" +
			"-- case.json --\n{\"turns\": {\"$use\": \"a\"}}\n", "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			got := problems(t, []byte(c.data))
			assert.Contains(t, got[0].Message, c.message)
		})
	}
}

func TestParseFillsInWhatIsUsed(t *testing.T) {
	c, err := cases.Parse("x.txtar", file(`{"turns": [{"text": "a", "hostContext": {"$use": "answer"}}]}`))
	require.NoError(t, err)
	assert.Equal(t, "A story.", c.Story)
	assert.Equal(t, `{"x":1}`, string(c.Turns[0].HostContext.JSON()))
}

func FuzzParse(f *testing.F) {
	f.Add(file(`{"turns": [{"text": "a", "model": [{"understand": [{"do": "x"}]}, {"say": [{"text": "y", "cite": ["ev"]}]}]}]}`))
	f.Add(file(`{"turns": [{"$use": "answer"}], "faults": [{}], "capabilities": {"a": [{"output": {}, "facts": {"b@1": []}}]}}`))
	f.Add([]byte("-- case.json --\n{\"turns\": [{\"restart\": true}]}"))
	f.Add([]byte("-- a --\n-- b\n\xff-- case.json --\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := cases.Parse("x.txtar", data)
		if err == nil {
			require.NotNil(t, c)
			return
		}
		var bad *cases.ParseError
		require.True(t, errors.As(err, &bad), "%T", err)
		require.NotEmpty(t, bad.Problems)
	})
}
