package answers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// kind is one kind of answer in one turn.
type kind struct {
	schema  ik.Schema
	samples []string // documents that are accepted
	// beyond tells whether an issue is of a rule that the JSON Schema does not say.
	beyond func(ik.Issue) bool
	// narrow turns a document that only the decoder accepts into one that the JSON Schema accepts too.
	narrow func(any)
}

var (
	two     = []ik.CapabilityID{"order.find", "refund.issue"}
	options = []string{"opt-1", "opt-2", "opt-3"}
)

func choice() *project.Choice {
	return &project.Choice{ID: "ch", Options: []project.Option{
		{Position: 1, ID: "opt-1", Label: "First"}, {Position: 2, ID: "opt-2", Label: "Sec\"ond <é>"}, {Position: 3, ID: "opt-3", Label: ""},
	}}
}

const quote = `{"text":"t","meaning":"m","messageIndex":0}`

func intention(members string) string {
	return `{"objective":"o","evidence":[` + quote + `],"references":[{"expression":"e","target":"opt-1","evidence":"v"}],` + members + `}`
}

func batch(intentions, more string) string {
	return `{"intentions":[` + intentions + `],"contradictions":[{"description":"d","evidence":["a","b"]}]` + more + `}`
}

// batchSamples are accepted under the selection.
func batchSamples(sel ik.CapabilitySelection, answer string) []string {
	resolved := intention(`"resolution":"resolved","proposedCapability":"order.find","rationale":"r","input":{"a":[1]},"alternatives":null`)
	ambiguous := intention(`"resolution":"ambiguous","alternatives":["a","b"],"proposedCapability":null,"input":null`)
	unsupported := intention(`"resolution":"unsupported","alternatives":[],"id":7`)
	control := `,"lifecycleActions":[{"kind":"cancel_objective","targetId":"x","evidence":` + quote + `}]`
	out := []string{batch("", ""), batch("", `,"answerToInteraction":null,"lifecycleActions":[]`)}
	if answer != "" {
		out = append(out, batch("", `,"answerToInteraction":`+answer))
	}
	switch {
	case sel.Mode == "conversational" && len(sel.CapabilityIDs) > 0:
		out = append(out, batch(resolved, ""))
	case sel.Mode == "control":
		out = append(out, batch(ambiguous+","+unsupported, control))
	case sel.Mode == "selected_with_control":
		out = append(out, batch(resolved+","+ambiguous+","+unsupported, control))
	case sel.Mode == "selected":
		out = append(out, batch(resolved+","+ambiguous, ""))
	}
	return out
}

func modeBound(i ik.Issue) bool {
	return i.Path == "/capabilityIds" && (i.Code == wire.TooFewItems || i.Code == wire.TooManyItems)
}

func reviewedTwice(i ik.Issue) bool { return i.Code == wire.NotUnique }

// kinds are all kinds of answers, in the turns that make a difference to them.
func kinds() map[string]kind {
	out := map[string]kind{
		"selection": {schema: answers.Selection(two), beyond: modeBound, samples: []string{
			`{"mode":"selected","capabilityIds":["order.find"],"rationale":"r","evidence":[` + quote + `]}`,
			`{"mode":"control","capabilityIds":[],"rationale":"r","evidence":[` + quote + `,{"text":"t","meaning":"m","messageIndex":2.0}]}`,
		}},
		"selection of nothing": {schema: answers.Selection(nil), beyond: modeBound, samples: []string{
			`{"mode":"no_match","capabilityIds":[],"rationale":"r","evidence":[` + quote + `]}`,
		}},
		"verdict": {schema: answers.VerdictSchema(), samples: []string{`{"verdict":"supported","rationale":"r"}`}},
		"choice meaning": {schema: answers.ChoiceSelection(choice(), two), samples: []string{
			`{"meaning":"unique_option","position":2,"label":"Sec\"ond <é>","optionId":"opt-2","rationale":"r"}`,
			`{"meaning":"unique_option","position":3.0,"label":"","optionId":"opt-3","rationale":"r"}`,
			`{"meaning":"ambiguous_or_unrelated","rationale":"r"}`,
			`{"meaning":"operation_request","operationCapabilityIds":["order.find","refund.issue"],"rationale":"r"}`,
		}},
		"choice meaning without capabilities": {schema: answers.ChoiceSelection(choice(), nil), samples: []string{
			`{"meaning":"ambiguous_or_unrelated","rationale":"r"}`,
		}},
		"continuation": {schema: answers.Continuation(), samples: []string{
			`{"continuation":"requested","evidence":"go on","rationale":"r"}`, `{"continuation":"ambiguous","evidence":"","rationale":"r"}`,
		}},
		"omitted choice": {schema: answers.OmittedChoice(options), samples: []string{
			`{"verdict":"supported","optionId":"opt-1","rationale":"r"}`, `{"verdict":"unsupported","optionId":null,"rationale":"r"}`,
		}},
		"choice decision": {schema: answers.ChoiceAnswer(options), samples: []string{
			`{"decision":"selected","optionId":"opt-1","rationale":"r"}`, `{"decision":"not_selection","rationale":"r"}`,
			`{"decision":"ambiguous","optionIds":["opt-1","opt-3"],"rationale":"r"}`,
		}},
		"choice decision about one option": {schema: answers.ChoiceAnswer(options[:1]), samples: []string{
			`{"decision":"selected","optionId":"opt-1","rationale":"r"}`, `{"decision":"not_selection","rationale":"r"}`,
		}},
		"lifecycle": {schema: answers.Lifecycle(2), beyond: reviewedTwice, samples: []string{
			`{"reviews":[{"actionIndex":1.0,"verdict":"supported","rationale":"r"},{"actionIndex":0,"verdict":"unsupported","rationale":"r"}]}`,
		}},
		"draft": {schema: answers.DraftSchema(), samples: []string{
			`{"parts":[{"text":"Hello ","evidenceIds":[]},{"text":"you","evidenceIds":["e1","e1"]}]}`,
		}},
		"grounding": {schema: answers.GroundingSchema(), samples: []string{
			`{"verdict":"supported","continuityVerdict":"violated","decisionVerdict":"supported","unsupportedClaims":[""],"approvedClaimIndexes":[0,0,1e0]}`,
		}},
	}
	addBatches(out)
	return out
}

