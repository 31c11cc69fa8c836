package docs

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/check"
)

// codePattern is the form of a diagnostic's code.
var codePattern = regexp.MustCompile(`^IK[0-9]{4}$`)

// loaderDirs hold the codes that stand as constants beside the code that reports them.
func loaderDirs() []string { return []string{"internal/load", "internal/output", "internal/compile"} }

// headings names the groups of codes by their first three digits.
func headings() map[string]string {
	return map[string]string{
		"IK00": "Files and packages", "IK01": "The form of a spec", "IK02": "Schemas", "IK10": "Rules", "IK19": "Output",
	}
}

// loaderCode is a code with what its comment says of it.
type loaderCode struct{ Code, Meaning string }

// Diagnostics writes the page docs/reference/diagnostics.md from the rules and from the constants of the loader. root
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
	fmt.Fprintf(&b, "\n## %s\n\n`ikgen vet --explain IK1001` prints an entry of this list.\n", headings()["IK10"])
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
	first, _, _ := strings.Cut(s, " ")
	if len(first) < 2 && first != "a" || strings.ContainsAny(first, ".:!?@#") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// loaderCodes finds the constants that are codes, each once, in order. A code without a comment is an error: its page
// would say nothing.
func loaderCodes(root string) ([]loaderCode, error) {
	files, err := parseSources(root, loaderDirs())
	if err != nil {
		return nil, err
	}
	meaning := map[string]string{}
	for _, f := range files {
		for _, d := range f.file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				takeCode(g, s.(*ast.ValueSpec), meaning)
			}
		}
	}
	var out []loaderCode
	for code, m := range meaning {
		if m == "" {
			return nil, fmt.Errorf("the code %s has no comment that says what it means", code)
		}
		out = append(out, loaderCode{code, sentence(m)})
	}
	slices.SortFunc(out, func(a, b loaderCode) int { return strings.Compare(a.Code, b.Code) })
	return out, nil
}

// takeCode keeps the first comment that a code has.
func takeCode(g *ast.GenDecl, v *ast.ValueSpec, meaning map[string]string) {
	if len(v.Values) != 1 {
		return
	}
	code, ok := text(v.Values[0])
	if !ok || !codePattern.MatchString(code) || meaning[code] != "" {
		return
	}
	comment := strings.TrimSpace(v.Comment.Text())
	if comment == "" && len(g.Specs) == 1 {
		// "Code is the code of …" tells nothing of the fault; fallback says it.
		comment = fallback()[code]
	}
	meaning[code] = comment
}

// fallback describes the codes whose constant stands alone, with a comment about the constant.
func fallback() map[string]string {
	return map[string]string{
		"IK0130": "a field or attribute that comes in a later version",
		"IK1901": "a file of the output that ikgen did not write: it is never overwritten",
	}
}
