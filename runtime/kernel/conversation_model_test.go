package kernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// nightly turns the long forms of tests on.
const nightly = "IKGEN_NIGHTLY"

// lengths are how many turns a conversation of the model check may have: most are short, so that the check is quick.
func lengths() []int {
	if os.Getenv(nightly) != "" {
		return []int{10, 30, 50}
	}
	return []int{3, 4, 6, 8, 12, 50}
}

// model is a conversation with a drawn agent, and what is known to be true of it.
type model struct {
	t     *testing.T
	rt    *rapid.T
	drawn *turntest.Random
	life  *mortal
	mind  *mind
	store *memory.Store
	clock *tick
	ids   *ids
	agent *kernel.Agent

	also   func(before *ik.Checkpoint, s said) // what else must be true after a turn
	turns  int
	read   int64 // how far the outbox was read
	last   *ik.Checkpoint
	closed map[ik.InteractionID]bool // questions that were answered
	used   map[ik.InteractionID]bool // consents that let a step run

	mu    sync.Mutex
	calls map[string]int // of the provider, by effect key
}

func newModel(t *testing.T, rt *rapid.T) *model {
	m := &model{
		t: t, rt: rt, drawn: turntest.DrawAgent(rt, 6), life: &mortal{}, store: memory.New(), clock: newTick(), ids: &ids{},
		last: &ik.Checkpoint{}, closed: map[ik.InteractionID]bool{}, used: map[ik.InteractionID]bool{}, calls: map[string]int{},
	}
	m.also = func(before *ik.Checkpoint, s said) {
		m.asked()
		m.nothingLost(before, s)
	}
	m.mind = &mind{life: m.life}
	m.drawn.Provider = func(a ik.EffectAuthority) error {
		m.mu.Lock()
		m.calls[a.IdempotencyKey]++
		m.mu.Unlock()
		return m.life.step()
	}
	m.restart()
	return m
}

// restart is a new kernel on the store as it is.
func (m *model) restart() {
	steps := 6
	k, err := kernel.New(kernel.Options{
		Gateway: m.mind, Store: &mortalStore{m.store, m.life}, Clock: m.clock, IDs: m.ids, Limits: ik.Limits{MaxSteps: &steps},
	})
	require.NoError(m.rt, err)
	m.agent, err = k.Compile(m.drawn.Def)
	require.NoError(m.rt, err)
}

// said is what the user says in a turn.
type said struct {
	wants  []map[string]any
	answer map[string]any
	click  *ik.TurnSelection
	yes    ik.InteractionID // the confirmation that is accepted
	close  ik.InteractionID // the question that is answered
}

// take runs a turn, through crashes if the process is to die in it, and checks what must be true after it.
func (m *model) take(s said) {
	m.turns++
	text := fmt.Sprintf("message %d", m.turns)
	for _, w := range s.wants {
		w["evidence"] = []any{quote(text, m.last.MessageCount)}
	}
	if s.answer != nil {
		s.answer["evidence"] = text
	}
	m.mind.hears(text, m.last.MessageCount, s.wants, s.answer)
	in := kernel.Input{Thread: "thread-1", Turn: ik.TurnID(fmt.Sprintf("t%d", m.turns)), Text: text, Selection: s.click}
	out, err := m.agent.Run(context.Background(), in)
	for m.life.revive() {
		m.restart()
		m.drawn.Calls() // of the dead process
		out, err = m.agent.Run(context.Background(), in)
	}
	require.NoError(m.rt, err, "%s", m.mind.last())
	before := m.last
	m.last = &out.Checkpoint
	m.holds(before, s)
}

func (m *model) want(n int) map[string]any {
	id := rapid.SampledFrom(m.drawn.IDs).Draw(m.rt, "capability")
	return map[string]any{
		"id": fmt.Sprintf("x%d", n), "objective": "Do " + string(id), "references": []any{}, "proposedCapability": string(id),
		"input": map[string]any{"text": rapid.SampledFrom([]string{"x", "y"}).Draw(m.rt, "text")}, "resolution": "resolved",
	}
}

func (m *model) asks(*rapid.T) {
	var s said
	for i := range rapid.IntRange(0, 3).Draw(m.rt, "intentions") {
		s.wants = append(s.wants, m.want(i))
	}
	m.take(s)
}

// answers answers the open question, whatever it is.
func (m *model) answers(*rapid.T) {
	q := m.last.Interaction
	if q == nil {
		m.take(said{})
		return
	}
	s := said{close: q.ID}
	switch {
	case q.Kind == ik.InteractionConfirmation:
		accepts := rapid.IntRange(0, 3).Draw(m.rt, "accepts") > 0
		s.answer = map[string]any{"interactionId": string(q.ID), "value": accepts, "rationale": "clear"}
		if accepts {
			s.yes = q.ID
		}
	case len(q.Options) > 0:
		id := rapid.SampledFrom(q.Options).Draw(m.rt, "option").ID
		s.click = &ik.TurnSelection{InteractionID: q.ID, OptionID: &id}
	default:
		s.answer = map[string]any{"interactionId": string(q.ID), "value": "words", "rationale": "clear"}
		if c := q.CapabilityID; c != "" {
			s.wants = []map[string]any{m.want(0)}
			s.wants[0]["proposedCapability"] = string(c)
		}
	}
	m.take(s)
}

func (m *model) restarts(*rapid.T) { m.restart() }

// dies lets the process die somewhere in the next turn.
func (m *model) dies(*rapid.T) { m.life.arm(rapid.IntRange(0, 14).Draw(m.rt, "steps")) }

