package gonames

import (
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
)

// VariantPath is the path of a variant of the union at path.
func VariantPath(path, variant string) string { return path + "|" + label(variant) }

// variants names the variants of a union. One that is no definition gets a Go type of its own, also when it is a
// scalar: each variant has another Go type, so that a switch tells them apart.
func (w *typeWalk) variants(goName, path string, u *ir.Union) {
	w.pkg.take("Match"+goName, path)
	for i := range u.Variants {
		v := &u.Variants[i]
		at := VariantPath(path, v.Name)
		suffix := Suffix(v.Name)
		w.pkg.take("New"+goName+suffix, at)
		w.n.variants[variantKey(path, i)] = suffix
		if v.Type.Kind != ir.KindRef {
			w.declare(Decl{Go: goName + suffix, Path: at, Type: v.Type})
		}
	}
}

func variantKey(path string, i int) string { return path + "|" + strconv.Itoa(i) }

// Variant is the name of the i-th variant of the union at path: New<union><variant> makes a union of it.
func (n *Names) Variant(path string, i int) string { return n.variants[variantKey(path, i)] }

// VariantType is the Go type of the i-th variant of the union at path.
func (n *Names) VariantType(path string, u *ir.Union, i int) GoType {
	v := &u.Variants[i]
	if v.Type.Kind == ir.KindRef {
		return n.Ref(*v.Type.Ref)
	}
	name, _ := n.At(VariantPath(path, v.Name))
	return GoType{"", name}
}

// isUnion tells whether a type is a union, references followed: no constant holds a value of it.
func (n *Names) isUnion(t ir.Type) bool { return n.followed(t) == ir.KindUnion }
