package answers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// schemaOf reads a JSON Schema as plain JSON.
func schemaOf(t *testing.T, s ik.Schema) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal([]byte(s.JSON), &out))
	return out
}

// dig goes down an object by names.
func dig(t *testing.T, v any, path ...string) any {
	t.Helper()
	for _, step := range path {
		m, ok := v.(map[string]any)
		require.True(t, ok, "%s in %v", step, path)
		v = m[step]
	}
	return v
}

func places(issues []ik.Issue) []string {
	var out []string
	for _, i := range issues {
		out = append(out, i.Code+" "+i.Path)
	}
	return out
}

func TestWhatModelsAreTold(t *testing.T) {
	selected := ik.CapabilitySelection{Mode: "selected", CapabilityIDs: two}
	branches := func(sel ik.CapabilitySelection) []any {
		return dig(t, schemaOf(t, answers.Batch(sel, nil)), "properties", "intentions", "items", "oneOf").([]any)
	}
	t.Run("three outcomes with contracts, two without", func(t *testing.T) {
		assert.Len(t, branches(selected), 3)
		assert.Len(t, branches(ik.CapabilitySelection{Mode: "no_match"}), 2)
	})
	t.Run("no branch has an id", func(t *testing.T) {
		for _, b := range branches(selected) {
			assert.NotContains(t, dig(t, b, "properties"), "id")
		}
	})
	t.Run("B-095 a resolved intention names its capability", func(t *testing.T) {
		b := branches(selected)[0]
		assert.Contains(t, dig(t, b, "required"), "proposedCapability")
		assert.Equal(t, map[string]any{"type": "string", "enum": []any{"order.find", "refund.issue"}}, dig(t, b, "properties", "proposedCapability"))
	})
	t.Run("conversational", func(t *testing.T) {
		with := schemaOf(t, answers.Batch(ik.CapabilitySelection{Mode: "conversational", CapabilityIDs: two}, nil))
		assert.Equal(t, "object", dig(t, with, "properties", "intentions", "items", "type"))
		without := schemaOf(t, answers.Batch(ik.CapabilitySelection{Mode: "conversational"}, nil))
		assert.EqualValues(t, 0, dig(t, without, "properties", "intentions", "maxItems"))
	})
	t.Run("cancellations need control", func(t *testing.T) {
		for mode, limit := range map[string]float64{"selected": 0, "selected_with_control": 100, "control": 100, "no_match": 0} {
			s := schemaOf(t, answers.Batch(ik.CapabilitySelection{Mode: mode}, nil))
			assert.Equal(t, limit, dig(t, s, "properties", "lifecycleActions", "maxItems"), mode)
		}
	})
	t.Run("an id that two options have is offered once", func(t *testing.T) {
		s := answers.Batch(selected, &ik.Interaction{ID: "ch-a", Kind: ik.InteractionChoice, Options: []ik.Option{{ID: "x"}, {ID: "y"}, {ID: "x"}}})
		either := dig(t, schemaOf(t, s), "properties", "answerToInteraction", "anyOf").([]any)
		assert.Equal(t, []any{"x", "y"}, dig(t, either[0], "properties", "value", "enum"))
	})
	t.Run("B-107 a choice is answered by an option id", func(t *testing.T) {
		open := &ik.Interaction{ID: "ch-a", Kind: ik.InteractionChoice, Options: []ik.Option{
			{ID: "opt-1", Value: json.RawMessage(`{"pick":1}`)}, {ID: "opt-2", Value: json.RawMessage(`{"pick":2}`)},
		}}
		s := answers.Batch(selected, open)
		either := dig(t, schemaOf(t, s), "properties", "answerToInteraction", "anyOf").([]any)
		require.Len(t, either, 2)
		assert.Equal(t, "ch-a", dig(t, either[0], "properties", "interactionId", "const"))
		assert.Equal(t, []any{"opt-1", "opt-2"}, dig(t, either[0], "properties", "value", "enum"))
		assert.Equal(t, map[string]any{"type": "null"}, either[1])
		assert.NotContains(t, s.JSON, "pick")
		_, issues := s.Decode([]byte(batch("", `,"answerToInteraction":{"interactionId":"ch-a","value":{"pick":2},"evidence":"e"}`)))
		assert.Empty(t, issues)
	})
	t.Run("references stand where they are used", func(t *testing.T) {
		for name, k := range kinds() {
			assert.NotContains(t, k.schema.JSON, "$ref", name)
			assert.NotContains(t, k.schema.JSON, "$defs", name)
		}
	})
}

