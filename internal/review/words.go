package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
)

// table holds the words of each element by kind and id.
type table map[string][]string

func (t table) add(kind, id string, words ...string) { t[kind+"\x00"+id] = words }

// describe writes what a reviewer must see of each element: for a capability what it may do and who asks, for a fact who
// knows it.
func describe(p *ir.Package, deps map[string]*ir.Package) table {
	t := table{}
	for _, pr := range p.Catalog {
		t.add(fingerprint.KindPrompt, pr.ID, version(pr.Version), size(pr.Template))
	}
	a := p.Agent
	if a == nil {
		return t
	}
	t.add(fingerprint.KindAgent, a.ID, version(a.Version))
	for _, f := range a.Facts {
		t.add(fingerprint.KindFact, f.Key, append(factWords(f), list("unions", tags(p, deps, "value", f.Value))...)...)
	}
	for _, c := range a.Capabilities {
		unions := append(tags(p, deps, "input", c.Input), tags(p, deps, "output", c.Output)...)
		t.add(fingerprint.KindCapability, c.ID, append(capabilityWords(c), list("unions", unions)...)...)
	}
	for _, pol := range a.Policies {
		t.add(fingerprint.KindPolicy, pol.ID, policyWords(pol)...)
	}
	for _, adv := range a.Advice {
		t.add(fingerprint.KindAdvice, adv.ID, version(adv.Version))
	}
	for _, pr := range a.Prompts {
		t.add(fingerprint.KindPrompt, pr.ID, version(pr.Version), size(pr.Template))
	}
	for _, k := range a.Kernel {
		t.add(fingerprint.KindKernelPrompt, k.ID, fmt.Sprintf("revision=%q", k.Revision), size(k.Template))
	}
	progressionWords(t, a.Progression)
	return t
}

func version(n int) string { return fmt.Sprintf("v%d", n) }

// size is the length of a prompt's template: every call of its task pays for it.
func size(template string) string { return fmt.Sprintf("bytes=%d", len(template)) }

// list is "name=a,b", or nothing for an empty list.
func list(name string, items []string) []string {
	if len(items) == 0 {
		return nil
	}
	return []string{name + "=" + strings.Join(items, ",")}
}

func factWords(f ir.Fact) []string {
	words := []string{"visibility=" + f.Visibility}
	if f.InstanceKey != "" {
		words = append(words, "key="+f.InstanceKey)
	}
	if f.Provider == "host" {
		words = append(words, "given-by-host")
	}
	if f.Alternatives {
		words = append(words, "alternatives")
	}
	return words
}

func capabilityWords(c ir.Capability) []string {
	words := []string{version(c.Version), c.Effect, "confirmation=" + c.Confirmation}
	if c.Because != "" {
		words = append(words, fmt.Sprintf("because=%q", c.Because))
	}
	if c.Destructive {
		words = append(words, "destructive")
	}
	if c.Idempotent {
		words = append(words, "idempotent")
	}
	words = append(words, list("effectKey", c.EffectKey)...)
	words = append(words, list("requires", requirements(c.Requires))...)
	words = append(words, list("provides", c.Provides)...)
	words = append(words, list("invalidates", invalidations(c))...)
	words = append(words, list("after", c.After)...)
	if c.Alias != "" {
		words = append(words, "alias="+c.Alias)
	}
	if c.Automation > 0 {
		words = append(words, fmt.Sprintf("automation=%d", c.Automation))
	}
	return words
}

func requirements(rs []ir.Requirement) []string {
	var out []string
	for _, r := range rs {
		text := strings.Join(r.Facts, "|")
		if r.Key != "" {
			text += "[" + r.Key + "]"
		}
		if r.Resolution != "" {
			text += "(" + r.Resolution + ")"
		}
		if r.From != nil {
			text += "<" + r.From.Capability
		}
		out = append(out, text)
	}
	return out
}

// invalidations are the facts of which every instance goes, then the instances.
func invalidations(c ir.Capability) []string {
	out := slices.Clone(c.Invalidates)
	for _, f := range c.InvalidatesInstances {
		out = append(out, f.Fact+"["+f.Key+"]")
	}
	return out
}

func policyWords(p ir.Policy) []string {
	words := []string{version(p.Version)}
	if len(p.On) == 0 {
		words = append(words, "on=every-capability")
	}
	words = append(words, list("on", p.On)...)
	if len(p.Rules) > 0 {
		var verdicts []string
		for _, r := range p.Rules {
			verdicts = append(verdicts, r.Verdict)
		}
		words = append(words, list("rules", verdicts)...)
	}
	if p.Handler {
		words = append(words, "handler")
	}
	return words
}

func progressionWords(t table, p *ir.Progression) {
	if p == nil {
		return
	}
	if o := p.Objective; o != nil {
		t.add(fingerprint.KindObjective, o.ID, "completed-by="+o.CompletionFact)
	}
	for _, g := range p.Groups {
		var members []string
		for _, m := range g.Members {
			members = append(members, m.Capability)
		}
		t.add(fingerprint.KindGroup, g.ID, list("members", members)...)
	}
	for _, r := range p.Rules {
		target := "group:" + r.TargetGroup
		if r.TargetGroup == "" {
			target = "capability:" + r.TargetCap
		}
		words := []string{version(r.Version), r.Mode, "target=" + target, fmt.Sprintf("priority=%d", r.Priority)}
		words = append(words, list("when", r.ActivateWhen)...)
		t.add(fingerprint.KindProgressionRule, r.ID, append(words, list("when-any", r.ActivateWhenAny)...)...)
	}
}
