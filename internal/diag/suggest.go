package diag

import "strings"

// maxSuggest is the longest word, in runes, for which a neighbour is looked for. Real names are far shorter; the limit
// keeps hostile ones cheap.
const maxSuggest = 128

// Suggest returns the name nearest to word, for "did you mean", or "" when none is near. Near is a small number of
// typing slips (a letter added, left out, replaced, or two neighbours swapped): 1 for words of up to 4 runes, 2 up to
// 8, 3 beyond; upper and lower case count as equal. Of several nearest the first in code order is taken. The word itself
// is never suggested.
func Suggest(word string, among []string) string {
	runes := []rune(strings.ToLower(word))
	if len(runes) == 0 || len(runes) > maxSuggest {
		return ""
	}
	best, limit := "", slips(len(runes))
	for _, name := range among {
		if name == word || name == "" {
			continue
		}
		other := []rune(strings.ToLower(name))
		if abs(len(other)-len(runes)) > limit {
			continue
		}
		d := distance(runes, other)
		if d < limit || d == limit && (best == "" || name < best) {
			best, limit = name, d
		}
	}
	return best
}

// slips is how many slips still make a word the same word.
func slips(length int) int {
	switch {
	case length <= 4:
		return 1
	case length <= 8:
		return 2
	default:
		return 3
	}
}

// distance is the Damerau-Levenshtein distance of two words (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
