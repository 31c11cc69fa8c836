package answers_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
)

// fuzz feeds arbitrary bytes to the kinds of answers named. Whatever they are: a value and no issues, or a bounded list
// of issues and no value; and what is accepted, the JSON Schema accepts.
func fuzz(f *testing.F, names ...string) {
	all := kinds()
	schemas := map[string]*jsonschema.Schema{}
	for _, name := range names {
		schemas[name] = published(f, all[name].schema)
		for _, s := range all[name].samples {
			f.Add([]byte(s), uint8(0))
			f.Add([]byte(s[:len(s)/2]), uint8(1))
		}
	}
	for _, s := range []string{``, `null`, `{}`, `[[[[`, `{"a":1,"a":2}`, "\"\xff\"", `{"rationale":"\ud800"}`, `{} {}`} {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, raw []byte, which uint8) {
		name := names[int(which)%len(names)]
		k := all[name]
		v, issues := k.schema.Decode(raw)
		assert.LessOrEqual(t, len(issues), 100)
		if len(issues) > 0 {
			assert.Nil(t, v)
			return
		}
		assert.NotNil(t, v)
		assert.True(t, json.Valid(raw) && utf8.Valid(raw))
		assert.Empty(t, disagreement(k, schemas[name], raw), name)
	})
}

func FuzzSelection(f *testing.F) { fuzz(f, "selection", "selection of nothing") }

func FuzzBatch(f *testing.F) {
	fuzz(f, "batch: one", "batch: two beside a confirmation", "batch: with control beside a choice", "batch: control",
		"batch: conversational", "batch: conversational with a contract")
}

func FuzzVerdict(f *testing.F) { fuzz(f, "verdict") }

func FuzzChoiceSelection(f *testing.F) {
	fuzz(f, "choice meaning", "choice meaning without capabilities")
}

func FuzzContinuation(f *testing.F) { fuzz(f, "continuation") }

func FuzzOmittedChoice(f *testing.F) { fuzz(f, "omitted choice") }

func FuzzChoiceAnswer(f *testing.F) {
	fuzz(f, "choice decision", "choice decision about one option")
}

func FuzzLifecycle(f *testing.F) { fuzz(f, "lifecycle") }

func FuzzDraft(f *testing.F) { fuzz(f, "draft") }

func FuzzGrounding(f *testing.F) { fuzz(f, "grounding") }
