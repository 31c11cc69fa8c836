package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
)

// header explains the file to somebody who has never seen the tool.
const header = `# Written by ikgen. Commit it; do not edit it: run "ikgen generate".
#
# One line for each element of the agent. A changed line shows a reviewer that the behaviour behind it changed:
#   contract  what stored conversations and callers depend on. It changes with a version, or not at all.
#   audit     words that models and users read. A change needs no version, but an eye.
# Behind the name stand the facts that decide a review, at the end the first 12 digits of the hashes.
`

// Lock is the text of ikgen.lock: a header, the two fingerprints, and a line an element, sorted within its kind. The
// hash of an element covers the definitions that it uses, those of deps too.
func Lock(p *ir.Package, deps map[string]*ir.Package, pair fingerprint.Pair) ([]byte, error) {
	elements, err := fingerprint.Elements(p, deps)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString(header)
	fmt.Fprintf(&b, "\npackage   %s\n", p.Path)
	if pair.Contract != "" {
		fmt.Fprintf(&b, "contract  %s\n", fingerprint.Short(pair.Contract))
	}
	if pair.Audit != "" {
		fmt.Fprintf(&b, "audit     %s\n", fingerprint.Short(pair.Audit))
	}
	words := describe(p, deps)
	kind := ""
	for _, e := range sortWithinKind(elements) {
		if e.Kind != kind {
			b.WriteString("\n")
			kind = e.Kind
		}
		b.WriteString(line(e, words[e.Kind+"\x00"+e.ID]))
	}
	return []byte(b.String()), nil
}

// sortWithinKind keeps the kinds in the order of the spec and sorts the elements of each.
func sortWithinKind(elements []fingerprint.Element) []fingerprint.Element {
	rank := map[string]int{}
	for _, e := range elements {
		if _, known := rank[e.Kind]; !known {
			rank[e.Kind] = len(rank)
		}
	}
	out := slices.Clone(elements)
	slices.SortStableFunc(out, func(a, b fingerprint.Element) int {
		if a.Kind != b.Kind {
			return rank[a.Kind] - rank[b.Kind]
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

// line is one element: kind, id, words, hashes. Everything is on one line whatever the texts hold.
func line(e fingerprint.Element, words []string) string {
	parts := append([]string{e.Kind, e.ID}, words...)
	if e.Contract != "" {
		parts = append(parts, "contract:"+fingerprint.Short(e.Contract))
	}
	if e.Audit != "" {
		parts = append(parts, "audit:"+fingerprint.Short(e.Audit))
	}
	return strings.Join(parts, " ") + "\n"
}
