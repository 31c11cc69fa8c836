package interpret_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// canary stands for everything that models and events must never see.
const canary = "CANARY-4111"

// maxCalls is what the stage can cost at most.
const maxCalls = 8

// hostile answers every call with whatever a test makes up, and keeps the requests.
type hostile struct {
	answer   func(ik.ModelRequest) []byte
	requests []ik.ModelRequest
}

func (h *hostile) Invoke(_ context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	h.requests = append(h.requests, r)
	return ik.ModelResult{Value: h.answer(r), Provider: "hostile", Model: "m"}, nil
}

// strictInput takes {"q": text} alone, and quotes what it refuses.
func strictInput(raw json.RawMessage) (any, []ik.Issue) {
	var in map[string]any
	if err := json.Unmarshal(raw, &in); err != nil || len(in) != 1 {
		return nil, []ik.Issue{{Code: "invalid", Message: fmt.Sprintf("expected q, got %s", raw)}}
	}
	if q, ok := in["q"].(string); !ok || q == "" {
		return nil, []ik.Issue{{Path: "/q", Code: "invalid", Message: fmt.Sprintf("%v is no text", in["q"])}}
	}
	return in, nil
}

// guarded is the agent of the hostile tests: strict inputs, and guidance that leaves a menu.
func guarded(d *ik.AgentDefinition) {
	for n := range d.Capabilities {
		d.Capabilities[n].Input.Decode = strictInput
	}
	continues("catalog.compare")(d)
}

// secretly puts the canary wherever a question has text.
func secretly(i *ik.Interaction) *ik.Interaction {
	if i == nil {
		return nil
	}
	i.Goal += " " + canary
	for n := range i.Options {
		o := &i.Options[n]
		o.Label += canary
		o.ReferenceExamples = append(o.ReferenceExamples, canary)
		if v, ok := o.Value.(map[string]any); ok && v["kind"] == nil {
			o.ID, v["secret"] = o.ID+"-"+canary, canary
		}
	}
	return i
}

// scenes are the states that hostile answers meet.
func scenes() []scene {
	all := []ik.CapabilityID{"catalog.find", "help.answer", "catalog.compare"}
	reviewed := selected("catalog.compare")
	return []scene{
		{selection: selected("catalog.find")},
		{selection: mode("selected_with_control", all...), progress: objective("active")},
		{selection: mode("control"), progress: objective("completed")},
		{selection: mode("no_match")},
		{open: snaptest.Confirmation(), selection: selected("help.answer", "catalog.find")},
		{open: snaptest.Confirmation(), selection: mode("conversational", "help.answer")},
		{open: snaptest.Question(), selection: selected("help.answer")},
		{open: snaptest.Choice(""), selection: selected("catalog.find")},
		{open: snaptest.Choice(""), selection: mode("selected_with_control", "catalog.find", "help.answer")},
		{open: snaptest.Choice("catalog.compare"), selection: selected(all...)},
		{open: ownedChoice(), selection: reviewed, click: snaptest.Click("ch", "opt-1-"+canary)},
		{open: menu(), selection: selected(all...)},
		{open: menu(), selection: mode("selected_with_control", all...)},
		{open: menu(), selection: mode("conversational", "catalog.find", "help.answer")},
		{open: exitOnly(), selection: mode("conversational")},
		{open: exitOnly(), selection: selected("catalog.find", "catalog.compare")},
	}
}

// attack runs a scene against a hostile model and holds what came out to what must always hold.
func attack(t testing.TB, c scene, answer func(ik.ModelRequest) []byte) {
	t.Helper()
	cp := snaptest.Checkpoint()
	cp.Messages[0].Content += " " + canary
	item := snaptest.Pending("help.answer", ik.AgendaWaitingInput)
	item.ModelRedactions, item.Intention.Input = []string{canary}, json.RawMessage(`{"q":"`+canary+`"}`)
	cp.Interaction, cp.Agenda, cp.Progression = secretly(c.open), []ik.AgendaItem{item}, c.progress
	message := "an op, the second, " + canary
	if c.message != "" {
		message = c.message + canary
	}
	a := snaptest.Agent(t, guarded)
	s, err := snapshot.Build(t.Context(), snapshot.Input{
		Checkpoint: cp, Agent: a, Message: ik.Message{Role: ik.RoleUser, Content: message}, Selection: c.click,
		Now: snaptest.Now(), Window: 20,
	})
	require.NoError(t, err)
	ids, gateway := &snaptest.IDs{}, &hostile{answer: answer}
	emitter := emit.New(emit.Config{Thread: "th", Turn: "t", Trace: "tr", IDs: ids, Stamp: snaptest.Now})
	caller := model.New(model.Config{Gateway: gateway, Emitter: emitter}, kernelprompts.All())
	s.Announce(t.Context(), emitter, "")
	out, err := interpret.Interpret(t.Context(), interpret.Input{Caller: caller, Snapshot: s, Agent: a, Selection: c.selection, IDs: ids})
	bounded(t, gateway)
	silent(t, gateway, emitter)
	if err != nil {
		e, known := ik.AsError(err)
		require.True(t, known, "%v", err)
		assert.Equal(t, "MODEL_OUTPUT_INVALID", e.Code)
		assert.NotContains(t, e.Error()+fmt.Sprint(e.Context), canary)
		return
	}
	legal(t, s, c.selection, out)
}

