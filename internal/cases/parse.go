package cases

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
	ik "github.com/ikgen/ikgen/runtime"
)

// Parse reads a case file. file is its name in messages, and the place that an agent directory is relative to. The
// error is a *ParseError with every problem of the file.
func Parse(file string, data []byte) (*Case, error) {
	if len(data) > maxCaseBytes {
		return nil, unreadable(file, fmt.Sprintf("the file is larger than %d bytes", maxCaseBytes))
	}
	a, err := newArchive(file, data)
	if err != nil {
		return nil, err
	}
	text, ok := a.content(caseFile)
	if !ok {
		return nil, a.problem("", "the archive has no case.json")
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, a.unreadable(caseFile, err)
	}
	u := user{archive: a}
	if err := u.fill(root, "", 0); err != nil {
		return nil, err
	}
	d := &decoder{}
	c := d.decodeCase(root)
	c.File, c.Story, c.archive, c.root = file, strings.TrimSpace(string(a.txt.Comment)), a, root
	d.crossCheck(c)
	if len(d.problems) == 0 {
		return c, nil
	}
	out := &ParseError{}
	for _, p := range d.problems {
		out.Problems = append(out.Problems, Problem{Pointer: p.at, Pos: a.position(caseFile, p.offset), Message: p.message})
	}
	return nil, out
}

func (a *archive) unreadable(name string, err error) error {
	p := Problem{Pos: diag.Position{File: a.file}, Message: name + ": " + err.Error()}
	var bad *tree.Error
	if errors.As(err, &bad) {
		p.Pos = a.position(name, bad.Offset)
	}
	return &ParseError{Problems: []Problem{p}}
}

var topKeys = []string{"now", "limits", "checkpoint", "agent", "capabilities", "automation", "policies", "advice",
	"redact", "migrations", "faults", "turns", "expect"}

// defaultNow is when a case begins that does not say.
var defaultNow = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (d *decoder) decodeCase(v *tree.Value) *Case {
	c := &Case{Now: defaultNow}
	if !d.keys(v, "", topKeys...) && v.Kind != tree.Object {
		return c
	}
	c.Now = d.time(v, "", "now", defaultNow)
	c.Limits = d.limits(v)
	c.Checkpoint = d.of(v, "", "checkpoint", tree.Object)
	c.AgentDir = d.text(v, "", "agent")
	c.Capabilities = d.scripts(v, "capabilities", d.capabilityEntry)
	c.Automation = d.scripts(v, "automation", d.automationEntry)
	c.Policies = d.scripts(v, "policies", d.policyEntry)
	c.Advice = d.scripts(v, "advice", d.adviceEntry)
	c.Redact = d.texts(v, "", "redact")
	c.Migrations = d.migrations(v)
	c.Faults = d.faults(v)
	for i, t := range d.list(v, "", "turns") {
		c.Turns = append(c.Turns, d.turn(t, tree.Index("/turns", i)))
	}
	if len(c.Turns) == 0 {
		d.fail(v, "", "the case has no turns")
	}
	if e := v.Get("expect"); e != nil {
		c.Expect = d.end(e)
	}
	return c
}

func (d *decoder) limits(v *tree.Value) ik.Limits {
	var out ik.Limits
	l := v.Get("limits")
	if l == nil || !d.keys(l, "/limits", "turnTimeoutMs", "maxSteps", "recentMessageLimit", "maxModelCalls", "maxTokens") {
		return out
	}
	read := func(key string, lowest int) *int {
		if l.Get(key) == nil {
			return nil
		}
		n := d.whole(l, "/limits", key, lowest)
		return &n
	}
	out.TurnTimeoutMs, out.MaxSteps = read("turnTimeoutMs", 1), read("maxSteps", 1)
	out.RecentMessageLimit = read("recentMessageLimit", 0)
	out.MaxModelCalls, out.MaxTokens = read("maxModelCalls", 1), read("maxTokens", 1)
	return out
}

// folder names the first agent's folder by nothing.
func folder(name string) string {
	if name == "." {
		return ""
	}
	return name
}

func (d *decoder) migrations(v *tree.Value) []Migration {
	m := d.of(v, "", "migrations", tree.Object)
	if m == nil {
		return nil
	}
	var out []Migration
	for _, member := range m.Members {
		if d.kind(member.Value, tree.Pointer("/migrations", member.Key), tree.String) {
			out = append(out, Migration{From: folder(member.Key), To: folder(member.Value.Text)})
		}
	}
	return out
}

