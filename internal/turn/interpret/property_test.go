package interpret_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

// Answers that are nearly right, in every state: made of what an honest model could say, with what it must not.
func TestNothingIllegalLeavesTheStage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		all := scenes()
		m := liar{rt, all[rapid.IntRange(0, len(all)-1).Draw(rt, "scene")]}
		attack(rapidTB{t, rt}, m.scene, m.answer)
	})
}

// rapidTB reports to rapid, so that it can shrink, and takes the rest from the test.
type rapidTB struct {
	testing.TB
	rt *rapid.T
}

func (r rapidTB) Errorf(format string, args ...any) { r.rt.Errorf(format, args...) }
func (r rapidTB) Fatalf(format string, args ...any) { r.rt.Fatalf(format, args...) }
func (r rapidTB) FailNow()                          { r.rt.FailNow() }

// liar is a model that knows the state and mostly keeps to the rules.
type liar struct {
	rt    *rapid.T
	scene scene
}

// rarely is true in one of n cases.
func (m liar) rarely(n int, what string) bool { return rapid.IntRange(1, n).Draw(m.rt, what) == 1 }

// pick draws one of some values, mostly the first.
func pick[T any](m liar, what string, first T, others ...T) T {
	if len(others) == 0 || !m.rarely(4, what+"?") {
		return first
	}
	return rapid.SampledFrom(others).Draw(m.rt, what)
}

func (m liar) answer(r ik.ModelRequest) []byte {
	raw, err := json.Marshal(m.says(r))
	if err != nil {
		m.rt.Fatal(err)
	}
	return raw
}

func (m liar) says(r ik.ModelRequest) any {
	if m.rarely(25, "junk") {
		return rapid.SampledFrom([]any{nil, 1, "x", []any{}, obj{}, obj{"more": canary}}).Draw(m.rt, "what")
	}
	rationale, supported := pick(m, "rationale", "r", canary), !m.rarely(4, "unsupported")
	option := m.option(r, supported)
	out := obj{"verdict": "supported", "rationale": rationale}
	if !supported {
		out["verdict"] = "unsupported"
	}
	switch r.Prompt.Definition.ID {
	case promptINT, promptINTR:
		return m.batch()
	case promptOPA:
		return obj{"continuation": pick(m, "exit", "not_requested", "requested", "ambiguous"),
			"evidence": pick(m, "excerpt", "second", "nowhere", canary, ""), "rationale": rationale}
	case promptOCA:
		out["optionId"] = option
	case promptCHA:
		if option == nil {
			return obj{"decision": "not_selection", "rationale": rationale}
		}
		return obj{"decision": "selected", "optionId": option, "rationale": rationale}
	case promptLAR:
		return m.reviews(r, rationale)
	}
	return out
}

// option is what a review of a choice finds: the option that was proposed, another, or none.
func (m liar) option(r ik.ModelRequest, supported bool) any {
	if !supported || r.Prompt.Definition.ID == promptOCA && !m.rarely(5, "omitted") {
		return nil
	}
	var in struct {
		ProposedOption struct {
			ID string `json:"id"`
		} `json:"proposedOption"`
	}
	if err := json.Unmarshal(r.Input, &in); err != nil {
		m.rt.Fatal(err)
	}
	return pick(m, "option", in.ProposedOption.ID, "opt-1-[redacted]", "opt-2-[redacted]", "opt-1-"+canary)
}

func (m liar) reviews(r ik.ModelRequest, rationale string) any {
	var in struct {
		Actions []any `json:"proposedActions"`
	}
	if err := json.Unmarshal(r.Input, &in); err != nil {
		m.rt.Fatal(err)
	}
	list := []any{}
	for n := range in.Actions {
		list = append(list, obj{"actionIndex": pick(m, "index", n, 0, 7), "verdict": pick(m, "action", "supported", "unsupported"), "rationale": rationale})
	}
	return obj{"reviews": list}
}

func (m liar) batch() obj {
	b := obj{"intentions": []any{}, "contradictions": []any{}}
	for range rapid.IntRange(0, 2).Draw(m.rt, "intentions") {
		b["intentions"] = append(b["intentions"].([]any), m.intention())
	}
	if m.scene.open != nil && rapid.Bool().Draw(m.rt, "answers") {
		b["answerToInteraction"] = m.reply()
	}
	controls := m.scene.selection.Mode == "control" || m.scene.selection.Mode == "selected_with_control"
	if controls && rapid.Bool().Draw(m.rt, "cancels") || m.rarely(20, "cancels without control") {
		b["lifecycleActions"] = []any{obj{
			"kind": pick(m, "kind", "cancel_agenda_item", "cancel_objective"), "targetId": pick(m, "target", "ag-1", "trip", "ag-9", canary),
			"evidence": m.quote(),
		}}
	}
	return b
}

func (m liar) intention() obj {
	in := obj{"objective": pick(m, "objective", "o", canary), "evidence": []any{m.quote()}, "references": []any{}}
	in["resolution"] = pick(m, "resolution", "resolved", "ambiguous", "unsupported", "certain")
	switch in["resolution"] {
	case "ambiguous":
		in["alternatives"] = []any{"a", canary}
	case "resolved":
		ids := append(m.scene.selection.CapabilityIDs, "catalog.find")
		in["proposedCapability"] = pick[any](m, "capability", rapid.SampledFrom(ids).Draw(m.rt, "selected"), "catalog.compare", "ghost.op", canary, nil, 7)
	}
	if !m.rarely(10, "without input") {
		in["input"] = pick[any](m, "input", obj{"q": "x"}, obj{"q": canary}, obj{"q": 4}, obj{"more": canary}, nil, canary)
	}
	if m.rarely(4, "refers") {
		target := pick(m, "to", "opt-2-[redacted]", "opt-1-"+canary, "the opt-1-"+canary, "ag-1")
		in["references"] = []any{obj{"expression": "it", "target": target, "evidence": canary}}
	}
	return in
}

func (m liar) quote() obj {
	return obj{
		"text": pick(m, "quote", "op", "the second", "nowhere", canary), "meaning": canary, "messageIndex": pick(m, "message", 3, 0, 99),
	}
}

// reply is an answer to the open question: to the right one mostly, with a value that fits its kind mostly.
func (m liar) reply() obj {
	values := map[ik.InteractionKind][]any{
		ik.InteractionConfirmation: {true, false}, ik.InteractionInput: {"Rome", canary},
		ik.InteractionChoice: {
			"opt-1-[redacted]", "opt-2-" + canary, obj{"pick": 1, "secret": canary}, menuExit, menuID + ":catalog.find",
			obj{"kind": "progression.continue", "occurrenceId": "g1"},
		},
	}[m.scene.open.Kind]
	return obj{
		"interactionId": pick(m, "question", string(m.scene.open.ID), "old", canary),
		"value":         pick[any](m, "value", rapid.SampledFrom(values).Draw(m.rt, "fitting"), "yes", nil, obj{"pick": 1}, canary),
		"evidence":      pick(m, "words", "elsewhere", "an op, the second", canary),
	}
}
