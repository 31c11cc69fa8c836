package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/rules"
)

// place is a parsed path of the spec: "input.a.b", "output.a", "order.found@1.total", "now".
type place struct {
	Root   string // input, output, now, or a fact key
	Fields []string
}

func (p place) fact() bool { return strings.Contains(p.Root, "@") }

// parsePath reads a path. ok is false when it has no form of a path.
func parsePath(text string) (place, bool) {
	if at := strings.IndexByte(text, '@'); at > 0 {
		root, rest := text, ""
		if dot := strings.IndexByte(text[at:], '.'); dot >= 0 {
			root, rest = text[:at+dot], text[at+dot+1:]
			if rest == "" {
				return place{}, false
			}
		}
		_, _, ok := rules.SplitFact(root)
		fields, valid := splitFields(rest)
		return place{Root: root, Fields: fields}, ok && valid
	}
	if text == "now" {
		return place{Root: text}, true
	}
	root, rest, found := strings.Cut(text, ".")
	fields, valid := splitFields(rest)
	return place{Root: root, Fields: fields}, found && valid && len(fields) > 0 && (root == "input" || root == "output")
}

func splitFields(text string) ([]string, bool) {
	if text == "" {
		return nil, true
	}
	fields := strings.Split(text, ".")
	for _, f := range fields {
		if f == "" || strings.TrimSpace(f) != f {
			return nil, false
		}
	}
	return fields, true
}

// maxHops ends chains of definitions that refer to each other.
const maxHops = 64

// resolver follows types through definitions of this and other packages.
type resolver struct {
	pkg  *ir.Package
	deps map[string]*ir.Package

	depth int // of the types that are compared
}

// typed is a type together with the package in which its references are to be read ("": the package itself).
type typed struct {
	ir.Type
	from string
}

// deref follows references. ok is false when a definition is missing, which the loader reports.
func (r resolver) deref(t typed) (typed, bool) {
	nullable := t.Nullable
	for range maxHops {
		if t.Kind != ir.KindRef || t.Ref == nil {
			t.Nullable = t.Nullable || nullable
			return t, t.Kind != ir.KindRef
		}
		nullable = nullable || t.Nullable
		pkg := t.Ref.Package
		if pkg == "" {
			pkg = t.from
		}
		next, ok := r.definition(pkg, t.Ref.Name)
		if !ok {
			return t, false
		}
		t = typed{next, pkg}
	}
	return t, false
}

func (r resolver) definition(pkg, name string) (ir.Type, bool) {
	p := r.pkg
	if pkg != "" && (p == nil || pkg != p.Path) {
		p = r.deps[pkg]
	}
	if p == nil {
		return ir.Type{}, false
	}
	for _, d := range p.Types {
		if d.Name == name {
			return d.Type, true
		}
	}
	return ir.Type{}, false
}

// missing says where a path breaks off.
type missing struct {
	Depth int      // index of the field that does not exist
	Among []string // names that exist there
	Why   string   // what stands there when it is no object
}

// walk follows fields. Where nothing is known of a value, because the schema is open or `_`, every field exists and the
// result is of kind any; where a schema was not read, it has no kind.
func (r resolver) walk(t typed, fields []string) (typed, *missing) {
	for i, name := range fields {
		next, ok := r.deref(t)
		if !ok || next.Kind == "" {
			return typed{}, nil // it was not read
		}
		if next.Kind == ir.KindAny {
			return typed{Type: ir.Type{Kind: ir.KindAny}}, nil
		}
		switch next.Kind {
		case ir.KindStruct:
			field, among := findField(next.Type, name)
			if field == nil && next.Open {
				return typed{Type: ir.Type{Kind: ir.KindAny}}, nil
			}
			if field == nil {
				return next, &missing{Depth: i, Among: among}
			}
			t = typed{field.Type, next.from}
		case ir.KindMap:
			if next.Items == nil {
				return typed{Type: ir.Type{Kind: ir.KindAny}}, nil
			}
			t = typed{*next.Items, next.from}
		case ir.KindUnion:
			return r.walkUnion(next, fields[i:], i)
		case ir.KindList, ir.KindTuple:
			return next, &missing{Depth: i, Why: "a list, and a path cannot lead into its elements"}
		default:
			return next, &missing{Depth: i, Why: fmt.Sprintf("a %s, which has no fields", family(next.Type))}
		}
	}
	return t, nil
}

func findField(t ir.Type, name string) (*ir.Field, []string) {
	var among []string
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i], nil
		}
		among = append(among, t.Fields[i].Name)
	}
	return nil, among
}

func (c *Context) resolver() resolver { return resolver{pkg: c.Package, deps: c.in.Deps} }