// bounded: a hostile model costs no more calls than an honest one, and no more than one repair.
func bounded(t testing.TB, g *hostile) {
	t.Helper()
	assert.LessOrEqual(t, len(g.requests), maxCalls)
	repairs := 0
	for _, r := range g.requests {
		if r.Prompt.Definition.ID == promptINTR {
			repairs++
		}
	}
	assert.LessOrEqual(t, repairs, 1)
}

// silent: neither a request nor an event has the canary in it.
func silent(t testing.TB, g *hostile, e *emit.Emitter) {
	t.Helper()
	for _, r := range g.requests {
		raw, err := json.Marshal(r)
		require.NoError(t, err)
		if bytes.Contains(raw, []byte(canary)) {
			t.Fatalf("the request of %s shows the canary", r.Prompt.Definition.ID)
		}
	}
	for _, event := range e.Events() {
		if strings.Contains(string(event.Data), canary) {
			t.Fatalf("the event %s shows the canary: %s", event.Type, event.Data)
		}
	}
}

// legal: what leaves the stage has no authority that selection, the open question and the contracts did not give.
func legal(t testing.TB, s *snapshot.Snapshot, sel ik.CapabilitySelection, b ik.IntentionBatch) {
	t.Helper()
	seen := map[ik.IntentionID]bool{}
	for _, in := range b.Intentions {
		assert.True(t, strings.HasPrefix(string(in.ID), "intention-"), "ids are the kernel's")
		assert.False(t, seen[in.ID])
		seen[in.ID] = true
		if in.Resolution != ik.Resolved {
			assert.Empty(t, in.ProposedCapability)
			continue
		}
		assert.Contains(t, sel.CapabilityIDs, in.ProposedCapability)
		assert.Len(t, s.Contracts([]ik.CapabilityID{in.ProposedCapability}), 1)
		_, issues := strictInput(in.Input)
		assert.Empty(t, issues, "an input that its contract refuses")
	}
	controls := sel.Mode == "control" || sel.Mode == "selected_with_control"
	assert.True(t, controls || len(b.LifecycleActions) == 0)
	for _, a := range b.LifecycleActions {
		assert.True(t, a.TargetID == "ag-1" && a.Kind == "cancel_agenda_item" || a.TargetID == "trip" && a.Kind == "cancel_objective")
	}
	if b.Answer == nil {
		assert.Nil(t, s.Answer, "a click was lost")
		return
	}
	require.NotNil(t, s.Interaction)
	assert.Equal(t, s.Interaction.ID, b.Answer.InteractionID)
	if s.Interaction.Kind == ik.InteractionChoice {
		assert.True(t, slices.ContainsFunc(s.Interaction.Options, func(o ik.Option) bool {
			return jsonval.Equal(jsonval.Raw(o.Value), b.Answer.Value)
		}), "%s is no option", b.Answer.Value)
	}
	if s.Answer != nil {
		assert.Equal(t, s.Answer, b.Answer)
	}
}

// Whatever bytes a model returns, for the interpretation, its repair and the reviews.
func FuzzInterpret(f *testing.F) {
	honest := func(v any) []byte {
		raw, err := json.Marshal(v)
		require.NoError(f, err)
		return raw
	}
	q := obj{"input": obj{"q": "x"}}
	f.Add(uint8(0), honest(batch(nil, res("catalog.find", q))), []byte(`{}`), []byte(`{}`))
	f.Add(uint8(4), honest(batch(ans("conf-1", true), res("catalog.find", q))), honest(batch(ans("conf-1", true))), honest(verdict("supported")))
	f.Add(uint8(7), honest(batch(ans("ch", "opt-2-[redacted]"), res("catalog.find", q))), honest(batch(nil)), honest(obj{"decision": "not_selection", "rationale": canary}))
	f.Add(uint8(9), honest(batch(nil, res("help.answer", q))), honest(batch(nil)), honest(verdict("unsupported")))
	f.Add(uint8(12), honest(batch(member("catalog.find"), res("catalog.find", obj{"input": obj{"q": canary}}))), []byte(`[[[[`), honest(obj{"decision": "selected", "optionId": "progression:g1:catalog.find", "rationale": "r"}))
	f.Add(uint8(15), honest(batch(goOn(), res("catalog.compare", q))), honest(batch(goOn())), honest(verdict("unsupported")))
	f.Add(uint8(2), honest(with(batch(nil), actions(cancel("ag-1"), cancel(canary)))), honest(with(batch(nil), actions(cancel("ag-1")))), honest(obj{"reviews": []any{review(0, "supported")}}))
	f.Add(uint8(1), []byte(strings.Repeat("[", 5000)), []byte(`{"intentions":[`+strings.Repeat(`{},`, 500)+`{}],"contradictions":[]}`), []byte("\xff"))
	// Names of members are never masked: a model cannot know the text unless it was shown.
	named := regexp.MustCompile(canary + `[^"]*"\s*:`)
	f.Fuzz(func(t *testing.T, which uint8, first, second, reviews []byte) {
		if named.Match(first) || named.Match(second) || named.Match(reviews) {
			return
		}
		all := scenes()
		attack(t, all[int(which)%len(all)], func(r ik.ModelRequest) []byte {
			switch r.Prompt.Definition.ID {
			case promptINT:
				return first
			case promptINTR:
				return second
			default:
				return reviews
			}
		})
	})
}