func addBatches(out map[string]kind) {
	confirmation := &ik.Interaction{ID: "cf", Kind: ik.InteractionConfirmation}
	open := &ik.Interaction{ID: "ch", Kind: ik.InteractionChoice, Options: []ik.Option{{ID: "opt-1"}, {ID: "opt-2"}}}
	for name, c := range map[string]struct {
		sel    ik.CapabilitySelection
		active *ik.Interaction
		answer string
	}{
		"one":                            {ik.CapabilitySelection{Mode: "selected", CapabilityIDs: two[:1]}, nil, ""},
		"two beside a confirmation":      {ik.CapabilitySelection{Mode: "selected", CapabilityIDs: two}, confirmation, `{"interactionId":"cf","value":true,"evidence":"yes","rationale":"r"}`},
		"with control beside a choice":   {ik.CapabilitySelection{Mode: "selected_with_control", CapabilityIDs: two}, open, `{"interactionId":"ch","value":"opt-2","evidence":"the second"}`},
		"control":                        {ik.CapabilitySelection{Mode: "control"}, nil, `{"interactionId":"x","value":{"a":1},"evidence":"e"}`},
		"conversational":                 {ik.CapabilitySelection{Mode: "conversational"}, open, `{"interactionId":"ch","value":"opt-1","evidence":"e"}`},
		"conversational with a contract": {ik.CapabilitySelection{Mode: "conversational", CapabilityIDs: two}, confirmation, `{"interactionId":"cf","value":false,"evidence":"no"}`},
	} {
		out["batch: "+name] = kind{
			schema: answers.Batch(c.sel, c.active), samples: batchSamples(c.sel, c.answer),
			narrow: func(doc any) { narrowBatch(doc, c.sel, c.answer) },
		}
	}
}

// narrowBatch does what the decoder does beyond the JSON Schema: it forgets ids, fills the only capability in, and takes
// any answer.
func narrowBatch(doc any, sel ik.CapabilitySelection, answer string) {
	root := doc.(map[string]any)
	for _, e := range root["intentions"].([]any) {
		in := e.(map[string]any)
		delete(in, "id")
		if in["resolution"] == "resolved" && in["proposedCapability"] == nil && len(sel.CapabilityIDs) == 1 {
			in["proposedCapability"] = string(sel.CapabilityIDs[0])
		}
	}
	given, ok := root["answerToInteraction"].(map[string]any)
	if !ok || answer == "" {
		return
	}
	var shown map[string]any
	if json.Unmarshal([]byte(answer), &shown) == nil {
		given["interactionId"], given["value"] = shown["interactionId"], shown["value"]
	}
}

// published compiles the JSON Schema of a kind.
func published(t testing.TB, s ik.Schema) *jsonschema.Schema {
	t.Helper()
	loaded, err := jsonschema.UnmarshalJSON(strings.NewReader(s.JSON))
	require.NoError(t, err, s.JSON)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", loaded))
	compiled, err := c.Compile("s.json")
	require.NoError(t, err)
	return compiled
}
