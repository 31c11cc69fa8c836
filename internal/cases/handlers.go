package cases

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/interp"
	ik "github.com/ikgen/ikgen/runtime"
)

// abandonedFor is how long a handler that ignores the deadline waits, in real time, for the kernel to give it up. A
// kernel that does not is at fault, and the case must not hang for it.
const abandonedFor = 5 * time.Second

// handlers play the Go code of an agent from scripts.
type handlers struct {
	mu       sync.Mutex
	clock    *clock
	gate     *gate
	scripts  map[string]*queue
	facts    []ik.FactKey
	invoked  []*tree.Value
	problems []string
	agent    ik.AgentDefinition
	breaches []string      // of the scripted results of the present turn
	ended    chan struct{} // closed when the present turn is over
}

// queue is a script that is being played.
type queue struct {
	entries []*tree.Value
	next    int
}

func newHandlers(c *Case, clk *clock) *handlers {
	h := &handlers{clock: clk, gate: newGate(), scripts: map[string]*queue{}, ended: make(chan struct{})}
	for _, p := range c.scripted() {
		for _, s := range p.scripts {
			h.scripts[p.key+"/"+s.ID] = &queue{entries: s.Entries}
		}
	}
	return h
}

// begin starts a turn.
func (h *handlers) begin() {
	h.gate.reset()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.invoked, h.problems, h.breaches, h.ended = nil, nil, nil, make(chan struct{})
}

// end ends a turn and gives what was invoked, what the scripts did not foresee, and what of theirs breaks the contract.
func (h *handlers) end() (invoked []*tree.Value, problems, breaches []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.ended)
	return h.invoked, h.problems, h.breaches
}

// left gives the capabilities whose scripts were not played to their end.
func (h *handlers) left(c *Case) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []string
	for _, s := range c.Capabilities {
		if q := h.scripts["capabilities/"+s.ID]; q.next < len(q.entries) {
			out = append(out, fmt.Sprintf("capability %q: %d of %d scripted calls were not made", s.ID, len(q.entries)-q.next, len(q.entries)))
		}
	}
	return out
}

func (h *handlers) bind() interp.Handlers {
	return interp.Handlers{Invoke: h.invoke, Automate: h.automate, Policy: h.policy, Advice: h.advice}
}

// take gives the next entry of a script. A repeating script gives its last one for ever.
func (h *handlers) take(name string, repeats bool) *tree.Value {
	h.mu.Lock()
	defer h.mu.Unlock()
	q := h.scripts[name]
	if q == nil || len(q.entries) == 0 {
		return nil
	}
	if q.next >= len(q.entries) {
		if repeats {
			return q.entries[len(q.entries)-1]
		}
		return nil
	}
	q.next++
	return q.entries[q.next-1]
}

func (h *handlers) invoke(ctx context.Context, id ik.CapabilityID, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
	h.gate.enter(ctx, inv.Step)
	defer h.gate.leave(inv.Step)
	h.record(tree.Of(newInvoked(id, inv, in, h.facts)))
	entry := h.take("capabilities/"+string(id), false)
	if entry == nil {
		return ik.Result{}, h.unforeseen(string(id))
	}
	if err := h.wait(ctx, entry); err != nil {
		return ik.Result{}, err
	}
	for _, e := range items(entry, "events") {
		category := ik.CategoryTrace
		if c := e.Get("category"); c != nil {
			category = ik.Category(c.Text)
		}
		if err := inv.Emit(ctx, e.Get("name").Text, category, anyOf(e.Get("data"))); err != nil {
			return ik.Result{}, err
		}
	}
	err, final := effects(ctx, inv, entry)
	if err != nil && (final || !ends(entry)) {
		return ik.Result{}, err
	}
	res, err := finish(entry)
	if err == nil {
		h.mu.Lock()
		h.breaches = append(h.breaches, breachesOf(h.agent, id, res)...)
		h.mu.Unlock()
	}
	return res, err
}

func (h *handlers) record(v *tree.Value, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		h.problems = append(h.problems, err.Error())
		return
	}
	h.invoked = append(h.invoked, v)
}

func (h *handlers) unforeseen(id string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	problem := fmt.Sprintf("capability %q was called and has no script", id)
	if q := h.scripts["capabilities/"+id]; q != nil {
		problem = fmt.Sprintf("capability %q was called once more than its script foresees (%d)", id, len(q.entries))
	}
	h.problems = append(h.problems, problem)
	return ik.NewError(ik.KindBase, "CASE_SCRIPT_MISMATCH", "%s", problem)
}

