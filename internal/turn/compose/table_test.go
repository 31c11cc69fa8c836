package compose

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every cell of the table: of each of the 512 sets of traits exactly one row holds, and it leads where the rules of
// delivery, written down here once more as a chain, lead.
func TestOneRowHoldsForEveryTurn(t *testing.T) {
	for has := range allTraits + 1 {
		rows := 0
		for _, r := range table() {
			if has&r.yes == r.yes && has&r.no == 0 {
				rows++
			}
		}
		require.Equal(t, 1, rows, "traits %09b", has)
		require.Equal(t, chain(has), decideRoute(has), "traits %09b", has)
	}
}

func chain(has trait) route {
	is := func(t trait) bool { return has&t != 0 }
	switch {
	case is(protectedCopy):
		return routeProtected
	case is(redactedCopy):
		return routeDirect
	case is(issuesToTell), is(decisionToTell), is(wordedQuestion):
		return routeModel
	case is(requiredCopy):
		if is(wholeCopy) && !is(repeatedCopy) {
			return routeDirect
		}
		return routeModel
	case is(onlyAsks):
		return routeDirect
	}
	return routeModel
}

// The page of the stage shows the table as it is.
func TestThePageShowsTheTable(t *testing.T) {
	page, err := os.ReadFile("../../../docs/kernel/compose.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), pageTable())
}

func pageTable() string {
	names := []string{"Protected copy", "Redacted copy", "Issues", "Decision", "Contextual question", "Required copy", "All has copy", "Repeats", "Only a question"}
	routes := map[route]string{routeModel: "model", routeProtected: "protected copy", routeDirect: "exact copy"}
	var out strings.Builder
	fmt.Fprintf(&out, "| %s | Answer | Because |\n|%s\n", strings.Join(names, " | "), strings.Repeat("---|", len(names)+2))
	for _, r := range table() {
		out.WriteByte('|')
		for bit := trait(1); bit < allTraits; bit <<= 1 {
			switch {
			case r.yes&bit != 0:
				out.WriteString(" yes |")
			case r.no&bit != 0:
				out.WriteString(" no |")
			default:
				out.WriteString(" |")
			}
		}
		fmt.Fprintf(&out, " %s | %s |\n", routes[r.route], r.why)
	}
	return out.String()
}
