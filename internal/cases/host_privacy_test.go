package cases_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

// gate is an agent whose inputs are filled from facts of the host that hold private values of every kind. The inputs
// themselves say nothing of privacy. Its texts and its effect key name all of them.
const gate = `package gate

import "github.com/ikgen/ikgen/schema/ik"

#Num: int @ik(PRIVACY)
#Who: {
	open!: string
	long!: string @ik(PRIVACY)
	two!:  string @ik(PRIVACY)
	num!:  int @ik(PRIVACY)
	flag!: bool @ik(PRIVACY)
	inner!: {num!: int @ik(PRIVACY)}
	nums!: [...#Num]
	map!: {[string]: int @ik(PRIVACY)}
}
#In: {
	note!:     string
	long!:     string @ik(from="who@1.long")
	two!:      string @ik(from="who@1.two")
	num!:      int @ik(from="who@1.num")
	flag!:     bool @ik(from="who@1.flag")
	inner!:    {num!: int} @ik(from="who@1.inner")
	nums!:     [...int] @ik(from="who@1.nums")
	map!:      {[string]: int} @ik(from="who@1.map")
	hidden!:   int @ik(from="hidden@1.num")
	presence!: string @ik(from="presence@1.open")
}
#Text: "TEXT"

agent: ik.#Agent & {
	id:       "gate"
	version:  1
	identity: "A gate."
	facts: {
		"who@1": {#Value: #Who, provider: "host"}
		"hidden@1": {#Value: {num!: int, two!: string}, visibility: "hidden", provider: "host"}
		"presence@1": {#Value: {num!: int, open!: string}, visibility: "presence", provider: "host"}
		"entry@1": #Value: {...}
	}
	capabilities: {
		"gate.read": {version: 1, description: "Read the gate", effect: "read", #Input: #In, #Output: {...}, provides: ["entry@1"]}
		"gate.open": {version: 1, description: "Open the gate", effect: "write", #Input: #In, #Output: {}, effectKey: [KEY]}
		"gate.tell": {version: 1, description: "Tell all", effect: "write", #Input: #In, #Output: {}, confirm: template: #Text}
		"gate.own": {version: 1, description: "Ask itself", effect: "write", confirmation: "capability", #Input: #In, #Output: {}}
	}
	policies: {
		ask: {version: 1, on: ["gate.read"], rules: [{#Match: input: note: "ask", verdict: "clarify", reason: #Text, ask: #Text}]}
		deny: {version: 1, on: ["gate.read"], rules: [{#Match: input: note: "deny", verdict: "deny", reason: #Text}]}
		result: {version: 1, on: ["gate.read"], rules: [{#Match: input: note: "result", phase: "result", verdict: "deny", reason: #Text}]}
	}
}
`

const whoIsThere = `{
	"who@1": {"open": "o", "long": "canary-long-text", "two": "ჟß", "num": 8710001, "flag": true, "inner": {"num": 8710002}, "nums": [8710003], "map": {"a": 8710006}},
	"hidden@1": {"num": 8710007, "two": "ჟæ"},
	"presence@1": {"num": 8710008, "open": "canary-presence"}
}`

var gateCanaries = []string{"canary-", "ჟß", "8710001", "FLAG=true", "8710002", "8710003", "8710006", "8710007", "ჟæ", "8710008"}

func gateAgent(privacy string) string {
	text, key := "", ""
	for _, p := range strings.Fields("long two num FLAG=flag inner.num inner nums map") {
		label, name, labelled := strings.Cut(p, "=")
		if !labelled {
			label, name = "", p
		} else {
			label += "="
		}
		for _, root := range []string{"input.", "who@1."} {
			text += label + "{{" + root + name + "}}; "
			key += fmt.Sprintf("%q, ", root+name)
		}
	}
	for _, p := range strings.Fields("input.hidden input.presence hidden@1.num hidden@1.two presence@1.num presence@1.open") {
		text += "{{" + p + "}}; "
		key += fmt.Sprintf("%q, ", p)
	}
	return strings.NewReplacer("PRIVACY", privacy, "TEXT", text, "KEY", key).Replace(gate)
}

