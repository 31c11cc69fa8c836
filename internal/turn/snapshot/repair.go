package snapshot

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxIssues bounds what is told of one answer: a repair needs examples, not a megabyte of them.
const maxIssues = 100

// Issue is a fault of an answer as models see it.
type Issue struct {
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

// Issues projects issues for a repair, the first hundred.
func (s *Snapshot) Issues(list []ik.Issue) []Issue {
	out := []Issue{}
	for _, i := range list[:min(len(list), maxIssues)] {
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
	for _, i := range list[:min(len(list), maxIssues)] {
		out = append(out, public{i.Code, publicPath(i)})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return "[]"
	}
	return string(raw)
}

// publicPath is the part of a path that the kernel's own contract has: nothing of an answer that could not be read, no
// member that the contract does not have, and nothing inside of an input.
func publicPath(i ik.Issue) string {
	switch i.Code {
	case shape.CodeUnreadable:
		return ""
	case "unknown_key":
		return i.Path[:max(0, strings.LastIndexByte(i.Path, '/'))]
	}
	if parts := strings.SplitN(i.Path, "/", 5); len(parts) == 5 && parts[1] == "intentions" && parts[3] == "input" {
		return strings.Join(parts[:4], "/")
	}
	return i.Path
}
