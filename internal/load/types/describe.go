package types

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp/syntax"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// describe names a type in a message.
func describe(t ir.Type) string {
	if t.Const != nil {
		return "the constant " + string(t.Const)
	}
	switch t.Kind {
	case ir.KindNull:
		return "null"
	case ir.KindBool:
		return "a bool"
	case ir.KindInt:
		return "an int"
	case ir.KindNumber:
		return "a number"
	case ir.KindString:
		return "a string"
	case ir.KindEnum:
		return "a member of the enum"
	case ir.KindStruct, ir.KindMap:
		return "a struct"
	case ir.KindList, ir.KindTuple:
		return "a list"
	case ir.KindUnion:
		return "a variant of the union"
	case ir.KindRef:
		return "a " + t.Ref.Name
	}
	return "any value"
}

// reason is the part of a regular expression's error that says what is wrong.
func reason(err error) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		if e.Expr != "" {
			return string(e.Code) + ": " + e.Expr
		}
		return string(e.Code)
	}
	return err.Error()
}

func sortedKeys(m map[string]json.RawMessage) []string {
	return slices.Sorted(maps.Keys(m))
}
