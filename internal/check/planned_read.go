package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func plannedRead() Rule {
	return Rule{
		Code: "IK1027", Severity: diag.Error, Name: "planned-read",
		Title: "a planned read cannot bring its fact",
		Text: "`from` names a read that the kernel runs by itself when the fact is missing. It must provide that fact, must not\n" +
			"write, must not be the capability itself, and must get every required field of its input from a path.",
		Before: "requires: [{fact: \"order.found@1\", from: {capability: \"refund.issue\", input: {}}}]",
		After:  "requires: [{fact: \"order.found@1\", from: {capability: \"order.find\", input: orderNumber: \"input.orderNumber\"}}]",
		Run: func(c *Context) {
			for _, x := range c.Agent.Capabilities {
				for i, r := range x.Requires {
					if r.From == nil {
						continue
					}
					if read := c.Capabilities[r.From.Capability]; read != nil {
						c.plannedRead(index(capabilityPath(x.ID)+".requires", i)+".from", x.ID, r, read)
					}
				}
			}
		},
	}
}

func (c *Context) plannedRead(at, reader string, r ir.Requirement, read *ir.Capability) {
	where := related{capabilityPath(read.ID), fmt.Sprintf("%q is declared here", read.ID)}
	say := func(path, help, format string, args ...any) {
		c.report(finding{Path: path, Message: fmt.Sprintf(format, args...), Help: help, Related: []related{where}})
	}
	if read.Effect == "write" {
		say(at+".capability", "name a capability with effect \"read\" or \"none\"", "%q writes, so the kernel cannot run it unasked", read.ID)
	}
	brings := slices.ContainsFunc(r.Facts, func(f string) bool { return slices.Contains(read.Provides, f) })
	if !brings && len(r.Facts) > 0 {
		say(at+".capability", "name the capability that provides it", "%q does not provide %s", read.ID, strings.Join(r.Facts, " or "))
	}
	if reader == read.ID && brings && read.Effect != "write" {
		say(at+".capability", "name another capability that provides the fact", "%q would have to read for itself", read.ID)
	}
	t, ok := c.resolver().deref(typed{Type: read.Input})
	if ok && t.Kind == ir.KindUnion {
		for _, b := range r.From.Input {
			if _, gone := c.resolver().walk(t, []string{b.Field}); gone != nil {
				say(key(at+".input", b.Field), didYouMean(b.Field, gone.Among), "%q has no input field %q in any variant", read.ID, b.Field)
			}
		}
	}
	if !ok || t.Kind != ir.KindStruct {
		return
	}
	bound := map[string]bool{}
	for _, b := range r.From.Input {
		bound[b.Field] = true
		if field, among := findField(t.Type, b.Field); field == nil && !t.Open {
			say(key(at+".input", b.Field), didYouMean(b.Field, among), "%q has no input field %q", read.ID, b.Field)
		}
	}
	for _, f := range t.Fields {
		if f.Presence == ir.Required && f.From == "" && !bound[f.Name] {
			say(at+".input", fmt.Sprintf("add %s: \"input.…\"", f.Name), "the input field %q of %q is required and gets no value", f.Name, read.ID)
		}
	}
}
