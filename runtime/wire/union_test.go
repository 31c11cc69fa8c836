package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

var (
	tagged = wire.Union{Tag: "kind", Shapes: []wire.Shape{
		{Variant: 0, Kinds: wire.IsObject, Tags: []string{`"card"`, `"visa"`}},
		{Variant: 1, Kinds: wire.IsObject, Tags: []string{`"b\u00e4nk"`}},
		{Variant: 2, Kinds: wire.IsObject, Tags: []string{`1`}},
		{Variant: 3, Kinds: wire.IsString},
	}}
	keyed = wire.Union{Shapes: []wire.Shape{
		{Variant: 0, Kinds: wire.IsObject, Fields: []wire.ShapeField{
			{Name: "email", Required: true, Kinds: wire.IsString}, {Name: "name", Kinds: wire.IsString}}},
		{Variant: 1, Kinds: wire.IsObject, Fields: []wire.ShapeField{
			{Name: "phone", Required: true, Kinds: wire.IsString}, {Name: "ext", Kinds: wire.IsNumber}}},
		{Variant: 2, Kinds: wire.IsObject, Open: true, Fields: []wire.ShapeField{
			{Name: "phone", Required: true, Kinds: wire.IsNumber}}},
		{Variant: 3, Kinds: wire.IsObject, Fields: []wire.ShapeField{
			{Name: "mode", Required: true, Kinds: wire.IsString, Values: []string{`"a"`}}, {Name: "n", Required: true, Kinds: wire.IsNumber}}},
		{Variant: 4, Kinds: wire.IsObject, Fields: []wire.ShapeField{
			{Name: "mode", Required: true, Kinds: wire.IsString, Values: []string{`"b"`}}, {Name: "n", Required: true, Kinds: wire.IsNumber}}},
	}}
)

func TestPickByLength(t *testing.T) {
	u := wire.Union{Shapes: []wire.Shape{
		{Variant: 0, Kinds: wire.IsList, Least: 1, Most: 1}, {Variant: 1, Kinds: wire.IsList, Least: 3, Most: -1}, {Variant: 2, Kinds: wire.IsString},
	}}
	for doc, want := range map[string]int{
		`[1]`: 0, `[[1, 2, 3]]`: 0, `[{"a":[1,2]}]`: 0, `["a,b]"]`: 0, `[1, 2, 3]`: 1, ` [ 1 , "]" , {} , [] ]`: 1, `"x"`: 2,
		`[]`: 0, `[1,2]`: 0, `[`: 0, `[1`: 0, `[1,`: 0, `[1,2,`: 1, `[1 2`: 0, `[,,,]`: 0,
	} {
		d := wire.NewDecoder([]byte(doc))
		assert.Equal(t, want, u.Pick(&d), doc)
		assert.Equal(t, want, u.Pick(&d), "a look consumes nothing: %s", doc)
	}
	d := wire.NewDecoder([]byte(`{}`))
	assert.Equal(t, -1, u.Pick(&d))
	assert.NotEmpty(t, d.Issues())
}

func TestPickByTag(t *testing.T) {
	tests := []struct {
		doc  string
		want int
		is   string // the issue, as path, code and message
	}{
		{`{"kind":"card"}`, 0, ""},
		{`{"a":{"kind":"x"},"b":["}"],"c":"\"}","kind":"visa"}`, 0, ""},
		{`{"k\u0069nd":"b\u00e4nk"}`, 1, ""},
		{`{"kind":"bänk"}`, 1, ""},
		{`{"kind":1.0}`, 2, ""},
		{`{"kind":"card","kind":"bänk"}`, 0, ""},
		{` "text"`, 3, ""},
		{`{"kind":"crad"}`, -1, `/kind NOT_IN_ENUM must be one of "card", "visa", "b\u00e4nk", 1; did you mean "card"?`},
		{`{"kind":"Card"}`, -1, `/kind NOT_IN_ENUM must be one of "card", "visa", "b\u00e4nk", 1; did you mean "card"?`},
		{`{"kind":2}`, -1, `/kind NOT_IN_ENUM must be one of "card", "visa", "b\u00e4nk", 1`},
		{`{"kind":null}`, -1, `/kind NULL_VALUE must be one of "card", "visa", "b\u00e4nk", 1, not null`},
		{`{"kind":[]}`, -1, `/kind WRONG_TYPE must be one of "card", "visa", "b\u00e4nk", 1, not a list`},
		{`{}`, -1, `/kind MISSING_FIELD field "kind" is required: it is one of "card", "visa", "b\u00e4nk", 1`},
		{`{"Kind":"card"}`, -1, `/kind MISSING_FIELD field "kind" is required: it is one of "card", "visa", "b\u00e4nk", 1`},
		{`[]`, -1, ` WRONG_TYPE must be a string or an object, not a list`},
		{`null`, -1, ` NULL_VALUE must be a string or an object, not null`},
		{`{"a":1`, -1, `/a INVALID_JSON the text ends where a comma or } should stand`},
		{`{"a":]}`, -1, `/a INVALID_JSON byte 5 is not valid JSON: a value should stand there`},
		{``, -1, ` INVALID_JSON the text ends where a string or an object should stand`},
	}
	for _, tt := range tests {
		t.Run(tt.doc, func(t *testing.T) {
			d := wire.NewDecoder([]byte(tt.doc))
			got := tagged.Pick(&d)
			assert.Equal(t, tt.want, got)
			if got >= 0 {
				assert.True(t, d.OK(), "looking reports nothing")
				d.Any()
				return
			}
			issues := d.Issues()
			require.Len(t, issues, 1, "%v", issues)
			assert.Equal(t, tt.is, issues[0].Path+" "+issues[0].Code+" "+issues[0].Message)
		})
	}
}

