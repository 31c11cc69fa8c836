package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// Trial tries scalar variants that may share values, one after the other:
//
//	t := d.Try()
//	var a A
//	if a.DecodeWire(d); t.Fits(d) { … return }
//	var b B
//	if b.DecodeWire(d); t.Fits(d) { … return }
//	t.None(d)
//
// It does not hold d: the decoder would be moved to the heap.
type Trial struct {
	pos, issues int
	ended       bool
	failed      []ik.Issue
	full        bool
}

// Try remembers where the next value begins.
func (d *Decoder) Try() Trial {
	d.space()
	return Trial{pos: d.pos, issues: len(d.issues), ended: d.ended, full: d.full()}
}

// Fits tells whether the value was decoded without an issue. If not, the decoder is taken back to the value.
func (t *Trial) Fits(d *Decoder) bool {
	if len(d.issues) == t.issues && !t.full && d.ended == t.ended {
		return true
	}
	if d.ended && !t.ended { // no JSON: no other variant can do better
		return true
	}
	t.failed = append(t.failed, d.issues[t.issues:]...)
	d.issues = d.issues[:t.issues]
	d.pos, d.ended = t.pos, t.ended
	return false
}

// None consumes the value that no variant admits, and reports what each of them asks.
func (t *Trial) None(d *Decoder) {
	d.skip()
	if len(t.failed) == 0 {
		return
	}
	asked := make([]string, 0, len(t.failed))
	for _, is := range t.failed {
		asked = append(asked, is.Message)
	}
	d.report(NoVariant, "none of the variants admits this: it "+strings.Join(asked, ", or it "))
}

// NoVariant reports the zero value of a union.
func (c *Checker) NoVariant() { c.report(NoVariant, "holds none of the variants") }

// MarshalUnion writes the variant that a union holds. It fails where there is none: null would be another value.
func MarshalUnion(variant any, typ string) ([]byte, error) {
	if variant == nil {
		return nil, fmt.Errorf("a %s holds none of its variants", typ)
	}
	return json.Marshal(variant)
}
