package wire

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Eight bytes are looked at together: each is a lane of a 64-bit number, and its high bit tells the outcome.
const (
	highs  = 0x8080808080808080
	ones   = 0x0101010101010101
	spaces = ' ' * ones
	quotes = '"' * ones
	slants = '\\' * ones
)

// plain counts the bytes at the beginning of b that a JSON string holds as they are: ASCII without quotes, backslashes
// and control characters.
func plain(b []byte) int {
	n := 0
	for ; len(b)-n >= 8; n += 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		quote, slant := x^quotes, x^slants
		// A lane that is lower than what is taken from it gets its high bit set. That may spread upwards, to lanes
		// behind the first hit, which do not matter.
		if hit := (x | (x - spaces) | (quote - ones) | (slant - ones)) & highs; hit != 0 {
			return n + bits.TrailingZeros64(hit)/8
		}
	}
	for n < len(b) && b[n] >= ' ' && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

func isASCII(s string) bool {
	for len(s) >= 8 {
		// The compiler makes one load of these eight.
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if x&highs != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