func TestPickByKeys(t *testing.T) {
	tests := map[string]int{
		`{"email":"a"}`: 0, `{"name":"n","email":"a"}`: 0, `{"phone":"a"}`: 1, `{"ext":1,"phone":"a"}`: 1, `{"phone":1,"x":2}`: 2,
		`{"mode":"a","n":1}`: 3, `{"n":1,"mode":"b"}`: 4,
		// none fits: the one that is likely meant
		`{"email":1}`: 0, `{"name":"n"}`: 0, `{"phone":"a","ext":"b"}`: 1, `{"mode":"b","n":1,"x":1,"phone":"p"}`: 2, `{"mode":"a","n":1,"email":1}`: 3,
	}
	for doc, want := range tests {
		d := wire.NewDecoder([]byte(doc))
		assert.Equal(t, want, keyed.Pick(&d), doc)
		d.Any()
		assert.Empty(t, d.Issues(), "%s: the value is still to be read", doc)
	}
}

func TestNullFromAModelSpeaksAgainstNoVariant(t *testing.T) {
	u := wire.Union{Shapes: []wire.Shape{
		{Variant: 0, Kinds: wire.IsObject, Fields: []wire.ShapeField{{Name: "a", Required: true, Kinds: wire.IsString}}},
		{Variant: 1, Kinds: wire.IsObject, Fields: []wire.ShapeField{
			{Name: "a", Required: true, Kinds: wire.IsNumber}, {Name: "b", Kinds: wire.IsString}, {Name: "c", Kinds: wire.IsString}}},
	}}
	d := wire.NewDecoderWith([]byte(`{"a":1,"b":null,"c":null}`), wire.Options{Mode: ik.FromModel})
	assert.Equal(t, 1, u.Pick(&d))
}

// payment is a union as the generator writes it.
type payment struct{ variant any }

var kindPayment = wire.Union{Shapes: []wire.Shape{
	{Kinds: wire.IsString}, {Variant: 1, Kinds: wire.IsString}, {Variant: 2, Kinds: wire.IsObject}}}

type code string

func (v *payment) DecodeWire(d *wire.Decoder) {
	switch kindPayment.Pick(d) {
	case 0:
		t := d.Try()
		if x := wire.DecodeEnum(d, enumStatus); t.Fits(d) {
			v.variant = x
			return
		}
		if x := code(ruleNumber.Decode(d)); t.Fits(d) {
			v.variant = x
			return
		}
		t.None(d)
	case 2:
		var x order
		x.DecodeWire(d)
		v.variant = x
	}
}

func TestScalarsAreTriedInTurn(t *testing.T) {
	for doc, want := range map[string]any{`"paid"`: "paid", `"AB123456"`: code("AB123456")} {
		v, err := wire.Decode[payment]([]byte(doc), "Payment", wire.Options{})
		require.NoError(t, err)
		assert.Equal(t, want, v.variant)
	}
	_, err := wire.Decode[payment]([]byte(`"x"`), "Payment", wire.Options{})
	var se *ik.SchemaError
	require.ErrorAs(t, err, &se)
	require.Len(t, se.Issues, 1)
	assert.Equal(t, wire.NoVariant, se.Issues[0].Code)
	assert.Contains(t, se.Issues[0].Message, `must be one of "paid", "shipped", or it must`)
	_, issues := wire.Decode[payment]([]byte(`"x`), "Payment", wire.Options{})
	assert.Equal(t, []string{"INVALID_JSON"}, brief(issues))
}

func TestDecodingOneVariantAllocatesForItsValueAlone(t *testing.T) {
	doc := []byte(`{"total":1,"number":"AB123456"}`)
	allocs := testing.AllocsPerRun(100, func() {
		d := wire.NewDecoder(doc)
		var v payment
		v.DecodeWire(&d)
		if d.Err("") != nil {
			t.Fail()
		}
	})
	assert.LessOrEqual(t, allocs, 2.0, "the boxed variant, and its string")
}

func TestLookingAllocatesNothing(t *testing.T) {
	doc := []byte(`{"ext":1,"other":{"a":[1,2,{"b":"c"}]},"phone":"a"}`)
	last := []byte(`{"a":{"kind":"x"},"b":["}"],"kind":"visa"}`)
	allocs := testing.AllocsPerRun(100, func() {
		d, e := wire.NewDecoder(doc), wire.NewDecoder(last)
		if keyed.Pick(&d) != 1 || tagged.Pick(&e) != 0 {
			t.Fail()
		}
	})
	assert.Zero(t, allocs)
}

func TestUnionOfNothing(t *testing.T) {
	var c wire.Checker
	c.NoVariant()
	assert.Equal(t, []string{"NO_VARIANT"}, briefly(c.Issues()))
	_, err := wire.MarshalUnion(nil, "Payment")
	assert.EqualError(t, err, "a Payment holds none of its variants")
	raw, err := wire.MarshalUnion(1, "Payment")
	require.NoError(t, err)
	assert.Equal(t, "1", string(raw))
}

func FuzzPick(f *testing.F) {
	for _, doc := range []string{`{"kind":"card"}`, `{"phone":1}`, `{"a":"\\`, `{"a":[{}],"kind":1e0}`, `"x"`, `{"mode":"a","n":-`} {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		for _, u := range []*wire.Union{&tagged, &keyed} {
			d := wire.NewDecoder([]byte(doc))
			picked := u.Pick(&d)
			if picked >= 0 {
				d.Any()
			}
			issues := d.Issues()
			assert.True(t, picked >= 0 || len(issues) > 0, "nothing is picked and nothing reported")
			valid := json.Valid([]byte(doc))
			if !valid && !strings.Contains(doc, "\\u") {
				assert.NotEmpty(t, issues, "what is no JSON is reported")
			}
		}
	})
}
