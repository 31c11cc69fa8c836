package model

import (
	"encoding/json"
	"maps"

	ik "github.com/ikgen/ikgen/runtime"
)

// audit is what the event of a call keeps of its request: the identity of its instructions and the parts of its input
// that explain an answer. It is made from what the model sees, so nothing that is withheld from models is in it.
func audit(req ik.ModelRequest, prompt rendered) map[string]any {
	input := membersOf(req.Input)
	context := input.object("context", "brief")
	if context == nil {
		context = input
	}
	instructions := ik.TextHash(req.System)
	template := instructions
	if prompt.resolved.Template != req.System {
		template = ik.TextHash(prompt.resolved.Template)
	}
	return map[string]any{
		"instructionDigest": instructions,
		"prompt": map[string]any{
			"id":              prompt.reference.Definition.ID,
			"contractVersion": prompt.reference.Definition.Version,
			"revision":        prompt.resolved.Revision,
			"templateHash":    template,
			"instructionHash": instructions,
			"instructions":    req.System,
		},
		"context":           auditContext(context),
		"capabilities":      req.Capabilities,
		"selection":         input["selection"],
		"proposedSelection": input["proposedSelection"],
		"proposedAnswer":    input["proposedAnswer"],
		"currentChoice":     input["currentChoice"],
		"proposedOption":    input["proposedOption"],
		"intentions":        orList(input["intentions"]),
		"completedWork":     orList(context["completed"]),
		"responseGoal":      context["responseGoal"],
		"validationIssues":  orList(input.first("validationIssues", "issues")),
		"rejectedProposal":  input.first("invalidOutput", "rejectedResponse"),
	}
}

func auditContext(c members) map[string]any {
	conversation := c.object("conversation")
	message := c["currentMessage"]
	if message == nil {
		message = conversation["currentMessage"]
	}
	return map[string]any{
		"currentMessage":                message,
		"interactionSelection":          c["interactionSelection"],
		"recentMessages":                orList(conversation["recentMessages"]),
		"totalMessages":                 conversation["totalMessages"],
		"facts":                         auditFacts(c["facts"]),
		"interaction":                   auditInteraction(c.object("interaction")),
		"agenda":                        orList(c.first("agenda", "pending")),
		"selectedModelGuidancePolicies": orList(c.first("selectedModelGuidancePolicies", "modelGuidance")),
		"omissions":                     orList(c["omissions"]),
	}
}

// auditFacts keeps of each fact what it is, its value and who made it.
func auditFacts(raw json.RawMessage) []any {
	var list []json.RawMessage
	_ = json.Unmarshal(orList(raw), &list) // anything but a list has no facts
	out := []any{}
	for _, e := range list {
		f := membersOf(e)
		kept := map[string]any{
			"type": f["type"], "version": f["version"], "value": f["value"], "producedBy": f["producedBy"],
		}
		if key := f["key"]; key != nil {
			kept["key"] = key
		}
		out = append(out, kept)
	}
	return out
}

// auditInteraction keeps of a question what is asked, without its payload.
func auditInteraction(i members) any {
	if len(i) == 0 {
		return nil
	}
	return map[string]any{
		"id": i["id"], "kind": i["kind"], "capabilityId": i["capabilityId"], "goal": i["goal"], "options": orList(i["options"]),
	}
}

// members are those of an object that are there and not null, as they were written.
type members map[string]json.RawMessage

func membersOf(raw json.RawMessage) members {
	var m members
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil {
		return nil
	}
	maps.DeleteFunc(m, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return m
}

// object gives the first of the named members that is an object.
func (m members) object(names ...string) members {
	for _, n := range names {
		if o := membersOf(m[n]); o != nil {
			return o
		}
	}
	return nil
}

// first gives the first of the named members that is there.
func (m members) first(names ...string) json.RawMessage {
	for _, n := range names {
		if m[n] != nil {
			return m[n]
		}
	}
	return nil
}

func orList(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("[]")
	}
	return raw
}
