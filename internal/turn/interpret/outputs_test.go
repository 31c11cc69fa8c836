package interpret_test

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
)

// The prompts of the stage.
const (
	promptINT  = "kernel.turn.interpret"
	promptINTR = "kernel.turn.interpret.repair"
	promptOPA  = "kernel.review-omitted-progression-answer.system"
	promptOCA  = "kernel.review-omitted-choice-answer.system"
	promptPMO  = "kernel.review-progression-member-operation.system"
	promptCFA  = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	promptPGA  = "kernel.review-interaction-answer.progression-answer-review-system-prompt"
	promptPGI  = "kernel.review-interaction-answer.progression-intentions-review-system-prompt"
	promptCFI  = "kernel.review-confirmation-intentions.review-system-prompt"
	promptCHA  = "kernel.review-choice-answer.choice-answer-review-system-prompt"
	promptCHI  = "kernel.review-choice-intentions.system"
	promptCHU  = "kernel.review-choice-intentions.unanswered-system"
	promptLAR  = "kernel.review-lifecycle-actions.lifecycle-review-system-prompt"
)

// obj is a JSON object of a model's answer.
type obj = map[string]any

func quoteOf(text string) []any {
	return []any{obj{"text": text, "meaning": "m", "messageIndex": 3}}
}

// res is a resolved intention; each change sets or removes a member.
func res(id string, changes ...obj) obj {
	return with(obj{
		"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "resolved",
		"proposedCapability": id, "input": obj{},
	}, changes...)
}

func amb(changes ...obj) obj {
	return with(obj{
		"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "ambiguous", "alternatives": []any{"a", "b"},
	}, changes...)
}

func uns(changes ...obj) obj {
	return with(obj{"objective": "o", "evidence": quoteOf("op"), "references": []any{}, "resolution": "unsupported"}, changes...)
}

// absent takes a member away.
type absent struct{}

func with(o obj, changes ...obj) obj {
	for _, c := range changes {
		for k, v := range c {
			if _, gone := v.(absent); gone {
				delete(o, k)
			} else {
				o[k] = v
			}
		}
	}
	return o
}

// refs are references to targets.
func refs(targets ...string) obj {
	list := []any{}
	for _, t := range targets {
		list = append(list, obj{"expression": "e", "target": t, "evidence": "the reference"})
	}
	return obj{"references": list}
}

// batch is an answer of interpretation.
func batch(answer any, intentions ...obj) obj {
	list := []any{}
	for _, i := range intentions {
		list = append(list, i)
	}
	b := obj{"intentions": list, "contradictions": []any{}}
	if answer != nil {
		b["answerToInteraction"] = answer
	}
	return b
}

func ans(id string, value any, changes ...obj) obj {
	return with(obj{"interactionId": id, "value": value, "evidence": "an"}, changes...)
}

func reply(prompt string, output any) snaptest.Reply {
	raw, err := json.Marshal(output)
	if err != nil {
		panic(err)
	}
	return snaptest.Reply{Prompt: prompt, Output: string(raw)}
}

func verdict(v string) obj { return obj{"verdict": v, "rationale": "r"} }

func yes(prompt string) snaptest.Reply { return reply(prompt, verdict("supported")) }
func no(prompt string) snaptest.Reply  { return reply(prompt, verdict("unsupported")) }

func cha(id string) snaptest.Reply {
	return reply(promptCHA, obj{"decision": "selected", "optionId": id, "rationale": "r"})
}

func chaNone() snaptest.Reply {
	return reply(promptCHA, obj{"decision": "not_selection", "rationale": "r"})
}

// first is the answer of the interpretation, repaired that of its repair.
func first(b any) snaptest.Reply    { return reply(promptINT, b) }
func repaired(b any) snaptest.Reply { return reply(promptINTR, b) }

// opa is the review of an omitted exit, with an excerpt of the message.
func opa(continuation, excerpt string) snaptest.Reply {
	return reply(promptOPA, obj{"continuation": continuation, "evidence": excerpt, "rationale": "r"})
}

func oca(id string) snaptest.Reply {
	return reply(promptOCA, obj{"verdict": "supported", "optionId": id, "rationale": "r"})
}

func ocaNone() snaptest.Reply {
	return reply(promptOCA, obj{"verdict": "unsupported", "optionId": nil, "rationale": "r"})
}

// lar judges the lifecycle actions, one verdict each in their order.
func lar(verdicts ...string) snaptest.Reply {
	list := []any{}
	for n, v := range verdicts {
		list = append(list, obj{"actionIndex": n, "verdict": v, "rationale": "r"})
	}
	return reply(promptLAR, obj{"reviews": list})
}

func cancel(id string) obj {
	return obj{"kind": "cancel_agenda_item", "targetId": id, "evidence": quoteOf("op")[0]}
}

func cancelObjective(id string) obj {
	return obj{"kind": "cancel_objective", "targetId": id, "evidence": quoteOf("op")[0]}
}

func actions(list ...any) obj { return obj{"lifecycleActions": list} }

// evidence is a quote of the current message.
func evidence(text string) obj { return obj{"evidence": quoteOf(text)} }

// words are the words of an answer.
func words(text string) obj { return obj{"evidence": text} }
