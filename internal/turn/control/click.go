package control

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Value is the value of an option of a menu: Kind is one of package reserved, or "" for any other value.
type Value struct {
	Kind         string
	OccurrenceID string
	// Capability is the member's. It is "" for the continue option, and for a member value without one.
	Capability ik.CapabilityID
}

// Read reads the value of an option, or of an answer.
func Read(value json.RawMessage) Value {
	kind := member(value, "kind")
	if !reserved.Value(kind) {
		return Value{}
	}
	v := Value{Kind: kind, OccurrenceID: member(value, "occurrenceId")}
	if kind == reserved.Member {
		v.Capability = ik.CapabilityID(member(value, "capabilityId"))
	}
	return v
}

// ReadOption reads the value of an option.
func ReadOption(o ik.Option) Value {
	raw, err := json.Marshal(o.Value)
	if err != nil {
		return Value{}
	}
	return Read(raw)
}

func member(value json.RawMessage, name string) string {
	raw, ok := jsonval.Lookup(value, name)
	if !ok {
		return ""
	}
	text, _ := jsonval.String(raw)
	return text
}

// Click is a click on an option of a menu: all that the turn is about.
type Click struct {
	Value
	// Answer is what the click resolved to. Its evidence is the label of the option.
	Answer *ik.InteractionAnswer
}

// GroupClick gives the click of a turn that needs no model: one on the continue option of a menu, on one of its members,
// or on an offer. Any other click goes through the stages.
func GroupClick(s *snapshot.Snapshot) (Click, bool) {
	if Of(s).Decision != Bound || s.Answer == nil {
		return Click{}, false
	}
	c := Click{Read(s.Answer.Value), s.Answer}
	if c.Kind == reserved.Continue || c.Kind == reserved.Accept || c.Kind == reserved.Member && c.Capability != "" {
		return c, true
	}
	return Click{}, false
}
