package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// The Go types of events and their definitions in CUE say the same: the types, their categories, their members, which of
// them may be absent, which may be null.
func TestGoTypesOfEventsAreTheDefinitions(t *testing.T) {
	dir, err := filepath.Abs("../../" + eventSource)
	require.NoError(t, err)
	res, err := load(t.Context(), dir)
	require.NoError(t, err)
	c := comparison{t: t, pkg: res.Units[0].Package.IR, seen: map[string]bool{}}
	catalog := find(c.pkg, catalogName)
	require.NotNil(t, catalog)
	types := ik.EventTypes()
	require.Len(t, types, len(catalog.Type.Fields))
	for i, et := range types {
		f := catalog.Type.Fields[i]
		assert.Equal(t, f.Name, et.Name)
		var category string
		if f.Type.Const != nil {
			require.NoError(t, json.Unmarshal(f.Type.Const, &category))
		}
		assert.Equal(t, category, string(et.Category), et.Name)
		data, err := ik.Event{Type: et.Name, Data: []byte("{}")}.Read()
		require.NoError(t, err)
		assert.Equal(t, et.Name, data.EventType())
		goType := reflect.TypeOf(data).Elem()
		assert.Equal(t, definitionOf(et.Name), "#"+goType.Name())
		c.definition(definitionOf(et.Name), goType)
	}
	c.definition(envelopeName, reflect.TypeFor[ik.Event]())
	for _, def := range c.pkg.Types {
		assert.True(t, c.seen[def.Name] || def.Name == catalogName, "%s belongs to no event", def.Name)
	}
}

// comparison walks a Go type and a definition side by side.
type comparison struct {
	t    *testing.T
	pkg  *ir.Package
	seen map[string]bool
}

func (c *comparison) definition(name string, goType reflect.Type) {
	def := find(c.pkg, name)
	require.NotNil(c.t, def, name)
	if c.seen[name] && def.Type.Kind == ir.KindStruct {
		return
	}
	c.seen[name] = true
	c.value(strings.TrimPrefix(name, "#"), def.Type, goType)
}

var (
	rawJSON = reflect.TypeFor[json.RawMessage]()
	anyJSON = reflect.TypeFor[any]()
)

// value compares what stands at a place.
func (c *comparison) value(path string, t ir.Type, goType reflect.Type) {
	if t.Kind == ir.KindAny || t.Kind == ir.KindStruct && t.Open && len(t.Fields) == 0 {
		ok := goType == rawJSON || goType == anyJSON || goType.Kind() == reflect.Map
		assert.True(c.t, ok, "%s: any JSON is %s", path, goType)
		return
	}
	if goType.Kind() == reflect.Pointer {
		goType = goType.Elem()
	}
	if inner, ok := nullableOf(goType); ok {
		assert.True(c.t, t.Nullable, "%s is not nullable", path)
		goType = inner
	}
	switch t.Kind {
	case ir.KindRef:
		c.definition(t.Ref.Name, goType)
	case ir.KindList:
		require.Equal(c.t, reflect.Slice, goType.Kind(), path)
		c.value(path+"[]", *t.Items, goType.Elem())
	case ir.KindStruct:
		c.members(path, t, goType)
	case ir.KindString, ir.KindEnum:
		ok := goType.Kind() == reflect.String || goType == reflect.TypeFor[time.Time]()
		assert.True(c.t, ok, "%s: text is %s", path, goType)
	case ir.KindInt:
		assert.Equal(c.t, reflect.Int, goType.Kind(), path)
	case ir.KindNumber:
		assert.Equal(c.t, reflect.Float64, goType.Kind(), path)
	case ir.KindBool:
		assert.Equal(c.t, reflect.Bool, goType.Kind(), path)
	default:
		assert.Fail(c.t, "a kind that no event has", "%s: %s", path, t.Kind)
	}
}

func nullableOf(goType reflect.Type) (reflect.Type, bool) {
	if !strings.HasPrefix(goType.Name(), "Nullable[") {
		return nil, false
	}
	get, _ := goType.MethodByName("Get")
	return get.Type.Out(0), true
}

// members compares the members of an object, by name.
func (c *comparison) members(path string, t ir.Type, goType reflect.Type) {
	require.Equal(c.t, reflect.Struct, goType.Kind(), path)
	own := membersOf(goType)
	names := []string{}
	for _, f := range t.Fields {
		names = append(names, f.Name)
		m, there := own[f.Name]
		if !assert.True(c.t, there, "%s.%s is not in Go", path, f.Name) {
			continue
		}
		assert.Equal(c.t, f.Presence == ir.Optional, m.omit, "%s.%s may be absent", path, f.Name)
		null := f.Type.Nullable || f.Type.Kind == ir.KindAny
		pointer := m.goType.Kind() == reflect.Pointer && !m.omit
		assert.False(c.t, pointer && !null, "%s.%s may be null in Go alone", path, f.Name)
		_, kept := nullableOf(m.goType)
		holds := m.goType.Kind() == reflect.Pointer || m.goType == rawJSON || m.goType == anyJSON || kept
		assert.False(c.t, null && !holds, "%s.%s may be null in CUE alone", path, f.Name)
		c.value(path+"."+f.Name, f.Type, m.goType)
	}
	for name := range own {
		assert.True(c.t, slices.Contains(names, name), "%s.%s is not in CUE", path, name)
	}
}

type member struct {
	goType reflect.Type
	omit   bool
}

// membersOf gives the members that encoding/json writes for a struct.
func membersOf(goType reflect.Type) map[string]member {
	out := map[string]member{}
	for _, f := range reflect.VisibleFields(goType) {
		tag, tagged := f.Tag.Lookup("json")
		if !f.IsExported() || f.Anonymous && !tagged {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		out[name] = member{f.Type, strings.Contains(options, "omit")}
	}
	return out
}

func TestAForeignSchemaIsNoticed(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(root+"/"+schemaFolder, 0o755))
	for _, name := range []string{"old.type.schema.json", "README.md"} {
		require.NoError(t, os.WriteFile(root+"/"+schemaFolder+"/"+name, nil, 0o644))
	}
	for _, check := range []bool{true, false} {
		got, err := foreign(root, nil, check)
		require.NoError(t, err)
		assert.Equal(t, []string{schemaFolder + "/old.type.schema.json"}, got)
	}
	got, err := foreign(root, nil, true)
	require.NoError(t, err)
	assert.Empty(t, got)
}

func TestACatalogNeedsItsDefinitions(t *testing.T) {
	_, err := eventSchemas(&ir.Package{})
	assert.ErrorContains(t, err, "there is no #Categories")
	_, err = eventSchemas(&ir.Package{Types: []ir.TypeDef{
		{Name: envelopeName, Type: ir.Type{Kind: ir.KindStruct}},
		{Name: catalogName, Type: ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "a.b"}}}},
	}})
	assert.ErrorContains(t, err, "there is no #AB for a.b")
}