// holds checks what must be true after every turn.
func (m *model) holds(before *ik.Checkpoint, s said) {
	cp, t := m.last, m.rt
	require.Equal(t, before.Revision+1, cp.Revision)
	require.Equal(t, before.MessageCount+2, cp.MessageCount)
	stored, err := ik.DecodeCheckpoint(object(cp))
	require.NoError(t, err)
	require.JSONEq(t, string(object(cp)), string(object(stored)))
	m.sound()
	m.confirmed(s)
	m.also(before, s)
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, n := range m.calls {
		require.Equal(t, 1, n, "the provider was called more than once with %s", key)
	}
	for _, req := range m.mind.seen() {
		for _, private := range []string{"CONTINUATION-CANARY", "completionLineage", "suspendedInteraction", "ownedDependencyIds"} {
			require.NotContains(t, req, private)
		}
	}
}

// sound checks the agenda by itself.
func (m *model) sound() {
	cp, t := m.last, m.rt
	at := map[ik.AgendaItemID]*ik.AgendaItem{}
	for i := range cp.Agenda {
		require.Nil(t, at[cp.Agenda[i].ID])
		at[cp.Agenda[i].ID] = &cp.Agenda[i]
	}
	owners := map[ik.AgendaItemID]bool{}
	for _, item := range cp.Agenda {
		for _, d := range item.Dependencies {
			require.NotNil(t, at[d])
		}
		for _, o := range item.OwnedDependencyIDs {
			require.False(t, owners[o], "owned twice")
			owners[o] = true
		}
	}
}

// asked checks that a question is open where one waits, and that it has work that asked it.
func (m *model) asked() {
	cp, t := m.last, m.rt
	at := map[ik.AgendaItemID]bool{}
	for _, item := range cp.Agenda {
		at[item.ID] = true
		asks := item.Question != nil && !(item.Status == ik.AgendaWaitingFacts && len(item.MissingFacts) > 0)
		require.False(t, asks && cp.Interaction == nil, "a question waits although the place is free: %s", item.ID)
	}
	if q := cp.Interaction; q != nil {
		require.True(t, at[q.AgendaItemID], "a question has the work that asked it")
		require.False(t, m.closed[q.ID], "an answered question is asked again")
	}
}

// confirmed checks that each write that needs it ran with a consent of this very turn, and that none is used twice.
func (m *model) confirmed(s said) {
	for _, c := range m.drawn.Calls() {
		def := m.drawn.Def.Capabilities[slices.Index(m.drawn.IDs, c.Capability)]
		if def.Confirmation == ik.ConfirmationRequired {
			require.NotEmpty(m.rt, c.Invocation.Confirmed, "%s ran unconfirmed", c.Capability)
		}
		if id := c.Invocation.Confirmed; id != "" {
			require.Equal(m.rt, s.yes, id, "the user said yes to something else")
			require.False(m.rt, m.used[id], "a consent is used once")
			m.used[id] = true
		}
	}
}

// nothingLost checks that open work went only for a reason: the user asked for it, answered it, or it went on by itself.
func (m *model) nothingLost(before *ik.Checkpoint, s said) {
	touched := map[string]bool{}
	for _, w := range s.wants {
		touched[w["proposedCapability"].(string)] = true
	}
	owned := map[ik.AgendaItemID]bool{}
	for _, i := range before.Agenda {
		for _, o := range i.OwnedDependencyIDs {
			owned[o] = true
		}
	}
	open := func(id ik.AgendaItemID) bool {
		return slices.ContainsFunc(m.last.Agenda, func(i ik.AgendaItem) bool { return i.ID == id })
	}
	resumed := m.resumed()
	for _, i := range before.Agenda {
		q := before.Interaction
		answered := s.close != "" && q != nil && (q.AgendaItemID == i.ID || len(q.Options) > 0)
		reason := answered || owned[i.ID] || i.Status == ik.AgendaReady || touched[string(i.Intention.ProposedCapability)] ||
			resumed[string(i.ID)] || resumed[string(i.Intention.ProposedCapability)]
		require.True(m.rt, open(i.ID) || reason, "%s of %s (%s) is lost; %v went on", i.ID, i.Intention.ProposedCapability, i.Status, resumed)
		if answered && q.AgendaItemID == i.ID && !open(i.ID) {
			m.closed[q.ID] = true
		}
	}
}

// resumed reads from the outbox which work went on by itself in the latest turn, and which steps it had.
func (m *model) resumed() map[string]bool {
	rows, err := m.store.Outbox(context.Background(), m.read, 1<<20)
	require.NoError(m.rt, err)
	out := map[string]bool{}
	for _, row := range rows {
		m.read = row.Position
		if !strings.HasPrefix(row.Event.Type, "dependency.") {
			continue
		}
		var data struct {
			Identity string `json:"identity"`
		}
		require.NoError(m.rt, json.Unmarshal(row.Event.Data, &data))
		out[data.Identity] = true
		if _, provider, ok := strings.Cut(data.Identity, ":cap."); ok {
			out["cap."+provider] = true // the same request, for somebody else
		}
	}
	return out
}

// converse draws a conversation, with what may happen to the process in it.
func (m *model) converse() {
	most := rapid.SampledFrom(lengths()).Draw(m.rt, "most turns")
	limited := func(f func(*rapid.T)) func(*rapid.T) {
		return func(rt *rapid.T) {
			if m.turns < most {
				f(rt)
			}
		}
	}
	m.rt.Repeat(map[string]func(*rapid.T){
		"asks": limited(m.asks), "answers": limited(m.answers), "answers again": limited(m.answers), "restarts": m.restarts, "dies": m.dies,
	})
}

func TestConversationsKeepTheirPromises(t *testing.T) {
	check := func() { rapid.Check(t, func(rt *rapid.T) { newModel(t, rt).converse() }) }
	check()
	for end := time.Now().Add(10 * time.Minute); os.Getenv(nightly) != "" && time.Now().Before(end); {
		check()
	}
}
