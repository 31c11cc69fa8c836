package progression

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestOccurrenceTable(t *testing.T) {
	for _, row := range occurrenceTable {
		for i, from := range statuses() {
			t.Run(fmt.Sprintf("%s, %s", row.happening, from), func(t *testing.T) {
				o := ik.Occurrence{ID: "o", Status: string(from), ActiveMember: "old.member"}
				moved := move(&o, row.happening, "new.member")
				if row.next[i] == never {
					assert.False(t, moved)
					assert.Equal(t, ik.Occurrence{ID: "o", Status: string(from), ActiveMember: "old.member"}, o)
					return
				}
				assert.True(t, moved)
				assert.Equal(t, string(row.next[i]), o.Status)
				want := map[binding]ik.CapabilityID{keeps: "old.member", binds: "new.member", frees: ""}[row.binding]
				assert.Equal(t, want, o.ActiveMember)
			})
		}
	}
}

func TestTheWayBackIsOne(t *testing.T) {
	for _, row := range occurrenceTable {
		for i, from := range statuses() {
			final := from != pending && from != active
			if final && row.next[i] != never {
				assert.Equal(t, reopened, row.happening, "%s leaves %s", row.happening, from)
			}
		}
	}
}

func TestOccurrencePage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/kernel/progression.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), occurrencePage(), "the page shows the table of the code")
}

// occurrencePage is the table as the documentation shows it.
func occurrencePage() string {
	var b strings.Builder
	b.WriteString("| What happens |")
	for _, s := range statuses() {
		fmt.Fprintf(&b, " `%s` |", s)
	}
	b.WriteString(" Its capability |\n|---|---|---|---|---|---|---|\n")
	for _, row := range occurrenceTable {
		fmt.Fprintf(&b, "| %s |", row.happening)
		for _, s := range row.next {
			if s == never {
				b.WriteString(" – |")
			} else {
				fmt.Fprintf(&b, " `%s` |", s)
			}
		}
		fmt.Fprintf(&b, " %s |\n", map[binding]string{keeps: "as it was", binds: "bound", frees: "free"}[row.binding])
	}
	return b.String()
}
