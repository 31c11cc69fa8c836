package wire

import "strings"

// nearest gives the field that a mistyped key most likely means, "" when none is near.
func nearest(key string, fields []Field) string {
	best, found := 3, ""
	for _, f := range fields {
		if strings.EqualFold(key, f.Name) {
			return f.Name
		}
		if d := distance(key, f.Name); d < best && d < len(f.Name) && d < len(key) {
			best, found = d, f.Name
		}
	}
	return found
}

// distance is the number of bytes to add, remove or replace. It gives up beyond what nearest accepts.
func distance(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
