package difftest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// function is one function definition of a real agent.
type function struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

const documentsOfFunction = 12

// TestAgents imports the function definitions of real agents from JSON Schema, and compares all four verdicts, and that
// of the schema that was imported.
func TestAgents(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/agents/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	dir := t.TempDir()
	goModule(t, dir)
	found := newTally()
	var worlds []*world
	var pairs []*pair
	functions, imported := 0, 0
	for i, name := range names {
		list := readFunctions(t, name)
		functions += len(list)
		w, originals := importFunctions(t, dir, fmt.Sprintf("agents%d", i), list)
		worlds = append(worlds, w)
		for n, s := range w.schemas {
			imported++
			for k := range documentsOfFunction {
				p := found.judge(t, s, drawDocument(s).Example(n*documentsOfFunction+k))
				pairs = append(pairs, p)
				agrees(t, originals[s.def.Name], p)
			}
		}
	}
	answers := build(t, worlds...).judge(t, pairs)
	for i := range answers {
		found.compare(t, pairs[i], &answers[i])
	}
	assert.Greater(t, imported, functions*9/10, "%d of %d functions can be expressed", imported, functions)
	t.Logf("%d of %d functions, %d pairs, %d accepted, differences %v", imported, functions, found.pairs, found.accepted, found.differences)
}

func readFunctions(t *testing.T, name string) []function {
	t.Helper()
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	var file struct{ Functions []function }
	require.NoError(t, json.Unmarshal(raw, &file))
	return file.Functions
}

// agrees requires that the imported schema gives the verdict of the JSON Schema that it came from.
func agrees(t *testing.T, original *jsonschema.Schema, p *pair) {
	t.Helper()
	if v, ok := readable(p.doc, p.issues); ok {
		_, parsed := expected(p.schema, p.doc, differences(), "")
		err := original.Validate(v)
		require.Equal(t, err == nil, parsed, "the imported JSON Schema says otherwise: %s\n%v", p, err)
	}
}

// importFunctions makes a package of the functions that CUE of this version can express. Functions whose enums or
// fields have no Go names of their own are left out as well: their authors would name them.
func importFunctions(t *testing.T, dir, pkg string, list []function) (*world, map[string]*jsonschema.Schema) {
	t.Helper()
	texts, originals := map[string]string{}, map[string]*jsonschema.Schema{}
	var order []string
	for i, f := range list {
		s, err := decodeOrdered(f.Schema)
		require.NoError(t, err, f.Name)
		text, ok := importSchema(s)
		if !ok {
			continue
		}
		name := fmt.Sprintf("#F%d", i)
		texts[name], originals[name] = name+": "+text+"\n", compileSchema(t, closedSchema(t, f.Schema))
		order = append(order, name)
	}
	for range 5 {
		source := "package " + pkg + "\n\nimport (\n\t\"list\"\n\t\"strings\"\n)\n\n#Used: list.MinItems(0) & [...strings.MinRunes(0)]\n"
		for _, name := range order {
			source += texts[name]
		}
		w := newWorld(t, dir, map[string]string{pkg + "/s.cue": source}, pkg)
		if len(w.errors()) == 0 {
			w.schemas = w.schemas[:len(w.schemas)-1] // #Used
			return w, originals
		}
		for _, e := range w.errors() {
			require.Contains(t, []string{"IK1013", "IK0212"}, e[:6], e)
			delete(texts, regexp.MustCompile(`#F[0-9]+`).FindString(e))
		}
	}
	require.Fail(t, "the functions cannot be named", pkg)
	return nil, nil
}

// member is one entry of a JSON object, whose order counts.
type member struct {
	key   string
	value any // []member for objects
}

func decodeOrdered(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return orderedValue(d)
}

func orderedValue(d *json.Decoder) (any, error) {
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	object, list := []member{}, []any{}
	for d.More() {
		var m member
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			m.key, _ = key.(string)
		}
		if m.value, err = orderedValue(d); err != nil {
			return nil, err
		}
		object, list = append(object, m), append(list, m.value)
	}
	if _, err := d.Token(); err != nil && err != io.EOF {
		return nil, err
	}
	if delim == '{' {
		return object, nil
	}
	return list, nil
}

// closedSchema is a JSON Schema whose objects admit no further properties, as definitions in CUE.
func closedSchema(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			_, says := v["additionalProperties"]
			if _, object := v["properties"].(map[string]any); object && !says {
				v["additionalProperties"] = false
			}
			for key, child := range v {
				if key != "default" && key != "enum" {
					walk(child)
				}
			}
		case []any:
			for _, child := range v {
				walk(child)
			}
		}
	}
	walk(v)
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}
