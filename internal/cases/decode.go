package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
)

// Problem is one reason why a case cannot be run.
type Problem struct {
	Pointer string        `json:"pointer,omitempty"` // JSON Pointer into case.json
	Pos     diag.Position `json:"position"`          // in the case file, line and column from 1; zero: the file as a whole
	Message string        `json:"message"`
}

// ParseError is every problem of a case that was found in one pass.
type ParseError struct{ Problems []Problem }

// Error gives the problems, one a line.
func (e *ParseError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// String gives place, pointer and message on one line.
func (p Problem) String() string {
	s := p.Pos.File
	if p.Pos.Line > 0 {
		s += fmt.Sprintf(":%d:%d", p.Pos.Line, p.Pos.Column)
	}
	if p.Pointer != "" {
		s += ": " + p.Pointer
	}
	return s + ": " + p.Message
}

// decoder reads trees strictly and collects every problem.
type decoder struct{ problems []problem }

// problem is a Problem before its offset is turned into a line.
type problem struct {
	at      string
	offset  int
	message string
}

func (d *decoder) fail(v *tree.Value, at, format string, args ...any) {
	offset := 0
	if v != nil {
		offset = v.Start
	}
	d.problems = append(d.problems, problem{at, offset, fmt.Sprintf(format, args...)})
}

// keys checks that v is an object with known keys only.
func (d *decoder) keys(v *tree.Value, at string, known ...string) bool {
	if !d.kind(v, at, tree.Object) {
		return false
	}
	ok := true
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			message := fmt.Sprintf("the key %q is unknown", m.Key)
			if near := diag.Suggest(m.Key, known); near != "" {
				message += fmt.Sprintf(", did you mean %q?", near)
			}
			d.problems = append(d.problems, problem{tree.Pointer(at, m.Key), m.At, message})
			ok = false
		}
	}
	return ok
}

func (d *decoder) kind(v *tree.Value, at string, want tree.Kind) bool {
	if v.Kind == want {
		return true
	}
	d.fail(v, at, "it must be %s, not %s", article(want.String()), article(v.Kind.String()))
	return false
}

func article(word string) string {
	if word == "null" {
		return word
	}
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// text reads an optional member.
func (d *decoder) text(v *tree.Value, at, key string) string {
	m := v.Get(key)
	if m == nil || !d.kind(m, tree.Pointer(at, key), tree.String) {
		return ""
	}
	return m.Text
}

func (d *decoder) flag(v *tree.Value, at, key string) bool {
	m := v.Get(key)
	return m != nil && d.kind(m, tree.Pointer(at, key), tree.Bool) && m.Text == "true"
}

// whole reads an optional whole number that is at least lowest; absent is 0.
func (d *decoder) whole(v *tree.Value, at, key string, lowest int) int {
	m := v.Get(key)
	if m == nil || !d.kind(m, tree.Pointer(at, key), tree.Number) {
		return 0
	}
	n, err := strconv.Atoi(m.Text)
	if err != nil || n < lowest {
		d.fail(m, tree.Pointer(at, key), "it must be a whole number of at least %d", lowest)
		return 0
	}
	return n
}

func (d *decoder) list(v *tree.Value, at, key string) []*tree.Value {
	m := v.Get(key)
	if m == nil || !d.kind(m, tree.Pointer(at, key), tree.Array) {
		return nil
	}
	return m.Items
}

func (d *decoder) texts(v *tree.Value, at, key string) []string {
	var out []string
	for i, it := range d.list(v, at, key) {
		if d.kind(it, tree.Index(tree.Pointer(at, key), i), tree.String) {
			out = append(out, it.Text)
		}
	}
	return out
}

func (d *decoder) time(v *tree.Value, at, key string, otherwise time.Time) time.Time {
	m := v.Get(key)
	if m == nil || !d.kind(m, tree.Pointer(at, key), tree.String) {
		return otherwise
	}
	t, err := time.Parse(time.RFC3339Nano, m.Text)
	if err != nil {
		d.fail(m, tree.Pointer(at, key), "it must be a time such as 2026-01-01T00:00:00Z")
		return otherwise
	}
	return t.UTC()
}

// of reads an optional member of one kind.
func (d *decoder) of(v *tree.Value, at, key string, kind tree.Kind) *tree.Value {
	m := v.Get(key)
	if m == nil || !d.kind(m, tree.Pointer(at, key), kind) {
		return nil
	}
	return m
}

func (d *decoder) oneOf(v *tree.Value, at, key string, allowed ...string) string {
	s := d.text(v, at, key)
	if m := v.Get(key); m != nil && m.Kind == tree.String && !slices.Contains(allowed, s) {
		d.fail(m, tree.Pointer(at, key), "it must be one of %s", strings.Join(allowed, ", "))
	}
	return s
}
