package cases

import (
	"context"
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/match"
	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// document is everything of a turn as one value: what $same points into, and what --update writes from.
func (o *outcome) document() (*tree.Value, error) {
	doc := tree.Obj()
	if o.err != nil {
		v, err := errorTree(o.err)
		if err != nil {
			return nil, err
		}
		doc.Set("error", v)
	}
	if o.result != nil {
		if err := put(doc, "response", o.result.Response); err != nil {
			return nil, err
		}
		if err := put(doc, "checkpoint", o.result.Checkpoint); err != nil {
			return nil, err
		}
	}
	if err := put(doc, "events", nonNil(o.events)); err != nil {
		return nil, err
	}
	if err := put(doc, "requests", nonNil(o.requests)); err != nil {
		return nil, err
	}
	prompts := tree.List()
	for i, q := range o.requests {
		id := tree.Text(q.Prompt.Definition.ID)
		doc.Get("requests").Items[i].Set("prompt", id) // the text of the prompt stands in "system"
		prompts.Items = append(prompts.Items, id)
	}
	doc.Set("invoked", tree.List(o.invoked...))
	doc.Set("prompts", prompts)
	return doc, nil
}

// put sets a member to the JSON of a Go value.
func put(doc *tree.Value, key string, value any) error {
	v, err := tree.Of(value)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	doc.Set(key, v)
	return nil
}

// judge compares a turn with what the case expects of it.
func (r *runner) judge(i int, t *Turn, out *outcome) {
	r.remember(i, out)
	before := len(r.failures)
	defer func() {
		if len(r.failures) > before {
			r.failures[before].Because = out.causes()
		}
	}()
	for _, p := range out.problems {
		r.fail(i, t, Failure{Path: "/script", Message: p})
	}
	e := t.Expect
	if e == nil && out.err == nil && !r.keep {
		return
	}
	doc, err := out.document()
	if err != nil {
		r.fail(i, t, Failure{Message: err.Error()})
		return
	}
	if r.keep {
		r.documents = append(r.documents, doc)
	}
	if fault := doc.Get("error"); fault != nil && (e == nil || e.Error == nil) {
		r.fail(i, t, Failure{Path: "/error", Actual: fault, Message: "the turn failed"})
	}
	if e == nil {
		return
	}
	for _, part := range []struct {
		key      string
		expected *tree.Value
	}{
		{"error", e.Error}, {"response", e.Response}, {"checkpoint", e.Checkpoint},
		{"requests", e.Requests}, {"invoked", e.Invoked}, {"prompts", e.Prompts},
	} {
		if part.expected != nil {
			r.compare(i, t, match.Match(part.expected, doc.Get(part.key), doc, "/"+part.key))
		}
	}
	if e.Events != nil {
		r.events(i, t, e.Events, doc)
	}
	r.absent(i, t, e, doc)
	if r.c.update && len(out.problems) == 0 {
		e.rewrite(doc)
	}
}

func (r *runner) compare(i int, t *Turn, found []match.Mismatch) {
	for _, m := range found {
		r.fail(i, t, Failure{Path: m.Path, Expected: m.Expected, Actual: m.Actual, Message: m.Note})
	}
}

// events looks for the expected events in order; others may stand between them.
func (r *runner) events(i int, t *Turn, expected, doc *tree.Value) {
	at := 0
	for n, want := range expected.Items {
		found := nextEvent(want, doc, at)
		if found < 0 {
			r.fail(i, t, Failure{Path: tree.Index("/events", n), Expected: want, Message: fmt.Sprintf("no such event after the first %d", at)})
			return
		}
		at = found + 1
	}
}

func nextEvent(want, doc *tree.Value, from int) int {
	all := doc.Get("events").Items
	for i := from; i < len(all); i++ {
		if match.Matches(want, all[i], doc) {
			return i
		}
	}
	return -1
}

func (r *runner) absent(i int, t *Turn, e *TurnExpect, doc *tree.Value) {
	for _, kind := range e.AbsentEvents {
		for n, ev := range doc.Get("events").Items {
			if ev.Get("type").Text == kind {
				r.fail(i, t, Failure{Path: tree.Index("/events", n), Actual: ev, Message: fmt.Sprintf("no event %q was expected", kind)})
			}
		}
	}
	for _, text := range e.AbsentText {
		for _, part := range []string{"events", "requests", "response", "error"} {
			if where, ok := search(doc.Get(part), text, "/"+part); ok {
				r.fail(i, t, Failure{Path: where, Message: fmt.Sprintf("the text %q must not be there", text)})
			}
		}
	}
}

// search finds a text in the strings, numbers and keys of a value.
func search(v *tree.Value, text, at string) (string, bool) {
	if v == nil {
		return "", false
	}
	if (v.Kind == tree.String || v.Kind == tree.Number) && strings.Contains(v.Text, text) {
		return at, true
	}
	for i, it := range v.Items {
		if where, ok := search(it, text, tree.Index(at, i)); ok {
			return where, true
		}
	}
	for _, m := range v.Members {
		where := tree.Pointer(at, m.Key)
		if strings.Contains(m.Key, text) {
			return where, true
		}
		if where, ok := search(m.Value, text, where); ok {
			return where, true
		}
	}
	return "", false
}

// remember keeps a line per event for the report of a failure.
func (r *runner) remember(i int, out *outcome) {
	for _, e := range out.events {
		line := fmt.Sprintf("turn %d: %3d %s", i+1, e.Sequence, e.Type)
		if e.StepID != "" {
			line += " " + string(e.StepID)
		}
		line += eventDetail(e)
		r.history = append(r.history, line)
	}
	if out.err != nil {
		r.history = append(r.history, fmt.Sprintf("turn %d: error %s", i+1, out.err.Error()))
	}
}

// eventDetail is the one field of an event's data that says most.
func eventDetail(e ik.Event) string {
	data, err := tree.Parse(e.Data)
	if err != nil {
		return ""
	}
	for _, key := range []string{"capabilityId", "code", "reasonCode", "task", "status", "kind", "mode"} {
		if v := data.Get(key); v != nil && v.Kind == tree.String {
			return " (" + v.Text + ")"
		}
	}
	return ""
}

// end judges what is left after the last turn.
func (r *runner) end(ctx context.Context) error {
	for _, p := range r.handlers.left(r.c) {
		r.fail(-1, nil, Failure{Path: "/capabilities", Message: p})
	}
	if r.c.Expect == nil {
		return nil
	}
	doc, err := r.finalDocument(ctx)
	if err != nil {
		return err
	}
	e := r.c.Expect
	for _, part := range []struct {
		key      string
		expected *tree.Value
	}{{"effects", e.Effects}, {"facts", e.Facts}, {"agenda", e.Agenda}, {"messages", e.Messages}} {
		if part.expected != nil {
			r.compare(-1, nil, match.Match(part.expected, doc.Get(part.key), doc, "/"+part.key))
		}
	}
	if r.c.update {
		for i := range e.source.Members {
			m := &e.source.Members[i]
			m.Value = match.Project(m.Value, doc.Get(m.Key), doc)
		}
	}
	return nil
}

// ledgerRow is one effect as `expect` sees it.
type ledgerRow struct {
	Capability ik.CapabilityID `json:"capability"`
	Key        string          `json:"key"`
	Status     ik.EffectStatus `json:"status"`
	Value      any             `json:"value,omitempty"`
	ID         ik.EffectID     `json:"id"`
	Turn       ik.TurnID       `json:"turnId"`
	Step       ik.StepID       `json:"stepId"`
	Thread     ik.ThreadID     `json:"threadId"`
}

func (r *runner) finalDocument(ctx context.Context) (*tree.Value, error) {
	rows := []ledgerRow{}
	for _, thread := range r.threads {
		receipts, err := r.backend.Effects(ctx, thread)
		if err != nil {
			return nil, fmt.Errorf("the ledger of thread %q: %w", thread, err)
		}
		for _, e := range receipts {
			row := ledgerRow{Capability: e.CapabilityID, Key: e.IdempotencyKey, Status: e.Status, ID: e.ID, Turn: e.TurnID, Step: e.StepID, Thread: thread}
			if len(e.Data) > 0 {
				row.Value = e.Data
			}
			rows = append(rows, row)
		}
	}
	cp := r.checkpoint(ctx, r.last)
	if cp == nil {
		cp = &ik.Checkpoint{}
	}
	doc := tree.Obj()
	for _, part := range []struct {
		key   string
		value any
	}{{"effects", rows}, {"facts", nonNil(cp.Facts)}, {"agenda", nonNil(cp.Agenda)}, {"messages", cp.MessageCount}} {
		if err := put(doc, part.key, part.value); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
