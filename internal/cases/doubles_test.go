package cases

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestClockMovesByStampsAndSleeps(t *testing.T) {
	c := &clock{now: defaultNow}
	assert.Equal(t, defaultNow, c.Stamp())
	assert.Equal(t, defaultNow.Add(time.Millisecond), c.Now())
	require.NoError(t, c.sleep(t.Context(), time.Second))
	assert.Equal(t, defaultNow.Add(1001*time.Millisecond), c.Now())
}

func TestASleeperWakesWhenItsContextEnds(t *testing.T) {
	c := &clock{now: defaultNow}
	outer, stop := c.until(t.Context(), 50*time.Millisecond, context.Canceled)
	defer stop()
	inner, release := c.WithTimeout(outer, time.Minute)
	defer release()
	derived, cancel := context.WithCancel(inner)
	defer cancel()
	assert.ErrorIs(t, c.sleep(derived, time.Hour), context.Canceled)
	assert.Equal(t, defaultNow.Add(50*time.Millisecond), c.Now(), "it did not sleep on")
	late, done := c.WithTimeout(t.Context(), time.Second)
	defer done()
	c.advance(time.Second)
	assert.ErrorIs(t, late.Err(), context.DeadlineExceeded)
	assert.ErrorIs(t, context.Cause(late), context.DeadlineExceeded)
	free, let := c.WithTimeout(t.Context(), time.Second)
	let()
	assert.ErrorIs(t, free.Err(), context.Canceled)
	assert.Empty(t, late.Value("x"))
}

func TestIDsCountPerKind(t *testing.T) {
	c := &counter{}
	assert.Equal(t, []string{"step-1", "event-1", "step-2"}, []string{c.Next(ik.IDStep), c.Next(ik.IDEvent), c.Next(ik.IDStep)})
}

func TestGateLetsHandlersInByAnnouncement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGate()
		n := rapid.IntRange(1, 6).Draw(t, "steps")
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}[:n]).Draw(t, "started")
		for i := range n {
			g.announce(ik.StepID(rune('a' + i)))
		}
		var mu sync.Mutex
		var came []int
		var wg sync.WaitGroup
		for _, i := range order {
			wg.Go(func() {
				id := ik.StepID(rune('a' + i))
				g.enter(context.Background(), id)
				defer g.leave(id)
				mu.Lock()
				defer mu.Unlock()
				came = append(came, i)
			})
		}
		wg.Wait()
		for i := range came {
			require.Equal(t, i, came[i])
		}
	})
}

func TestGateDoesNotHoldAnybodyWhoseTimeIsOver(t *testing.T) {
	g := newGate()
	g.announce("a")
	g.announce("b")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g.enter(ctx, "b")
	g.enter(t.Context(), "unannounced")
	g.reset()
	g.enter(t.Context(), "b")
}

func TestFaultsStrikeOnce(t *testing.T) {
	f := &faults{open: []Fault{{Turn: 1, At: faultCommit}, {Turn: 2, At: faultCommit, Lost: true}}}
	calls := 0
	op := func() error { calls++; return nil }
	f.begin(1)
	assert.Error(t, f.strike(faultCommit, op))
	assert.Equal(t, 0, calls, "failed: nothing happened")
	assert.NoError(t, f.strike(faultCommit, op))
	assert.Empty(t, f.left())
	f.begin(2)
	assert.Len(t, f.left(), 1)
	err := f.strike(faultCommit, op)
	assert.True(t, ik.IsRetryable(err))
	assert.Equal(t, 2, calls, "lost: it happened")
	own := errors.New("own")
	f.open = []Fault{{Turn: 2, At: faultLease, Lost: true}}
	assert.ErrorIs(t, f.strike(faultLease, func() error { return own }), own, "what fails of itself fails with its own error")
}

func TestRedactorMasksByName(t *testing.T) {
	assert.Nil(t, redactor(nil))
	got, err := redactor([]string{"email"})(map[string]any{"a": []any{map[string]any{"email": map[string]any{"x": 1}}}, "e": "email"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"email": "[redacted]"}}, "e": "email"}, got)
}

func parsed(t *testing.T, s string) *tree.Value {
	t.Helper()
	v, err := tree.Parse([]byte(s))
	require.NoError(t, err)
	return v
}

