package cases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/interp"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
)

const (
	defaultThread = ik.ThreadID("thread-1")
	// stuckAfter is how long a turn may take in real time: nothing in a case sleeps, so longer means that it hangs.
	stuckAfter = 60 * time.Second
)

// runner runs one case.
type runner struct {
	c        *Case
	backend  *Backend
	clock    *clock
	ids      *counter
	model    *model
	handlers *handlers
	faults   *faults
	sink     *recorder
	agents   *agentCache

	agent    *kernel.Agent
	threads  []ik.ThreadID // in order of first use
	last     ik.ThreadID
	history  []string // what happened so far, for people
	failures []Failure

	keep      bool // keep the documents of turns
	documents []*tree.Value
}

func newRunner(c *Case, backend *Backend, agents *agentCache) *runner {
	clk := &clock{now: c.Now}
	r := &runner{
		c: c, backend: backend, clock: clk, ids: &counter{}, model: &model{clock: clk}, handlers: newHandlers(c, clk),
		faults: &faults{open: slices.Clone(c.Faults)}, agents: agents, last: defaultThread,
	}
	r.sink = &recorder{faults: r.faults, announce: r.handlers.gate.announce}
	return r
}

// run plays the whole conversation. The error is a *ParseError, or a fault of the tool itself; what did not come out as
// expected is in r.failures.
func (r *runner) run(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	if err := r.open(ctx, ""); err != nil {
		return err
	}
	for i := range r.c.Turns {
		t := &r.c.Turns[i]
		if t.Restart {
			if err := r.open(ctx, t.Agent); err != nil {
				return err
			}
			r.history = append(r.history, fmt.Sprintf("turn %d: restart", i+1))
			continue
		}
		if err := r.turn(ctx, i, t); err != nil {
			return err
		}
	}
	return r.end(ctx)
}

