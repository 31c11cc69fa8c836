package cases_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

// Every event of every case has the form that the reference promises, in JSON Schema and in Go; and every type of event
// comes out of some case, but for the one that a store makes outside of turns.
func TestEventsAreAsTheReferenceSays(t *testing.T) {
	schemas := compileSchemas(t)
	seen := map[string]bool{}
	for file, list := range allEvents(t) {
		redacted := hasRedactor(t, file)
		for _, raw := range list {
			var e ik.Event
			require.NoError(t, json.Unmarshal(raw, &e))
			seen[e.Type] = true
			assert.NoError(t, validate(t, schemas["event"], raw), "%s: %s", file, raw)
			if redacted || string(e.Data) == "{}" {
				continue // the host's redactor has the last word on what data is
			}
			require.Contains(t, schemas, e.Type, file)
			assert.NoError(t, validate(t, schemas[e.Type], e.Data), "%s: %s %s", file, e.Type, e.Data)
			checkTyped(t, file, e)
		}
	}
	for _, et := range ik.EventTypes() {
		assert.Contains(t, schemas, et.Name)
		assert.Equal(t, et.Name != settled, seen[et.Name], "a case has %s", et.Name)
	}
}

const settled = "effect.settled"

func TestTheEventOfASettlementIsAsTheReferenceSays(t *testing.T) {
	schemas := compileSchemas(t)
	e := ledger.Settled("thread-1", ik.EffectReceipt{
		ID: "effect-1", IdempotencyKey: "a.b:1", CapabilityID: "a.b", TurnID: "t1", StepID: "step-1", Status: ik.EffectFailed,
	})
	whole, err := json.Marshal(e)
	require.NoError(t, err)
	assert.NoError(t, validate(t, schemas["event"], whole))
	assert.NoError(t, validate(t, schemas[e.Type], e.Data))
	checkTyped(t, "settlement", e)
}

// checkTyped reads the data of an event into its Go type, which must keep all of it.
func checkTyped(t *testing.T, file string, e ik.Event) {
	t.Helper()
	data, err := e.Read()
	require.NoError(t, err, "%s: %s", file, e.Data)
	assert.Equal(t, e.Type, data.EventType())
	back, err := json.Marshal(data)
	require.NoError(t, err)
	assert.True(t, jsonval.Equal(back, e.Data), "%s: %s\nread as %s", file, e.Data, back)
}

// allEvents gives the events of the turns of every case, by file.
func allEvents(t *testing.T) map[string][]json.RawMessage {
	t.Helper()
	out := map[string][]json.RawMessage{}
	for file, text := range firstDocuments(t) {
		list, err := events(text)
		require.NoError(t, err, file)
		out[filepath.Base(file)] = list
	}
	return out
}

func events(text string) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for line := range strings.Lines(text) {
		var doc struct {
			Events []json.RawMessage `json:"events"`
		}
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			return nil, err
		}
		out = append(out, doc.Events...)
	}
	return out, nil
}

func hasRedactor(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/cases", file))
	require.NoError(t, err)
	return bytes.Contains(text, []byte(`"redact":`))
}

// compileSchemas reads the JSON Schemas of the reference, by type of event.
func compileSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	files, err := filepath.Glob("../../docs/reference/events/*.schema.json")
	require.NoError(t, err)
	out := map[string]*jsonschema.Schema{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(file, doc))
		s, err := c.Compile(file)
		require.NoError(t, err)
		out[strings.TrimSuffix(filepath.Base(file), ".schema.json")] = s
	}
	return out
}

func validate(t *testing.T, s *jsonschema.Schema, raw []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	return s.Validate(doc)
}
