// Package jsonl writes the events of turns as JSON lines, and reads them.
//
// It owns the form of the file, one event a line, and a bounded queue between turns and a writer, so that a slow disk
// slows no turn. It knows neither kernel nor stores, and opens, rotates and closes no file: that is the host's.
//
// A file of lines is for people and for tools that follow a conversation. What must not be lost is in the outbox of the
// store.
package jsonl

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// Options of a sink. The zero value is usable.
type Options struct {
	// MaxEvents is how many events may wait to be written. Default: 4096.
	MaxEvents int
	// MaxBytes is how large the lines that wait may be together. Default: 16 MiB.
	MaxBytes int
	// OnError hears of each event that was taken and could not be written: give it the kernel's own OnSinkError. It is
	// called by one goroutine, and must not call the sink.
	OnError func(ik.Event, error)
}

const (
	defaultEvents = 4096
	defaultBytes  = 16 << 20
	// batchBytes is how much is written at once, about.
	batchBytes = 64 << 10
)

// Sink writes events to a writer. Each call of the writer gets whole lines, so a writer may rotate its file between two
// calls. It is safe for concurrent use, and must be closed: it has a goroutine.
type Sink struct {
	w   io.Writer
	opt Options

	mu      sync.Mutex
	queue   []line
	bytes   int           // of the lines that wait
	busy    bool          // lines are being written
	closed  bool          // no event is taken any more
	dropped int           // events that were refused for want of room
	wake    chan struct{} // holds one token when there is something to do
	idle    chan struct{} // closed and replaced whenever nothing waits any more
	done    chan struct{} // closed when the goroutine has ended

	torn bool // the last write may have ended within a line; of the goroutine
}

// line is one event with its text.
type line struct {
	event ik.Event
	text  []byte
}

// New makes a sink that writes to w, which only the sink uses until Close has returned.
func New(w io.Writer, opt Options) *Sink {
	if opt.MaxEvents <= 0 {
		opt.MaxEvents = defaultEvents
	}
	if opt.MaxBytes <= 0 {
		opt.MaxBytes = defaultBytes
	}
	s := &Sink{
		w: w, opt: opt, wake: make(chan struct{}, 1), idle: make(chan struct{}), done: make(chan struct{}),
	}
	go s.run()
	return s
}

// Emit takes an event. It never waits for the writer: an event that has no room is EVENT_SINK_FULL and is left out, one
// after Close is EVENT_SINK_CLOSED. The kernel gives both to OnSinkError.
func (s *Sink) Emit(_ context.Context, e ik.Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		return ik.NewError(ik.KindBase, "EVENT_UNWRITABLE", "the event is not JSON").Because(err)
	}
	text = append(text, '\n')
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return ik.NewError(ik.KindBase, "EVENT_SINK_CLOSED", "the event sink is closed")
	case len(s.queue) >= s.opt.MaxEvents, s.bytes+len(text) > s.opt.MaxBytes:
		s.dropped++
		return ik.NewError(ik.KindBase, "EVENT_SINK_FULL", "the event sink has no room").With("dropped", s.dropped).Retry()
	}
	s.queue = append(s.queue, line{e, text})
	s.bytes += len(text)
	s.signal()
	return nil
}

// Dropped is how many events were left out for want of room.
func (s *Sink) Dropped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// Flush waits until every event that was taken before is written, or could not be. The error is that of the context.
func (s *Sink) Flush(ctx context.Context) error {
	for {
		s.mu.Lock()
		still, idle := s.busy || len(s.queue) > 0, s.idle
		s.mu.Unlock()
		if !still {
			return nil
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Close takes no more events, writes those that wait and ends the sink. The error is that of the context: then the sink
// ends by itself, as soon as the writer returns. It may be called again.
func (s *Sink) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.signal()
	s.mu.Unlock()
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// signal wakes the goroutine. The caller holds mu.
func (s *Sink) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *Sink) run() {
	defer close(s.done)
	for range s.wake {
		for {
			batch, closed := s.take()
			if len(batch) == 0 {
				if closed {
					return
				}
				break
			}
			s.write(batch)
		}
	}
}

// take gives lines that wait, about as many as are written at once. Without any, whoever flushes is let go.
func (s *Sink) take() (batch []line, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size, n := 0, 0
	for n < len(s.queue) && size < batchBytes {
		size += len(s.queue[n].text)
		n++
	}
	batch = s.queue[:n:n]
	s.queue, s.bytes, s.busy = s.queue[n:], s.bytes-size, n > 0
	if n == 0 {
		s.queue = nil // what was written is garbage now
		close(s.idle)
		s.idle = make(chan struct{})
	}
	return batch, s.closed
}

// write writes lines. After a write that broke off, a line of its own ends what may be half a line.
func (s *Sink) write(batch []line) {
	var text bytes.Buffer
	if s.torn {
		text.WriteByte('\n')
	}
	for _, l := range batch {
		text.Write(l.text)
	}
	n, err := s.put(text.Bytes())
	if err == nil {
		s.torn = false
		return
	}
	s.torn = s.torn || n > 0
	if s.opt.OnError == nil {
		return
	}
	for _, l := range batch {
		s.report(l.event, err)
	}
}
