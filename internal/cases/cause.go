package cases

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxCauses is how many faults of one scripted value are told.
const maxCauses = 5

// causes are what went wrong before anything was compared: the steps that failed, and why what their scripts gave does
// not fit the contract. What a case expects differently is often only a consequence.
func (o *outcome) causes() []string {
	var out []string
	for _, e := range o.events {
		if e.Type == "capability.failed" {
			if cause := failedStep(e.Data); cause != "" {
				out = append(out, cause)
			}
		}
	}
	return append(out, o.breaches...)
}

// failedStep tells of one failed step: the issue's message, its code, and its details.
func failedStep(data json.RawMessage) string {
	v, err := tree.Parse(data)
	if err != nil {
		return ""
	}
	issue := v.Get("issue")
	if issue == nil {
		return ""
	}
	text := fmt.Sprintf("capability %q failed: %s [%s]", textOf(v, "capabilityId"), textOf(issue, "message"), textOf(issue, "code"))
	if details := issue.Get("details"); details != nil {
		text += " " + details.String()
	}
	return text
}

// breachesOf finds where a scripted result does not fit the schemas of its capability and its facts. The kernel refuses
// such a result and counts its faults, without their places: values of handlers may be private. Those of a script are not.
func breachesOf(agent ik.AgentDefinition, id ik.CapabilityID, res ik.Result) []string {
	if res.Status != ik.StatusCompleted {
		return nil
	}
	var out []string
	for _, c := range agent.Capabilities {
		if c.ID == id {
			out = append(out, breaches(fmt.Sprintf("the scripted output of %q", id), c.Output, res.Output)...)
		}
	}
	for _, candidate := range res.Facts {
		for _, f := range agent.Facts {
			if f.Fact == candidate.Fact {
				out = append(out, breaches(fmt.Sprintf("the scripted fact %q", f.Fact), f.Value, candidate.Value)...)
			}
		}
	}
	return out
}

func breaches(what string, schema ik.Schema, value any) []string {
	data, err := json.Marshal(value)
	if err != nil || schema.Decode == nil {
		return nil
	}
	_, issues := schema.Decode(slices.Clone(data))
	var out []string
	for _, i := range issues[:min(len(issues), maxCauses)] {
		path := i.Path
		if path == "" {
			path = "the value"
		}
		out = append(out, fmt.Sprintf("%s: %s: %s [%s]", what, path, i.Message, i.Code))
	}
	return out
}
