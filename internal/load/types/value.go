package types

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
)

// value is a compiled expression: its type, and the default that it carries.
type value struct {
	t        ir.Type
	fallback json.RawMessage
	direct   bool // the default is marked here, not in a definition that is referred to
	attrs    attributes
	// sealed tells that a definition or close() has closed the struct: what it is unified with adds no fields.
	sealed bool
	// loose is the name of a validator that also admits other kinds than strings, until string stands beside it.
	loose string
}

// ok is a value without a default.
func of(t ir.Type) (value, bool) { return value{t: t}, true }

func stronger(a, b ir.Privacy) ir.Privacy {
	if a == ir.PrivacySecret || b == ir.PrivacySecret {
		return ir.PrivacySecret
	}
	if a == ir.PrivacyRedact || b == ir.PrivacyRedact {
		return ir.PrivacyRedact
	}
	return ""
}

// numeric tells whether the kind is one of numbers.
func numeric(k ir.Kind) bool { return k == ir.KindInt || k == ir.KindNumber }

// constKind is the kind of a JSON constant, "" for objects and lists.
func constKind(raw json.RawMessage) ir.Kind {
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		return ir.KindString
	case 't', 'f':
		return ir.KindBool
	case 'n':
		return ir.KindNull
	case '{', '[':
		return ""
	}
	if integral(json.Number(raw)) {
		return ir.KindInt
	}
	return ir.KindNumber
}
