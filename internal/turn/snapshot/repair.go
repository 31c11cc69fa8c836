package snapshot

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// Bounds of what is told of one answer: issues, and code points of each text. A repair needs examples, not a megabyte of
// them, and a review may have written any number of words.
const (
	maxIssues = 100
	maxWords  = 4000
)

// Issue is a fault of an answer as models see it.
type Issue struct {
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

// Issues projects issues for a repair: the first hundred, each text up to 4000 code points.
func (s *Snapshot) Issues(list []ik.Issue) []Issue {
	out := []Issue{}
	for _, i := range list[:min(len(list), maxIssues)] {
		out = append(out, Issue{Code: i.Code, Message: clip(s.View.Text(i.Message)), Path: clip(s.View.Text(i.Path))})
	}
	return out
}

// clip gives the beginning of a text.
func clip(text string) string {
	n := 0
	for at := range text {
		if n++; n > maxWords {
			return text[:at] + "…"
		}
	}
	return text
}

// Repair is the input of a repair: the context, the answer that was wrong, why, and further members. A model may have put
// a private text into the names of members too, so there they are masked like any other text.
func (s *Snapshot) Repair(invalid any, issues []ik.Issue, members map[string]any) map[string]any {
	in := s.Task(members)
	in["invalidOutput"] = s.masked(s.View.Value(invalid))
	in["validationIssues"] = s.Issues(issues)
	return in
}

// masked masks the names of members, at any depth. Of two that become equal the last in code order stays.
func (s *Snapshot) masked(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out[s.View.Text(k)] = s.masked(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.masked(e)
		}
		return out
	default:
		return v
	}
}

// Task is the input of a task that is more than its context: the context and further members.
func (s *Snapshot) Task(members map[string]any) map[string]any {
	in := map[string]any{"context": s.Context()}
	for k, v := range members {
		in[k] = v
	}
	return in
}

// PublicIssues gives issues for the context of an error: where and which, as JSON. Messages stay out, since a review's
// words may quote the user; so do keys that a model made up.
func PublicIssues(list []ik.Issue) string {
	type public struct {
		Code string `json:"code,omitempty"`
		Path string `json:"path"`
	}
	out := []public{}
	for _, i := range list[:min(len(list), maxIssues)] {
		out = append(out, public{i.Code, publicPath(i.Path)})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return "[]"
	}
	return string(raw)
}

// publicPath is the part of a path that has nothing but the names of the kernel's own contract and places in its lists. A
// model that makes up a member, or an input, may have put anything into its name.
func publicPath(path string) string {
	end, list := 0, false
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		_, err := strconv.ParseUint(segment, 10, 8)
		if isName := slices.Contains(contractNames(), segment); !isName && (!list || err != nil) {
			break
		}
		end += 1 + len(segment)
		list = err != nil
	}
	return path[:min(end, len(path))]
}

// contractNames are the members of the answers of selection and interpretation, but of no input and no option's value.
func contractNames() []string {
	return []string{
		"mode", "capabilityIds", "rationale", "evidence", "text", "meaning", "messageIndex", "intentions", "objective",
		"references", "expression", "target", "resolution", "proposedCapability", "input", "alternatives", "contradictions",
		"description", "answerToInteraction", "interactionId", "value", "lifecycleActions", "kind", "targetId",
	}
}
