package gonames_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

func object(fields ...ir.Field) ir.Type { return ir.Type{Kind: ir.KindStruct, Fields: fields} }

func field(name string, t ir.Type) ir.Field {
	return ir.Field{Name: name, Presence: ir.Required, Type: t}
}

func text() ir.Type { return ir.Type{Kind: ir.KindString} }

func enum(members ...string) ir.Type {
	t := ir.Type{Kind: ir.KindEnum, Base: ir.KindString}
	for _, m := range members {
		raw, _ := json.Marshal(m)
		t.Enum = append(t.Enum, ir.Member{Value: raw})
	}
	return t
}

func list(t ir.Type) ir.Type { return ir.Type{Kind: ir.KindList, Items: &t} }

func capability(id string) ir.Capability {
	return ir.Capability{ID: id, Input: object(), Output: object(), AnyIssue: true}
}

func agent(change func(*ir.Agent)) *ir.Package {
	a := &ir.Agent{
		Facts: []ir.Fact{{Key: "order.found@1", Value: text()}, {Key: "order.found@2", Value: text()}},
	}
	change(a)
	return &ir.Package{Path: "example.com/a", Name: "a", Agent: a}
}

func TestTableNamesInlineTypesByTheirPath(t *testing.T) {
	p := &ir.Package{Path: "example.com/a", Name: "a", Types: []ir.TypeDef{
		{Name: "#Parcel", Type: object(
			field("address", object(field("zip-code", text()))),
			field("pieces", list(object(field("state", enum("in transit", "", "日"))))),
			field("Validate", text()),
		)},
		{Name: "#orders_page", Go: "Page", Type: text()},
	}}
	n, collisions := gonames.Table(p, nil)
	require.Empty(t, collisions)
	var names []string
	for _, d := range n.Decls() {
		names = append(names, d.Go+" "+d.Path)
	}
	assert.Equal(t, []string{
		"Parcel #Parcel", "ParcelAddress #Parcel.address", "ParcelPiecesItem #Parcel.pieces[]",
		"ParcelPiecesItemState #Parcel.pieces[].state", "Page #orders_page",
	}, names)
	assert.Equal(t, "ZipCode", n.Field("#Parcel.address", "zip-code"))
	assert.Equal(t, "ValidateField", n.Field("#Parcel", "Validate"))
	assert.Equal(t, "ParcelPiecesItemStateInTransit", n.Member("#Parcel.pieces[].state", 0))
	assert.Equal(t, "ParcelPiecesItemStateEmpty", n.Member("#Parcel.pieces[].state", 1))
	assert.Equal(t, "ParcelPiecesItemState日", n.Member("#Parcel.pieces[].state", 2))
	assert.Equal(t, gonames.GoType{Name: "Page"}, n.Ref(ir.Ref{Name: "#orders_page"}))
}

func TestTableNamesElements(t *testing.T) {
	shared := &ir.Package{Path: "example.com/s", Name: "s", Types: []ir.TypeDef{{Name: "#Order", Type: object()}}}
	reference := ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: "example.com/s", Name: "#Order"}}
	n, collisions := gonames.Table(agent(func(a *ir.Agent) {
		a.Facts = append(a.Facts, ir.Fact{Key: "order.kept@1", Value: reference})
		c := capability("order.find")
		c.Output = reference
		a.Capabilities = []ir.Capability{c}
		a.Ports = []ir.Port{{Name: "back-office", Methods: []ir.PortMethod{{Name: "Book", In: object(), Out: reference}}}}
	}), map[string]*ir.Package{"example.com/s": shared})
	require.Empty(t, collisions)
	assert.Equal(t, gonames.GoType{Name: "OrderFindInput"}, n.Input("order.find"))
	assert.Equal(t, gonames.GoType{Package: "example.com/s", Name: "Order"}, n.Output("order.find"))
	assert.Equal(t, gonames.GoType{Package: "example.com/s", Name: "Order"}, n.FactValue("order.kept@1"))
	assert.Equal(t, gonames.GoType{Name: "OrderFoundFact"}, n.FactValue("order.found@1"))
	assert.Equal(t, gonames.GoType{Name: "OrderFoundV2Fact"}, n.FactValue("order.found@2"))
	assert.Equal(t, gonames.GoType{Name: "BackOfficeBookIn"}, n.PortIn("back-office", "Book"))
	assert.Equal(t, "FactOrderFoundV1", n.FactConst("order.found@1"))
	assert.Equal(t, "CapOrderFind", n.CapConst("order.find"))
	_, ok := n.Continuation("order.find")
	assert.False(t, ok)
}