func TestShortResults(t *testing.T) {
	agent := &ir.Agent{Facts: []ir.Fact{{Key: "a@1"}, {Key: "parcel@2", InstanceKey: "who.id"}}}
	for name, c := range map[string]struct{ in, out string }{
		"output alone": {`{"output": {"x": 1}}`, `{"result":{"status":"completed","output":{"x":1}}}`},
		"a fact": {`{"facts": {"a@1": [1]}}`, `{"result":{"status":"completed","output":{},"facts":[{"type":"a","version":1,"value":[1],"evidenceIds":["a@1"],"dependsOn":[]}],` +
			`"evidence":[{"id":"a@1","source":"capability","content":"a@1"}]}}`},
		"a keyed fact is a list": {`{"facts": {"parcel@2": [{"who": {"id": "P1"}}, {"who": {"id": 7}}]}, "delayMs": 5}`,
			`{"delayMs":5,"result":{"status":"completed","output":{},"facts":[` +
				`{"type":"parcel","version":2,"key":"P1","value":{"who":{"id":"P1"}},"evidenceIds":["parcel@2/P1"],"dependsOn":[]},` +
				`{"type":"parcel","version":2,"key":"7","value":{"who":{"id":7}},"evidenceIds":["parcel@2/7"],"dependsOn":[]}],` +
				`"evidence":[{"id":"parcel@2/P1","source":"capability","content":"parcel@2/P1"},{"id":"parcel@2/7","source":"capability","content":"parcel@2/7"}]}}`},
		"copy without proof": {`{"say": "Hi."}`, `{"result":{"status":"completed","output":{},"canonicalResponse":{"message":"Hi.","claims":[]}}}`},
		"copy with proof": {`{"facts": {"a@1": 1}, "say": "Hi."}`, `{"result":{"status":"completed","output":{},"facts":[{"type":"a","version":1,"value":1,"evidenceIds":["a@1"],"dependsOn":[]}],` +
			`"evidence":[{"id":"a@1","source":"capability","content":"a@1"}],"canonicalResponse":{"message":"Hi.","claims":[{"text":"Hi.","evidenceIds":["a@1"]}]}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			long, err := longResult(parsed(t, c.in), agent)
			require.NoError(t, err)
			assert.Equal(t, c.out, string(long.JSON()))
			d := &decoder{}
			d.capabilityEntry(long, "")
			assert.Empty(t, d.problems)
		})
	}
	for name, in := range map[string]string{
		"no fact":             `{"facts": {"a": 1}}`,
		"a keyed fact alone":  `{"facts": {"parcel@2": {}}}`,
		"an instance unnamed": `{"facts": {"parcel@2": [{}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := longResult(parsed(t, in), agent)
			require.Error(t, err)
		})
	}
}

func prompts(list []*tree.Value) (required, foreseen []string) {
	for _, e := range list {
		foreseen = append(foreseen, textOf(e, "prompt"))
		if !isOptional(e) {
			required = append(required, textOf(e, "prompt"))
		}
	}
	return required, foreseen
}

func TestPickForeseesTheCallsOfItsChoice(t *testing.T) {
	option := func(id, target, value string) ik.Option {
		return ik.Option{ID: id, Label: id, TargetCapabilityID: ik.CapabilityID(target), Value: raw(parsed(t, value))}
	}
	waiting := []ik.AgendaItem{{Status: ik.AgendaWaitingInput, Intention: ik.Intention{ProposedCapability: "own", Resolution: ik.Resolved, Input: []byte(`{"n":1}`)}}}
	for name, c := range map[string]struct {
		options            []ik.Option
		agenda             []ik.AgendaItem
		owner              ik.CapabilityID
		objective          string
		required, foreseen []string
	}{
		"work waits for it": {options: []ik.Option{option("a", "", "1"), option("b", "", "2")}, agenda: waiting, owner: "own",
			required: []string{promptSelect, promptInterpret}, foreseen: []string{promptSelect, promptInterpret, promptChosen}},
		"options name their capability": {options: []ik.Option{option("a", "other", "1"), option("b", "", "2")}, owner: "own",
			required: []string{promptSelect, promptInterpret}, foreseen: []string{promptSelect, promptChoice, promptInterpret, promptChosen}},
		"nobody owns it": {options: []ik.Option{option("a", "", "1")},
			required: []string{promptSelect, promptInterpret}, foreseen: []string{promptSelect, promptInterpret, promptChosen}},
		"a menu is left": {options: []ik.Option{option("a", "", `{"kind":"progression.continue"}`)}, objective: "active",
			required: []string{promptSelect, promptInterpret, promptContinued}, foreseen: []string{promptSelect, promptLifecycle, promptInterpret, promptContinued}},
	} {
		t.Run(name, func(t *testing.T) {
			cp := &ik.Checkpoint{Agenda: c.agenda, MessageCount: 3}
			if c.objective != "" {
				cp.Progression = &ik.ProgressionState{Objective: &ik.ObjectiveState{Status: c.objective}}
			}
			s := situation{text: "a", checkpoint: cp, interaction: &ik.Interaction{ID: "interaction-1", Kind: ik.InteractionChoice, CapabilityID: c.owner, Options: c.options}}
			got, err := expandModel([]*tree.Value{parsed(t, `{"pick": "a"}`)}, s)
			require.NoError(t, err)
			required, foreseen := prompts(got)
			assert.Equal(t, c.required, required)
			assert.Equal(t, c.foreseen, foreseen)
			_, err = expandModel([]*tree.Value{parsed(t, `{"pick": "z"}`)}, s)
			assert.Error(t, err)
		})
	}
}

func TestUnderstandWithNothingToDo(t *testing.T) {
	got, err := expandModel([]*tree.Value{parsed(t, `{"understand": []}`)}, situation{text: "thanks"})
	require.NoError(t, err)
	_, foreseen := prompts(got)
	assert.Equal(t, []string{promptSelect}, foreseen)
	got, err = expandModel([]*tree.Value{parsed(t, `{"understand": []}`)}, situation{text: "thanks", interaction: &ik.Interaction{}})
	require.NoError(t, err)
	_, foreseen = prompts(got)
	assert.Equal(t, []string{promptSelect, promptInterpret}, foreseen)
}