func (d *decoder) faults(v *tree.Value) []Fault {
	var out []Fault
	for i, f := range d.list(v, "", "faults") {
		at := tree.Index("/faults", i)
		if !d.keys(f, at, "turn", "at", "outcome") {
			continue
		}
		for _, key := range []string{"turn", "at", "outcome"} {
			if f.Get(key) == nil {
				d.fail(f, at, "the fault has no %q", key)
			}
		}
		out = append(out, Fault{
			Turn: d.whole(f, at, "turn", 1), at: at,
			At:   d.oneOf(f, at, "at", faultPlaces...),
			Lost: d.oneOf(f, at, "outcome", "failed", "lost") == "lost",
		})
	}
	return out
}

var turnKeys = []string{"turnId", "threadId", "text", "selection", "summary", "hostContext", "facts", "cancelAfterMs",
	"model", "expect"}

func (d *decoder) turn(v *tree.Value, at string) Turn {
	t := Turn{at: at, source: v}
	if v.Get("restart") != nil {
		d.keys(v, at, "restart", "agent")
		t.Restart = d.flag(v, at, "restart")
		if !t.Restart {
			d.fail(v, tree.Pointer(at, "restart"), "restart takes true")
		}
		t.Agent = folder(d.text(v, at, "agent"))
		return t
	}
	if !d.keys(v, at, turnKeys...) && v.Kind != tree.Object {
		return t
	}
	t.ID, t.Thread = ik.TurnID(d.text(v, at, "turnId")), ik.ThreadID(d.text(v, at, "threadId"))
	t.Text, t.HasText = d.text(v, at, "text"), v.Get("text") != nil
	t.Summary = d.text(v, at, "summary")
	t.HostContext, t.HostFacts = v.Get("hostContext"), d.of(v, at, "facts", tree.Object)
	t.CancelAfterMs = d.whole(v, at, "cancelAfterMs", 0)
	t.Selection = d.selection(v, at)
	if v.Get("text") == nil && t.Selection == nil {
		d.fail(v, at, "the turn has neither a text nor a selection")
	}
	t.HasModel = v.Get("model") != nil
	for i, m := range d.list(v, at, "model") {
		d.modelEntry(m, tree.Index(at+"/model", i))
		t.Model = append(t.Model, m)
	}
	if e := v.Get("expect"); e != nil {
		t.Expect = d.turnExpect(e, at+"/expect")
	}
	return t
}

func (d *decoder) selection(v *tree.Value, at string) *ik.TurnSelection {
	s := v.Get("selection")
	at += "/selection"
	if s == nil || !d.keys(s, at, "interactionId", "optionId", "action") {
		return nil
	}
	out := &ik.TurnSelection{InteractionID: ik.InteractionID(d.text(s, at, "interactionId")), Action: d.text(s, at, "action")}
	if s.Get("optionId") != nil {
		option := d.text(s, at, "optionId")
		out.OptionID = &option
	}
	return out
}

// crossCheck finds what a single value cannot show.
func (d *decoder) crossCheck(c *Case) {
	for _, f := range c.Faults {
		if f.Turn > len(c.Turns) || f.Turn > 0 && c.Turns[f.Turn-1].Restart {
			d.problems = append(d.problems, problem{at: f.at, message: fmt.Sprintf("there is no turn %d", f.Turn)})
		}
	}
	folders := []string{}
	for _, t := range c.Turns {
		folders = append(folders, t.Agent)
	}
	for _, m := range c.Migrations {
		folders = append(folders, m.From, m.To)
	}
	slices.Sort(folders)
	for _, f := range slices.Compact(folders) {
		if f != "" && c.AgentDir == "" && !c.archive.hasAgent(f) {
			d.problems = append(d.problems, problem{message: fmt.Sprintf("the archive has no folder %q with an agent", f)})
		}
	}
	if c.AgentDir == "" && !c.archive.hasAgent(".") && len(d.problems) == 0 {
		d.problems = append(d.problems, problem{message: "the archive has no agent: neither a CUE file at its top nor \"agent\" in case.json"})
	}
	if filepath.IsAbs(c.AgentDir) {
		d.problems = append(d.problems, problem{at: "/agent", message: "the directory must be relative to the case file"})
	}
}
