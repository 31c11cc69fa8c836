package templates_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/generated/kernelwire"
)

// request is what a prompt comes with: the members of its input beside the context, and the schema of its answer. bare
// says that the input is the context, or the brief, itself.
type request struct {
	members []string
	answer  string
	bare    bool
}

// told are the members that the prompt has to speak of. The others explain themselves, or stand beside what is judged.
func (r request) told() []string {
	return slices.DeleteFunc(slices.Clone(r.members), func(m string) bool {
		return slices.Contains([]string{"intentions", "proposedIntentions", "answerStatus", "selection"}, m)
	})
}

const reviewPrompts = "kernel.review-"

// requests are the inputs and answers of all prompts.
func requests() map[string]request {
	verdict := func(members ...string) request { return request{members: members, answer: kernelwire.VerdictSchema} }
	repair := []string{"selection", "invalidOutput", "validationIssues"}
	return map[string]request{
		"kernel.capability.select":        {answer: kernelwire.CapabilitySelectionSchema, bare: true},
		"kernel.capability.select.repair": {members: repair[1:], answer: kernelwire.CapabilitySelectionSchema},
		reviewPrompts + "capability-selection.unbound-selection-review-system-prompt":            verdict("proposedSelection"),
		reviewPrompts + "capability-selection.active-interaction-diversion-review-system-prompt": verdict("proposedSelection"),
		reviewPrompts + "capability-selection.mixed":                                             verdict("proposedSelection", "additionalCapabilityIds"),
		reviewPrompts + "capability-selection.choice-selection-review-system-prompt": {
			members: []string{"currentChoice", "proposedSelection"}, answer: kernelwire.ChoiceMeaningSchema,
		},
		reviewPrompts + "lifecycle-actions.lifecycle-selection-review-system-prompt": verdict("proposedSelection", "controlContract"),
		"kernel.turn.interpret":        {members: repair[:1], answer: kernelwire.IntentionBatchSchema},
		"kernel.turn.interpret.repair": {members: repair, answer: kernelwire.IntentionBatchSchema},
		reviewPrompts + "choice-answer.choice-answer-review-system-prompt": {
			members: []string{"currentChoice", "proposedOption", "proposedAnswer", "intentions"}, answer: kernelwire.ChoiceDecisionSchema,
		},
		reviewPrompts + "choice-intentions.unanswered-system":                            verdict("answerStatus", "additionalIntentions"),
		reviewPrompts + "choice-intentions.system":                                       verdict("proposedAnswer", "choiceOwner", "additionalIntentions"),
		reviewPrompts + "confirmation-intentions.review-system-prompt":                   verdict("proposedAnswer", "intentions"),
		reviewPrompts + "interaction-answer.progression-answer-review-system-prompt":     verdict("proposedAnswer", "intentions"),
		reviewPrompts + "interaction-answer.confirmation-answer-review-system-prompt":    verdict("proposedAnswer", "intentions"),
		reviewPrompts + "interaction-answer.progression-intentions-review-system-prompt": verdict("proposedAnswer", "intentions"),
		reviewPrompts + "progression-member-operation.system":                            verdict("proposedMemberIntentions", "intentions"),
		reviewPrompts + "lifecycle-actions.lifecycle-review-system-prompt": {
			members: []string{"selection", "proposedActions"}, answer: kernelwire.LifecycleReviewSchema,
		},
		reviewPrompts + "omitted-choice-answer.system": {
			members: []string{"intentions", "currentChoice"}, answer: kernelwire.OmittedChoiceSchema,
		},
		reviewPrompts + "omitted-progression-answer.system": {
			members: []string{"proposedIntentions", "omittedAnswer"}, answer: kernelwire.ContinuationSchema,
		},
		"kernel.response.compose":                 {answer: kernelwire.ResponseDraftSchema, bare: true},
		"kernel.compose-response.compose-repair":  {members: []string{"rejectedResponse", "issues"}, answer: kernelwire.ResponseDraftSchema},
		"kernel.response.grounding-review":        {members: []string{"response"}, answer: kernelwire.GroundingReviewSchema},
		"kernel.response.grounding-review.repair": {members: []string{"response"}, answer: kernelwire.GroundingReviewSchema},
	}
}