func TestWhatIsRefused(t *testing.T) {
	selected := answers.Selection(two)
	evidence := `"rationale":"r","evidence":[` + quote + `]`
	lone := answers.Batch(ik.CapabilitySelection{Mode: "selected", CapabilityIDs: two}, nil)
	for name, c := range map[string]struct {
		schema ik.Schema
		raw    string
		want   []string
	}{
		"an unregistered capability": {selected, `{"mode":"selected","capabilityIds":["cart.empty"],` + evidence + `}`, []string{"UNKNOWN_CAPABILITY /capabilityIds/0"}},
		"a capability twice":         {selected, `{"mode":"selected","capabilityIds":["order.find","order.find"],` + evidence + `}`, []string{"NOT_UNIQUE /capabilityIds"}},
		"selected without any":       {selected, `{"mode":"selected","capabilityIds":[],` + evidence + `}`, []string{"TOO_FEW_ITEMS /capabilityIds"}},
		"no match with some":         {selected, `{"mode":"no_match","capabilityIds":["order.find"],` + evidence + `}`, []string{"TOO_MANY_ITEMS /capabilityIds"}},
		"what the kernel alone sets": {selected, `{"mode":"no_match","capabilityIds":[],"source":"kernel_boundary",` + evidence + `}`, []string{"UNKNOWN_FIELD /source"}},
		"everything at once": {selected, `{"mode":"perhaps","capabilityIds":["cart.empty"],"rationale":"","evidence":[]}`,
			[]string{"NOT_IN_ENUM /mode", "TOO_SHORT /rationale", "TOO_FEW_ITEMS /evidence", "UNKNOWN_CAPABILITY /capabilityIds/0"}},
		"B-095 no capability of two": {lone, batch(intention(`"resolution":"resolved"`), ""), []string{"MISSING_FIELD /intentions/0/proposedCapability"}},
		"B-095 null of two":          {lone, batch(intention(`"resolution":"resolved","proposedCapability":null`), ""), []string{"NULL_VALUE /intentions/0/proposedCapability"}},
		"an option that is not there": {answers.ChoiceSelection(choice(), two),
			`{"meaning":"unique_option","position":2,"label":"First","optionId":"opt-2","rationale":"r"}`, []string{"NOT_IN_ENUM /optionId"}},
		"an operation twice": {answers.ChoiceSelection(choice(), two),
			`{"meaning":"operation_request","operationCapabilityIds":["order.find","order.find"],"rationale":"r"}`, []string{"NOT_UNIQUE /operationCapabilityIds"}},
		"the old shape of a choice's review": {answers.ChoiceAnswer(options), `{"verdict":"supported","rationale":"r"}`, []string{"MISSING_FIELD /decision"}},
		"ambiguous about one option": {answers.ChoiceAnswer(options[:1]),
			`{"decision":"ambiguous","optionIds":["opt-1","opt-1"],"rationale":"r"}`, []string{"NOT_UNIQUE /optionIds", "TOO_MANY_ITEMS /optionIds"}},
		"unsupported with an option": {answers.OmittedChoice(options), `{"verdict":"unsupported","optionId":"opt-1","rationale":"r"}`, []string{"WRONG_TYPE /optionId"}},
		"an action without a review": {answers.Lifecycle(2), `{"reviews":[{"actionIndex":0,"verdict":"supported","rationale":"r"}]}`, []string{"TOO_FEW_ITEMS /reviews"}},
		"an action that is not there": {answers.Lifecycle(1),
			`{"reviews":[{"actionIndex":1,"verdict":"supported","rationale":"r"}]}`, []string{"OUT_OF_RANGE /reviews/0/actionIndex"}},
		"an action twice": {answers.Lifecycle(2), `{"reviews":[{"actionIndex":0,"verdict":"supported","rationale":"r"},
			{"actionIndex":0,"verdict":"supported","rationale":"r"}]}`, []string{"NOT_UNIQUE /reviews/1/actionIndex"}},
	} {
		t.Run(name, func(t *testing.T) {
			v, issues := c.schema.Decode([]byte(c.raw))
			assert.Nil(t, v)
			assert.Equal(t, c.want, places(issues))
		})
	}
}

