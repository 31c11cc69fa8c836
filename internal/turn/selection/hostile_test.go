package selection_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// hostile answers every call with what next gives for its prompt.
type hostile struct {
	next     func(prompt string) []byte
	requests []ik.ModelRequest
}

func (h *hostile) Invoke(_ context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	h.requests = append(h.requests, r)
	return ik.ModelResult{Value: h.next(r.Prompt.Definition.ID)}, nil
}

func (h *hostile) count(prompt string) int {
	n := 0
	for _, r := range h.requests {
		if r.Prompt.Definition.ID == prompt {
			n++
		}
	}
	return n
}

// states are the states of a conversation that the stage tells apart.
func states() []func(*ik.Checkpoint) {
	numbered := snaptest.Choice("catalog.compare")
	numbered.Options[0].ReferenceExamples = []string{"2"}
	both := func(changes ...func(*ik.Checkpoint)) func(*ik.Checkpoint) {
		return func(cp *ik.Checkpoint) {
			for _, f := range changes {
				f(cp)
			}
		}
	}
	return []func(*ik.Checkpoint){
		func(*ik.Checkpoint) {}, snaptest.Objective("cancelled"), snaptest.Objective("active"),
		snaptest.Waiting("help.answer", ik.AgendaWaitingInput), snaptest.Open(snaptest.Question()), snaptest.Open(snaptest.Confirmation()),
		snaptest.Open(snaptest.Choice("")), snaptest.Open(snaptest.Choice("catalog.compare")), snaptest.Open(numbered),
		snaptest.Open(snaptest.Group("catalog.find", "help.answer")),
		both(snaptest.Open(snaptest.Group("catalog.find", "help.answer")), snaptest.Objective("active")),
		snaptest.Open(&ik.Interaction{ID: "cl", Kind: ik.InteractionClarification}), snaptest.Open(snaptest.Choice("ghost.op")),
	}
}

// attack runs the stage over a state against a hostile model and says what went wrong.
func attack(ctx context.Context, a *agent.Agent, in snapshot.Input, h *hostile) error {
	in.Agent = a
	s, err := snapshot.Build(ctx, in)
	if err != nil {
		return err
	}
	turn := snaptest.Over(ctx, a, s, h)
	out, err := selection.Select(ctx, selection.Input{Caller: turn.Caller, Snapshot: s, Agent: a})
	switch {
	case len(h.requests) > 8 || h.count(promptSelect) > 1 || h.count(promptRepair) > 1:
		return fmt.Errorf("%d calls", len(h.requests))
	case err != nil && ik.CodeOf(err) != "CAPABILITY_SELECTION_INVALID":
		return err
	case err != nil:
		return nil
	}
	return errorOf(unregistered(a, out), unbinding(s, out), unlisted(s, h))
}