func gateStories() map[string]story {
	const say, yes, done = `{"say": [{"text": "Done."}]}`, `{"yes": "Yes"}`, `{"effects": [{"value": {}}], "output": {}}`
	note := func(n string) string { return fmt.Sprintf(`{"note": %q}`, n) }
	result := `{"result": {"status": "completed", "output": {"x": "canary-output"}, "facts": [{"type": "entry", "version": 1, "value": {"x": "canary-fact"}, "evidenceIds": ["e"]}],
		"evidence": [{"id": "e", "source": "capability", "content": "canary-evidence"}], "artifacts": [{"id": "a", "kind": "k", "data": "canary-artifact"}],
		"interaction": {"name": "q", "kind": "input", "goal": "canary-question"}, "modelRedactions": ["canary-redaction"]},
		"events": [{"name": "gate.seen", "data": {"x": "canary-event"}}]}`
	asked := func(id string, call string, more ...string) story {
		return story{fmt.Sprintf(`%q: [%s]`, id, call), strings.Join(append([]string{turn("go", do(id, note("go"))), turn("Yes", yes, say)}, more...), ", ")}
	}
	return map[string]story{
		"the kernel's question":     asked("gate.open", done, turn("Hello", idle, say)),
		"a question from words":     asked("gate.tell", done),
		"an uncertain effect":       asked("gate.open", `{"effects": [{"outcome": "unknown"}]}`),
		"a question of the handler": asked("gate.own", `{"result": {"status": "needs_confirmation", "interaction": {"kind": "confirmation", "goal": "Go on?"}, "proposedInput": {"note": "go"}}}, `+done),
		"ask":                       {``, turn("go", do("gate.read", note("ask"))) + ", " + turn("Hello", idle)},
		"deny":                      {``, turn("go", do("gate.read", note("deny")), say)},
		"an error":                  {`"gate.read": [{"error": {"code": "X", "message": "canary-error"}}]`, turn("go", do("gate.read", note("go")), say)},
		"a denied result":           {`"gate.read": [` + result + `]`, turn("go", do("gate.read", note("result")), say) + ", " + turn("Hello", idle, say)},
	}
}

// TestHostFactsStayInside plants private values in facts of the host and has the kernel tell of the inputs that are filled
// from them in every way that it has. Handlers get them; requests, events, errors and answers do not, not even the payload
// of a question.
func TestHostFactsStayInside(t *testing.T) {
	dir := t.TempDir()
	put := func(name, data string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	}
	list := `["` + strings.Join(gateCanaries, `", "`) + `"]`
	stories := gateStories()
	for _, privacy := range []string{"redact", "secret"} {
		put(privacy+"/agent.cue", gateAgent(privacy))
		put(privacy+"/cue.mod/module.cue", "module: \"case.test\"\nlanguage: version: \"v0.15.0\"\n")
		for name, s := range stories {
			turns := strings.ReplaceAll(s.turns, `{"text":`, `{"facts": `+whoIsThere+`, "text":`)
			turns = strings.ReplaceAll(turns, `"say": [{"facts": `+whoIsThere+`, "text":`, `"say": [{"text":`)
			put(privacy+" "+name+".txtar", "Story.\n-- case.json --\n"+strings.ReplaceAll(
				fmt.Sprintf(`{"agent": %q, "capabilities": {%s}, "turns": [%s]}`, privacy, s.calls, turns), "CANARIES", list)+"\n")
		}
	}
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	require.Len(t, report.Cases, 2*len(stories))
	for _, c := range report.Cases {
		t.Run(c.File, func(t *testing.T) {
			assert.Empty(t, c.Problems)
			for _, f := range c.Failures {
				t.Errorf("turn %d: %s: %s", f.Turn, f.Path, f.Message)
			}
		})
	}
}
