package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func unknownPath() Rule {
	return Rule{
		Code: "IK1015", Severity: diag.Error, Name: "unknown-path",
		Title: "a path leads nowhere",
		Text: "Paths such as input.amount or order.found@1.total are followed through the schemas: in keys, effect keys, planned\n" +
			"reads, filled inputs, templates and #Match. A path into the input must exist in the input of every capability that\n" +
			"the policy judges, since a step without it does not match, and a deny rule then allows. `output` is known in rules of\n" +
			"phase \"result\" alone, `now` in templates alone.",
		Before: "#Match: input: amout: >500",
		After:  "#Match: input: amount: >500",
		Run: func(c *Context) {
			for _, u := range c.pathUses() {
				c.piece = u.Piece
				c.pathUse(u)
			}
			c.piece = piece{}
			for _, f := range c.Agent.Facts {
				if fields, ok := splitFields(f.InstanceKey); f.InstanceKey != "" && ok {
					c.follow(factPath(f.Key)+".key", f.InstanceKey, "", typed{Type: f.Value}, fields, fmt.Sprintf("the value of %q", f.Key))
				}
			}
			c.matchPaths()
		},
	}
}

// pathUse checks one written path.
func (c *Context) pathUse(u pathUse) {
	if u.Any && u.Text == "*" {
		return
	}
	p, ok := parsePath(u.Text)
	switch {
	case !ok:
		c.report(finding{
			Path: u.Path, Message: fmt.Sprintf("%q is not a path", u.Text),
			Help: "write input.field, a fact with its version as order.found@1.field" + map[bool]string{true: ", or now"}[u.Now],
		})
	case p.Root == "now":
		if !u.Now {
			c.report(finding{Path: u.Path, Message: "`now` is known in templates alone", Help: "write a path of the input or of a fact"})
		}
	case p.Root == "output" && !u.Output:
		c.outputTooEarly(u.Path, u.Text)
	default:
		c.target(u.Path, u.Text, p, u.Owners)
	}
}

func (c *Context) outputTooEarly(path, text string) {
	c.report(finding{
		Path: path, Message: fmt.Sprintf("%q is not known before the capability has run", text),
		Help: "output stands only in rules of phase: \"result\"",
	})
}

// target follows a path in every schema that it is read against. Facts that are not declared are another rule's.
func (c *Context) target(path, text string, p place, owners []*ir.Capability) {
	if p.fact() {
		if f := c.Facts[p.Root]; f != nil {
			c.follow(path, text, p.Root+".", typed{Type: f.Value}, p.Fields, fmt.Sprintf("the value of %q", p.Root))
		}
		return
	}
	var without []*ir.Capability
	for _, owner := range owners {
		if _, gone := c.resolver().walk(typed{Type: root(owner, p)}, p.Fields); gone != nil {
			without = append(without, owner)
		}
	}
	if len(without) == 0 {
		return
	}
	slices.SortStableFunc(without, func(a, b *ir.Capability) int { return c.nearness(b, p) - c.nearness(a, p) })
	c.follow(path, text, p.Root+".", typed{Type: root(without[0], p)}, p.Fields, fmt.Sprintf("the %s of %q", p.Root, without[0].ID))
	if len(without) > 1 {
		last := &c.found[len(c.found)-1]
		last.Message += ", nor " + others(without[1:])
		if len(without) < len(owners) {
			last.Help = "name the capabilities that have it in `on`"
		}
	}
}

// nearness is 1 where a capability has a field whose name is close to the one that is missing: that one is meant.
func (c *Context) nearness(owner *ir.Capability, p place) int {
	_, gone := c.resolver().walk(typed{Type: root(owner, p)}, p.Fields)
	if gone != nil && diag.Suggest(p.Fields[gone.Depth], gone.Among) != "" {
		return 1
	}
	return 0
}

// root is the schema that a path of the input or output begins in.
func root(owner *ir.Capability, p place) ir.Type {
	if p.Root == "output" {
		return owner.Output
	}
	return owner.Input
}

// others names capabilities, the first few of many.
func others(list []*ir.Capability) string {
	const most = 4
	if len(list) == 1 {
		return fmt.Sprintf("that of %q", list[0].ID)
	}
	var names []string
	for _, x := range list[:min(len(list), most)] {
		names = append(names, strconv.Quote(x.ID))
	}
	text := "those of " + strings.Join(names, ", ")
	if n := len(list) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// follow walks and reports where a path breaks off.
func (c *Context) follow(path, text, prefix string, t typed, fields []string, what string) {
	_, gone := c.resolver().walk(t, fields)
	if gone == nil {
		return
	}
	f := finding{Path: path, Message: fmt.Sprintf("%q leads nowhere: %s", text, broken(what, fields, gone))}
	if near := diag.Suggest(fields[gone.Depth], gone.Among); near != "" {
		right := append(append([]string{}, fields[:gone.Depth]...), near)
		right = append(right, fields[gone.Depth+1:]...)
		f.Help = fmt.Sprintf("did you mean %q?", prefix+strings.Join(right, "."))
	} else if len(gone.Among) > 0 {
		f.Help = "there is " + strings.Join(gone.Among[:min(len(gone.Among), 8)], ", ")
	}
	c.report(f)
}

func broken(what string, fields []string, gone *missing) string {
	if gone.Depth > 0 {
		what = fmt.Sprintf("%q in %s", strings.Join(fields[:gone.Depth], "."), what)
	}
	if gone.Why != "" {
		return what + " is " + gone.Why
	}
	return fmt.Sprintf("%s has no field %q", what, fields[gone.Depth])
}

// matchPaths checks the leaves of #Match and #Unless.
func (c *Context) matchPaths() {
	for _, m := range c.matches() {
		for _, l := range m.Match.Leaves {
			p, ok := leafPlace(l)
			path := leafPath(m.Path, l)
			switch {
			case !ok:
			case p.Root == "output" && !m.Result:
				c.outputTooEarly(path, strings.Join(l.Path, "."))
			default:
				c.target(path, strings.Join(append([]string{p.Root}, p.Fields...), "."), p, m.Owners)
			}
		}
	}
}