func errorOf(faults ...error) error {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// unregistered: nothing is selected that is not registered, and nothing in a mode without operations.
func unregistered(a *agent.Agent, out ik.CapabilitySelection) error {
	for i, id := range out.CapabilityIDs {
		if a.Capabilities[id] == nil || slices.Contains(out.CapabilityIDs[:i], id) {
			return fmt.Errorf("%q was selected", id)
		}
	}
	selects := out.Mode == selection.ModeSelected || out.Mode == selection.ModeSelectedWithControl
	if selects != (len(out.CapabilityIDs) > len(out.Adjustments)) && out.Mode != selection.ModeConversational {
		return fmt.Errorf("mode %s has %v", out.Mode, out.CapabilityIDs)
	}
	if out.Source != "" && out.Source != "kernel_boundary" {
		return fmt.Errorf("source %q", out.Source)
	}
	return nil
}

// unbinding: a bound option is one of the open choice, by the words of this turn.
func unbinding(s *snapshot.Snapshot, out ik.CapabilitySelection) error {
	r := out.ReviewedChoice
	if r == nil {
		return nil
	}
	known := s.Interaction != nil && slices.ContainsFunc(s.Interaction.Options, func(o ik.Option) bool { return o.ID == r.OptionID })
	if !known || r.InteractionID != s.Interaction.ID || r.Evidence != s.Current.Content || r.MessageIndex != s.Current.Index {
		return fmt.Errorf("%+v was bound", r)
	}
	return nil
}

// unlisted: no review judges what the rules of conversation leave to the kernel.
func unlisted(s *snapshot.Snapshot, h *hostile) error {
	allowed := control.OfText(s).Reviews()
	for _, r := range h.requests {
		id := r.Prompt.Definition.ID
		if id != promptSelect && id != promptRepair && !slices.Contains(allowed, control.Review(id)) {
			return fmt.Errorf("%s was asked", id)
		}
	}
	return nil
}

// Whatever bytes a model returns: a selection that keeps every rule, or the stage's own error.
func FuzzStage(f *testing.F) {
	f.Add([]byte(sel("selected", "catalog.compare")+"\x00"+option(1)), 7)
	f.Add([]byte(sel("selected", "catalog.find", "catalog.compare")+"\x00"+asks("catalog.find")+"\x00"+yes+"\x00"+no), 10)
	f.Add([]byte(sel("selected", "catalog.find")+"\x00"+no), 4)
	f.Add([]byte(sel("control")+"\x00"+`{"verdict":"supported"}`), 3)
	f.Add([]byte(`{"mode":"selected","capabilityIds":`+strings.Repeat(`["catalog.find"],`, 50)), 1)
	f.Add([]byte(strings.Repeat("[", 2000)), 0)
	f.Add([]byte("\xff\xfe{}\x00{\"mode\":null}"), 5)
	f.Fuzz(func(t *testing.T, raw []byte, state int) {
		answers, n := bytes.Split(raw, []byte{0}), -1
		h := &hostile{next: func(string) []byte {
			n++
			return answers[n%len(answers)]
		}}
		all := states()
		if err := attack(t.Context(), snaptest.Agent(t), snaptest.Scene("2", all[uint(state)%uint(len(all))]), h); err != nil {
			t.Fatal(err)
		}
	})
}

// answersOf are answers of each prompt, good and bad.
func answersOf(prompt string) []string {
	bad := []string{`{}`, `null`, `[]`, `"x"`, `{"verdict":"maybe","rationale":"r"}`, `{`, ``, `{"verdict":"supported","rationale":"r","x":1}`}
	switch prompt {
	case promptSelect, promptRepair:
		out := append(bad, sel("conversational"), sel("no_match"), sel("control"), sel("selected"), sel("selected", "ghost.op"), sel("maybe", "catalog.find"))
		for _, mode := range []string{"selected", "selected_with_control"} {
			out = append(out, sel(mode, "catalog.find"), sel(mode, "catalog.compare"), sel(mode, "help.answer"),
				sel(mode, "catalog.find", "catalog.compare"), sel(mode, "help.answer", "catalog.find"))
		}
		return out
	case string(control.ReviewChoiceSelection):
		return append(bad, option(1), option(2), option(3), unclear, asks("catalog.find"), asks("ghost.op"), asks("help.answer", "catalog.compare"))
	default:
		return append(bad, yes, no)
	}
}

func TestNoModelGainsAuthority(t *testing.T) {
	a, all := snaptest.Agent(t), states()
	rapid.Check(t, func(rt *rapid.T) {
		in := snaptest.Scene(rapid.SampledFrom([]string{"2", "second", "", "Label opt-1", "1"}).Draw(rt, "text"),
			all[rapid.IntRange(0, len(all)-1).Draw(rt, "state")])
		h := &hostile{next: func(prompt string) []byte { return []byte(rapid.SampledFrom(answersOf(prompt)).Draw(rt, prompt)) }}
		if err := attack(t.Context(), a, in, h); err != nil {
			rt.Fatal(err)
		}
	})
}

// canaries are private texts that a state withholds, each under another rule.
func canaries() []string {
	return []string{"CANARY-redaction", "CANARY-agenda", "CANARY-secret", "CANARY-extra", "CANARY-hidden"}
}

// privateState has every canary in every text that a model is shown, and behind every rule that withholds it.
func privateState(in *snapshot.Input, words string) {
	cp := in.Checkpoint
	for i := range cp.Messages {
		cp.Messages[i].Content += " " + words
	}
	in.Message.Content += " " + words
	in.Summary, in.Redactions = words, []string{"CANARY-extra"}
	cp.Facts = []ik.FactRecord{
		{FactRef: ik.FactRef{Type: "customer", Version: 1, Key: words}, Value: quoted(`{"email":"CANARY-secret","tier":%s}`, words),
			EvidenceIDs: []ik.EvidenceID{ik.EvidenceID(words)}, Evidence: []ik.Evidence{{ID: ik.EvidenceID(words), Content: words}},
			DependsOn: []ik.FactRef{{Type: "score", Version: 1, Key: words}}},
		{FactRef: ik.FactRef{Type: "score", Version: 1}, Value: quoted(`{"n":%s}`, words), ModelVisibility: ik.VisibilityHidden,
			ModelRedactions: []string{"CANARY-redaction", "CANARY-hidden"}},
	}
	item := snaptest.Pending("help.answer", ik.AgendaWaitingInput)
	item.ModelRedactions, item.Continuation = []string{"CANARY-agenda"}, quoted(`{"c":%s}`, words)
	item.Intention.Objective, item.Intention.Rationale, item.Intention.Input = words, words, quoted(`{"x":[%s]}`, words)
	item.Intention.Evidence = []ik.IntentionEvidence{{Text: words, Meaning: words}}
	item.Intention.References = []ik.Reference{{Expression: words, Target: words, Evidence: words}}
	item.MissingFacts = []ik.FactRequirement{{Description: words, FactRef: ik.FactRef{Key: words}}}
	cp.Agenda = append(cp.Agenda, item)
	if i := cp.Interaction; i != nil {
		i.Goal, i.ProtectedMessage, i.Consent = words, words, words
		for n := range i.Options {
			o := &i.Options[n]
			o.ReferenceExamples, o.Label = []string{"Ex " + fmt.Sprint(n), words[:min(200, len(words))]}, o.Label+words
			if i.Payload == nil {
				o.ID, o.Value = o.ID+words, map[string]any{"v": []any{words}}
			}
		}
		if i.Payload == nil {
			i.Payload = map[string]any{"p": map[string]any{"q": words}, "n": 1}
		}
	}
	if p := cp.Progression; p != nil {
		p.Occurrences = []ik.Occurrence{{ID: words, CompletionLineage: quoted(`{"l":%s}`, words)}}
	}
}

func quoted(format, words string) json.RawMessage {
	raw, _ := json.Marshal(words)
	return json.RawMessage(fmt.Sprintf(format, raw))
}

// echo makes a model that knows every private text put it wherever it can: into values, names of members and reasons.
func echo(output, words string) []byte {
	quotedWords := string(quoted("%s", words))
	output = strings.ReplaceAll(output, `"r"`, quotedWords)
	output = strings.ReplaceAll(output, `"the reviewer's reason"`, quotedWords)
	return []byte(strings.Replace(output, `"x":1`, quotedWords+`:{`+quotedWords+`:`+quotedWords+`}`, 1))
}

func TestNoRedactedValueReachesAModel(t *testing.T) {
	a, all := snaptest.RichAgent(t), states()
	rapid.Check(t, func(rt *rapid.T) {
		in := snaptest.Scene("2", all[rapid.IntRange(0, len(all)-1).Draw(rt, "state")])
		list := canaries()
		words := strings.Join(rapid.Permutation(list).Draw(rt, "words")[:rapid.IntRange(1, len(list)).Draw(rt, "n")], rapid.SampledFrom([]string{" ", "", "\n"}).Draw(rt, "joint"))
		privateState(&in, words)
		h := &hostile{next: func(prompt string) []byte {
			return echo(rapid.SampledFrom(answersOf(prompt)).Draw(rt, prompt), words)
		}}
		if err := attack(t.Context(), a, in, h); err != nil {
			rt.Fatal(err)
		}
		for _, r := range h.requests {
			raw, err := json.Marshal(r)
			if err != nil {
				rt.Fatal(err)
			}
			if at := strings.Index(string(raw), "CANARY"); at >= 0 {
				rt.Fatalf("%s shows a private text: …%s…", r.Prompt.Definition.ID, raw[max(0, at-120):at+40])
			}
		}
	})
}
