package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func keyedRequirement() Rule {
	return Rule{
		Code: "IK1031", Severity: diag.Error, Name: "keyed-requirement",
		Title: "a requirement does not fit the fact's instances",
		Text: "A fact with `key` has one instance a key value, so a requirement says which: key: \"input.parcelId\", or key: \"*\" for\n" +
			"at least one. A fact without `key` has no instances to choose from, and neither has one that the host gives. `anyOf`\n" +
			"can not say which, so it takes facts without instances alone. `invalidates` takes {fact, key} for one instance.",
		Before: "facts: \"parcel.known@1\": {#Value: #Parcel, key: \"parcelId\"}\n…\nrequires: [\"parcel.known@1\"]",
		After:  "requires: [{fact: \"parcel.known@1\", key: \"input.parcelId\"}]",
		Run: func(c *Context) {
			for _, f := range c.Agent.Facts {
				if f.Provider == "host" && f.InstanceKey != "" {
					c.report(finding{
						Path: factPath(f.Key) + ".key", Message: fmt.Sprintf("the host fact %q cannot have instances", f.Key), Help: "remove `key`",
					})
				}
			}
			for _, x := range c.Agent.Capabilities {
				c.keyedInvalidations(x)
				for i, r := range x.Requires {
					for _, k := range r.Facts {
						c.keyedRequirement(index(capabilityPath(x.ID)+".requires", i), r, k)
					}
				}
			}
		},
	}
}

func (c *Context) keyedRequirement(at string, r ir.Requirement, k string) {
	f := c.Facts[k]
	if f == nil {
		return
	}
	keyed := f.InstanceKey != ""
	out := finding{Path: at, Related: []related{{factPath(k), fmt.Sprintf("%q is declared here", k)}}}
	switch place, ok := parsePath(r.Key); {
	case keyed && ok && place.Root == k:
		out = finding{
			Path: at + ".key", Message: fmt.Sprintf("the instance of %q is named by the fact itself", k), Help: "name it by the input, or by another fact",
		}
	case keyed == (r.Key != ""):
		return
	case r.AnyOf:
		out.Message = fmt.Sprintf("fact %q has instances, and anyOf does not say which", k)
		out.Help = "require it alone, with key: \"input.…\""
	case keyed:
		out.Message = fmt.Sprintf("fact %q has instances, and the requirement does not say which", k)
		out.Help = "write {fact: …, key: \"input.…\"}, or key: \"*\" for at least one"
	default:
		out.Message = fmt.Sprintf("fact %q has no instances, so there is nothing to choose by key", k)
		out.Help = "remove `key` from the requirement, or give the fact a key"
	}
	c.report(out)
}

func (c *Context) keyedInvalidations(x ir.Capability) {
	for _, at := range x.InvalidatesInstances {
		if f := c.Facts[at.Fact]; f != nil && f.InstanceKey == "" {
			c.report(finding{
				Path:    index(capabilityPath(x.ID)+".invalidates", at.At),
				Message: fmt.Sprintf("fact %q has no instances, so there is nothing to choose by key", at.Fact),
				Help:    fmt.Sprintf("write %q alone, or give the fact a key", at.Fact),
				Related: []related{{factPath(at.Fact), fmt.Sprintf("%q is declared here", at.Fact)}},
			})
		}
	}
}
