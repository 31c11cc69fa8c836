package snaptest

// Tasks says which task each prompt of the reading stages serves. Several prompts share a task: only the text tells
// them apart.
func Tasks() map[string]string {
	const answers = "interaction-answer.review"
	return map[string]string{
		"kernel.capability.select":        "capability.select",
		"kernel.capability.select.repair": "capability.select.repair",
		"kernel.turn.interpret":           "turn.interpret",
		"kernel.turn.interpret.repair":    "turn.interpret.repair",
		"kernel.review-capability-selection.unbound-selection-review-system-prompt":            "capability-selection.review",
		"kernel.review-capability-selection.choice-selection-review-system-prompt":             "capability-selection.choice-review",
		"kernel.review-capability-selection.mixed":                                             "capability-selection.interaction-review",
		"kernel.review-capability-selection.active-interaction-diversion-review-system-prompt": "capability-selection.interaction-review",
		"kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt":             "lifecycle-selection.review",
		"kernel.review-lifecycle-actions.lifecycle-review-system-prompt":                       "lifecycle.review",
		"kernel.review-choice-answer.choice-answer-review-system-prompt":                       answers,
		"kernel.review-choice-intentions.system":                                               answers,
		"kernel.review-choice-intentions.unanswered-system":                                    answers,
		"kernel.review-confirmation-intentions.review-system-prompt":                           answers,
		"kernel.review-interaction-answer.confirmation-answer-review-system-prompt":            answers,
		"kernel.review-interaction-answer.progression-answer-review-system-prompt":             answers,
		"kernel.review-interaction-answer.progression-intentions-review-system-prompt":         answers,
		"kernel.review-omitted-choice-answer.system":                                           answers,
		"kernel.review-omitted-progression-answer.system":                                      answers,
		"kernel.review-progression-member-operation.system":                                    answers,
	}
}

// checkTasks holds every request to the task of its prompt, and to its prompt's own text.
func (g *Gateway) checkTasks() {
	g.T.Helper()
	for _, r := range g.Requests {
		id := r.Prompt.Definition.ID
		if want := Tasks()[id]; r.Task != want {
			g.T.Errorf("%s was sent for the task %q, it serves %q", id, r.Task, want)
		}
		if r.System != r.Prompt.Definition.Template {
			g.T.Errorf("%s was sent with another text than its own", id)
		}
	}
}
