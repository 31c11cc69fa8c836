package snapshot

import (
	"encoding/json"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// Issue is a fault of an answer as models see it.
type Issue struct {
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

// Issues projects issues for a repair.
func (s *Snapshot) Issues(list []ik.Issue) []Issue {
	out := []Issue{}
	for _, i := range list {
		out = append(out, Issue{Code: i.Code, Message: s.View.Text(i.Message), Path: s.View.Text(i.Path)})
	}
	return out
}

// Repair is the input of a repair: the context, the answer that was wrong, why, and further members.
func (s *Snapshot) Repair(invalid any, issues []ik.Issue, members map[string]any) map[string]any {
	in := s.Task(members)
	in["invalidOutput"] = s.View.Value(invalid)
	in["validationIssues"] = s.Issues(issues)
	return in
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
	for _, i := range list {
		if i.Code == "unknown_key" {
			i.Path = i.Path[:max(0, strings.LastIndexByte(i.Path, '/'))]
		}
		out = append(out, public{i.Code, i.Path})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return "[]"
	}
	return string(raw)
}
