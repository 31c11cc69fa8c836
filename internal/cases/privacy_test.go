package cases_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

// vault is an agent in which everything that can hold a value holds a private one, under the attribute PRIVACY. Its texts
// and its effect key name all of them.
const vault = `package vault

import "github.com/ikgen/ikgen/schema/ik"

#Num:  int @ik(PRIVACY)
#Word: string @ik(PRIVACY)
#Vault: {
	note!: string
	x!:    int & <5
	long!: string @ik(PRIVACY)
	two!:  string @ik(PRIVACY)
	num!:  int @ik(PRIVACY)
	flag!: bool @ik(PRIVACY)
	inner!: {num!: #Num, open!: string}
	nums!: [...#Num]
	words!: [...#Word]
	list!: [...{num!: #Num}]
	map!: {[string]: int @ik(PRIVACY)}
}
#Text: "TEXT"

agent: ik.#Agent & {
	id:       "vault"
	version:  1
	identity: "A vault."
	facts: {
		"seen@1": #Value: #Vault
		"hidden@1": {#Value: {num!: int, two!: string, open!: string}, visibility: "hidden"}
		"presence@1": {#Value: {num!: int, two!: string, open!: string}, visibility: "presence"}
	}
	capabilities: {
		"vault.open": {
			version: 1, description: "Open the vault", effect: "read"
			#Input: {q!: string}
			#Output: #Vault
			provides: ["seen@1", "hidden@1", "presence@1"]
		}
		"vault.write": {
			version: 1, description: "Write to the vault", effect: "write"
			#Input: #Vault
			#Output: {}
			effectKey: [KEY]
		}
		"vault.tell": {
			version: 1, description: "Write with a question of its own words", effect: "write"
			#Input: #Vault
			#Output: {}
			confirm: template: #Text
		}
		"vault.ask": {version: 1, description: "Be asked back", effect: "read", #Input: #Vault, #Output: {}}
		"vault.deny": {version: 1, description: "Be denied", effect: "read", #Input: #Vault, #Output: {}}
		"vault.confirm": {version: 1, description: "Be confirmed", effect: "read", #Input: #Vault, #Output: {}}
		"vault.step": {version: 1, description: "Work in steps", effect: "read", #Input: #Vault, #Output: {}, #Continuation: #Vault}
		"vault.own": {version: 1, description: "Ask itself", effect: "write", confirmation: "capability", #Input: #Vault, #Output: {}}
	}
	policies: {
		ask: {version: 1, on: ["vault.ask"], rules: [{#Match: input: note: "go", verdict: "clarify", reason: #Text, ask: #Text}]}
		deny: {version: 1, on: ["vault.deny"], rules: [{#Match: input: note: "go", verdict: "deny", reason: #Text}]}
		confirm: {version: 1, on: ["vault.confirm"], rules: [{#Match: input: note: "go", verdict: "confirm", reason: #Text}]}
	}
}
`

// canaries are the private values of the vault: nothing that leaves the kernel may hold one of them.
var canaries = []string{
	"canary-long", "ჟß", "8710001", "FLAG=true", "8710002", "8710003", "8710004", "ჟÞ", "8710005", "8710006", "8710007", "ჟæ", "canary-hidden",
}

const held = `{"note": "go", "x": 1, "long": "canary-long-text", "two": "ჟß", "num": 8710001, "flag": true, "inner": {"num": 8710002, "open": "o"},
	"nums": [8710003, 8710004], "words": ["ჟÞ", "canary-long-word"], "list": [{"num": 8710005}], "map": {"a": 8710006}}`

const withheld = `{"num": 8710007, "two": "ჟæ", "open": "canary-hidden"}`

func vaultPaths() []string {
	out := []string{}
	for _, root := range []string{"input", "seen@1"} {
		for _, p := range strings.Fields("long two num flag inner.num inner nums words list map.a map") {
			out = append(out, root+"."+p)
		}
	}
	for _, root := range []string{"hidden@1", "presence@1"} {
		out = append(out, root, root+".num", root+".two", root+".open")
	}
	return out
}

func vaultAgent(privacy string) string {
	text, key := "", ""
	for _, p := range vaultPaths() {
		if strings.HasSuffix(p, "flag") {
			text += "FLAG="
		}
		text += "{{" + p + "}}; "
		key += fmt.Sprintf("%q, ", p)
	}
	return strings.NewReplacer("PRIVACY", privacy, "TEXT", text, "KEY", key).Replace(vault)
}

// story is a conversation over the vault: its scripted calls, and its turns after the one that publishes the facts.
type story struct{ calls, turns string }

func do(capability, input string) string {
	return fmt.Sprintf(`{"understand": [{"do": %q, "input": %s}]}`, capability, input)
}

func repaired(capability, input string) string {
	return fmt.Sprintf(`{"prompt": "kernel.turn.interpret.repair", "output": {"intentions": [{"objective": "o", "evidence": [{"text": "go", "meaning": "m", "messageIndex": 2}],
		"references": [], "resolution": "resolved", "proposedCapability": %q, "input": %s}], "contradictions": []}}`, capability, input)
}

// turn is a turn after which no canary may be anywhere.
func turn(text string, model ...string) string {
	return fmt.Sprintf(`{"text": %q, "model": [%s], "expect": {"absentText": CANARIES}}`, text, strings.Join(model, ", "))
}

const idle = `{"understand": []}`

