package trace

import (
	"encoding/json"
	"fmt"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// model adds what a model was asked or said. It stands before what the kernel accepted of it.
func (v *view) model(d ik.EventData) {
	switch d := d.(type) {
	case *ik.ModelInvoked:
		if !strings.HasSuffix(d.Task, ".repair") {
			return
		}
		for _, raw := range d.Audit.ValidationIssues {
			v.pending = append(v.pending, "refused   for "+compact(raw))
		}
	case *ik.ModelFailed:
		v.pending = append(v.pending, fmt.Sprintf("no answer %s: %s", plain(d.Task), plain(d.Code)))
	case *ik.ModelCompleted:
		v.pending = append(v.pending, fmt.Sprintf("proposed  %s (%s, %.0f ms%s):", plain(d.Task), plain(d.Model), d.DurationMs, tokens(d.Usage)))
		for _, l := range proposal(d) {
			v.pending = append(v.pending, "          "+l)
		}
	}
}

func tokens(u *ik.ModelUsage) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf(", %d + %d tokens", u.InputTokens, u.OutputTokens)
}

// proposal shows an answer: those of the three stages in words, reviews by what they say, anything else as JSON.
func proposal(d *ik.ModelCompleted) []string {
	var p struct {
		Mode          string   `json:"mode"`
		CapabilityIDs []string `json:"capabilityIds"`
		Intentions    []struct {
			Objective  string          `json:"objective"`
			Capability string          `json:"proposedCapability"`
			Resolution string          `json:"resolution"`
			Input      json.RawMessage `json:"input"`
		} `json:"intentions"`
		Answer json.RawMessage `json:"answerToInteraction"`
		Parts  []struct {
			Text        string   `json:"text"`
			EvidenceIDs []string `json:"evidenceIds"`
		} `json:"parts"`
	}
	if json.Unmarshal(d.Proposal, &p) != nil {
		return []string{compact(d.Proposal)}
	}
	var out []string
	switch {
	case p.Mode != "":
		out = append(out, plain(p.Mode)+" "+words(p.CapabilityIDs))
	case p.Parts != nil:
		for _, part := range p.Parts {
			out = append(out, strings.TrimSuffix(quote(part.Text)+" "+cited(part.EvidenceIDs), " "))
		}
	case p.Intentions != nil:
		for _, i := range p.Intentions {
			out = append(out, fmt.Sprintf("%s %s: %s %s", plain(i.Resolution), plain(i.Capability), quote(i.Objective), compact(i.Input)))
		}
		if text := compact(p.Answer); text != "" {
			out = append(out, "answers "+text)
		}
		if len(out) == 0 {
			out = append(out, "no request")
		}
	default:
		out = append(out, compact(d.Proposal))
	}
	return out
}

func cited(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return "cites " + words(ids)
}
