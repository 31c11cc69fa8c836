package ir

import "reflect"

// RestType is the type of the fields of a struct that Fields does not name; nil where they have no type in common, and
// are kept as JSON: an open struct, or one whose pattern constraints differ.
func (t *Type) RestType() *Type {
	if t.Kind != KindStruct || t.Open || len(t.Rest) == 0 {
		return nil
	}
	for i := range t.Rest {
		if !reflect.DeepEqual(t.Rest[i].Items, t.Rest[0].Items) {
			return nil
		}
	}
	return &t.Rest[0].Items
}

// KeepsJSON tells whether further fields of a struct are kept as JSON.
func (t *Type) KeepsJSON() bool {
	return t.Kind == KindStruct && (t.Open || len(t.Rest) > 0 && t.RestType() == nil)
}
