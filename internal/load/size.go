package load

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/plainfile"
)

// readSource reads a CUE file, or says why it is not read.
func (l *loader) readSource(name string) ([]byte, bool) {
	at := diag.Position{File: name, Line: 1, Column: 1}
	data, err := l.files.read(name)
	var large *plainfile.TooLargeError
	var special *plainfile.NotRegularError
	why := ""
	switch {
	case errors.As(err, &large):
		why = largerThan(maxFileBytes)
	case errors.As(err, &special):
		l.notes.fail(codeLoad, at, "cannot read the file: "+unreadable(err), "remove it, or put a regular file in its place")
		return nil, false
	case err != nil:
		l.notes.fail(codeLoad, at, "cannot read the file: "+unreadable(err), "")
		return nil, false
	default:
		offset := 0
		why, offset = tooLarge(data)
		at = placeOf(name, data, offset)
	}
	if why != "" {
		l.notes.fail(codeTooLarge, at, why, "split the package into files, or its schemas into definitions")
	}
	return data, why == ""
}

// unreadable words why a file cannot be read. The path stands before it already.
func unreadable(err error) string {
	var special *plainfile.NotRegularError
	var large *plainfile.TooLargeError
	switch {
	case errors.As(err, &special):
		return fmt.Sprintf("it is %s, not a regular file", special.Kind())
	case errors.As(err, &large):
		return largerThan(int(large.Max))
	}
	return err.Error()
}

func largerThan(bytes int) string { return fmt.Sprintf("the file is larger than %d bytes", bytes) }

// The sizes up to which a file is read: beyond them CUE's recursion could exhaust the stack, which nothing can catch.
const (
	maxFileBytes = 4 << 20
	maxNesting   = 500
	maxOperators = 2000
)

// placeOf is the position of a byte of a file.
func placeOf(name string, data []byte, offset int) diag.Position {
	before := data[:min(offset, len(data))]
	return diag.Position{File: name, Line: 1 + bytes.Count(before, []byte{'\n'}), Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

// tooLarge says why a file is not read, and at which byte that shows; "" where it is read. Brackets in texts and comments
// count too: no sensible text comes near the bound.
func tooLarge(data []byte) (why string, offset int) {
	if len(data) > maxFileBytes {
		return largerThan(maxFileBytes), 0
	}
	depth, run := 0, 0
	for i, b := range data {
		switch b {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth = max(0, depth-1)
		}
		switch b {
		case '!', '-', '+', '<', '>', '*', '&', '|', '~':
			run++
		case '\n':
			run = 0
		}
		if depth > maxNesting {
			return fmt.Sprintf("the file nests deeper than %d brackets", maxNesting), i
		}
		if run > maxOperators {
			return fmt.Sprintf("a line of the file has more than %d operators", maxOperators), i
		}
	}
	return "", 0
}
