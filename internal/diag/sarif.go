package diag

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
	sarifVersion = "2.1.0"
	sourceRoot   = "%SRCROOT%"
)

// Tool names the command in formats that carry it.
type Tool struct {
	Name    string
	Version string // "" when it is not known
	URI     string // where it is from
}

// Rule documents a code in formats that carry documentation.
type Rule struct {
	Code     string
	Name     string // short; "" where there is none
	Severity Severity
	Title    string // one line
	Text     string // what it is about, "" for no more than the title
	Help     string // how to get rid of it, "" for no more than Text
	Markdown string // Help as Markdown, "" where there is none
}

// printSARIF prints a log of the Static Analysis Results Interchange Format 2.1.0 with one run, of the form that GitHub
// code scanning takes: every rule with its help, every result with a rule, a level, one location and fingerprints.
//
// Files are relative to the root of the repository, as code scanning matches them. Columns count UTF-16 units, as SARIF
// has them when it does not say otherwise. A finding without a place cannot be a result of code scanning: it becomes a
// notification of the run.
func printSARIF(w io.Writer, diags []Diagnostic, opt PrintOptions) error {
	rules, index := sarifRules(diags, opt.Rules)
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: opt.Tool.Name, Version: opt.Tool.Version, InformationURI: opt.Tool.URI, Rules: rules,
		}},
		Invocations: []sarifInvocation{{Successful: true}},
		BaseIDs:     map[string]sarifArtifact{sourceRoot: {Description: &sarifText{"the root of the repository"}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	if run.Tool.Driver.Name == "" {
		run.Tool.Driver.Name = "ikgen"
	}
	files := newSources(opt)
	for _, d := range diags {
		if !d.Pos.IsValid() {
			n := sarifNotification{Rule: sarifRuleRef{Clean(d.Code)}, Level: sarifLevel(d.Severity), Message: sarifText{sarifMessage(d, opt, nil)}}
			run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, n)
			continue
		}
		run.Results = append(run.Results, sarifResultOf(d, index[Clean(d.Code)], opt, files))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}})
}

// sarifRules are the given rules and those of the findings, in order of their codes, and where each stands.
func sarifRules(diags []Diagnostic, rules []Rule) (out []sarifRule, index map[string]int) {
	byCode := map[string]Rule{}
	for _, r := range rules {
		byCode[r.Code] = r
	}
	for _, d := range diags {
		if code := Clean(d.Code); byCode[code].Code == "" {
			byCode[code] = Rule{Code: code, Severity: d.Severity, Title: "a finding of the code " + code}
		}
	}
	codes := make([]string, 0, len(byCode))
	for code := range byCode {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	index = map[string]int{}
	for i, code := range codes {
		index[code] = i
		out = append(out, sarifRuleOf(byCode[code]))
	}
	return out, index
}

// mostDescription is the number of characters that code scanning takes for a description.
const mostDescription = 1024

func sarifRuleOf(r Rule) sarifRule {
	if r.Text == "" {
		r.Text = r.Title
	}
	if r.Help == "" {
		r.Help = r.Text
	}
	level := sarifLevel(r.Severity)
	return sarifRule{
		ID: r.Code, Name: r.Name,
		Short: sarifText{shortened(r.Title)}, Full: sarifText{shortened(r.Text)},
		Help:          sarifHelp{Text: r.Help, Markdown: r.Markdown},
		Configuration: sarifConfiguration{level},
		Properties:    sarifProperties{Tags: []string{"ikgen"}, Precision: "very-high", Severity: level},
	}
}

func shortened(s string) string {
	if runes := []rune(s); len(runes) > mostDescription {
		return string(runes[:mostDescription-1]) + "…"
	}
	return s
}

func sarifLevel(s Severity) string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

func sarifResultOf(d Diagnostic, rule int, opt PrintOptions, files *sources) sarifResult {
	var related []sarifLocation
	for _, r := range d.Related {
		if r.Pos.IsValid() {
			l := sarifLocation{ID: len(related) + 1, Message: &sarifText{Clean(r.Message)}, Physical: physical(r.Pos, opt, files)}
			related = append(related, l)
		}
	}
	return sarifResult{
		RuleID: Clean(d.Code), RuleIndex: rule, Level: sarifLevel(d.Severity),
		Message:      sarifText{sarifMessage(d, opt, related)},
		Locations:    []sarifLocation{{Physical: physical(d.Pos, opt, files)}},
		Related:      related,
		Fingerprints: fingerprints(d, files),
	}
}

// sarifMessage is the message with what the text format shows in further lines. Related places are links by their ids.
// Nothing else in it can be read as a link.
func sarifMessage(d Diagnostic, opt PrintOptions, related []sarifLocation) string {
	p := opt.printable(d)
	lines := []string{p.Message}
	if p.Path != "" {
		lines = append(lines, "path: "+p.Path)
	}
	if p.Help != "" {
		lines = append(lines, "help: "+p.Help)
	}
	text := strings.ReplaceAll(strings.Join(lines, "\n"), "](", "] (")
	escape := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)
	for _, r := range related {
		text += "\nsee: [" + escape.Replace(r.Message.Text) + "](" + strconv.Itoa(r.ID) + ")"
	}
	return text
}

func physical(pos Position, opt PrintOptions, files *sources) sarifPhysical {
	return sarifPhysical{Artifact: opt.artifact(pos.File), Region: files.region(pos)}
}

// artifact is a file below the root of the repository, relative to it, or any other file as a whole URI.
func (o PrintOptions) artifact(file string) sarifArtifact {
	root := o.Root
	if root == "" {
		root = o.Dir
	}
	if root == "" || !filepath.IsAbs(file) {
		return sarifArtifact{URI: (&url.URL{Path: filepath.ToSlash(file)}).String(), BaseID: sourceRoot}
	}
	rel, err := filepath.Rel(root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: filepath.ToSlash(rel)}).String(), BaseID: sourceRoot}
}
