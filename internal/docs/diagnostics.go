package docs

import (
	"bytes"
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/load"
	"github.com/ikgen/ikgen/internal/output"
)

// codePattern is the form of a diagnostic's code.
var codePattern = regexp.MustCompile(`^IK[0-9]{4}$`)

// loaderDirs hold the codes that are no rule of internal/check.
func loaderDirs() []string { return []string{"internal/load", "internal/output", "internal/compile"} }

// headings names the groups of codes by their first three digits.
func headings() map[string]string {
	return map[string]string{
		"IK00": "Files and packages", "IK01": "The form of a spec", "IK02": "Schemas", "IK10": "Rules", "IK19": "Output",
	}
}

// loaderCode is a code with what its comment says of it.
type loaderCode struct{ Code, Meaning string }

// Diagnostics writes the page docs/reference/diagnostics.md from the rules and from the codes of the loader. root
// is the directory of the module.
func Diagnostics(root string) ([]byte, error) {
	codes, err := loaderCodes(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("# Diagnostics\n\n" +
		"<!-- Written by `go test ./internal/docs -update`. Do not edit. -->\n\n" +
		"`ikgen vet` reports these. A code never changes its meaning. Errors end with exit code 1, warnings do not.\n" +
		"A warning that is right where it stands is kept quiet by `@ik(allow=\"IK1023: reason\")` inside the element's braces.\n" +
		"Each finding shows its place in your file, and what to write instead.\n")
	group := ""
	for _, c := range codes {
		if g := c.Code[:4]; g != group {
			group = g
			fmt.Fprintf(&b, "\n## %s\n\n| Code | |\n|---|---|\n", headings()[g])
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Code, strings.ReplaceAll(c.Meaning, "|", "\\|"))
	}
	fmt.Fprintf(&b, "\n## %s\n\n`ikgen vet --explain IK1001` prints an entry of this page.\n", headings()["IK10"])
	for _, r := range check.Rules() {
		writeRule(&b, r)
	}
	return b.Bytes(), nil
}

func writeRule(b *bytes.Buffer, r check.Rule) {
	fmt.Fprintf(b, "\n### %s %s (%s)\n\n%s.\n\n%s\n", r.Code, r.Name, r.Severity, sentence(r.Title), r.Text)
	if r.Spec != "" {
		fmt.Fprintf(b, "\nThe kernel's code for the same fault: `%s`.\n", r.Spec)
	}
	if r.Before != "" {
		fmt.Fprintf(b, "\nInstead of\n\n```cue\n%s\n```\n", strings.TrimSpace(r.Before))
	}
	if r.After != "" {
		fmt.Fprintf(b, "\nwrite\n\n```cue\n%s\n```\n", strings.TrimSpace(r.After))
	}
}

// sentence begins with a capital, unless its first word is code.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	first, _, _ := strings.Cut(s, " ")
	if len(first) < 2 && first != "a" || strings.ContainsAny(first, ".:!?@#") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// loaderCodes finds the codes that stand in the source of the loader and the output, each once, in order. A code that
// nothing explains is an error: its page, and `vet --explain`, would say nothing.
func loaderCodes(root string) ([]loaderCode, error) {
	files, err := parseSources(root, loaderDirs())
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []loaderCode
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			if code, ok := text(e); ok && codePattern.MatchString(code) && !seen[code] {
				seen[code] = true
				out = append(out, loaderCode{code, meaning(code)})
			}
			return true
		})
	}
	slices.SortFunc(out, func(a, b loaderCode) int { return strings.Compare(a.Code, b.Code) })
	for _, c := range out {
		if c.Meaning == "" {
			return nil, fmt.Errorf("nothing explains the code %s: add it to internal/load", c.Code)
		}
	}
	return out, nil
}

// meaning explains a code in one line, "" where nothing does.
func meaning(code string) string {
	line, ok := output.Explain(code)
	if !ok {
		line, _ = load.Explain(code)
	}
	return sentence(line)
}
