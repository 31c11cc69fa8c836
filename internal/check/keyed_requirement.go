package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func keyedRequirement() Rule {
	return Rule{
		Code: "IK1031", Severity: diag.Error, Name: "keyed-requirement",
		Title: "a requirement does not fit the fact's instances",
		Text: "A fact with `key` has one instance a key value, so a requirement says which: key: \"input.parcelId\", or key: \"*\" for\n" +
			"at least one. A fact without `key` has no instances to choose from, and neither has one that the host gives.",
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
				for i, r := range x.Requires {
					for _, k := range r.Facts {
						f := c.Facts[k]
						if f == nil || r.AnyOf || (f.InstanceKey != "") == (r.Key != "") {
							continue
						}
						out := finding{
							Path:    index(capabilityPath(x.ID)+".requires", i),
							Related: []related{{factPath(k), fmt.Sprintf("%q is declared here", k)}},
						}
						if r.Key == "" {
							out.Message = fmt.Sprintf("fact %q has instances, and the requirement does not say which", k)
							out.Help = "write {fact: …, key: \"input.…\"}, or key: \"*\" for at least one"
						} else {
							out.Message = fmt.Sprintf("fact %q has no instances, so there is nothing to choose by key", k)
							out.Help = "remove `key` from the requirement, or give the fact a key"
						}
						c.report(out)
					}
				}
			}
		},
	}
}
