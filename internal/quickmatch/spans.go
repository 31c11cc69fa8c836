package quickmatch

import "math/bits"

// spans are up to three ranges of bytes, to compare eight bytes at once with all of them.
type spans [3]struct{ above, beyond uint64 }

const ones = 0x0101010101010101

// spansOf gives the ranges of a set, nil when they are more than three.
func spansOf(s *set) *spans {
	out, n := new(spans), 0
	for c := 0; c < 0x80; c++ {
		if !s.has(byte(c)) {
			continue
		}
		if n == len(out) {
			return nil
		}
		first := c
		for c+1 < 0x80 && s.has(byte(c+1)) {
			c++
		}
		out[n].above, out[n].beyond = uint64(0x80-first)*ones, uint64(0x7f-c)*ones
		n++
	}
	return out
}

// prefix counts the first of eight bytes that are in a range.
func (r *spans) prefix(x uint64) int {
	in := (x+r[0].above)&^(x+r[0].beyond) | (x+r[1].above)&^(x+r[1].beyond) | (x+r[2].above)&^(x+r[2].beyond)
	return bits.TrailingZeros64(^in&highs) / 8
}
