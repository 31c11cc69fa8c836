package regular

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// The code points that are no characters of their own: no document holds them.
const (
	firstSurrogate = 0xD800
	afterSurrogate = 0xE000
)

// alphabet has one rune of each class that the machines tell apart.
func alphabet(machines []machine) []rune {
	edges := []rune{0, '\n', '\n' + 1, afterSurrogate}
	// Where words begin and end.
	edges = append(edges, '0', 'A', '_', 'a')
	for _, r := range []rune{'9', 'Z', '_', 'z'} {
		edges = append(edges, r+1)
	}
	for _, m := range machines {
		for i := range m.prog.Inst {
			edges = append(edges, edgesOf(&m.prog.Inst[i])...)
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	return slices.DeleteFunc(edges, func(r rune) bool {
		return r < 0 || r > unicode.MaxRune || r >= firstSurrogate && r < afterSurrogate
	})
}

// edgesOf are the runes at which an instruction begins to take runes, or ceases to.
func edgesOf(in *syntax.Inst) []rune {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1:
	default:
		return nil
	}
	var out []rune
	if len(in.Rune) == 1 {
		out = append(out, in.Rune[0], in.Rune[0]+1)
		if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
			for r := unicode.SimpleFold(in.Rune[0]); r != in.Rune[0]; r = unicode.SimpleFold(r) {
				out = append(out, r, r+1)
			}
		}
		return out
	}
	for i := 0; i+1 < len(in.Rune); i += 2 {
		out = append(out, in.Rune[i], in.Rune[i+1]+1)
	}
	return out
}
