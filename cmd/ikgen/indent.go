package main

import (
	"bytes"
	"io"
)

// indented writes every line of what it is given behind four spaces. Writes are expected to end at line ends.
type indented struct{ w io.Writer }

func (i indented) Write(p []byte) (int, error) {
	var b bytes.Buffer
	for _, line := range bytes.SplitAfter(p, []byte("\n")) {
		if len(bytes.TrimRight(line, "\n")) > 0 {
			b.WriteString("    ")
		}
		b.Write(line)
	}
	if _, err := i.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}
