package interpret

import (
	"fmt"
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// references: a reference means exactly one thing, so a target that names several options stands for none. Ids are
// compared whole: "p-1" is not part of "p-12".
func references(p *pass) []ik.Issue {
	if p.Snapshot.Interaction == nil {
		return nil
	}
	var out []ik.Issue
	for i, in := range p.batch.Intentions {
		for j, r := range in.References {
			if named := namedOptions(p.Snapshot.Interaction, r.Target); len(named) > 0 && named[0] != r.Target {
				out = append(out, issue(fmt.Sprintf("/intentions/%d/references/%d/target", i, j),
					"Give exactly one option id and nothing else for each reference."))
			}
		}
	}
	return out
}

// namedOptions gives the option that a target is, else those that stand in it as whole words.
func namedOptions(i *ik.Interaction, text string) []string {
	var out []string
	for _, o := range i.Options {
		if o.ID == text {
			return []string{text}
		}
		if o.ID != "" && standsIn(text, o.ID) {
			out = append(out, o.ID)
		}
	}
	return out
}

// standsIn tells whether word is in text with no letter, digit or joint of an id beside it.
func standsIn(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		if !joins(text, at-1) && !joins(text, at+len(word)) {
			return true
		}
		from = at + 1
	}
}

// joins tells whether the byte at a place continues an id.
func joins(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_' || c == '.' || c >= 0x80
}

// requiredReferences: a capability may demand that the user picked options that are open now.
func requiredReferences(p *pass) []ik.Issue {
	var out []ik.Issue
	for i, in := range p.batch.Intentions {
		c := p.Agent.Capabilities[in.ProposedCapability]
		if in.Resolution != ik.Resolved || c == nil || c.References == nil {
			continue
		}
		if need := c.References; !meets(p.Snapshot.Interaction, in.References, need.Minimum, need.Maximum) {
			out = append(out, issue(fmt.Sprintf("/intentions/%d/references", i), fmt.Sprintf(
				"This operation needs references to %d to %d distinct options of the open interaction.", need.Minimum, need.Maximum)))
		}
	}
	return out
}

func meets(active *ik.Interaction, refs []ik.Reference, low, high int) bool {
	if len(refs) < low || len(refs) > high {
		return false
	}
	var seen []string
	for _, r := range refs {
		if slices.Contains(seen, r.Target) || active == nil || !slices.Contains(optionIDs(active), r.Target) {
			return false
		}
		seen = append(seen, r.Target)
	}
	return true
}

func optionIDs(i *ik.Interaction) []string {
	out := []string{}
	for _, o := range i.Options {
		out = append(out, o.ID)
	}
	return out
}
