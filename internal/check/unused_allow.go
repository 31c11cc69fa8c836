package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
)

// Allow is an @ik(allow="CODE: reason") in the spec: a warning of this code is right at this element and below it.
type Allow struct {
	Path string
	Code string
	Pos  diag.Position
}

func unusedAllow() Rule {
	return Rule{
		Code: "IK1037", Severity: diag.Warning, Name: "unused-allow",
		Title: "@ik(allow=…) allows nothing",
		Text: "An allowance keeps one warning quiet at one element, with its reason. One that keeps nothing quiet is left over from\n" +
			"an earlier text, or names the wrong code, and would hide a later finding. Errors cannot be allowed.",
		Before: "\"refund.issue\": {…, @ik(allow=\"IK1026: wrong code\")}",
		After:  "\"refund.issue\": {…}",
		Run: func(c *Context) {
			// It runs last: what the other rules found is complete.
			used := make([]bool, len(c.in.Allows))
			var kept []diag.Diagnostic
			for _, d := range c.found {
				if i := c.allowance(d); i >= 0 {
					used[i] = true
					continue
				}
				kept = append(kept, d)
			}
			c.found = kept
			for i, a := range c.in.Allows {
				if r, known := Explain(a.Code); !used[i] && strings.HasPrefix(a.Code, "IK1") {
					c.unused(a, r, known)
				}
			}
		},
	}
}

// allowance finds the allowance that covers a finding, -1 when there is none.
func (c *Context) allowance(d diag.Diagnostic) int {
	for i, a := range c.in.Allows {
		if d.Severity == diag.Warning && a.Code == d.Code && within(d.Path, a.Path) {
			return i
		}
	}
	return -1
}

func within(path, parent string) bool {
	rest, ok := strings.CutPrefix(path, parent)
	return ok && (rest == "" || parent == "" || rest[0] == '.' || rest[0] == '[')
}

func (c *Context) unused(a Allow, r Rule, known bool) {
	f := finding{Path: a.Path, Message: fmt.Sprintf("@ik(allow=…) allows nothing: there is no finding %s here", a.Code), Help: "remove it"}
	switch {
	case !known:
		f.Message = fmt.Sprintf("@ik(allow=…): no rule has the code %q", a.Code)
	case r.Severity == diag.Error:
		f.Message = fmt.Sprintf("@ik(allow=…): %s is an error, and errors cannot be allowed", a.Code)
	}
	c.report(f)
	if a.Pos.IsValid() {
		c.found[len(c.found)-1].Pos = a.Pos
	}
}
