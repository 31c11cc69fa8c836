package jsonschema_test

import (
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

// vendorNames are the profiles with rules of a vendor.
var vendorNames = []string{"openai", "anthropic", "gemini"}

func compiled(t require.TestingT, raw []byte) *validator.Schema {
	doc, err := validator.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	c := validator.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	s, err := c.Compile("s.json")
	require.NoError(t, err, "%s", raw)
	return s
}

func plain(t require.TestingT, doc string) any {
	v, err := validator.UnmarshalJSON(strings.NewReader(doc))
	require.NoError(t, err, doc)
	return v
}

// world is what references lead to.
type world struct {
	t    require.TestingT
	pkg  *ir.Package
	deps map[string]*ir.Package
}

func (w *world) follow(t *ir.Type) (*world, *ir.Type) {
	for t.Kind == ir.KindRef {
		if t.Ref.Package != "" && t.Ref.Package != w.pkg.Path {
			w = &world{w.t, w.deps[t.Ref.Package], w.deps}
		}
		for i := range w.pkg.Types {
			if w.pkg.Types[i].Name == t.Ref.Name {
				t = &w.pkg.Types[i].Type
				break
			}
		}
	}
	return w, t
}

// variant is the one of a union that a document belongs to.
func (w *world) variant(t *ir.Type, doc any) *ir.Type {
	for i := range t.Union.Variants {
		v := &t.Union.Variants[i].Type
		raw, err := jsonschema.Full(w.pkg, w.deps, *v, "")
		require.NoError(w.t, err)
		if compiled(w.t, raw).Validate(doc) == nil {
			return v
		}
	}
	return &ir.Type{}
}

// asSent is a document as a model writes it under a profile: with null for every field that is left out, and without
// further keys of open structs, where the vendor wants that.
func asSent(w *world, vendor string, t *ir.Type, doc any) any {
	w, t = w.follow(t)
	if t.Kind == ir.KindUnion {
		return asSent(w, vendor, w.variant(t, doc), doc)
	}
	switch doc := doc.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, v := range doc {
			if t.Kind == ir.KindMap {
				out[key] = asSent(w, vendor, t.Items, v)
			} else if vendor == "gemini" {
				out[key] = v
			}
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			if v, ok := doc[f.Name]; ok {
				out[f.Name] = asSent(w, vendor, &f.Type, v)
			} else if vendor == "openai" && f.Presence != ir.Required {
				out[f.Name] = nil
			}
		}
		return out
	case []any:
		out := []any{}
		for i, v := range doc {
			switch {
			case i < len(t.Elems):
				v = asSent(w, vendor, &t.Elems[i], v)
			case t.Items != nil:
				v = asSent(w, vendor, t.Items, v)
			}
			out = append(out, v)
		}
		return out
	default:
		return doc
	}
}