func vaultStories() map[string]story {
	const say, yes = `{"say": [{"text": "Done."}]}`, `{"yes": "Yes"}`
	confirmed := func(id, call string, more ...string) story {
		return story{fmt.Sprintf(`, %q: [%s]`, id, call), strings.Join(append([]string{turn("go", do(id, held)), turn("Yes", yes, say), turn("Hello", idle, say)}, more...), ", ")}
	}
	const done = `{"effects": [{"value": {}}], "output": {}}`
	const unknown = `{"effects": [{"outcome": "unknown"}]}`
	return map[string]story{
		"the kernel's question":   confirmed("vault.write", done),
		"a question from words":   confirmed("vault.tell", done),
		"an uncertain effect":     confirmed("vault.write", unknown+", "+unknown, turn("go", do("vault.write", held)), turn("Yes", yes, say)),
		"an effect that is again": {`, "vault.write": [` + done + `, ` + done + `]`, strings.Join([]string{turn("go", do("vault.write", held)), turn("Yes", yes, say), turn("go", do("vault.write", held)), turn("Yes", yes, say)}, ", ")},
		"ask":                     {``, turn("go", do("vault.ask", held)) + ", " + turn("Hello", idle)},
		"deny":                    {``, turn("go", do("vault.deny", held), say) + ", " + turn("Hello", idle, say)},
		"confirm":                 {`, "vault.confirm": [{"output": {}}]`, turn("go", do("vault.confirm", held)) + ", " + turn("Yes", yes, say)},
		"an error":                {`, "vault.step": [{"error": {"code": "X", "message": "canary-long 8710001 ჟß"}}]`, turn("go", do("vault.step", held), say)},
		"a panic":                 {`, "vault.step": [{"panic": "canary-long 8710001 ჟß"}]`, turn("go", do("vault.step", held), say)},
		"a question in between": {`, "vault.step": [{"result": {"status": "needs_input", "interaction": {"name": "more", "kind": "input", "goal": "More?"}, "partialInput": ` + held + `, "continuation": ` + held + `}}]`,
			turn("go", do("vault.step", held)) + ", " + turn("Hello", idle)},
		"a question of the handler": {`, "vault.own": [{"result": {"status": "needs_confirmation", "interaction": {"kind": "confirmation", "goal": "Go on?"}, "proposedInput": ` + held + `}}, ` + done + `]`,
			turn("go", do("vault.own", held)) + ", " + turn("Yes", yes, say)},
	}
}

// refusedStories have inputs that the contract refuses: repaired, and still wrong after the repair.
func refusedStories() map[string]story {
	out := map[string]story{}
	for name, input := range map[string]string{
		"out of range":     strings.Replace(held, `"x": 1`, `"x": 9`, 1),
		"incomplete":       strings.Replace(held, `"x": 1, `, ``, 1),
		"of another shape": strings.Replace(held, `"num": 8710001`, `"num": {"num": 8710001}, "deep": {"two": "ჟß"}`, 1),
	} {
		out["an input "+name+", repaired"] = story{``, turn("go", do("vault.ask", input), repaired("vault.ask", held)) + ", " + turn("Hello", idle)}
		twice := turn("go", do("vault.ask", input), repaired("vault.ask", input))
		out["an input "+name+", twice"] = story{``, strings.Replace(twice, `"expect": {`, `"expect": {"error": {"code": "MODEL_OUTPUT_INVALID"}, `, 1)}
	}
	return out
}

// TestPrivateValuesStayInside plants private values of every kind in inputs, outputs, facts and continuations, and has the
// kernel tell of them in every way that it has. The handlers get them; requests, events, errors and answers do not. Of the
// response, only the payload of a question may hold what is kept from models alone.
func TestPrivateValuesStayInside(t *testing.T) {
	dir := t.TempDir()
	put := func(name, data string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	}
	stories := vaultStories()
	maps.Copy(stories, refusedStories())
	list := `["` + strings.Join(canaries, `", "`) + `"]`
	for _, privacy := range []string{"redact", "secret"} {
		put(privacy+"/agent.cue", vaultAgent(privacy))
		put(privacy+"/cue.mod/module.cue", "module: \"case.test\"\nlanguage: version: \"v0.15.0\"\n")
		for name, s := range stories {
			first := fmt.Sprintf(`{"text": "open", "model": [%s, {"say": [{"text": "Open."}]}], "expect": {"absentText": CANARIES}}`, do("vault.open", `{"q": "q"}`))
			opened := fmt.Sprintf(`{"output": %s, "facts": {"seen@1": %s, "hidden@1": %s, "presence@1": %s}}`, held, held, withheld, withheld)
			put(privacy+" "+name+".txtar", "Story.\n-- case.json --\n"+strings.ReplaceAll(fmt.Sprintf(
				`{"agent": %q, "capabilities": {"vault.open": [%s]%s}, "turns": [%s, %s]}`, privacy, opened, s.calls, first, s.turns), "CANARIES", list)+"\n")
		}
	}
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
	require.NoError(t, err)
	require.Len(t, report.Cases, 2*len(stories))
	for _, c := range report.Cases {
		t.Run(c.File, func(t *testing.T) {
			assert.Empty(t, c.Problems)
			for _, f := range c.Failures {
				if strings.HasPrefix(c.File, "secret") || !strings.HasPrefix(f.Path, "/response/interaction/payload/") {
					t.Errorf("turn %d: %s: %s", f.Turn, f.Path, f.Message)
				}
			}
		})
	}
}
