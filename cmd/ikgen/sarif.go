package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load"
)

// repositoryRoot is the directory at or above dir that holds a git repository, else dir itself. A worktree has a file
// where a clone has a directory.
func repositoryRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// lastLoadCode is the end of the codes that the loader may use.
const lastLoadCode = 999

// documentedRules are all codes that vet may report, with their documentation.
func documentedRules() []diag.Rule {
	var out []diag.Rule
	for n := range lastLoadCode + 1 {
		code := fmt.Sprintf("IK%04d", n)
		if title, ok := load.Explain(code); ok {
			r := diag.Rule{Code: code, Severity: diag.Error, Title: title}
			if strings.HasSuffix(title, "(warning)") {
				r.Severity = diag.Warning
			}
			out = append(out, r)
		}
	}
	for _, r := range check.Rules() {
		if r.By != "" {
			continue
		}
		help, _ := check.Explanation(r.Code)
		out = append(out, diag.Rule{
			Code: r.Code, Name: r.Name, Severity: r.Severity, Title: r.Title, Text: r.Text, Help: help, Markdown: markdown(r),
		})
	}
	return out
}

// markdown is the documentation of a rule, with examples as code.
func markdown(r check.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", r.Title, r.Text)
	for _, e := range []struct{ title, cue string }{{"Instead of", r.Before}, {"write", r.After}} {
		if e.cue != "" {
			fmt.Fprintf(&b, "\n%s\n\n```cue\n%s\n```\n", e.title, strings.TrimSpace(e.cue))
		}
	}
	return b.String()
}
