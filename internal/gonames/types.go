package gonames

import (
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
)

// GoType is a generated Go type. Package is the CUE import path of the package that owns it, "" for the package itself.
type GoType struct {
	Package string
	Name    string
}

// Decl is one Go type to generate: a definition, or an inline schema that needs a name.
type Decl struct {
	Go   string
	Path string // `#Order`, `#Order.address`, `agent.facts."order.found@1".#Value`
	Doc  string // of the definition or the element, as the author wrote it
	Type ir.Type
	// Root tells a definition or the schema of an element from an inline type inside one. Only roots get exported
	// decoders and a schema.
	Root bool
	// Definition is the CUE name of a definition, "" for an inline schema.
	Definition string
}

// FieldPath is the path of a field: path.name, or path."odd name".
func FieldPath(path, name string) string { return path + "." + label(name) }

// ItemPath is the path of the elements of a list, or of the values of a map.
func ItemPath(path string) string { return path + "[]" }

// ElemPath is the path of a fixed element of a tuple.
func ElemPath(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// ElemName is the Go field of a fixed element of a tuple. The elements behind them are the field Rest.
func ElemName(i int) string { return "V" + strconv.Itoa(i) }

// ElementPath is the path of an element that is keyed by an id: agent.capabilities."order.find".
func ElementPath(parent, id string) string { return parent + "." + strconv.Quote(id) }

// label writes a field name as CUE does: plain where it is an identifier.
func label(name string) string {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '$'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return strconv.Quote(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

// DefinitionName is the Go name of a definition.
func DefinitionName(d ir.TypeDef) string {
	if d.Go != "" {
		return d.Go
	}
	return Export(d.Name)
}

// IsReference tells whether a schema is nothing but a definition: its Go type then is the definition's.
func IsReference(t ir.Type) bool {
	return t.Kind == ir.KindRef && t.Ref != nil && !t.Nullable && t.Privacy == ""
}

// structReserved are the names that generated structs need for themselves.
func structReserved() []string {
	return []string{"Validate", "MarshalJSON", "UnmarshalJSON", "Error", "String", "Extra", "DecodeWire", "CheckWire"}
}

// typeWalk names the types of one package.
type typeWalk struct {
	n   *Names
	pkg scope
}

// root names a whole schema.
func (w *typeWalk) root(d Decl) {
	d.Root = true
	w.declare(d)
}

func (w *typeWalk) declare(d Decl) {
	if free := w.pkg.take(d.Go, d.Path); free && d.Root {
		for _, derived := range []string{"Decode" + d.Go, "Schema" + d.Go, d.Go + "Schema", d.Go + "ModelSchema"} {
			w.pkg.take(derived, d.Path)
		}
	}
	w.n.decls = append(w.n.decls, d)
	w.n.byPath[d.Path] = d.Go
	w.inside(d.Go, d.Path, d.Type)
}

// inside names what stands within a declared type.
func (w *typeWalk) inside(goName, path string, t ir.Type) {
	switch t.Kind {
	case ir.KindStruct:
		w.fields(goName, path, t)
		w.nested(goName+"Extra", ItemPath(path), t.RestType())
	case ir.KindTuple:
		for i := range t.Elems {
			w.nested(goName+ElemName(i), ElemPath(path, i), &t.Elems[i])
		}
		w.nested(goName+"Rest", ItemPath(path), t.Items)
	case ir.KindEnum:
		w.members(goName, path, t)
	case ir.KindList:
		w.nested(goName+"Item", ItemPath(path), t.Items)
	case ir.KindMap:
		w.nested(goName+"Value", ItemPath(path), t.Items)
	case ir.KindUnion:
		w.variants(goName, path, t.Union)
	}
}

// nested names an inline type when it needs a name, and looks into lists and maps that need none.
func (w *typeWalk) nested(goName, path string, t *ir.Type) {
	if t == nil {
		return
	}
	switch t.Kind {
	case ir.KindStruct, ir.KindEnum, ir.KindUnion, ir.KindTuple:
		w.declare(Decl{Go: goName, Path: path, Type: *t})
	case ir.KindList, ir.KindMap:
		w.inside(goName, path, *t)
	}
}

func (w *typeWalk) fields(goName, path string, t ir.Type) {
	names := newScope(w.n.found)
	for i := range t.Fields {
		f := &t.Fields[i]
		fp := FieldPath(path, f.Name)
		name := f.Go
		if name == "" {
			name = Export(f.Name)
		}
		name = avoid(name, "Field", structReserved()...)
		names.take(name, fp)
		w.n.fields[fp] = name
		if f.Presence == ir.Defaulted && isScalarJSON(f.Default) && f.Type.Go == "" && !w.n.anything(f.Type) && !w.n.isUnion(f.Type) {
			constant := "Default" + goName + name
			w.pkg.take(constant, fp)
			w.n.defaults[fp] = constant
		}
		w.nested(goName+name, fp, &f.Type)
	}
}

func (w *typeWalk) members(goName, path string, t ir.Type) {
	for i, m := range t.Enum {
		name := m.Go
		if name == "" {
			name = Suffix(memberText(m.Value))
		}
		mp := path + "[" + strconv.Itoa(i) + "]"
		w.pkg.take(goName+name, mp)
		w.n.members[mp] = goName + name
	}
}

// memberText is the text that a member's name is made from: a string's value, else the JSON.
func memberText(raw []byte) string {
	if s, err := strconv.Unquote(string(raw)); err == nil {
		return s
	}
	return string(raw)
}

func isScalarJSON(raw []byte) bool {
	return len(raw) > 0 && raw[0] != '{' && raw[0] != '[' && raw[0] != 'n'
}
