package quickmatch

import "regexp/syntax"

// Matcher is a compiled expression. It is immutable and safe for concurrent use. A nil Matcher is sure of nothing.
type Matcher struct {
	steps  []step
	end    bool // steps must reach the end of the string
	covers bool
}

// Compile gives the matcher of an expression in the syntax of package regexp, nil when there is none.
func Compile(expression string) *Matcher {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	if m := sequential(re); m != nil {
		return m
	}
	if t := tableOf(re); t != nil {
		return &Matcher{steps: []step{{kind: automaton, more: &more{table: t}}}, covers: !t.stops}
	}
	return nil
}

// Sure tells that s matches. When it is false and s is ASCII, s does not match; of other strings nothing is known.
func (m *Matcher) Sure(s string) bool {
	if m == nil {
		return false
	}
	at := walk(m.steps, s, 0)
	return at == len(s) || at >= 0 && !m.end
}

// Covers tells that a string of which Sure is true is ASCII.
func (m *Matcher) Covers() bool { return m != nil && m.covers }

// sequential compiles an expression to steps or to a text, nil when it is not so simple.
func sequential(re *syntax.Regexp) *Matcher {
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	begin, end := false, false
	if len(parts) > 0 && parts[0].Op == syntax.OpBeginText {
		begin, parts = true, parts[1:]
	}
	if n := len(parts); n > 0 && parts[n-1].Op == syntax.OpEndText {
		end, parts = true, parts[:n-1]
	}
	steps, ok := lowerAll(parts)
	if !ok {
		return nil
	}
	if !begin {
		if len(steps) == 1 && steps[0].kind == literal {
			steps[0].kind = holding
			if end {
				steps[0].kind = suffix
			}
			return &Matcher{steps: steps}
		}
		return nil
	}
	var after set
	if !end {
		steps = leastTail(steps)
		after = everything()
	}
	if len(steps) == 0 || !decide(steps, &after) {
		return nil
	}
	return &Matcher{steps: joined(steps), end: end, covers: end}
}

// leastTail makes the last step as short as it may be: where anything may follow, more of it does not matter.
func leastTail(steps []step) []step {
	for n := len(steps); n > 0; n-- {
		last := &steps[n-1]
		if last.kind == literal || last.kind == choice {
			break
		}
		if last.max = last.min; last.max > 0 {
			break
		}
		steps = steps[:n-1]
	}
	return steps
}
