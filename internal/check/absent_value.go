package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func absentValue() Rule {
	return Rule{
		Code: "IK1043", Severity: diag.Warning, Name: "absent-value",
		Title: "an effect key or a question names a value that may be absent",
		Text: "The path leads through an optional field, a key of a map, or a field that only some variants of a union have. Where\n" +
			"the value of an effect key is absent, the step fails with EFFECT_KEY_INVALID and the provider is not called: writes\n" +
			"that differ would share the key. Where a value of a question is absent, the question has a gap, and the user accepts\n" +
			"what it does not say.",
		Before: "#Input: {to?: string, count!: int}\neffectKey: [\"input.to\"]",
		After:  "#Input: {to!: string, count!: int}\neffectKey: [\"input.to\"]",
		Run: func(c *Context) {
			for i := range c.Agent.Capabilities {
				for _, u := range capabilityPaths(&c.Agent.Capabilities[i]) {
					if p, ok := parsePath(u.Text); ok && (u.EffectKey || u.Now) {
						c.absentUse(u, p)
					}
				}
			}
		},
	}
}

// absentUse reports one path whose value may be absent. Paths that lead nowhere are another rule's.
func (c *Context) absentUse(u pathUse, p place) {
	var t typed
	switch fact := c.Facts[p.Root]; {
	case p.Root == "input":
		t = typed{Type: u.Owners[0].Input}
	case fact != nil:
		t = typed{Type: fact.Value}
	default:
		return
	}
	if _, gone := c.resolver().walk(t, p.Fields); gone != nil || !c.resolver().absent(t, p.Fields, maxHops) {
		return
	}
	f := finding{Path: u.Path, Piece: u.Piece, Message: fmt.Sprintf("%q may be absent, and the question then has a gap", u.Text),
		Help: "name a value that is always there, or make the field required"}
	if u.EffectKey {
		f.Message = fmt.Sprintf("%q may be absent, and the step then fails without an effect key", u.Text)
	}
	c.report(f)
}

// absent tells whether a value of the type may have nothing at a path that leads somewhere. Of a place where everything is
// admitted nothing is known, so nothing is said. It follows at most so many unions inside of unions.
func (r resolver) absent(t typed, fields []string, unions int) bool {
	for i, name := range fields {
		next, ok := r.deref(t)
		if !ok {
			return false
		}
		switch next.Kind {
		case ir.KindStruct:
			field, _ := findField(next.Type, name)
			if field == nil {
				return !next.Open
			}
			if field.Presence == ir.Optional && field.From == "" {
				return true
			}
			t = typed{field.Type, next.from}
		case ir.KindMap:
			return next.Items != nil
		case ir.KindUnion:
			return unions > 0 && r.absentOfVariant(next, fields[i:], unions-1)
		default:
			return next.Kind != ir.KindAny && next.Kind != ""
		}
	}
	return false
}

func (r resolver) absentOfVariant(t typed, fields []string, unions int) bool {
	for _, v := range t.Union.Variants {
		if r.absent(typed{v.Type, t.from}, fields, unions) {
			return true
		}
	}
	return false
}
