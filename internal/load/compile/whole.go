package compile

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/diag"
)

const (
	// maxWhole is the largest whole number of a spec: the largest that every reader of the representation holds exactly.
	maxWhole = 1<<53 - 1
	// maxMillis is the longest time that Go holds, in milliseconds.
	maxMillis = int64(1<<63-1) / int64(time.Millisecond)
)

// whole is the value as a whole number; ok is false where it is none. One beyond most is reported: passed over it would
// look like one that the author did not write.
func (a at) whole(most int64) (n int, ok bool) {
	v := resolved(a.v)
	if v.Err() != nil || v.Kind() != cue.IntKind {
		return 0, false
	}
	wide, err := v.Int64()
	if err != nil || wide > most || wide < -most {
		a.tooLarge(fmt.Sprintf("the number %v does not fit", v), most)
		return 0, false
	}
	return int(wide), true
}

// tooLarge reports the value at its own place.
func (a at) tooLarge(message string, most int64) {
	pos := a.c.Package.At(a.path)
	if n, ok := a.c.Package.Find(a.path); ok {
		pos = n.ValuePosition()
	}
	a.c.Report(diag.Diagnostic{
		Code: codeOutOfRange, Severity: diag.Error, Message: message, Path: a.path, Pos: pos, Help: fmt.Sprintf("write one up to %d", most),
	})
}

// factVersion reports the version of a fact's key that no number holds. Keys of another form are reported elsewhere.
func (c *Compiler) factVersion(path, key string) {
	_, version, ok := strings.Cut(key, "@")
	if n, err := strconv.ParseInt(version, 10, 64); ok && (err != nil || n > maxWhole) && digits(version) {
		c.fail(codeOutOfRange, path, fmt.Sprintf("the version of the fact %q does not fit", key), fmt.Sprintf("write one up to %d", int64(maxWhole)))
	}
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// bound is the largest value that a limit may have.
func bound(limit string) int64 {
	if strings.HasSuffix(limit, "Ms") {
		return maxMillis
	}
	return maxWhole
}
