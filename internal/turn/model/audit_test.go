package model

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// The audit that is appended byte by byte is the one that this document, written by encoding/json, would be.
func TestAuditIsWhatTheStandardLibraryWrites(t *testing.T) {
	word := rapid.SampledFrom([]string{"", "plain", "a<b>&\"\\\n", "é\u2028", "order.find"})
	value := rapid.OneOf(
		rapid.Map(word, func(s string) any { return s }), rapid.Just[any](nil), rapid.Just[any](7), rapid.Just[any](map[string]any{}),
		rapid.Just[any]([]any{map[string]any{"type": "x<y", "version": 1, "key": "k", "value": nil, "more": 1}, 3, nil, []any{}}),
		rapid.Just[any](map[string]any{"id": "i", "kind": nil, "goal": "g", "payload": 1, "recentMessages": []any{1}, "totalMessages": 3}),
	)
	ofContext := append(append([]string{"other"}, contextNames...), conversationNames...)
	names := rapid.SampledFrom(append(ofContext, inputNames...))
	rapid.Check(t, func(t *rapid.T) {
		doc := rapid.MapOfN(names, value, 0, 8).Draw(t, "input")
		context, err := json.Marshal(rapid.MapOfN(rapid.SampledFrom(ofContext), value, 0, 8).Draw(t, "context"))
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "nested") {
			doc[rapid.SampledFrom([]string{"context", "brief"}).Draw(t, "as")] = json.RawMessage(context)
		}
		def := ik.PromptDefinition{ID: "a.prompt", Version: 2, Template: word.Draw(t, "template")}
		prompt, err := render(def, ik.ResolvedPrompt{Template: word.Draw(t, "chosen"), Revision: "r<1>"})
		require.NoError(t, err)
		list := []ik.CapabilityProjection{}
		if rapid.Bool().Draw(t, "capabilities") {
			list = append(list, ik.CapabilityProjection{ID: "a.b", Description: word.Draw(t, "does"), BlockedBy: []string{word.Draw(t, "why")},
				InputSchema: json.RawMessage(` {"type": "<x>"} `), Guidance: &ik.Guidance{}, ReferenceRequirements: &ik.ReferenceRequirements{}})
			list = append(list, ik.CapabilityProjection{Detail: "summary", Availability: "ready"})
		}
		for _, in := range []any{doc, json.RawMessage(context)} {
			w, err := written(in)
			require.NoError(t, err)
			want, err := json.Marshal(in)
			require.NoError(t, err)
			require.Equal(t, string(want), string(w.raw), "the input")
			req := ik.ModelRequest{System: prompt.text, Input: w.raw, Capabilities: list}
			parts, caller := w.parts(), Over(Config{}, nil)
			for range 2 { // the second time the context is known
				got, err := appendAudit(nil, req, &parts, caller.context(parts.context(req.Input)), parts.rejected(), prompt)
				require.NoError(t, err)
				want, err := json.Marshal(reference(req, prompt))
				require.NoError(t, err)
				require.Equal(t, string(want), string(got))
			}
		}
	})
}

func TestASchemaThatIsNoJSONCannotBeTold(t *testing.T) {
	_, err := appendCapabilities(nil, []ik.CapabilityProjection{{InputSchema: json.RawMessage("{")}})
	assert.ErrorIs(t, err, errSchema)
}

// auditDocument is what the event of a call keeps of its request: the identity of its instructions and the parts of its
// input that explain an answer.
type auditDocument struct {
	InstructionDigest string                    `json:"instructionDigest"`
	Prompt            auditPrompt               `json:"prompt"`
	Context           auditContext              `json:"context"`
	Capabilities      []ik.CapabilityProjection `json:"capabilities"`
	Selection         json.RawMessage           `json:"selection"`
	ProposedSelection json.RawMessage           `json:"proposedSelection"`
	ProposedAnswer    json.RawMessage           `json:"proposedAnswer"`
	CurrentChoice     json.RawMessage           `json:"currentChoice"`
	ProposedOption    json.RawMessage           `json:"proposedOption"`
	Intentions        json.RawMessage           `json:"intentions"`
	CompletedWork     json.RawMessage           `json:"completedWork"`
	ResponseGoal      json.RawMessage           `json:"responseGoal"`
	ValidationIssues  json.RawMessage           `json:"validationIssues"`
	RejectedProposal  json.RawMessage           `json:"rejectedProposal"`
}

type auditPrompt struct {
	ID              string `json:"id"`
	ContractVersion int    `json:"contractVersion"`
	Revision        string `json:"revision"`
	TemplateHash    string `json:"templateHash"`
	InstructionHash string `json:"instructionHash"`
	Instructions    string `json:"instructions"`
}

