package types

import (
	"encoding/json"
	"fmt"
	"go/token"
	"strings"
	"unicode"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// where an attribute stands.
type where int

const (
	placeDefinition where = iota
	placeField
	placePattern
	placeStruct
)

// attributes is what @go and @ik say at one place.
type attributes struct {
	goName   string
	goType   ir.GoValue
	goTypeAt ast.Node
	privacy  ir.Privacy
	names    []string
	namesAt  ast.Node
	examples []string
	from     string
}

// add reads the attributes of a field's declaration.
func (a *attributes) add(c *Compiler, f spec.Field, path string, at where) {
	for _, attr := range f.Attrs {
		a.read(c, attr, path, at)
	}
}

func (a *attributes) read(c *Compiler, attr *ast.Attribute, path string, at where) {
	key, body := attr.Split()
	bad := func(message, help string) {
		c.fail(codeAttribute, path, spec.At(attr), message, help)
	}
	switch key {
	case "go":
		a.readGo(body, attr, at, bad)
	case "ik":
		args, err := spec.Args(body)
		if err != nil {
			bad(fmt.Sprintf("@ik(%s) cannot be read: %v", body, err), `write @ik(redact) or @ik(name="value")`)
			return
		}
		for _, arg := range args {
			a.readArg(c, arg, attr, path, at, bad)
		}
	}
	// All others are CUE's own or of other tools; the loader refuses those that seem to mean @ik.
}

func (a *attributes) readGo(body string, attr *ast.Attribute, at where, bad func(string, string)) {
	name, rest, more := strings.Cut(body, ",")
	name = strings.TrimSpace(name)
	switch {
	case at == placePattern || at == placeStruct:
		bad("@go has no effect here", "put it on a field or a definition")
	case more && name == "":
		a.readGoType(rest, attr, at, bad)
	case !token.IsIdentifier(name) || !unicode.IsUpper([]rune(name)[0]):
		bad(fmt.Sprintf("%q is no exported Go name", name), "write @go(Name)")
	default:
		a.goName = name
		if more {
			a.readGoType(rest, attr, at, bad)
		}
	}
}

func (a *attributes) readArg(c *Compiler, arg spec.Arg, attr *ast.Attribute, path string, at where, bad func(string, string)) {
	switch arg.Key {
	case "redact", "secret":
		if arg.HasValue {
			bad(fmt.Sprintf("@ik(%s) takes no value", arg.Key), fmt.Sprintf("write @ik(%s)", arg.Key))
		}
		a.privacy = stronger(a.privacy, ir.Privacy(arg.Key))
	case "names":
		if at == placePattern || at == placeStruct {
			bad("@ik(names=…) belongs on a definition or field whose type is an enum", "move it there")
			return
		}
		for _, n := range strings.Split(arg.Value, ",") {
			a.names = append(a.names, strings.TrimSpace(n))
		}
		a.namesAt = attr
	case "example":
		if at != placeField {
			bad("@ik(example=…) belongs on a field", "move it there")
			return
		}
		a.examples = append(a.examples, arg.Value)
	case "from":
		if at != placeField {
			bad("@ik(from=…) belongs on a field of an input", "move it there")
			return
		}
		a.from = arg.Value
	case "allow":
		// read where the element is compiled; it says nothing of a schema
	default:
		bad(fmt.Sprintf("@ik(%s) is not understood here", arg.Key), known(arg.Key))
	}
}

func known(key string) string {
	switch key {
	case "out", "go":
		return fmt.Sprintf("@ik(%s=…) stands at the top of a file, after the imports", key)
	case "was":
		return `@ik(was="old.id") stands inside the braces of a capability`
	}
	return "known here are redact, secret, names, example and from"
}

// example reads an example as its type asks: a text where the type admits one, else JSON.
func (c *Compiler) example(t ir.Type, text string) json.RawMessage {
	raw, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage(`""`)
	}
	if json.Valid([]byte(text)) && (t.Kind == ir.KindAny || c.refuses(t, raw) != "") {
		return json.RawMessage(text)
	}
	return raw
}

// applyNames gives the members of an enum their Go names.
func (c *Compiler) applyNames(t *ir.Type, a attributes, path string) {
	if a.names == nil {
		return
	}
	fail := func(message, help string) { c.fail(codeAttribute, path, spec.At(a.namesAt), message, help) }
	if t.Kind != ir.KindEnum {
		fail("@ik(names=…) stands on a type that is no enum", "remove it")
		return
	}
	if len(a.names) != len(t.Enum) {
		fail(fmt.Sprintf("@ik(names=…) gives %d names to %d members", len(a.names), len(t.Enum)), "give one name a member, in their order")
		return
	}
	members := append([]ir.Member(nil), t.Enum...)
	for i, n := range a.names {
		if !token.IsIdentifier("X" + n) {
			fail(fmt.Sprintf("%q cannot be part of a Go name", n), "write letters and digits")
			return
		}
		members[i].Go = n
	}
	t.Enum = members
}
