package interp

import (
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// maskOf gives the mask of a type, nil when nothing in it is private.
func maskOf(t ir.Type, at place) (func() *ik.Mask, error) {
	private, err := hasPrivacy(t, at, map[string]bool{})
	if err != nil || !private {
		return nil, err
	}
	return func() *ik.Mask { return mask(t, at, "") }, nil
}

// hasPrivacy tells whether a value of the type may hold something private. seen ends recursive types.
func hasPrivacy(t ir.Type, at place, seen map[string]bool) (bool, error) {
	if t.Privacy != "" {
		return true, nil
	}
	for _, p := range parts(t) {
		if private, err := hasPrivacy(p, at, seen); private || err != nil {
			return private, err
		}
	}
	switch t.Kind {
	case ir.KindRef:
		def, inner, err := at.definition(t.Ref)
		if err != nil {
			return false, err
		}
		key := inner.pkg.Path + " " + def.Name
		if seen[key] {
			return false, nil
		}
		seen[key] = true
		return hasPrivacy(def.Type, inner, seen)
	case ir.KindStruct:
		for _, f := range t.Fields {
			if private, err := hasPrivacy(f.Type, at, seen); private || err != nil {
				return private, err
			}
		}
	case ir.KindUnion:
		for i := range t.Union.Variants {
			if private, err := hasPrivacy(t.Union.Variants[i].Type, at, seen); private || err != nil {
				return private, err
			}
		}
	case ir.KindList, ir.KindMap, ir.KindTuple:
		if t.Items != nil {
			return hasPrivacy(*t.Items, at, seen)
		}
	}
	return false, nil
}

// mask describes one place. above is the protection that the place inherits; it covers everything below.
func mask(t ir.Type, at place, above ir.Privacy) *ik.Mask {
	t, at, err := at.resolve(t)
	if err != nil {
		// The schema was compiled, so this cannot be; if it were, nothing may be shown.
		return &ik.Mask{Self: ik.Secret}
	}
	own := stronger(t.Privacy, above)
	m := &ik.Mask{Self: privacy(own)}
	switch t.Kind {
	case ir.KindStruct:
		for _, f := range t.Fields {
			field := f.Type
			m.Fields = append(m.Fields, ik.FieldMask{Name: f.Name, Mask: func() *ik.Mask { return mask(field, at, own) }})
		}
		m.Rest = restMask(t, at, own)
	case ir.KindTuple:
		return tupleMask(t, at, own)
	case ir.KindUnion:
		return unionMask(t, at, own)
	case ir.KindList, ir.KindMap:
		if t.Items != nil {
			items := *t.Items
			m.Elem = func() *ik.Mask { return mask(items, at, own) }
		}
	}
	return m
}

func privacy(p ir.Privacy) ik.Privacy {
	switch p {
	case ir.PrivacySecret:
		return ik.Secret
	case ir.PrivacyRedact:
		return ik.Private
	default:
		return ik.Public
	}
}