type auditContext struct {
	CurrentMessage json.RawMessage `json:"currentMessage"`
	Selection      json.RawMessage `json:"interactionSelection"`
	RecentMessages json.RawMessage `json:"recentMessages"`
	TotalMessages  json.RawMessage `json:"totalMessages"`
	Facts          []auditFact     `json:"facts"`
	Interaction    *auditQuestion  `json:"interaction"`
	Agenda         json.RawMessage `json:"agenda"`
	Guidance       json.RawMessage `json:"selectedModelGuidancePolicies"`
	Omissions      json.RawMessage `json:"omissions"`
}

// auditFact is of a fact what it is, its value and who made it.
type auditFact struct {
	Type       json.RawMessage `json:"type"`
	Version    json.RawMessage `json:"version"`
	Key        json.RawMessage `json:"key,omitempty"`
	Value      json.RawMessage `json:"value"`
	ProducedBy json.RawMessage `json:"producedBy"`
}

// auditQuestion is of a question what is asked, without its payload.
type auditQuestion struct {
	ID           json.RawMessage `json:"id"`
	Kind         json.RawMessage `json:"kind"`
	CapabilityID json.RawMessage `json:"capabilityId"`
	Goal         json.RawMessage `json:"goal"`
	Options      json.RawMessage `json:"options"`
}

// reference is made from what the model sees, so nothing that is withheld from models is in it.
func reference(req ik.ModelRequest, prompt rendered) auditDocument {
	input := membersOf(req.Input)
	context := input.object("context", "brief")
	if context == nil {
		context = input
	}
	instructions := ik.TextHash(req.System)
	template := instructions
	if prompt.resolved.Template != req.System {
		template = ik.TextHash(prompt.resolved.Template)
	}
	return auditDocument{
		InstructionDigest: instructions,
		Prompt: auditPrompt{
			ID: prompt.def.ID, ContractVersion: prompt.def.Version,
			Revision: prompt.resolved.Revision, TemplateHash: template, InstructionHash: instructions, Instructions: req.System,
		},
		Context: contextOf(context), Capabilities: req.Capabilities,
		Selection: input["selection"], ProposedSelection: input["proposedSelection"], ProposedAnswer: input["proposedAnswer"],
		CurrentChoice: input["currentChoice"], ProposedOption: input["proposedOption"],
		Intentions: listOr(input["intentions"]), CompletedWork: listOr(context["completed"]), ResponseGoal: context["responseGoal"],
		ValidationIssues: listOr(input.first("validationIssues", "issues")),
		RejectedProposal: input.first("invalidOutput", "rejectedResponse"),
	}
}

func contextOf(c members) auditContext {
	conversation := c.object("conversation")
	message := c["currentMessage"]
	if message == nil {
		message = conversation["currentMessage"]
	}
	return auditContext{
		CurrentMessage: message, Selection: c["interactionSelection"],
		RecentMessages: listOr(conversation["recentMessages"]), TotalMessages: conversation["totalMessages"],
		Facts: factsOf(c["facts"]), Interaction: questionOf(c.object("interaction")),
		Agenda:    listOr(c.first("agenda", "pending")),
		Guidance:  listOr(c.first("selectedModelGuidancePolicies", "modelGuidance")),
		Omissions: listOr(c["omissions"]),
	}
}

func factsOf(raw json.RawMessage) []auditFact {
	var list []json.RawMessage
	_ = json.Unmarshal(listOr(raw), &list) // anything but a list has no facts
	out := []auditFact{}
	for _, e := range list {
		f := membersOf(e)
		out = append(out, auditFact{f["type"], f["version"], f["key"], f["value"], f["producedBy"]})
	}
	return out
}

func questionOf(i members) *auditQuestion {
	if len(i) == 0 {
		return nil
	}
	return &auditQuestion{i["id"], i["kind"], i["capabilityId"], i["goal"], listOr(i["options"])}
}

// members are those of an object that are there and not null, as they were written.
type members map[string]json.RawMessage

func membersOf(raw json.RawMessage) members {
	m, ok := jsonval.Members(raw)
	if !ok {
		return nil
	}
	maps.DeleteFunc(m, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return m
}

// object gives the first of the named members that is an object.
func (m members) object(names ...string) members {
	for _, n := range names {
		if o := membersOf(m[n]); o != nil {
			return o
		}
	}
	return nil
}

// first gives the first of the named members that is there.
func (m members) first(names ...string) json.RawMessage {
	for _, n := range names {
		if m[n] != nil {
			return m[n]
		}
	}
	return nil
}

func listOr(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("[]")
	}
	return raw
}