func TestWhatStagesRead(t *testing.T) {
	decode := func(s ik.Schema, raw string) any {
		v, issues := s.Decode([]byte(raw))
		require.Empty(t, issues)
		return v
	}
	t.Run("B-094 the only capability is filled in, an id is forgotten", func(t *testing.T) {
		s := answers.Batch(ik.CapabilitySelection{Mode: "selected", CapabilityIDs: two[:1]}, nil)
		b := decode(s, batch(intention(`"resolution":"resolved","id":"mine"`)+","+intention(`"resolution":"resolved","proposedCapability":null`), "")).(ik.IntentionBatch)
		for _, in := range b.Intentions {
			assert.Equal(t, two[0], in.ProposedCapability)
			assert.Empty(t, in.ID)
		}
	})
	t.Run("B-104 null and absent input", func(t *testing.T) {
		s := answers.Batch(ik.CapabilitySelection{Mode: "no_match"}, nil)
		b := decode(s, batch(intention(`"resolution":"unsupported","input":null`)+","+intention(`"resolution":"unsupported"`), "")).(ik.IntentionBatch)
		assert.Equal(t, json.RawMessage("null"), b.Intentions[0].Input)
		assert.Nil(t, b.Intentions[1].Input)
	})
	t.Run("reviews come in the order of the actions", func(t *testing.T) {
		got := decode(answers.Lifecycle(2), kinds()["lifecycle"].samples[0])
		assert.Equal(t, []answers.ActionReview{{0, false, "r"}, {1, true, "r"}}, got)
	})
	t.Run("of a choice", func(t *testing.T) {
		s := answers.ChoiceSelection(choice(), two)
		assert.Equal(t, answers.ChoiceMeaning{Meaning: "operation_request", OperationIDs: two, Rationale: "r"}, decode(s, kinds()["choice meaning"].samples[3]))
		assert.Equal(t, answers.ChoiceMeaning{Meaning: "unique_option", OptionID: "opt-3", Position: 3, Rationale: "r"}, decode(s, kinds()["choice meaning"].samples[1]))
		assert.Equal(t, answers.Omitted{Supported: true, OptionID: "opt-1", Rationale: "r"}, decode(answers.OmittedChoice(options), kinds()["omitted choice"].samples[0]))
	})
	t.Run("an exit", func(t *testing.T) {
		assert.Equal(t, answers.Exit{Continuation: "requested", Evidence: "go on", Rationale: "r"}, decode(answers.Continuation(), kinds()["continuation"].samples[0]))
	})
}

// Whatever a model sends is read in bounded time, with a bounded list of issues.
func TestHostileAnswers(t *testing.T) {
	huge := func(element string) string {
		return strings.Repeat(element+",", answers.MaxBytes/64/(len(element)+1)) + element
	}
	for name, c := range map[string]struct{ raw, code string }{
		"too large":           {`"` + strings.Repeat("x", answers.MaxBytes) + `"`, wire.TooLarge},
		"too deep":            {`{"intentions":[],"contradictions":[],"answerToInteraction":{"interactionId":"i","evidence":"e","value":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}}`, wire.TooDeep},
		"no end of lists":     {strings.Repeat("[", 1<<20), wire.TooDeep},
		"very many things":    {`{"intentions":[` + huge("{}") + `],"contradictions":[]}`, ""},
		"very many numbers":   {`{"intentions":[` + huge("1") + `],"contradictions":[]}`, wire.WrongType},
		"very many members":   {`{` + huge(`"x":1`) + `}`, ""},
		"very many ids":       {`{"mode":"selected","capabilityIds":[` + huge(`"a"`) + `],"rationale":"r","evidence":[]}`, ""},
		"very many reviews":   {`{"reviews":[` + huge(`{"actionIndex":0}`) + `]}`, ""},
		"very many approvals": {`{"approvedClaimIndexes":[` + huge(`0`) + `]}`, ""},
		"very many options":   {`{"decision":"ambiguous","rationale":"r","optionIds":[` + huge(`"opt-1"`) + `]}`, ""},
		"half of a pair":      {`{"verdict":"supported","rationale":"\ud800"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, k := range kinds() {
				v, issues := k.schema.Decode([]byte(c.raw))
				assert.Nil(t, v, kind)
				require.NotEmpty(t, issues, kind)
				assert.LessOrEqual(t, len(issues), 100, kind)
				if strings.HasPrefix(kind, "batch") && c.code != "" {
					assert.Contains(t, strings.Join(places(issues), "\n"), c.code, kind)
				}
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	assert.True(t, answers.Unreadable(wire.DuplicateField))
	assert.False(t, answers.Unreadable(wire.UnknownField))
}