// constants are words of the kernel that inputs have as values.
var constants = []string{
	"[redacted]", "true", "false", "blocked", "ready", "waiting_input", "progression.continue", "required", "contextual",
	"control", "selected", "selected_with_control", "no_match", "conversational", "cancel_agenda_item", "cancel_objective",
}

// members are the names of JSON members that Go files declare.
func members(t *testing.T, files ...string) []string {
	t.Helper()
	var out []string
	for _, f := range files {
		source, err := os.ReadFile("../internal/turn/" + f)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile("`json:\"([A-Za-z]+)").FindAllStringSubmatch(string(source), -1) {
			out = append(out, m[1])
		}
	}
	require.NotEmpty(t, out)
	return out
}

// words are the names in a schema: of members, and of the values that a member can have.
func words(t *testing.T, schema string) (names, values []string) {
	t.Helper()
	var tree any
	require.NoError(t, json.Unmarshal([]byte(schema), &tree))
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, e := range x {
				walk(e)
			}
		case map[string]any:
			for k, v := range x {
				switch list := v.(type) {
				case map[string]any:
					for name := range list {
						if k == "properties" {
							names = append(names, name)
						}
					}
				case []any:
					for _, e := range list {
						if text, ok := e.(string); ok && k == "enum" {
							values = append(values, text)
						}
					}
				case string:
					if k == "const" {
						values = append(values, list)
					}
				}
				walk(v)
			}
		}
	}
	walk(tree)
	return names, values
}

// quoted are the words between backticks.
func quoted(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// vocabulary is what the prompt of a task may name.
type vocabulary struct {
	document string   // context or brief
	bare     bool     // the input is the document itself
	seen     []string // members in the document
	known    []string // these, and what else is in request and answer
}

func (v vocabulary) knows(word string) bool {
	if slices.Contains(v.known, word) {
		return true
	}
	first, rest, dotted := strings.Cut(word, ".")
	switch {
	case first == v.document:
		return !v.bare && (!dotted || all(v.seen, rest))
	default:
		return dotted && all(v.known, word)
	}
}

// all tells whether a list has every part of a dotted word.
func all(list []string, word string) bool {
	return !slices.ContainsFunc(strings.Split(word, "."), func(part string) bool { return !slices.Contains(list, part) })
}

// TestPromptsSpeakOfWhatTheirTaskHas holds every name that a prompt gives to the request and the answer of its task.
func TestPromptsSpeakOfWhatTheirTaskHas(t *testing.T) {
	context := members(t, "project/context.go", "project/interaction.go", "project/agenda.go", "project/facts.go")
	brief := append(members(t, "compose/brief.go", "compose/decision.go", "compose/word.go"), context...)
	table := requests()
	require.Len(t, table, 24)
	for _, d := range kernelprompts.All() {
		t.Run(d.ID, func(t *testing.T) {
			r, there := table[d.ID]
			require.True(t, there)
			names, values := words(t, r.answer)
			v := vocabulary{document: "context", bare: r.bare, seen: context}
			if strings.Contains(d.ID, "response") {
				v.document, v.seen = "brief", brief
			}
			v.known = slices.Concat(r.members, v.seen, names, values, constants)
			for _, word := range quoted(d.Template) {
				assert.True(t, v.knows(word), "%q is in neither request nor answer", word)
			}
			for _, value := range values {
				assert.True(t, slices.Contains(quoted(d.Template), value), "the answer can be %q: the prompt does not say when", value)
			}
			for _, m := range r.told() {
				assert.Contains(t, d.Template, "`"+m, "the prompt does not say what %q is", m)
			}
		})
	}
}
