package model

import (
	ik "github.com/ikgen/ikgen/runtime"
)

// audit is what the event of a call keeps of its request: the identity of its instructions and the parts of its input
// that explain an answer. It is made from what the model sees, so nothing that is withheld from models is in it.
func audit(req ik.ModelRequest, prompt rendered) map[string]any {
	input, _ := tree(req.Input).(map[string]any)
	return map[string]any{
		"instructionDigest": ik.TextHash(req.System),
		"prompt": map[string]any{
			"id":              prompt.reference.Definition.ID,
			"contractVersion": prompt.reference.Definition.Version,
			"revision":        prompt.resolved.Revision,
			"templateHash":    ik.TextHash(prompt.resolved.Template),
			"instructionHash": ik.TextHash(req.System),
			"instructions":    req.System,
		},
		"context":           auditContext(contextOf(input)),
		"capabilities":      req.Capabilities,
		"selection":         input["selection"],
		"proposedSelection": input["proposedSelection"],
		"proposedAnswer":    input["proposedAnswer"],
		"currentChoice":     input["currentChoice"],
		"proposedOption":    input["proposedOption"],
		"intentions":        orList(input["intentions"]),
		"completedWork":     orList(contextOf(input)["completed"]),
		"responseGoal":      contextOf(input)["responseGoal"],
		"validationIssues":  orList(first(input["validationIssues"], input["issues"])),
		"rejectedProposal":  first(input["invalidOutput"], input["rejectedResponse"]),
	}
}

// contextOf finds the context in an input: its own member, the brief of a response, or the input itself.
func contextOf(input map[string]any) map[string]any {
	if c, ok := input["context"].(map[string]any); ok {
		return c
	}
	if c, ok := input["brief"].(map[string]any); ok {
		return c
	}
	return input
}

func auditContext(c map[string]any) map[string]any {
	conversation, _ := c["conversation"].(map[string]any)
	return map[string]any{
		"currentMessage":                first(c["currentMessage"], conversation["currentMessage"]),
		"interactionSelection":          c["interactionSelection"],
		"recentMessages":                orList(conversation["recentMessages"]),
		"totalMessages":                 conversation["totalMessages"],
		"facts":                         auditFacts(c["facts"]),
		"interaction":                   auditInteraction(c["interaction"]),
		"agenda":                        orList(first(c["agenda"], c["pending"])),
		"selectedModelGuidancePolicies": orList(first(c["selectedModelGuidancePolicies"], c["modelGuidance"])),
		"omissions":                     orList(c["omissions"]),
	}
}

// auditFacts keeps of each fact what it is, its value and who made it.
func auditFacts(v any) []any {
	list, _ := v.([]any)
	out := []any{}
	for _, e := range list {
		f, _ := e.(map[string]any)
		kept := map[string]any{
			"type": f["type"], "version": f["version"], "value": f["value"], "producedBy": f["producedBy"],
		}
		if key, ok := f["key"]; ok {
			kept["key"] = key
		}
		out = append(out, kept)
	}
	return out
}

// auditInteraction keeps of a question what is asked, without its payload.
func auditInteraction(v any) any {
	i, _ := v.(map[string]any)
	if len(i) == 0 {
		return nil
	}
	return map[string]any{
		"id": i["id"], "kind": i["kind"], "capabilityId": i["capabilityId"], "goal": i["goal"], "options": orList(i["options"]),
	}
}

func first(candidates ...any) any {
	for _, c := range candidates {
		if c != nil {
			return c
		}
	}
	return nil
}

func orList(v any) any {
	if v == nil {
		return []any{}
	}
	return v
}
