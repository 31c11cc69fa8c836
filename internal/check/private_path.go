package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func privatePath() Rule {
	return Rule{
		Code: "IK1042", Severity: diag.Warning, Name: "private-path",
		Title: "a text or an effect key names a private value",
		Text: "Questions, reasons and `ask` reach models, events and answers, so the kernel shows no value there that is marked\n" +
			"@ik(redact) or @ik(secret), and none of a fact that models do not see: of a private value the text has the name of\n" +
			"the field, of such a fact nothing at all. An effect key is in receipts, events and errors and goes to the provider:\n" +
			"the digest of a private value stands in it, and a value that can be guessed, such as a PIN, can be found from its\n" +
			"digest.",
		Before: "confirm: template: \"Block card {{input.card}}?\" // card: string @ik(redact)",
		After:  "confirm: template: \"Block the card that ends in {{input.lastDigits}}?\"",
		Run: func(c *Context) {
			for _, u := range c.pathUses() {
				if p, ok := parsePath(u.Text); ok && (u.Now || u.EffectKey) && p.Root != "now" {
					c.privateUse(u, p)
				}
			}
		},
	}
}

// privateUse reports one path to a value that may not be shown. A result is judged to be denied, so none of it is.
func (c *Context) privateUse(u pathUse, p place) {
	f := finding{Path: u.Path, Piece: u.Piece, Message: fmt.Sprintf("%q is private: the text shows its name in its place", u.Text),
		Help: "name something that may be seen, or word the text without it"}
	if p.Root == "output" {
		if !u.Output {
			return // it is an error already
		}
		f.Message = fmt.Sprintf("nothing of a result that is denied is shown: the text shows nothing in place of %q", u.Text)
		c.report(f)
		return
	}
	hidden := false
	if p.fact() {
		fact := c.Facts[p.Root]
		hidden = fact != nil && (fact.Visibility == visibilityHidden || fact.Visibility == visibilityPresence)
		if fact == nil || !hidden && !c.resolver().private(typed{Type: fact.Value}, p.Fields) {
			return
		}
	} else if !c.privateOf(u, p) {
		return
	}
	switch {
	case u.EffectKey:
		f.Message = fmt.Sprintf("%q is private: its digest stands in the effect key", u.Text)
		f.Help = "name a value that may be seen, such as an id"
	case hidden:
		f.Message = fmt.Sprintf("models do not see %q: the text shows nothing in its place", u.Text)
	}
	c.report(f)
}

// privateOf tells whether a path of an input is private in one of the capabilities that it is read against.
func (c *Context) privateOf(u pathUse, p place) bool {
	return slices.ContainsFunc(u.Owners, func(owner *ir.Capability) bool {
		return c.resolver().private(typed{Type: owner.Input}, p.Fields)
	})
}

// The visibilities that withhold a fact's value from models.
const (
	visibilityHidden   = "hidden"
	visibilityPresence = "presence"
)

// private tells whether the value at a path is, or may be, marked private.
func (r resolver) private(t typed, fields []string) bool { return r.privateWithin(t, fields, maxHops) }

// privateWithin follows at most so many unions inside of unions.
func (r resolver) privateWithin(t typed, fields []string, unions int) bool {
	for range maxHops {
		if t.Privacy != "" {
			return true
		}
		if t.Kind != ir.KindRef || t.Ref == nil {
			break
		}
		pkg := t.Ref.Package
		if pkg == "" {
			pkg = t.from
		}
		next, ok := r.definition(pkg, t.Ref.Name)
		if !ok {
			return false
		}
		t = typed{next, pkg}
	}
	if t.Kind == ir.KindUnion {
		return unions > 0 && slices.ContainsFunc(t.Union.Variants, func(v ir.Variant) bool {
			return r.privateWithin(typed{v.Type, t.from}, fields, unions-1)
		})
	}
	return len(fields) > 0 && slices.ContainsFunc(children(t.Type, fields[0]), func(next ir.Type) bool {
		return r.privateWithin(typed{next, t.from}, fields[1:], unions)
	})
}

// children gives what a field of a value may be.
func children(t ir.Type, name string) []ir.Type {
	if f, _ := findField(t, name); f != nil {
		return []ir.Type{f.Type}
	}
	var out []ir.Type
	for _, rest := range t.Rest {
		out = append(out, rest.Items)
	}
	if t.Kind == ir.KindMap && t.Items != nil {
		out = append(out, *t.Items)
	}
	return out
}
