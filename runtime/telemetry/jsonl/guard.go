package jsonl

import (
	"fmt"
	"io"

	ik "github.com/ikgen/ikgen/runtime"
)

// put calls the writer. One that panics, or that writes less than it says, has failed.
func (s *Sink) put(text []byte) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = len(text), fmt.Errorf("the writer of events panicked: %T", p)
		}
	}()
	n, err = s.w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	return n, err
}

// report tells the host of an event that was not written. A callback that panics is the host's fault, and must not end
// its process.
func (s *Sink) report(e ik.Event, err error) {
	defer func() { _ = recover() }()
	s.opt.OnError(e, err)
}
