package quickmatch

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// mostStates bounds a table: 128 bytes each.
const mostStates = 64

// The first states of every table.
const (
	dead    = iota // no string that starts like this matches
	certain        // every string that starts like this matches
	initial
)

// table is a deterministic automaton over ASCII.
type table struct {
	next    [][utf8.RuneSelf]uint8
	accepts []bool // at the end of the string
	stops   bool   // certain is reachable
}

func (t *table) match(s string) bool {
	next, at := t.next, uint8(initial)
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return false
		}
		if at = next[at][c]; at <= certain {
			return at == certain
		}
	}
	return t.accepts[at]
}

// builder makes a table from the instructions of an expression: a state is a set of instructions.
type builder struct {
	prog   *syntax.Prog
	table  *table
	states [][]uint32          // instructions of each state from initial on
	failed bool                // an instruction that a table cannot follow
	fresh  [utf8.RuneSelf]bool // bytes that some instruction tells from the byte before
}

// tableOf gives nil when the expression needs too many states.
func tableOf(re *syntax.Regexp) *table {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > 1000 {
		return nil
	}
	b := &builder{prog: prog, table: &table{}}
	b.compareBytes()
	b.table.next = make([][utf8.RuneSelf]uint8, initial)
	b.table.accepts = make([]bool, initial)
	begin := b.closure([]uint32{uint32(prog.Start)}, syntax.EmptyBeginText)
	if b.id(begin) == certain {
		return nil // everything matches: left to others
	}
	for i := 0; i < len(b.states) && !b.failed; i++ {
		b.fill(i)
	}
	if b.failed {
		return nil
	}
	return b.table
}

// id gives the number of a state, a new one when there is none.
func (b *builder) id(state []uint32) uint8 {
	if len(state) == 0 {
		return dead
	}
	if b.matches(state) {
		b.table.stops = true
		return certain
	}
	for i, have := range b.states {
		if i > 0 && slices.Equal(have, state) { // the first state alone knows that the string begins
			return uint8(i + initial)
		}
	}
	if len(b.states) == mostStates {
		b.failed = true
		return dead
	}
	b.states = append(b.states, state)
	b.table.next = append(b.table.next, [utf8.RuneSelf]uint8{})
	b.table.accepts = append(b.table.accepts, b.matches(b.closure(state, syntax.EmptyEndText|b.atStart())))
	return uint8(len(b.states) - 1 + initial)
}

// atStart is the condition that holds where the first state is made: an empty string begins and ends there.
func (b *builder) atStart() syntax.EmptyOp {
	if len(b.states) == 1 {
		return syntax.EmptyBeginText
	}
	return 0
}

func (b *builder) matches(state []uint32) bool {
	return slices.ContainsFunc(state, func(pc uint32) bool { return b.prog.Inst[pc].Op == syntax.InstMatch })
}

// fill computes where each byte leads. A match may begin behind every byte.
func (b *builder) fill(i int) {
	to := uint8(dead)
	for c := range rune(utf8.RuneSelf) {
		if b.fresh[c] {
			to = b.id(b.closure(b.behind(b.states[i], c), 0))
		}
		b.table.next[i+initial][c] = to
	}
}

// behind gives the instructions behind those that read c.
func (b *builder) behind(state []uint32, c rune) []uint32 {
	to := []uint32{uint32(b.prog.Start)}
	for _, pc := range state {
		if inst := &b.prog.Inst[pc]; reads(inst) && inst.MatchRune(c) {
			to = append(to, inst.Out)
		}
	}
	return to
}

func (b *builder) compareBytes() {
	b.fresh[0] = true
	for i := range b.prog.Inst {
		if inst := &b.prog.Inst[i]; reads(inst) {
			for c := rune(1); c < utf8.RuneSelf; c++ {
				b.fresh[c] = b.fresh[c] || inst.MatchRune(c) != inst.MatchRune(c-1)
			}
		}
	}
}

func reads(inst *syntax.Inst) bool {
	switch inst.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	default:
		return false
	}
}

// closure gives the instructions that are reached without a byte when the conditions hold: those that read one, and the
// conditions that may hold at the end.
func (b *builder) closure(from []uint32, holds syntax.EmptyOp) []uint32 {
	var out []uint32
	seen := make([]bool, len(b.prog.Inst))
	todo := slices.Clone(from)
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		inst := &b.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, inst.Out)
		case syntax.InstEmptyWidth:
			todo, out = b.condition(inst, pc, holds, todo, out)
		case syntax.InstFail:
		default:
			out = append(out, pc)
		}
	}
	slices.Sort(out)
	return out
}

func (b *builder) condition(inst *syntax.Inst, pc uint32, holds syntax.EmptyOp, todo, out []uint32) ([]uint32, []uint32) {
	switch op := syntax.EmptyOp(inst.Arg); {
	case op&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0:
		b.failed = true
	case op&^holds == 0:
		todo = append(todo, inst.Out)
	case op == syntax.EmptyEndText:
		out = append(out, pc) // may hold later
	}
	return todo, out
}
