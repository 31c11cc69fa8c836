package wire_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// CheckWire is what the generator writes for order.
func (v *order) CheckWire(c *wire.Checker) {
	if !c.Enter() {
		return
	}
	c.Field("number")
	ruleNumber.Check(c, v.Number)
	c.Field("total")
	ruleTotal.Check(c, v.Total)
	c.Field("qty")
	ruleQty.Check(c, v.Qty)
	c.Field("status")
	wire.CheckEnum(c, v.Status, enumStatus)
	if v.Tags != nil {
		c.Field("tags")
		c.Size(len(v.Tags), ruleTags)
		if c.Enter() {
			for i := range v.Tags {
				c.Index(i)
				c.String(v.Tags[i])
			}
			c.Leave()
		}
	}
	if v.Labels != nil {
		c.Field("labels")
		c.Entries(len(v.Labels), ruleLabels)
		if c.Enter() {
			for _, k := range wire.SortedKeys(v.Labels) {
				c.Key(k, ruleLabels)
			}
			c.Leave()
		}
	}
	if v.Next != nil {
		c.Field("next")
		v.Next.CheckWire(c)
	}
	c.Leave()
}

func check(v order) []string {
	var c wire.Checker
	v.CheckWire(&c)
	return brief(c.Err("Order"))
}

func TestCheck(t *testing.T) {
	valid := func() order { return order{Number: "AB123456", Total: 1, Qty: 1, Status: "paid"} }
	assert.Empty(t, check(valid()))
	for name, tt := range map[string]struct {
		change func(*order)
		want   []string
	}{
		"zero":         {func(v *order) { *v = order{} }, []string{"/number TOO_SHORT", "/number PATTERN_MISMATCH", "/qty OUT_OF_RANGE", "/status NOT_IN_ENUM"}},
		"not a number": {func(v *order) { v.Total = math.NaN() }, []string{"/total OUT_OF_RANGE"}},
		"infinite":     {func(v *order) { v.Total = math.Inf(-1) }, []string{"/total OUT_OF_RANGE"}},
		"bound":        {func(v *order) { v.Total = 1000 }, []string{"/total OUT_OF_RANGE"}},
		"text":         {func(v *order) { v.Number = "AB12345\xff" }, []string{"/number INVALID_UTF8"}},
		"lists":        {func(v *order) { v.Tags = []string{"a", "é\xff", "c"} }, []string{"/tags TOO_MANY_ITEMS", "/tags/1 INVALID_UTF8"}},
		"empty list":   {func(v *order) { v.Tags = []string{} }, []string{"/tags TOO_FEW_ITEMS"}},
		"maps": {func(v *order) { v.Labels = map[string]int64{"b": 1, "A": 2, "c\xff": 3} },
			[]string{"/labels TOO_MANY_ITEMS", "/labels/A PATTERN_MISMATCH", "/labels/c\ufffd INVALID_UTF8"}},
		"inside": {func(v *order) { v.Next = &order{Number: "AB123456", Qty: 10, Status: "paid"} }, []string{"/next/qty OUT_OF_RANGE"}},
	} {
		v := valid()
		tt.change(&v)
		assert.Equal(t, tt.want, check(v), name)
	}
}

func TestCheckEndsAtAValueThatHoldsItself(t *testing.T) {
	v := order{Number: "AB123456", Total: 1, Qty: 1, Status: "paid"}
	v.Next = &v
	issues := check(v)
	require.Len(t, issues, 1)
	assert.Contains(t, issues[0], "TOO_DEEP")
}

func TestCheckingAllocatesNothing(t *testing.T) {
	v := order{Number: "AB123456", Total: 12.5, Qty: 3, Status: "paid", Tags: []string{"a"}}
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		var c wire.Checker
		v.CheckWire(&c)
		if c.Err("Order") != nil {
			t.Error("refused")
		}
	}))
}

func TestRulesOfStrings(t *testing.T) {
	rule := wire.String{Const: new("a"), NotOneOf: []string{"b"}, Patterns: []wire.Pattern{wire.NoMatch("^c")}}
	for doc, want := range map[string][]string{
		`"a"`: nil, `"b"`: {"CONST_MISMATCH", "FORBIDDEN_VALUE"}, `"c"`: {"CONST_MISMATCH", "PATTERN_MISMATCH"}, `1`: {"WRONG_TYPE"},
	} {
		d := wire.NewDecoder([]byte(doc))
		s := rule.Decode(&d)
		assert.Equal(t, want, briefly(d.Issues()), doc)
		if doc[0] == '"' {
			var c wire.Checker
			rule.Check(&c, s)
			assert.Equal(t, want, briefly(c.Issues()), doc)
		}
	}
	_, err := wire.NewPattern("(", false)
	assert.Error(t, err)
}

