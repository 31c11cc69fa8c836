package types

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/runtime/wire"
)

// applyGoType lets a field hold its strings in the Go type that @go(,type=…) names.
func (c *Compiler) applyGoType(t *ir.Type, a attributes, path string) bool {
	if a.goType == "" {
		return true
	}
	format := map[ir.GoValue]string{ir.GoTime: "time.Time", ir.GoDuration: "time.Duration"}[a.goType]
	plain := *t
	plain.Nullable, plain.Privacy = false, ""
	if plain.Kind != ir.KindString || len(plain.Formats) != 1 || plain.Formats[0].Name != format || plain.Const != nil ||
		plain.MinRunes != nil || plain.MaxRunes != nil || len(plain.Patterns)+len(plain.NotOneOf) > 0 {
		c.fail(codeAttribute, path, spec.At(a.goTypeAt), fmt.Sprintf("the Go type %s holds the values of %s alone, not of this schema", a.goType, format),
			fmt.Sprintf("write the field as %s, without further constraints and not through a definition", format))
		return false
	}
	t.Go = a.goType
	return true
}

// heldAs is a constant as the Go type that holds it is written.
func heldAs(t ir.GoValue, raw json.RawMessage) json.RawMessage {
	var s string
	if t == "" || json.Unmarshal(raw, &s) != nil {
		return raw
	}
	switch t {
	case ir.GoTime:
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
			return json.RawMessage(strconv.Quote(wire.TimeText(at)))
		}
	case ir.GoDuration:
		if d, err := time.ParseDuration(s); err == nil {
			return json.RawMessage(strconv.Quote(d.String()))
		}
	}
	return raw
}

// goTypeNamed finds the Go types that a spec may name.
func goTypeNamed(name string) (ir.GoValue, bool) {
	switch t := ir.GoValue(name); t {
	case ir.GoTime, ir.GoDuration:
		return t, true
	}
	return "", false
}

// readGoType reads the second part of @go(,type="time.Time").
func (a *attributes) readGoType(rest string, attr *ast.Attribute, at where, bad func(string, string)) {
	args, err := spec.Args(rest)
	if err != nil || len(args) != 1 || args[0].Key != "type" || !args[0].HasValue {
		bad(fmt.Sprintf("@go(,%s) cannot be read", rest), `write @go(,type="time.Time")`)
		return
	}
	t, ok := goTypeNamed(args[0].Value)
	switch {
	case !ok:
		bad(fmt.Sprintf("the Go type %q cannot be compiled exactly", args[0].Value),
			`remove it: the type is generated; only "time.Time" and "time.Duration" may be named`)
	case at != placeField:
		bad("@go(,type=…) belongs on a field", "move it to the fields that use the definition")
	default:
		a.goType, a.goTypeAt = t, attr
	}
}
