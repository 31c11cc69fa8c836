package unions

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// The kinds of JSON values, as decoders see them.
const (
	null   = wire.IsNull
	object = wire.IsObject
	list   = wire.IsList
)

// All are the kinds of a value of which nothing is known.
const All = wire.IsNull | wire.IsBool | wire.IsNumber | wire.IsString | wire.IsList | wire.IsObject

// Resolver follows references, read in the package of a CUE path, to the type that they name and the package in which
// that one stands. It is false where a reference leads nowhere. Nullability adds up on the way.
type Resolver func(t ir.Type, pkg string) (ir.Type, string, bool)

// maxNesting bounds unions within unions.
const maxNesting = 32

// kinds are the kinds of the values of a type.
func (r Resolver) kinds(t ir.Type, pkg string, depth int) wire.Kinds {
	t, pkg, ok := r(t, pkg)
	if !ok || depth > maxNesting {
		return All
	}
	k := kindOf(t)
	if t.Kind == ir.KindUnion && t.Union != nil {
		k = 0
		for i := range t.Union.Variants {
			k |= r.kinds(t.Union.Variants[i].Type, pkg, depth+1)
		}
	}
	if t.Nullable {
		k |= null
	}
	return k
}

func kindOf(t ir.Type) wire.Kinds {
	kind := t.Kind
	if kind == ir.KindEnum {
		kind = t.Base
	}
	switch kind {
	case ir.KindNull:
		return null
	case ir.KindBool:
		return wire.IsBool
	case ir.KindInt, ir.KindNumber:
		return wire.IsNumber
	case ir.KindString:
		return wire.IsString
	case ir.KindList, ir.KindTuple:
		return list
	case ir.KindStruct, ir.KindMap:
		return object
	default:
		return All
	}
}

// values are the only values of a scalar, nil where there are others. null counts as others.
func values(t ir.Type) []json.RawMessage {
	switch {
	case t.Nullable:
		return nil
	case t.Kind == ir.KindEnum:
		var out []json.RawMessage
		for _, m := range t.Enum {
			out = append(out, m.Value)
		}
		return out
	case t.Const != nil:
		return []json.RawMessage{t.Const}
	default:
		return nil
	}
}
