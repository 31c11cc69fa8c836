package answers_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSamplesAreAccepted(t *testing.T) {
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) {
			schema := published(t, k.schema)
			for _, s := range k.samples {
				v, issues := k.schema.Decode([]byte(s))
				assert.Empty(t, issues, s)
				assert.NotNil(t, v)
				assert.Empty(t, disagreement(k, schema, []byte(s)), s)
			}
		})
	}
}

// JSON Schema and decoder accept the same documents, but for what a kind says of itself.
func TestDecoderAndJSONSchemaAgree(t *testing.T) {
	all := kinds()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			k, accepted := all[name], 0
			schema := published(t, k.schema)
			rapid.Check(t, func(t *rapid.T) {
				doc := tree([]byte(rapid.SampledFrom(k.samples).Draw(t, "sample")))
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					doc = mutate(t, doc)
				}
				raw, err := json.Marshal(doc)
				require.NoError(t, err)
				if _, issues := k.schema.Decode(raw); len(issues) == 0 {
					accepted++
				}
				if why := disagreement(k, schema, raw); why != "" {
					t.Fatalf("%s: %s", why, raw)
				}
			})
			assert.Positive(t, accepted)
		})
	}
}

// disagreement says how decoder and JSON Schema judge a document differently, "" when they do not.
func disagreement(k kind, schema *jsonschema.Schema, raw []byte) string {
	_, issues := k.schema.Decode(raw)
	fits := schema.Validate(tree(raw)) == nil
	switch {
	case fits == (len(issues) == 0):
		return ""
	case fits:
		for _, i := range issues {
			if k.beyond == nil || !k.beyond(i) {
				return "only the JSON Schema accepts it: " + i.Path + " " + i.Code + " " + i.Message
			}
		}
		return ""
	case k.narrow == nil:
		return "only the decoder accepts it"
	default:
		doc := tree(raw)
		k.narrow(doc)
		if err := schema.Validate(doc); err != nil {
			return "only the decoder accepts it: " + err.Error()
		}
		return ""
	}
}

func tree(raw []byte) any {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		return nil
	}
	return v
}

// mutate changes a document in one place.
func mutate(t *rapid.T, v any) any {
	switch x := v.(type) {
	case map[string]any:
		if len(x) > 0 && rapid.IntRange(0, 3).Draw(t, "deeper") > 0 {
			key := rapid.SampledFrom(slices.Sorted(maps.Keys(x))).Draw(t, "key")
			x[key] = mutate(t, x[key])
			return x
		}
		return mutateObject(t, x)
	case []any:
		if len(x) > 0 && rapid.IntRange(0, 2).Draw(t, "deeper") > 0 {
			i := rapid.IntRange(0, len(x)-1).Draw(t, "item")
			x[i] = mutate(t, x[i])
			return x
		}
		return mutateList(t, x)
	}
	return other(t)
}

func mutateObject(t *rapid.T, x map[string]any) any {
	keys := append(slices.Sorted(maps.Keys(x)), "id", "optionId", "optionIds", "input", "rationale", "alternatives", "proposedCapability", "other")
	key := rapid.SampledFrom(keys).Draw(t, "key")
	switch rapid.IntRange(0, 4).Draw(t, "change") {
	case 0:
		return other(t)
	case 1, 2:
		delete(x, key)
	default:
		x[key] = other(t)
	}
	return x
}

func mutateList(t *rapid.T, x []any) any {
	switch change := rapid.IntRange(0, 4).Draw(t, "change"); {
	case change == 0:
		return other(t)
	case change == 1 && len(x) > 0:
		return x[:len(x)-1]
	case change == 2 && len(x) > 0:
		return append(x, x[0])
	case change == 3 && len(x) > 0:
		return slices.Repeat(x, 101)
	default:
		return append(x, other(t))
	}
}

// other draws a value that stands somewhere in some answer, or nowhere.
func other(t *rapid.T) any {
	return rapid.SampledFrom([]any{
		nil, true, false, "", " ", "x", strings.Repeat("é", 1200), strings.Repeat("é", 1201),
		json.Number("0"), json.Number("1"), json.Number("1.0"), json.Number("2"), json.Number("3"), json.Number("-1"), json.Number("0.5"),
		json.Number("9007199254740991"), json.Number("9007199254740992"), json.Number("1e30"),
		[]any{}, []any{"x"}, []any{"order.find", "order.find"}, []any{"opt-1", "opt-2"}, map[string]any{}, map[string]any{"a": json.Number("1")},
		"order.find", "refund.issue", "cart.empty", "opt-1", "opt-2", "opt-9", "First",
		"selected", "selected_with_control", "no_match", "conversational", "control", "supported", "unsupported", "violated",
		"resolved", "ambiguous", "not_selection", "unique_option", "operation_request", "ambiguous_or_unrelated", "cancel_objective",
	}).Draw(t, "value")
}
