package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"

	ik "github.com/ikgen/ikgen/runtime"
)

// MaxLine is how long a line may be, in bytes. One that is longer is not an event.
const MaxLine = 64 << 20

// Read gives the events of a file in its order. A line that is no event is EVENT_LINE_UNREADABLE, with the number of the
// line, and the next line follows: a writer that broke off leaves half a line. Empty lines are left out. An error of the
// reader is the last thing that comes.
func Read(r io.Reader) iter.Seq2[ik.Event, error] { return read(r, MaxLine) }

func read(r io.Reader, limit int) iter.Seq2[ik.Event, error] {
	return func(yield func(ik.Event, error) bool) {
		in := bufio.NewReader(r)
		for n := 1; ; n++ {
			text, long, err := readLine(in, limit)
			if end := errors.Is(err, io.EOF); err != nil && (!end || len(text) == 0 && !long) {
				if !end {
					yield(ik.Event{}, err)
				}
				return
			}
			if text = bytes.TrimSpace(text); len(text) == 0 && !long {
				continue
			}
			if !yield(event(text, long, n)) {
				return
			}
		}
	}
}

// event reads a line. What has neither an id nor a type is no event.
func event(text []byte, long bool, n int) (ik.Event, error) {
	var e ik.Event
	if !long && json.Unmarshal(text, &e) == nil && e.ID != "" && e.Type != "" {
		return e, nil
	}
	return ik.Event{}, ik.NewError(ik.KindBase, "EVENT_LINE_UNREADABLE", "line %d is not an event", n).With("line", n)
}

// readLine gives the next line. Of one that is too long the rest is passed over.
func readLine(in *bufio.Reader, limit int) (text []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(text)+len(part) > limit; !long {
			text = append(text, part...)
		} else {
			text = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, long, err
		}
	}
}
