package quickmatch

import "strings"

type kind uint8

const (
	literal   kind = iota // text
	run                   // min to max bytes of set
	loop                  // more.ways[0], min to max times
	choice                // one of more.ways, by the next byte
	fixed                 // a byte of each of more.row
	suffix                // the rest, which ends with text
	holding               // the rest, in which text stands
	automaton             // the rest, by more.table
)

// step consumes one part of the string. Most steps fill one line of the processor's cache; what few need is in more.
type step struct {
	kind     kind
	min, max int32
	text     string
	set      set    // of a loop: the bytes that its body starts with
	spans    *spans // of a run: the ranges of set, nil when they are many
	more     *more
}

type more struct {
	ways   [][]step
	pick   [256]uint8 // of a choice: 1 + the index in ways, 0 for none
	row    []set
	blocks []block // row, where each of its sets is a range
	table  *table
}

const unlimited = 1 << 30

// walk takes the steps from s[at:] on and gives the position behind them, -1 when they do not fit. It decides by the next
// byte alone: decide has shown that no other way could fit.
func walk(steps []step, s string, at int) int {
	for i := range steps {
		p := &steps[i]
		switch p.kind {
		case run:
			n := p.length(s[at:])
			if n < int(p.min) {
				return -1
			}
			at += n
		case literal:
			rest, n := s[at:], len(p.text)
			if len(rest) < n || rest[0] != p.text[0] || n > 1 && rest[:n] != p.text {
				return -1
			}
			at += n
		case fixed:
			if !p.more.fits(s[at:]) {
				return -1
			}
			at += len(p.more.row)
		case loop:
			at = p.repeat(s, at)
		case choice:
			if at >= len(s) || p.more.pick[s[at]] == 0 {
				return -1
			}
			at = walk(p.more.ways[p.more.pick[s[at]]-1], s, at)
		default:
			at = p.rest(s)
		}
		if at < 0 {
			return -1
		}
	}
	return at
}

// length is the number of bytes at the beginning of text that a run takes, whether they are enough or not.
func (p *step) length(text string) int {
	text = text[:min(len(text), int(p.max))]
	n := 0
	for p.spans != nil && len(text)-n >= lanes {
		x := load(text[n:])
		if x&highs != 0 {
			break
		}
		k := p.spans.prefix(x)
		if n += k; k < lanes {
			return n
		}
	}
	for n < len(text) && p.set.has(text[n]) {
		n++
	}
	return n
}

func (p *step) repeat(s string, at int) int {
	n := int32(0)
	for ; n < p.max && at < len(s) && p.set.has(s[at]); n++ {
		if at = walk(p.more.ways[0], s, at); at < 0 {
			return -1
		}
	}
	if n < p.min {
		return -1
	}
	return at
}

// rest judges the whole string: the step is the only one.
func (p *step) rest(s string) int {
	ok := false
	switch p.kind {
	case suffix:
		ok = strings.HasSuffix(s, p.text)
	case holding:
		ok = strings.Contains(s, p.text)
	case automaton:
		ok = p.more.table.match(s)
	}
	if !ok {
		return -1
	}
	return len(s)
}