// wait plays the delay of a call.
func (h *handlers) wait(ctx context.Context, entry *tree.Value) error {
	delay := time.Duration(number(entry, "delayMs")) * time.Millisecond
	if v := entry.Get("ignoreDeadline"); v == nil || v.Text != "true" {
		return h.clock.sleep(ctx, delay)
	}
	h.clock.advance(delay)
	if ctx.Err() == nil {
		return nil
	}
	h.mu.Lock()
	ended := h.ended
	h.mu.Unlock()
	select {
	case <-ended:
	case <-time.After(abandonedFor):
	}
	return nil
}

func ends(entry *tree.Value) bool {
	return entry.Get("result") != nil || entry.Get("error") != nil || entry.Get("panic") != nil
}

func finish(entry *tree.Value) (ik.Result, error) {
	if p := entry.Get("panic"); p != nil {
		panic(p.Text)
	}
	if e := entry.Get("error"); e != nil {
		return ik.Result{}, scripted(e, ik.KindBase)
	}
	d := &decoder{}
	r := entry.Get("result")
	if r == nil {
		return ik.Result{}, nil
	}
	return d.result(r, ""), nil
}

func items(v *tree.Value, key string) []*tree.Value {
	if l := v.Get(key); l != nil {
		return l.Items
	}
	return nil
}

// effects runs the scripted effects of a call. An effect that was to be applied and is refused ends the call, as it
// would end that of a careful handler: final. One that failed as scripted leaves the end of the call to the script.
func effects(ctx context.Context, inv *ik.Invocation, entry *tree.Value) (err error, final bool) {
	for _, e := range items(entry, "effects") {
		label := ""
		if l := e.Get("label"); l != nil {
			label = l.Text
		}
		called := false
		_, _, err := inv.Effects(ctx, label, func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			called = true
			return operation(e)
		})
		if err != nil {
			return err, !called || effectOutcome(e) == "applied"
		}
	}
	return nil, false
}

func effectOutcome(e *tree.Value) string {
	if o := e.Get("outcome"); o != nil {
		return o.Text
	}
	return "applied"
}

func operation(e *tree.Value) (json.RawMessage, error) {
	code, message := "NOT_APPLIED", "scripted"
	if c := e.Get("code"); c != nil {
		code = c.Text
	}
	if m := e.Get("message"); m != nil {
		message = m.Text
	}
	switch effectOutcome(e) {
	case "not_applied":
		return nil, ik.NotApplied(code, "%s", message)
	case "unknown":
		return nil, fmt.Errorf("maybe applied: %s", message)
	}
	if v := e.Get("value"); v != nil {
		return raw(v), nil
	}
	return json.RawMessage("null"), nil
}

func (h *handlers) automate(_ context.Context, id ik.CapabilityID, _ ik.AutomationContext) (any, bool, error) {
	e := h.take("automation/"+string(id), true)
	if e == nil || onlyKey(e, "$absent") != nil {
		return nil, false, nil
	}
	if fault := onlyKey(e, "error"); fault != nil && fault.Kind == tree.Object && fault.Get("code") != nil {
		return nil, false, scripted(fault, ik.KindBase)
	}
	return raw(e), true, nil
}

func (h *handlers) policy(_ context.Context, id ik.PolicyID, _ ik.PolicyContext) (ik.Verdict, error) {
	e := h.take("policies/"+string(id), true)
	if e == nil {
		return ik.Allow(), nil
	}
	if err := failing(e); err != nil {
		return ik.Verdict{}, err
	}
	v := ik.Verdict{Kind: ik.VerdictKind(textOf(e, "verdict")), Reason: textOf(e, "reason"), Ask: textOf(e, "ask")}
	if i := e.Get("interaction"); i != nil {
		ask := (&decoder{}).interaction(i, "")
		v.Interaction = &ask
	}
	return v, nil
}

func (h *handlers) advice(_ context.Context, id ik.PolicyID, _ ik.AdviceContext) (ik.Selection, error) {
	e := h.take("advice/"+string(id), true)
	if e == nil {
		return ik.Selection{}, nil
	}
	if err := failing(e); err != nil {
		return ik.Selection{}, err
	}
	s := ik.Selection{Selected: textOf(e, "selected") == "true"}
	for _, m := range items(e, "matchedSelectors") {
		s.Matched = append(s.Matched, m.Text)
	}
	return s, nil
}

// failing plays the error or panic of an entry.
func failing(e *tree.Value) error {
	if p := e.Get("panic"); p != nil {
		panic(p.Text)
	}
	if fault := e.Get("error"); fault != nil {
		return scripted(fault, ik.KindBase)
	}
	return nil
}

func textOf(v *tree.Value, key string) string {
	if m := v.Get(key); m != nil {
		return m.Text
	}
	return ""
}
