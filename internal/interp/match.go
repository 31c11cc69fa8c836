package interp

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// step is what a condition is judged on: the values by root. An absent root matches nothing.
type step struct {
	input, output json.RawMessage
	facts         ik.FactReader
	now           time.Time
	text          func(ik.Template) string // where texts may not show everything, else nil
}

func stepOf(c ik.PolicyContext) step {
	s := step{input: jsonval.Raw(c.Input), output: jsonval.Raw(c.Output), facts: c.Facts, now: c.Now}
	if c.Shown != nil {
		s.text = c.Text
	}
	return s
}

// fact gives the value of a fact: the instance that the step requires, of a keyed one.
func (s step) fact(key ik.FactKey) (json.RawMessage, bool) {
	if s.facts == nil {
		return nil, false
	}
	f, ok := s.facts.Required(key)
	if !ok {
		return nil, false
	}
	return jsonval.Raw(f.Value), true
}

// root gives the value that a path begins at: input, output, now or a fact.
func (s step) root(name string) (json.RawMessage, bool) {
	switch name {
	case "input":
		return s.input, len(s.input) > 0
	case "output":
		return s.output, len(s.output) > 0
	case "now":
		raw, err := json.Marshal(s.now.Format(time.RFC3339))
		return raw, err == nil
	default:
		return s.fact(ik.FactKey(name))
	}
}

// at gives the value at a path such as input.amount or order.found@1.total.
func (s step) at(path string) (json.RawMessage, bool) {
	root, fields := ik.Path(path).Split()
	v, ok := s.root(root)
	if !ok {
		return nil, false
	}
	return jsonval.Lookup(v, fields...)
}

// condition tells whether something holds of a step.
type condition func(step) bool

// all holds when every part does; of no parts it holds.
func all(parts []condition) condition {
	return func(s step) bool {
		for _, p := range parts {
			if !p(s) {
				return false
			}
		}
		return true
	}
}

// matchOf interprets a #Match: every leaf must hold, and an absent path never does.
func matchOf(m ir.Match, at place) (condition, error) {
	var parts []condition
	for _, l := range m.Leaves {
		c, err := leaf(l, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(l.Path, "."), err)
		}
		parts = append(parts, c)
	}
	return all(parts), nil
}

func leaf(l ir.Leaf, at place) (condition, error) {
	value, err := find(l.Path)
	if err != nil {
		return nil, err
	}
	parts := []condition{func(s step) bool { _, ok := value(s); return ok }}
	if l.Type != nil {
		read, err := newCompiler(true).compile(*l.Type, at)
		if err != nil {
			return nil, err
		}
		parts = append(parts, func(s step) bool {
			v, _ := value(s)
			d := wire.NewDecoder(v)
			read(&d, &writer{})
			return len(d.Issues()) == 0
		})
	}
	for _, c := range l.Compare {
		part, err := compared(value, c)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return all(parts), nil
}

// missing holds when none of the facts is there.
func missing(keys []string) condition {
	return func(s step) bool {
		for _, k := range keys {
			if _, there := s.fact(ik.FactKey(k)); there {
				return false
			}
		}
		return true
	}
}

// ages compares the times at paths with now. An absent path, or a text that is no time, never holds.
func ages(list []ir.Age, older bool) (condition, error) {
	test := ik.NewerThan
	if older {
		test = ik.OlderThan
	}
	var parts []condition
	for _, a := range list {
		d, err := time.ParseDuration(a.Duration)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Path, err)
		}
		parts = append(parts, func(s step) bool {
			raw, ok := s.at(a.Path)
			var text string
			if !ok || json.Unmarshal(raw, &text) != nil {
				return false
			}
			return test(text, d, s.now)
		})
	}
	return all(parts), nil
}
