package control

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const pagePath = "../../../docs/kernel/control.md"

func questionNames() [questions]string {
	return [questions]string{
		Nothing: "nothing", Work: "open work", Input: "a question for a value", Clarification: "a clarification",
		Confirmation: "a confirmation", Choice: "a choice", Group: "a menu of the agent",
	}
}

func formNames() [forms]string {
	return [forms]string{
		OptionClick: "click on an option", ActionClick: "click with an action", Conflicting: "number with two meanings",
		Number: "other number alone", Label: "label of an option", Words: "other words",
	}
}

func decisionNames() map[Decision]string {
	return map[Decision]string{
		Refused: "refused", Bound: "**kernel**", Answered: "**kernel**, then model", AnsweredByValue: "**kernel**, then model, or refused",
		NoOperation: "model, *no request*", NoOption: "model, *no option*", Language: "model",
	}
}

func reviewNames() map[Review]string {
	return map[Review]string{
		ReviewUnbound: "request after a cancelled objective", ReviewChoiceSelection: "pick or request",
		ReviewDiversion: "turning away", ReviewMixed: "extras beside a menu", ReviewLifecycleSelection: "control in the mode",
		ReviewOmittedExit: "omitted exit", ReviewOmittedChoice: "omitted answer", ReviewMember: "member without answer",
		ReviewConfirmation: "yes or no", ReviewBesideConfirmation: "requests beside it", ReviewExit: "exit",
		ReviewBesideExit: "requests beside it", ReviewChoice: "the option", ReviewBesideChoice: "requests beside it",
		ReviewBesideUnansweredOne: "requests without an answer", ReviewLifecycle: "each cancellation",
	}
}

// markdown writes the two tables of the page.
func markdown() (decisions, judges string) {
	var d, r strings.Builder
	fmt.Fprint(&d, "| Open |")
	for _, f := range formNames() {
		fmt.Fprintf(&d, " %s |", f)
	}
	fmt.Fprintf(&d, "\n|---|%s\n", strings.Repeat("---|", int(forms)))
	fmt.Fprint(&r, "| Open | Reviews of the selection | Reviews of the meaning |\n|---|---|---|\n")
	for q := range questions {
		fmt.Fprintf(&d, "| %s |", questionNames()[q])
		for f := range forms {
			fmt.Fprintf(&d, " %s |", decisionNames()[Rule(q, f).Decision])
		}
		fmt.Fprintln(&d)
		var chosen, meant []string
		for _, v := range Rule(q, Words).Reviews() {
			if strings.HasPrefix(string(v), "kernel.review-capability-selection.") || v == ReviewLifecycleSelection {
				chosen = append(chosen, reviewNames()[v])
			} else {
				meant = append(meant, reviewNames()[v])
			}
		}
		fmt.Fprintf(&r, "| %s | %s | %s |\n", questionNames()[q], strings.Join(chosen, ", "), strings.Join(meant, ", "))
	}
	return d.String(), r.String()
}

// The page of the rules shows the table that the code asks. UPDATE_TESTDATA=1 writes it.
func TestThePageShowsTheTable(t *testing.T) {
	raw, err := os.ReadFile(pagePath)
	require.NoError(t, err)
	page := string(raw)
	decisions, judges := markdown()
	want := between(t, between(t, page, "decisions", decisions), "reviews", judges)
	if os.Getenv("UPDATE_TESTDATA") != "" {
		require.NoError(t, os.WriteFile(pagePath, []byte(want), 0o644)) //nolint:gosec // a page of the documentation
		page = want
	}
	assert.Equal(t, want, page)
}

// between puts a text between the two marks of a page.
func between(t *testing.T, page, mark, text string) string {
	t.Helper()
	begin, end := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->"
	head, rest, ok := strings.Cut(page, begin)
	require.True(t, ok, "the page has no mark %s", begin)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok, "the page has no mark %s", end)
	return head + begin + "\n" + text + "\n" + end + tail
}
