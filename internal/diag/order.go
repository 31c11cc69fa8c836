package diag

import (
	"cmp"
	"slices"
)

// Sort returns the diagnostics in the order in which every printer shows them: file, line, column, code, message, path;
// those without a place come first. Each finding is there once: two are the same when all of these and the severity are
// equal, since CUE reports one fault once a package that sees it. Of two with different help or related places the first
// is kept. The argument is not changed.
func Sort(diags []Diagnostic) []Diagnostic {
	out := slices.Clone(diags)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Severity, b.Severity),
	)
}

// Summary counts diagnostics by severity.
type Summary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Summarize counts diagnostics. A severity that is not known counts as an error.
func Summarize(diags []Diagnostic) Summary {
	var s Summary
	for _, d := range diags {
		if d.Severity == Warning {
			s.Warnings++
		} else {
			s.Errors++
		}
	}
	return s
}

// HasErrors tells whether a command with these diagnostics fails.
func HasErrors(diags []Diagnostic) bool { return Summarize(diags).Errors > 0 }