// prepare loads the agents of the case, and writes its short scripts by their facts.
func (r *runner) prepare(ctx context.Context) error {
	var all []*loadedAgent
	for _, folder := range r.c.folders() {
		a, err := r.agents.agent(ctx, r.c, folder)
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	if err := r.c.checkScripts(all); err != nil {
		return err
	}
	if pointer, err := expandScripts(r.c.Capabilities, all[0].pkg.Agent); err != nil {
		return r.c.archive.problem(pointer, err.Error())
	}
	return nil
}

// folders are those of the agents that run, the first one first.
func (c *Case) folders() []string {
	out := []string{""}
	for _, t := range c.Turns {
		if !slices.Contains(out, t.Agent) {
			out = append(out, t.Agent)
		}
	}
	return out
}

// open drops the kernel and makes a new one on the same store, with the agent of a folder.
func (r *runner) open(ctx context.Context, folder string) error {
	loaded, err := r.agents.agent(ctx, r.c, folder)
	if err != nil {
		return err
	}
	def, err := interp.Definition(loaded.pkg, loaded.deps, r.handlers.bind())
	if err != nil {
		return r.c.archive.problem("", "the agent cannot be interpreted: "+err.Error())
	}
	r.handlers.agent, r.handlers.facts = def, nil
	for _, f := range def.Facts {
		r.handlers.facts = append(r.handlers.facts, f.Fact)
	}
	migrations, err := r.migrations(ctx, folder)
	if err != nil {
		return err
	}
	first := r.agent == nil
	k, err := kernel.New(kernel.Options{
		Gateway: r.model, Store: &faultyStore{r.backend.Store, r.faults}, Sink: r.sink, Clock: r.clock, IDs: r.ids,
		Redact: redactor(r.c.Redact), Limits: r.c.Limits, Migrations: migrations,
	})
	if err != nil {
		return r.c.archive.problem("", err.Error())
	}
	if r.agent, err = k.Compile(def); err != nil {
		return r.c.archive.problem("", "the agent does not compile: "+err.Error())
	}
	if first && r.c.Checkpoint != nil {
		return r.backend.Seed(ctx, defaultThread, r.c.seed(def.Contract, def.Audit))
	}
	return nil
}

// migrations let the agent of a folder go on with threads of the agents that the case migrates from: their checkpoints
// are taken as they are.
func (r *runner) migrations(ctx context.Context, folder string) (map[string]kernel.Migration, error) {
	out := map[string]kernel.Migration{}
	for _, m := range r.c.Migrations {
		if m.To != folder {
			continue
		}
		from, err := r.agents.agent(ctx, r.c, m.From)
		if err != nil {
			return nil, err
		}
		pair, err := fingerprint.Of(from.pkg, from.deps)
		if err != nil {
			return nil, r.c.archive.problem("", err.Error())
		}
		out[pair.Contract] = func(_ context.Context, cp *ik.Checkpoint) (*ik.Checkpoint, error) { return cp, nil }
	}
	return out, nil
}

// checkpoint reads the present state of a thread; nil for a new one, and for one that cannot be read.
func (r *runner) checkpoint(ctx context.Context, thread ik.ThreadID) *ik.Checkpoint {
	var cp *ik.Checkpoint
	err := r.backend.Store.WithTurn(ctx, ik.TurnIdentity{Thread: thread, Turn: "case:look"}, func(_ context.Context, s ik.TurnScope) error {
		cp = s.Checkpoint()
		return nil
	})
	if err != nil {
		return nil
	}
	return cp
}

// turn plays one message and judges what came out.
func (r *runner) turn(ctx context.Context, i int, t *Turn) error {
	if t.ID == "" {
		t.ID = ik.TurnID(fmt.Sprintf("turn-%d", i+1))
	}
	if t.Thread == "" {
		t.Thread = defaultThread
	}
	r.last = t.Thread
	if !slices.Contains(r.threads, t.Thread) {
		r.threads = append(r.threads, t.Thread)
	}
	before := r.checkpoint(ctx, t.Thread)
	s := situation{checkpoint: before}
	if before != nil {
		s.interaction = before.Interaction
	}
	if !t.HasText {
		t.Text, t.HasText = label(s.interaction, t.Selection), true
	}
	s.text = t.Text
	script, err := expandModel(t.Model, s)
	if err != nil {
		r.fail(i, t, Failure{Path: "/model", Message: err.Error()})
		script = nil
	}
	t.Model = script
	out := r.play(ctx, i, t)
	if out.stuck {
		return fmt.Errorf("turn %d did not end within %s", i+1, stuckAfter)
	}
	r.judge(i, t, out)
	return nil
}

// label is what a click without a text says.
func label(open *ik.Interaction, click *ik.TurnSelection) string {
	if click == nil {
		return ""
	}
	if click.OptionID == nil {
		return click.Action
	}
	if open != nil {
		for _, o := range open.Options {
			if o.ID == *click.OptionID {
				return o.Label
			}
		}
	}
	return *click.OptionID
}

// play runs the turn in the kernel.
func (r *runner) play(ctx context.Context, i int, t *Turn) *outcome {
	r.model.begin(t.Model, t.HasModel)
	r.handlers.begin()
	r.faults.begin(i + 1)
	r.sink.take()
	if t.CancelAfterMs > 0 {
		var stop func()
		ctx, stop = r.clock.until(ctx, time.Duration(t.CancelAfterMs)*time.Millisecond, context.Canceled)
		defer stop()
	}
	out := &outcome{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		out.result, out.err = r.agent.Run(ctx, input(t))
	}()
	select {
	case <-done:
	case <-time.After(stuckAfter):
		return &outcome{stuck: true}
	}
	out.invoked, out.problems, out.breaches = r.handlers.end()
	out.events = r.sink.take()
	out.requests = r.model.requests
	script, problems := r.model.end()
	t.Model = script
	out.problems = append(out.problems, problems...)
	for _, f := range r.faults.left() {
		out.problems = append(out.problems, fmt.Sprintf("the scripted fault at %q was not met", f.At))
	}
	return out
}

func input(t *Turn) kernel.Input {
	in := kernel.Input{Thread: t.Thread, Turn: t.ID, Text: t.Text, Selection: t.Selection, Summary: t.Summary, HostContext: anyOf(t.HostContext)}
	if t.HostFacts != nil {
		facts := ik.RawHostFacts{}
		for _, m := range t.HostFacts.Members {
			facts[ik.FactKey(m.Key)] = raw(m.Value)
		}
		in.HostFacts = facts
	}
	return in
}

// outcome is everything that a turn did.
type outcome struct {
	result   *ik.TurnResult
	err      error
	events   []ik.Event
	requests []ik.ModelRequest
	invoked  []*tree.Value
	problems []string
	breaches []string // where scripted results do not fit the contract
	stuck    bool
}

// errorTree is an error as `expect` sees it.
func errorTree(err error) (*tree.Value, error) {
	var e *ik.Error
	if errors.As(err, &e) {
		return tree.Of(e)
	}
	return tree.Of(map[string]string{"name": "Error", "code": ik.CodeOf(err), "message": err.Error()})
}
