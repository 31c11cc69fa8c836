// Package diag is what the tool says about a user's spec: diagnostics with a stable code, a place in the user's own
// file, the path of the element and what to write instead. It owns their shape, order and printing, and knows nothing
// of CUE or of the checks that make them.
package diag

// Severity ranks a diagnostic. Only errors fail a command.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Position is a place in a file. Line and Column start at 1 and count bytes as editors of Go code do; zero means
// unknown. File is absolute; printers make it relative to the working directory.
type Position struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

// IsValid tells whether the position names a place.
func (p Position) IsValid() bool { return p.File != "" && p.Line > 0 }

// Diagnostic is one finding.
type Diagnostic struct {
	Code     string    `json:"code"` // "IK0101"
	Severity Severity  `json:"severity"`
	Message  string    `json:"message"`        // lower case, no trailing stop
	Path     string    `json:"path,omitempty"` // agent.capabilities."order.find".requires[0]
	Pos      Position  `json:"position"`
	Help     string    `json:"help,omitempty"` // what to write instead
	Spec     string    `json:"spec,omitempty"` // the code of the kernel for the same fault, e.g. "MISSING_FACT_PROVIDER"
	Related  []Related `json:"related,omitempty"`
}

// Related is a second place that explains a finding.
type Related struct {
	Pos     Position `json:"position"`
	Message string   `json:"message"`
}
