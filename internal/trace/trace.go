// Package trace shows what a turn told as text for people: in nine steps, what was proposed beside what was accepted.
//
// It owns the grouping of events into turns and the text. It does not know where events come from, and judges nothing.
package trace

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// Turn is the events of one attempt at a turn, in their order.
type Turn struct {
	Thread ik.ThreadID
	ID     ik.TurnID
	Trace  ik.TraceID
	Events []ik.Event
}

// Turns groups events by the attempt that they belong to, in the order in which the attempts began. An event that came
// more than once is kept once; events outside of turns are left out.
func Turns(events []ik.Event) []Turn {
	at := map[[3]string]int{}
	var out []Turn
	for _, e := range events {
		if e.CorrelationID == "" {
			continue
		}
		key := [3]string{string(e.ThreadID), string(e.TurnID), string(e.CorrelationID)}
		i, known := at[key]
		if !known {
			i = len(out)
			at[key] = i
			out = append(out, Turn{Thread: e.ThreadID, ID: e.TurnID, Trace: e.CorrelationID})
		}
		out[i].Events = append(out[i].Events, e)
	}
	for i := range out {
		list := out[i].Events
		slices.SortStableFunc(list, func(a, b ik.Event) int { return cmp.Compare(a.Sequence, b.Sequence) })
		out[i].Events = slices.CompactFunc(list, func(a, b ik.Event) bool { return a.ID == b.ID })
	}
	return out
}

// Outcome says in a word how the turn ended: completed, failed with its code, or unfinished.
func (t Turn) Outcome() string {
	for _, e := range slices.Backward(t.Events) {
		switch d := read(e).(type) {
		case *ik.TurnCompleted:
			return cmp.Or(d.ResponseStatus, "completed")
		case *ik.TurnFailed:
			if d.Stage != "compose" {
				return "failed " + d.Code
			}
		}
	}
	return "unfinished"
}

// read gives the data of an event, nil when it is of no known type or of another shape.
func read(e ik.Event) ik.EventData {
	d, err := e.Read()
	if err != nil {
		return nil
	}
	return d
}

// The nine steps in which a turn is read.
var titles = [...]string{"Message", "Context", "Selection", "Interpretation", "Plan", "Steps", "Facts", "Answer", "State"}

const (
	message = iota
	context
	selection
	interpretation
	plan
	steps
	facts
	answer
	state
	all
)

// view collects lines by step.
type view struct {
	lines   [all][]string
	pending []string // what models said, until the step is known that it led to
}

func (v *view) add(step int, format string, args ...any) {
	v.lines[step] = append(v.lines[step], fmt.Sprintf(format, args...))
}

// settle adds what models proposed, and then what was accepted of it.
func (v *view) settle(step int, format string, args ...any) {
	v.lines[step] = append(v.lines[step], v.pending...)
	v.pending = nil
	v.add(step, "accepted  "+format, args...)
}

// Write writes the turn. A step of which nothing is told is left out.
func Write(w io.Writer, t Turn) error {
	var v view
	for _, e := range t.Events {
		v.event(e)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "turn %s of %s, trace %s", plain(t.ID), plain(t.Thread), plain(t.Trace))
	if len(t.Events) > 0 {
		first := t.Events[0]
		fmt.Fprintf(&out, ", agent %s v%d, %s", plain(first.Agent.ID), first.Agent.Version, first.OccurredAt.Format("2006-01-02 15:04:05.000Z07:00"))
	}
	fmt.Fprintf(&out, ": %s\n", t.Outcome())
	if len(v.pending) > 0 { // the turn ended before anything came of it
		v.lines[v.last()] = append(v.lines[v.last()], v.pending...)
	}
	for i, lines := range v.lines {
		for n, l := range lines {
			head := ""
			if n == 0 {
				head = fmt.Sprintf("%d %s", i+1, titles[i])
			}
			fmt.Fprintf(&out, "%-17s %s\n", head, l)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// last is the latest step of which something is told.
func (v *view) last() int {
	for i := all - 1; i > message; i-- {
		if len(v.lines[i]) > 0 {
			return i
		}
	}
	return message
}

// List writes one line for each turn: its id, thread and number of events, and how it ended.
func List(w io.Writer, turns []Turn) error {
	for _, t := range turns {
		if _, err := fmt.Fprintf(w, "%s of %s: %d events, %s\n", plain(t.ID), plain(t.Thread), len(t.Events), plain(t.Outcome())); err != nil {
			return err
		}
	}
	return nil
}
