package execute

import (
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// identity names an effect: by what the capability declares, else by the question that the user accepted, else by the
// turn. A label tells a further effect of the same call apart.
func (e *effects) identity(label string) (ik.EffectIdentity, error) {
	c := e.call
	if label != "" && ik.IsBlank(label) {
		return ik.EffectIdentity{}, ik.NewError(ik.KindBase, "INVALID_IDEMPOTENCY_KEY", "the label of an effect of %q is blank", c.step.CapabilityID).
			With("stepId", string(c.step.ID)).With("capabilityId", string(c.step.CapabilityID))
	}
	key, err := effectKey(c)
	if err != nil {
		return ik.EffectIdentity{}, ik.NewError(ik.KindBase, "EFFECT_KEY_INVALID", "the effect key of %q can not be built", c.step.CapabilityID).
			With("capabilityId", string(c.step.CapabilityID)).Because(err)
	}
	if label != "" {
		key += "#" + label
	}
	digest, err := canonical.Hash(c.step.Input)
	if err != nil {
		return ik.EffectIdentity{}, err
	}
	return ik.EffectIdentity{
		Key: key, Capability: c.step.CapabilityID, Step: c.step.ID, InputDigest: digest,
		ReceiptID: ik.EffectID(c.r.in.IDs.Next(ik.IDEffect)), At: c.r.in.Now(), Idempotent: c.capability.Idempotent,
	}, nil
}

func effectKey(c *call) (string, error) {
	prefix := string(c.step.CapabilityID) + ":"
	switch {
	case len(c.capability.EffectKey) > 0:
		values := make([]json.RawMessage, len(c.capability.EffectKey))
		for i, p := range c.capability.EffectKey {
			part, err := keyPart(c, p)
			if err != nil {
				return "", err
			}
			values[i] = part
		}
		raw, err := canonical.Marshal(values)
		return prefix + string(raw), err
	case c.step.Accepted != "":
		return prefix + string(c.step.Accepted), nil
	default:
		return prefix + "turn:" + string(c.r.in.Turn), nil
	}
}

// keyPart gives the part of a key at a path of the input or of a fact. Where nothing is there is no key: writes that differ
// elsewhere would share it, and all but the first would not happen. A key is in events, receipts and errors and goes to the
// provider, so what is private stands in it as a digest: different values stay different keys, and none can be read.
func keyPart(c *call, p ik.Path) (json.RawMessage, error) {
	root, fields := p.Split()
	schema, doc, hidden := source(c, root)
	place, ok := project.At(schema, doc, fields)
	switch {
	case !ok:
		return nil, fmt.Errorf("%q has no value", p)
	case hidden || place.Partly || filledInPrivate(c, root, fields):
		digest, err := canonical.Hash([]any{c.step.CapabilityID, p, place.Value})
		if err != nil {
			return nil, err
		}
		return canonical.Marshal("sha256:" + digest)
	default:
		return canonical.Marshal(place.Value)
	}
}

// filledInPrivate tells whether a part of an input was filled in from a fact that does not show it.
func filledInPrivate(c *call, root string, fields []string) bool {
	if root != "input" || len(fields) == 0 {
		return false
	}
	from, filled := c.capability.Filled[fields[0]]
	if !filled {
		return false
	}
	fact, path := from.Split()
	schema, doc, hidden := source(c, fact)
	place, ok := project.At(schema, doc, append(path, fields[1:]...))
	return !ok || hidden || place.Partly
}

// source gives the document that a path begins at, with its schema, and whether models see nothing of it.
func source(c *call, root string) (schema ik.Schema, doc json.RawMessage, hidden bool) {
	if root == "input" {
		return c.capability.Input, c.step.Input, false
	}
	if f := c.bound().Record(ik.FactKey(root)); f != nil {
		doc, hidden = f.Value, withheld(f.ModelVisibility)
	}
	if def := c.r.in.Agent.Facts[ik.FactKey(root)]; def != nil {
		schema, hidden = def.Value, hidden || withheld(def.Visibility)
	}
	return schema, doc, hidden
}

// bound tells which instances of keyed facts the call is about.
func (c *call) bound() facts.Step {
	return facts.Step{Agent: c.r.in.Agent, Capability: c.capability, Input: c.step.Input, Facts: c.facts}
}

// withheld tells whether models see nothing of the value of a fact.
func withheld(v ik.Visibility) bool { return v == ik.VisibilityHidden || v == ik.VisibilityPresence }
