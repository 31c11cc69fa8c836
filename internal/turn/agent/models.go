package agent

// Model gives the alias of the model for a task, or "" when the definition names none. The more special name of a task
// wins over the general one.
func (a *Agent) Model(task string) string {
	for _, key := range modelKeys(task) {
		if alias, ok := a.Def.Models[key]; ok {
			return alias
		}
	}
	return ""
}

// modelKeys are the names under which the model of a task is looked up, the strongest first.
func modelKeys(task string) []string {
	switch task {
	case "capability.select":
		return []string{"capability.select", "turn.interpret"}
	case "capability.select.repair":
		return []string{"capability.select.repair", "capability.select", "turn.interpret"}
	case "capability-selection.review", "capability-selection.choice-review", "capability-selection.interaction-review":
		return []string{"capability-selection.review", "capability.select", "turn.interpret"}
	case "lifecycle-selection.review":
		return []string{"lifecycle-selection.review", "lifecycle.review", "turn.interpret"}
	case "lifecycle.review":
		return []string{"lifecycle.review", "turn.interpret"}
	case "turn.interpret.repair":
		return []string{"turn.interpret.repair", "turn.interpret"}
	case "interaction-answer.review":
		return []string{"interaction-answer.review", "turn.interpret.repair", "turn.interpret"}
	case "response.compose.repair":
		return []string{"response.compose"}
	case "response.grounding-review.repair":
		return []string{"response.grounding-review.repair", "response.grounding-review"}
	default:
		return []string{task}
	}
}
