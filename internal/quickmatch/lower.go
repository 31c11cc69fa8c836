package quickmatch

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// mostWays bounds the alternatives of a choice: step.pick counts them in a byte.
const mostWays = 200

// lowerAll turns a sequence of expressions into steps. ok is false for what steps do not have.
func lowerAll(list []*syntax.Regexp) (out []step, ok bool) {
	for _, re := range list {
		steps, ok := lower(re)
		if !ok {
			return nil, false
		}
		for _, s := range steps {
			if n := len(out); n > 0 && s.kind == literal && out[n-1].kind == literal {
				out[n-1].text += s.text
				continue
			}
			out = append(out, s)
		}
	}
	return out, true
}

func lower(re *syntax.Regexp) ([]step, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return nil, true
	case syntax.OpLiteral:
		return lowerLiteral(re)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []step{{kind: run, set: setOf(re), min: 1, max: 1}}, true
	case syntax.OpCapture, syntax.OpConcat:
		return lowerAll(re.Sub)
	case syntax.OpStar:
		return lowerRepeat(re.Sub[0], 0, unlimited)
	case syntax.OpPlus:
		return lowerRepeat(re.Sub[0], 1, unlimited)
	case syntax.OpQuest:
		return lowerRepeat(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		if re.Max < 0 {
			return lowerRepeat(re.Sub[0], int32(re.Min), unlimited)
		}
		return lowerRepeat(re.Sub[0], int32(re.Min), int32(re.Max))
	case syntax.OpAlternate:
		return lowerChoice(re.Sub)
	default:
		return nil, false
	}
}

func lowerLiteral(re *syntax.Regexp) ([]step, bool) {
	if re.Flags&syntax.FoldCase == 0 {
		for _, r := range re.Rune {
			if r >= utf8.RuneSelf {
				return nil, false
			}
		}
		return []step{{kind: literal, text: string(re.Rune)}}, len(re.Rune) > 0
	}
	var out []step
	for _, r := range re.Rune {
		var s set
		s.fold(r)
		out = append(out, step{kind: run, set: s, min: 1, max: 1})
	}
	return out, true
}

// fold adds the forms of a letter in either case.
func (s *set) fold(r rune) {
	for f := unicode.SimpleFold(r); ; f = unicode.SimpleFold(f) {
		if f < utf8.RuneSelf {
			s.put(byte(f))
		}
		if f == r {
			return
		}
	}
}

// setOf gives the ASCII bytes of a class.
func setOf(re *syntax.Regexp) (s set) {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		for b := range utf8.RuneSelf {
			if b != '\n' || re.Op == syntax.OpAnyChar {
				s.put(byte(b))
			}
		}
	default:
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1] && r < utf8.RuneSelf; r++ {
				s.put(byte(r))
			}
		}
	}
	return s
}

func lowerRepeat(re *syntax.Regexp, least, most int32) ([]step, bool) {
	body, ok := lower(re)
	if !ok || most == 0 || len(body) == 0 {
		return nil, ok
	}
	if len(body) == 1 {
		p := body[0]
		if p.kind == literal && len(p.text) == 1 {
			p = step{kind: run, set: single(p.text[0]), min: 1, max: 1}
		}
		if p.kind == run && p.min == 1 && p.max == 1 {
			p.min, p.max = least, most
			return []step{p}, true
		}
	}
	return []step{{kind: loop, min: least, max: most, more: &more{ways: [][]step{body}}}}, true
}

func lowerChoice(list []*syntax.Regexp) ([]step, bool) {
	if len(list) > mostWays {
		return nil, false
	}
	p := step{kind: choice, more: &more{}}
	for _, re := range list {
		way, ok := lower(re)
		if !ok {
			return nil, false
		}
		p.more.ways = append(p.more.ways, way)
	}
	return []step{p}, true
}
