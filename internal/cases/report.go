package cases

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
)

// The outcomes of a case.
const (
	Passed     = "passed"
	Failed     = "failed"
	Unreadable = "unreadable" // the file, its agent, or a script is wrong
	Broken     = "broken"     // the tool itself failed
)

// Report is what came of a run: one entry per case, in code order of their files.
type Report struct {
	Cases []CaseReport `json:"cases"`
	dir   string
}

// CaseReport is what came of one case.
type CaseReport struct {
	File     string    `json:"file"` // relative to the directory of the run
	Status   string    `json:"status"`
	Failures []Failure `json:"failures,omitempty"`
	Problems []Problem `json:"problems,omitempty"`
	Events   []string  `json:"events,omitempty"` // a line each, of a case that failed
	Updated  bool      `json:"updated,omitempty"`
}

// Failure is one thing that did not come out as expected.
type Failure struct {
	Turn     int         `json:"turn,omitempty"` // from 1; 0: the end of the conversation
	TurnID   string      `json:"turnId,omitempty"`
	Path     string      `json:"path"` // JSON Pointer into the outcome of the turn
	Expected *tree.Value `json:"expected,omitempty"`
	Actual   *tree.Value `json:"actual,omitempty"`
	Message  string      `json:"message,omitempty"`
	Because  []string    `json:"because,omitempty"` // of the first failure of a turn: the steps that failed in it, and why
}

// fail records a failure of a turn; i is -1 for the end.
func (r *runner) fail(i int, t *Turn, f Failure) {
	f.Turn = i + 1
	if t != nil {
		f.TurnID = string(t.ID)
	}
	r.failures = append(r.failures, f)
}

// Count gives how many cases have a status.
func (r Report) Count(status string) int {
	n := 0
	for _, c := range r.Cases {
		if c.Status == status {
			n++
		}
	}
	return n
}

// WriteJSON writes the report as one JSON document.
func (r Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Report
		Passed     int `json:"passed"`
		Failed     int `json:"failed"`
		Unreadable int `json:"unreadable"`
		Broken     int `json:"broken"`
	}{r, r.Count(Passed), r.Count(Failed), r.Count(Unreadable), r.Count(Broken)})
}

// WriteText writes a line per case, what is wrong with those that did not pass, and a summary.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, c := range r.Cases {
		c.write(&b, r.dir)
	}
	fmt.Fprintf(&b, "%d passed, %d failed", r.Count(Passed), r.Count(Failed))
	if n := r.Count(Unreadable); n > 0 {
		fmt.Fprintf(&b, ", %d unreadable", n)
	}
	if n := r.Count(Broken); n > 0 {
		fmt.Fprintf(&b, ", %d broken", n)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func (c CaseReport) write(b *strings.Builder, dir string) {
	word := map[string]string{Passed: "ok  ", Failed: "FAIL", Unreadable: "BAD ", Broken: "BROKEN"}[c.Status]
	b.WriteString(word + " " + c.File)
	if c.Updated {
		b.WriteString(" (updated)")
	}
	b.WriteByte('\n')
	for _, p := range c.Problems {
		if rel, err := filepath.Rel(dir, p.Pos.File); err == nil && dir != "" {
			p.Pos.File = rel
		}
		b.WriteString("     " + p.String() + "\n")
	}
	for _, f := range c.Failures {
		f.write(b)
	}
	if len(c.Events) > 0 {
		b.WriteString("     events so far:\n")
		for _, e := range c.Events {
			b.WriteString("       " + e + "\n")
		}
	}
}

func (f Failure) write(b *strings.Builder) {
	where := "at the end"
	if f.Turn > 0 {
		where = fmt.Sprintf("turn %d", f.Turn)
		if f.TurnID != "" {
			where += " (" + f.TurnID + ")"
		}
	}
	fmt.Fprintf(b, "     %s: %s", where, f.Path)
	if f.Message != "" {
		b.WriteString(": " + f.Message)
	}
	b.WriteByte('\n')
	for _, cause := range f.Because {
		b.WriteString("       because: " + cause + "\n")
	}
	const label = "       expected: "
	if f.Expected != nil {
		b.WriteString(label + shown(f.Expected, len(label)) + "\n")
	}
	if f.Actual != nil || f.Expected != nil {
		b.WriteString("       actual:   " + shown(f.Actual, len(label)) + "\n")
	}
}

// maxShown is how many lines of a value people see. The report as JSON has all of it.
const maxShown = 30

func shown(v *tree.Value, start int) string {
	if v == nil {
		return "nothing"
	}
	indent := strings.Repeat(" ", start)
	lines := strings.Split(v.Format(indent, start, 120), "\n")
	if len(lines) > maxShown {
		more := len(lines) - maxShown
		lines = append(lines[:maxShown], fmt.Sprintf("%s… %d more lines", indent, more))
	}
	return strings.Join(lines, "\n")
}