func TestTableFindsCollisions(t *testing.T) {
	for name, c := range map[string]struct {
		p    *ir.Package
		want []gonames.Collision
	}{
		"fields": {
			&ir.Package{Types: []ir.TypeDef{{Name: "#A", Type: object(field("user_id", text()), field("userId", text()))}}},
			[]gonames.Collision{{Name: "UserID", Paths: []string{"#A.user_id", "#A.userId"}}},
		},
		"members": {
			&ir.Package{Types: []ir.TypeDef{{Name: "#A", Type: enum("a-b", "a b")}}},
			[]gonames.Collision{{Name: "AAB", Paths: []string{"#A[0]", "#A[1]"}}},
		},
		"definitions": {
			&ir.Package{Types: []ir.TypeDef{{Name: "#foo_bar", Type: text()}, {Name: "#fooBar", Type: text()}}},
			[]gonames.Collision{{Name: "FooBar", Paths: []string{"#foo_bar", "#fooBar"}}},
		},
		"a definition and what is generated for another": {
			&ir.Package{Types: []ir.TypeDef{{Name: "#Order", Type: text()}, {Name: "#OrderSchema", Type: text()}}},
			[]gonames.Collision{{Name: "OrderSchema", Paths: []string{"#Order", "#OrderSchema"}}},
		},
		"a definition and a word of generated code": {
			func() *ir.Package {
				p := agent(func(*ir.Agent) {})
				p.Types = []ir.TypeDef{{Name: "#Handlers", Type: text()}}
				return p
			}(),
			[]gonames.Collision{{Name: "Handlers", Paths: []string{"#Handlers"}}},
		},
		"a definition and a capability": {
			func() *ir.Package {
				p := agent(func(a *ir.Agent) { a.Capabilities = []ir.Capability{capability("order.find")} })
				p.Types = []ir.TypeDef{{Name: "#OrderFindContext", Type: text()}}
				return p
			}(),
			[]gonames.Collision{{Name: "OrderFindContext", Paths: []string{"#OrderFindContext", `agent.capabilities."order.find"`}}},
		},
		"a capability and a policy": {
			agent(func(a *ir.Agent) {
				a.Capabilities = []ir.Capability{capability("refund.limit.policy")}
				a.Policies = []ir.Policy{{ID: "refund.limit", Handler: true}}
			}),
			[]gonames.Collision{
				{Name: "RefundLimitPolicy", Paths: []string{`agent.capabilities."refund.limit.policy"`, `agent.policies."refund.limit"`}},
				{Name: "RefundLimitPolicyHandler", Paths: []string{`agent.capabilities."refund.limit.policy"`, `agent.policies."refund.limit"`}},
				{Name: "RefundLimitPolicyContext", Paths: []string{`agent.capabilities."refund.limit.policy"`, `agent.policies."refund.limit"`}},
			},
		},
		"a fact that is asked for and a question": {
			agent(func(a *ir.Agent) {
				a.Facts = []ir.Fact{{Key: "input@1", Value: text()}}
				provider := capability("read")
				provider.Provides = []string{"input@1"}
				asks := capability("use")
				asks.Requires = []ir.Requirement{{Facts: []string{"input@1"}, Resolution: "runtime"}}
				a.Capabilities = []ir.Capability{provider, asks}
			}),
			[]gonames.Collision{{Name: "NeedsInput", Paths: []string{`agent.facts."input@1"`}}},
		},
		"facts": {
			agent(func(a *ir.Agent) {
				a.Facts = []ir.Fact{{Key: "a@1", Value: text(), InstanceKey: "id"}, {Key: "a.all@1", Value: text()}}
			}),
			[]gonames.Collision{{Name: "AAll", Paths: []string{`agent.facts."a@1"`, `agent.facts."a.all@1"`}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			n, got := gonames.Table(c.p, nil)
			assert.NotNil(t, n)
			assert.Equal(t, c.want, got)
		})
	}
}
