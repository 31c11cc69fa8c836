package scripted

import (
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// The prompts that the short forms answer.
const (
	promptSelect    = "kernel.capability.select"
	promptInterpret = "kernel.turn.interpret"
	promptConfirmed = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	promptCompose   = "kernel.response.compose"
	promptGrounding = "kernel.response.grounding-review"
)

// rationale is what a script gives where a model would explain itself.
const rationale = "scripted"

// Goal is one thing that the user wants: a capability with its input.
type Goal struct {
	Do    ik.CapabilityID
	Input any    // anything that encoding/json writes
	Quote string // the words of the message that ask for it; "" is the whole message
}

// Understand is a model that understands the message as these goals: one selection and one interpretation. Without goals
// it takes the message as small talk.
func Understand(goals ...Goal) []Entry {
	return understand(nil, goals)
}

// Reply is a model that reads the message as an answer to the open question of kind input, beside any goals. The owner of
// the question is selected with them.
func Reply(owner ik.CapabilityID, value any, goals ...Goal) []Entry {
	return understand(&reply{owner, value}, goals)
}

type reply struct {
	owner ik.CapabilityID
	value any
}

// Yes is a model that reads the message as the acceptance of the open confirmation, with the review that agrees.
func Yes() []Entry { return confirm(true) }

// No is a model that reads the message as the refusal of the open confirmation, with the review that agrees.
func No() []Entry { return confirm(false) }

// Part is one piece of an answer. What states something cites the evidence that proves it.
type Part struct {
	Text string
	Cite []ik.EvidenceID
}

// Say is a model that words the answer, and a review that approves all of it.
func Say(parts ...Part) []Entry {
	type part struct {
		Text string          `json:"text"`
		Cite []ik.EvidenceID `json:"evidenceIds"`
	}
	draft := struct {
		Parts []part `json:"parts"`
	}{}
	approved := []int{}
	for _, p := range parts {
		draft.Parts = append(draft.Parts, part{p.Text, append([]ik.EvidenceID{}, p.Cite...)})
		if len(p.Cite) > 0 {
			approved = append(approved, len(approved))
		}
	}
	return []Entry{
		{Prompt: promptCompose, Respond: fixed(draft)},
		{Prompt: promptGrounding, Respond: fixed(map[string]any{
			"verdict": "supported", "continuityVerdict": "supported", "decisionVerdict": "supported",
			"unsupportedClaims": []string{}, "approvedClaimIndexes": approved,
		})},
	}
}

// Join puts scripts one after the other.
func Join(scripts ...[]Entry) []Entry { return slices.Concat(scripts...) }

func understand(answer *reply, goals []Goal) []Entry {
	out := []Entry{{Prompt: promptSelect, Respond: func(req ik.ModelRequest) (json.RawMessage, error) {
		v, err := viewOf(req)
		if err != nil {
			return nil, err
		}
		return json.Marshal(v.selection(answer, goals))
	}}}
	if len(goals) == 0 && answer == nil {
		return out
	}
	return append(out, Entry{Prompt: promptInterpret, Respond: func(req ik.ModelRequest) (json.RawMessage, error) {
		v, err := viewOf(req)
		if err != nil {
			return nil, err
		}
		batch := map[string]any{"intentions": v.intentions(goals), "contradictions": []string{}}
		if answer != nil {
			batch["answerToInteraction"] = v.answer(answer.value)
		}
		return json.Marshal(batch)
	}})
}

func confirm(accepted bool) []Entry {
	return []Entry{
		{Prompt: promptSelect, Respond: func(req ik.ModelRequest) (json.RawMessage, error) {
			v, err := viewOf(req)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v.selection(&reply{owner: v.Interaction.CapabilityID}, nil))
		}},
		{Prompt: promptInterpret, Respond: func(req ik.ModelRequest) (json.RawMessage, error) {
			v, err := viewOf(req)
			if err != nil {
				return nil, err
			}
			return json.Marshal(map[string]any{
				"intentions": []string{}, "contradictions": []string{}, "answerToInteraction": v.answer(accepted),
			})
		}},
		{Prompt: promptConfirmed, Respond: fixed(map[string]string{"verdict": "supported", "rationale": rationale})},
	}
}

// fixed answers with the same value whatever the request.
func fixed(value any) func(ik.ModelRequest) (json.RawMessage, error) {
	return func(ik.ModelRequest) (json.RawMessage, error) { return json.Marshal(value) }
}
