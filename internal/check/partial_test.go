package check_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/ir"
)

// TestPartialRepresentationsDoNotPanic takes random parts out of the agent, as the loader does after an error.
func TestPartialRepresentationsDoNotPanic(t *testing.T) {
	changes := cases()
	rapid.Check(t, func(t *rapid.T) {
		p, deps := base()
		changes[rapid.IntRange(0, len(changes)-1).Draw(t, "case")].change(p.Agent, p)
		for range rapid.IntRange(0, 12).Draw(t, "holes") {
			hole(t, reflect.ValueOf(p).Elem())
		}
		if rapid.Bool().Draw(t, "without deps") {
			deps = nil
		}
		check.Run(check.Input{Package: p, Deps: deps})
	})
}

// hole walks down at random and clears what it comes to, or puts a strange text there.
func hole(t *rapid.T, v reflect.Value) {
	for {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() {
				return
			}
			if rapid.IntRange(0, 9).Draw(t, "clear") == 0 {
				v.SetZero()
				return
			}
			v = v.Elem()
		case reflect.Struct:
			if v.NumField() == 0 {
				return
			}
			v = v.Field(rapid.IntRange(0, v.NumField()-1).Draw(t, "field"))
		case reflect.Slice:
			if v.Len() == 0 || v.Type().Elem().Kind() == reflect.Uint8 || rapid.IntRange(0, 9).Draw(t, "clear") == 0 {
				v.SetZero()
				return
			}
			v = v.Index(rapid.IntRange(0, v.Len()-1).Draw(t, "index"))
		case reflect.String:
			v.SetString(rapid.SampledFrom([]string{"", "@", "a@1", "input.", ".", "{{", "\x00", "input.x", string(ir.KindRef)}).Draw(t, "text"))
			return
		default:
			v.SetZero()
			return
		}
	}
}
