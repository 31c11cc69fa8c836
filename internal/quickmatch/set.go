package quickmatch

import "math/bits"

// set holds bytes, a bit for each: those of ASCII, and others only in everything. It is small, so that the steps of many
// expressions stay in the cache together.
type set [4]uint64

func everything() set { return set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)} }

func single(c byte) (s set) {
	s.put(c)
	return s
}

func (s *set) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *set) put(c byte) { s[c>>6] |= 1 << (c & 63) }

func (s *set) add(other *set) {
	for i, part := range other {
		s[i] |= part
	}
}

func (s *set) meets(other *set) bool {
	for i, part := range other {
		if s[i]&part != 0 {
			return true
		}
	}
	return false
}

// span gives the first and the last byte of a set; ok is false when there are gaps between, or none is in it.
func (s *set) span() (first, last int, ok bool) {
	n := 0
	first = -1
	for c := range 0x80 {
		if s.has(byte(c)) {
			if first < 0 {
				first = c
			}
			last = c
		}
	}
	for _, part := range s {
		n += bits.OnesCount64(part)
	}
	return first, last, n > 0 && n == last-first+1
}
