package regular

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// machine is the automaton of one rule.
type machine struct {
	prog *syntax.Prog
	not  bool
}

// walk goes through the strings, shortest first, and remembers what it has seen.
type walk struct {
	language Language
	machines []machine
	runes    []rune
	seen     map[string]bool
	work     int // instructions that were followed
}

// state is where all machines are behind the same string.
type state struct {
	prev    rune // -1 at the beginning
	length  int  // as far as the bounds look at it
	threads []threads
}

// threads are where one machine is: the instructions that are still to be followed, and whether it has matched.
type threads struct {
	at      []uint32
	matched bool
}

func (w *walk) empty() bool {
	first := state{prev: -1}
	for range w.machines {
		first.threads = append(first.threads, threads{})
	}
	w.seen[first.key()] = true
	for queue := []state{first}; len(queue) > 0; {
		s := queue[0]
		queue = queue[1:]
		if w.accepts(s) {
			return false
		}
		if w.language.Most >= 0 && s.length >= w.language.Most {
			continue
		}
		for _, r := range w.runes {
			next := w.step(s, r)
			key := next.key()
			if w.work > maxWork {
				return false
			}
			if w.seen[key] || w.lost(next) {
				continue
			}
			if len(w.seen) >= maxStates {
				return false
			}
			w.seen[key] = true
			queue = append(queue, next)
		}
	}
	return true
}

// lost tells whether a rule that forbids a match has matched: nothing behind it can help.
func (w *walk) lost(s state) bool {
	for i, m := range w.machines {
		if m.not && s.threads[i].matched {
			return true
		}
	}
	return false
}

// accepts tells whether the string may end here.
func (w *walk) accepts(s state) bool {
	if s.length < w.language.Least {
		return false
	}
	for i, m := range w.machines {
		matched := s.threads[i].matched
		if !matched {
			_, matched = m.follow(s.threads[i].at, syntax.EmptyOpContext(s.prev, -1))
		}
		if matched == m.not {
			return false
		}
	}
	return true
}

// step reads one rune.
func (w *walk) step(s state, r rune) state {
	out := state{prev: class(r), length: s.length}
	if s.length < max(w.language.Least, w.language.Most) {
		out.length++
	}
	op := syntax.EmptyOpContext(s.prev, r)
	for i, m := range w.machines {
		w.work += len(m.prog.Inst)
		out.threads = append(out.threads, m.read(s.threads[i], op, r))
	}
	return out
}

// class is a rune that stands for all that assertions do not tell apart.
func class(r rune) rune {
	switch {
	case r == '\n':
		return r
	case syntax.IsWordChar(r):
		return 'a'
	default:
		return ' '
	}
}

func (m machine) read(t threads, op syntax.EmptyOp, r rune) threads {
	if t.matched {
		return t
	}
	open, matched := m.follow(t.at, op)
	if matched {
		return threads{matched: true}
	}
	var out threads
	for _, pc := range open {
		if in := &m.prog.Inst[pc]; in.MatchRune(r) {
			out.at = append(out.at, in.Out)
		}
	}
	slices.Sort(out.at)
	out.at = slices.Compact(out.at)
	return out
}

// follow gives the instructions that read a rune, from those given and from a match that begins here.
func (m machine) follow(at []uint32, op syntax.EmptyOp) (open []uint32, matched bool) {
	todo := append(slices.Clone(at), uint32(m.prog.Start))
	seen := make([]bool, len(m.prog.Inst))
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^op == 0 {
				todo = append(todo, in.Out)
			}
		case syntax.InstMatch:
			return nil, true
		case syntax.InstFail:
		default:
			open = append(open, pc)
		}
	}
	return open, false
}

// key tells states apart.
func (s state) key() string {
	out := binary.AppendVarint(nil, int64(s.prev))
	out = binary.AppendVarint(out, int64(s.length))
	for _, t := range s.threads {
		if t.matched {
			out = binary.AppendVarint(out, -1)
			continue
		}
		out = binary.AppendVarint(out, int64(len(t.at)))
		for _, pc := range t.at {
			out = binary.AppendVarint(out, int64(pc))
		}
	}
	return string(out)
}