func TestRulesOfNumbers(t *testing.T) {
	ints := wire.Int{NotEqual: []int64{3}, MultipleOf: []int64{3, 2}, Const: nil}
	floats := wire.Number{NotEqual: wire.Decimals("3.0"), Const: wire.Decimals("3")}
	for doc, want := range map[string][2][]string{
		`3`: {{"FORBIDDEN_VALUE", "NOT_MULTIPLE"}, {"FORBIDDEN_VALUE"}}, `6e0`: {nil, {"CONST_MISMATCH"}}, `true`: {{"WRONG_TYPE"}, {"WRONG_TYPE"}},
	} {
		d := wire.NewDecoder([]byte(doc))
		ints.Decode(&d)
		assert.Equal(t, want[0], briefly(d.Issues()), doc)
		d = wire.NewDecoder([]byte(doc))
		floats.Decode(&d)
		assert.Equal(t, want[1], briefly(d.Issues()), doc)
	}
	var c wire.Checker
	(&wire.Int{Const: new(int64(1))}).Check(&c, 2)
	assert.Equal(t, []string{"CONST_MISMATCH"}, briefly(c.Issues()))
}

func TestEnums(t *testing.T) {
	type level int64
	type rate float64
	type flag bool
	read := func(doc string, f func(*wire.Decoder) any) (any, []string) {
		d := wire.NewDecoder([]byte(doc))
		v := f(&d)
		return v, briefly(d.Issues())
	}
	levels := func(d *wire.Decoder) any { return wire.DecodeIntEnum(d, []level{1, 20}) }
	rates := func(d *wire.Decoder) any { return wire.DecodeNumberEnum(d, []rate{0.1, 1}) }
	flags := func(d *wire.Decoder) any { return wire.DecodeBoolEnum(d, []flag{true}) }
	for _, tt := range []struct {
		doc  string
		f    func(*wire.Decoder) any
		v    any
		want []string
	}{
		{`20.0`, levels, level(20), nil}, {`2`, levels, level(0), []string{"NOT_IN_ENUM"}}, {`"1"`, levels, level(0), []string{"WRONG_TYPE"}},
		{`1e-1`, rates, rate(0.1), nil}, {`0.1000000000000000055`, rates, rate(0), []string{"NOT_IN_ENUM"}}, {`null`, rates, rate(0), []string{"NULL_VALUE"}},
		{`true`, flags, flag(true), nil}, {`false`, flags, flag(false), []string{"NOT_IN_ENUM"}}, {`0`, flags, flag(false), []string{"WRONG_TYPE"}},
	} {
		v, issues := read(tt.doc, tt.f)
		assert.Equal(t, tt.v, v, tt.doc)
		assert.Equal(t, tt.want, issues, tt.doc)
	}
}

func TestConstants(t *testing.T) {
	for doc, want := range map[string][]string{`true`: nil, `false`: {"CONST_MISMATCH"}, `1`: {"WRONG_TYPE"}, `tru`: {"INVALID_JSON"}} {
		d := wire.NewDecoder([]byte(doc))
		d.ConstBool(true)
		assert.Equal(t, want, briefly(d.Issues()), doc)
	}
	var c wire.Checker
	c.ConstBool(false, true)
	assert.Equal(t, []string{"CONST_MISMATCH"}, briefly(c.Issues()))
	for doc, want := range map[string][]string{`null`: nil, `0`: {"WRONG_TYPE"}, `nul`: {"INVALID_JSON"}} {
		d := wire.NewDecoder([]byte(doc))
		d.Nothing()
		assert.Equal(t, want, briefly(d.Issues()), doc)
	}
}

func TestOpenObjectsKeepTheRest(t *testing.T) {
	fields := wire.FieldsOf([]wire.Field{{Name: "a", Required: true}})
	read := func(doc string) (map[string]json.RawMessage, []ik.Issue) {
		var extra map[string]json.RawMessage
		d := wire.NewDecoder([]byte(doc))
		for o := d.OpenObject(fields); o.Next(); {
			if o.Key() == "a" {
				d.Int()
				continue
			}
			o.Keep(&extra)
		}
		return extra, d.Issues()
	}
	extra, issues := read(`{"A":[1, 2.50],"a":1,"z":null}`)
	assert.Empty(t, issues)
	assert.Equal(t, map[string]json.RawMessage{"A": json.RawMessage(`[1, 2.50]`), "z": json.RawMessage(`null`)}, extra)
	_, issues = read(`{"a":1,"z":{"x":1,"x":2},"z":3}`)
	assert.Equal(t, []string{"/z/x DUPLICATE_FIELD", "/z DUPLICATE_FIELD"}, briefly(issues))

	var c wire.Checker
	require.True(t, c.Enter())
	c.Extra(map[string]json.RawMessage{"a": json.RawMessage(`1`), "b": json.RawMessage(`{`), "c": json.RawMessage(`[1]`)}, fields)
	assert.Equal(t, []string{"/a DUPLICATE_FIELD", "/b INVALID_JSON"}, briefly(c.Issues()))
}
