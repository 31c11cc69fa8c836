package check

import (
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// Input is one package to check.
type Input struct {
	Package *ir.Package
	// Deps are the packages that it refers to, directly or not, by CUE import path.
	Deps map[string]*ir.Package
	// Naming gives the Go names of the packages. Nil: they are named anew.
	Naming gonames.Naming
	// At finds the position of a path such as agent.capabilities."order.find".requires[0], or of its nearest parent.
	// Nil: findings have no position.
	At func(path string) diag.Position
	// Within finds the position of a piece of a text at a path: length bytes from offset at on. False or nil: only the
	// path has a position.
	Within func(path, text string, at, length int) (diag.Position, bool)
	// Allows are the allowances that stand in the package.
	Allows []Allow
	// Unread are the paths that could not be read: each has a diagnostic of its own.
	Unread []string
}

// Rule is one check with its documentation.
type Rule struct {
	Code     string        // stable: it never changes its meaning
	Severity diag.Severity // of its findings
	Name     string        // short, for lists
	Spec     string        // the kernel's code for the same fault, "" where it has none
	Title    string        // one line
	Text     string        // what is checked, and why it matters
	Before   string        // CUE that has the fault
	After    string        // the same, put right
	By       string        // the command that reports it, "" for vet: then Run finds nothing
	Run      func(*Context)
}

// Rules are all rules in order of their codes.
func Rules() []Rule {
	return []Rule{
		unknownFact(), factVersion(), unknownCapability(), unknownPort(), missingProvider(), ambiguousProvider(),
		dependencyCycle(), selfRequirement(), writeConfirmation(), needlessBecause(), versions(), duplicateEntry(),
		goNameCollision(), duplicateAlias(), unknownPath(), neverMatches(), emptyPolicy(), malformedTemplate(),
		undeclaredVariable(), unusedVariable(), kernelPromptTokens(), sameExample(), unreachableCapability(), idleFact(),
		pointlessConfirm(), unconditionalAdvice(), plannedRead(), automation(), unknownProgression(),
		progressionFact(), keyedRequirement(), destructiveAsks(), resultRule(), hostFact(), absentFactAllows(),
		clarifyOnFacts(), unusedAllow(), nullableFact(), shapelessMatch(), incomparable(), alwaysMatches(),
		privatePath(), absentValue(), shadowedRule(), keyedPath(),
		profileMoves(), profileShape(), // reported by another command
	}
}

// Run applies every rule and returns what they found, in the order of diag.Sort. A package without an agent is checked
// for what it has.
func Run(in Input) []diag.Diagnostic {
	if in.Package == nil {
		return nil
	}
	c := newContext(in)
	for _, r := range Rules() {
		c.rule = r
		r.Run(c)
	}
	return diag.Sort(c.withoutEchoes())
}

// Explain finds a rule by its code.
func Explain(code string) (Rule, bool) {
	for _, r := range Rules() {
		if r.Code == code {
			return r, true
		}
	}
	return Rule{}, false
}

// Explanation is the documentation of a rule as text for people.
func Explanation(code string) (string, bool) {
	r, ok := Explain(code)
	if !ok {
		return "", false
	}
	var b strings.Builder
	b.WriteString(r.Code + " (" + string(r.Severity) + "): " + r.Title + "\n\n" + r.Text + "\n")
	if r.Spec != "" {
		b.WriteString("\nThe kernel's code for the same fault is " + r.Spec + ".\n")
	}
	if r.By != "" {
		b.WriteString("\n`ikgen " + r.By + "` reports it.\n")
	}
	example(&b, "Instead of", r.Before)
	example(&b, "write", r.After)
	return b.String(), true
}

func example(b *strings.Builder, title, cue string) {
	if cue == "" {
		return
	}
	b.WriteString("\n" + title + ":\n\n")
	for line := range strings.Lines(cue) {
		b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
	}
}
