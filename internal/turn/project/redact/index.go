package redact

import (
	"slices"
	"strings"
)

// index finds texts in others in one walk, however many texts there are: a thread that knows a thousand customers has
// thousands of them, and every string of every document is searched.
type index struct {
	// sorted are the texts in code order.
	sorted []string
	// shorter is, for each text, the place of the longest other one that it begins with, -1 for none.
	shorter []int
	// from is, for each first byte, where the texts that begin with it start in sorted. The next entry is their end.
	from [257]int
}

// newIndex makes the index of distinct texts, none of them empty.
func newIndex(texts []string) *index {
	x := &index{sorted: slices.Sorted(slices.Values(texts)), shorter: make([]int, len(texts))}
	for n, text := range x.sorted {
		x.from[int(text[0])+1]++
		x.shorter[n] = x.begin(n-1, text)
	}
	for b := range 256 {
		x.from[b+1] += x.from[b]
	}
	return x
}

// begin gives the place of the longest text that s begins with, -1 for none. at is that of the last text that does not
// come after s: between a text and what begins with it, everything begins with it.
func (x *index) begin(at int, s string) int {
	for at >= 0 && !strings.HasPrefix(s, x.sorted[at]) {
		at = x.shorter[at]
	}
	return at
}

// longest is the length of the longest text that s begins with, 0 for none. s is not empty.
func (x *index) longest(s string) int {
	low, high := x.from[s[0]], x.from[int(s[0])+1]
	at, found := slices.BinarySearch(x.sorted[low:high], s)
	if !found {
		at--
	}
	if at = x.begin(low+at, s); at < 0 {
		return 0
	}
	return len(x.sorted[at])
}

// spans gives the places of s to mask, in order, overlapping ones merged.
func (x *index) spans(s string) []span {
	var out []span
	for at := range len(s) {
		if x.from[s[at]] == x.from[int(s[at])+1] {
			continue // most places: nothing private begins with this byte
		}
		n := x.longest(s[at:])
		if n == 0 {
			continue
		}
		if last := len(out) - 1; last >= 0 && at < out[last].to {
			out[last].to = max(out[last].to, at+n)
			continue
		}
		out = append(out, span{at, at + n})
	}
	return out
}
