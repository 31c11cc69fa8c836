package wire_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

func TestNullOfAModelIsAnAbsentField(t *testing.T) {
	model := wire.Options{Mode: ik.FromModel}
	for name, tt := range map[string]struct {
		doc           string
		strict, model []string
	}{
		"in optional fields":           {head + `,"qty":null,"tags":null,"labels":null,"next":null}`, []string{"/qty NULL_VALUE", "/tags NULL_VALUE", "/labels NULL_VALUE", "/next NULL_VALUE"}, nil},
		"whatever the order":           {`{"qty": null, "total":1, "number":"AB123456"}`, []string{"/qty NULL_VALUE"}, nil},
		"further down":                 {head + `,"next":` + head + `,"qty":null}}`, []string{"/next/qty NULL_VALUE"}, nil},
		"where null is a value":        {head + `,"note":null}`, nil, nil},
		"not in required fields":       {`{"number":null,"total":1}`, []string{"/number NULL_VALUE"}, []string{"/number NULL_VALUE"}},
		"not in lists and maps":        {head + `,"tags":[null],"labels":{"a":null}}`, []string{"/tags/0 NULL_VALUE", "/labels/a NULL_VALUE"}, []string{"/tags/0 NULL_VALUE", "/labels/a NULL_VALUE"}},
		"not under unknown keys":       {head + `,"x":null}`, []string{"/x UNKNOWN_FIELD"}, []string{"/x UNKNOWN_FIELD"}},
		"not for the document":         {`null`, []string{"NULL_VALUE"}, []string{"NULL_VALUE"}},
		"a field may still stand once": {head + `,"qty":null,"qty":1}`, []string{"/qty NULL_VALUE", "/qty DUPLICATE_FIELD"}, []string{"/qty DUPLICATE_FIELD"}},
		"spelled as JSON spells it":    {head + `,"qty":nul}`, []string{"/qty INVALID_JSON"}, []string{"/qty INVALID_JSON"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, issues := decodeOrder(tt.doc, wire.Options{})
			assert.Equal(t, tt.strict, issues)
			_, issues = decodeOrder(tt.doc, model)
			assert.Equal(t, tt.model, issues)
		})
	}
}

func TestAbsentFieldsOfAModelTakeDefaults(t *testing.T) {
	var list []wire.Field
	for i := range 70 {
		list = append(list, wire.Field{Name: strings.Repeat("f", i+1)})
	}
	fields := wire.FieldsOf(list)
	for _, mode := range []ik.DecodeMode{ik.Strict, ik.FromModel} {
		for _, name := range []string{list[2].Name, list[69].Name} {
			d := wire.NewDecoderWith([]byte(`{"`+name+`":null,"ff":1}`), wire.Options{Mode: mode})
			o := d.Object(fields)
			for o.Next() {
				d.Int()
			}
			assert.Equal(t, mode == ik.Strict, o.Has(name))
			assert.True(t, o.Has("ff"))
			assert.Equal(t, mode == ik.FromModel, d.OK())
		}
	}
}

func TestErasedDecodersHaveBothModes(t *testing.T) {
	doc := []byte(head + `,"qty":null}`)
	_, issues := wire.Erase[order](doc)
	assert.Equal(t, []string{"/qty NULL_VALUE"}, briefly(issues))
	v, issues := wire.EraseModel[order](doc)
	assert.Empty(t, issues)
	assert.Equal(t, order{Number: "AB123456", Total: 1}, v)
	_, issues = wire.EraseNullable[order](doc)
	assert.Equal(t, []string{"/qty NULL_VALUE"}, briefly(issues))
	for _, decode := range []string{`null`, string(doc)} {
		v, issues = wire.EraseNullableModel[order]([]byte(decode))
		assert.Empty(t, issues)
		assert.Equal(t, decode == `null`, v == nil)
	}
}

func TestDecodingWithOptions(t *testing.T) {
	o, err := wire.DecodeNullable[order]([]byte(head+`,"qty":null}`), "Order", wire.Options{Mode: ik.FromModel})
	assert.NoError(t, err)
	assert.Equal(t, &order{Number: "AB123456", Total: 1}, o)
	o, err = wire.DecodeNullable[order]([]byte(`null`), "Order", wire.Options{})
	assert.NoError(t, err)
	assert.Nil(t, o)
	_, err = wire.DecodeNullable[order]([]byte(`1`), "Order", wire.Options{})
	assert.Equal(t, []string{"WRONG_TYPE"}, brief(err))
	v, err := wire.DecodeAny([]byte(`[true]`), "Any", wire.Options{})
	assert.NoError(t, err)
	assert.Equal(t, []any{true}, v)
	_, err = wire.DecodeAny([]byte(`[[]]`), "Any", wire.Options{MaxDepth: 1})
	assert.Equal(t, []string{"/0 TOO_DEEP"}, brief(err))
}

func TestLimitOfStrings(t *testing.T) {
	for name, tt := range map[string]struct {
		doc  string
		want []string
	}{
		"code points count":   {head + `,"note":"ééé","status":"paid"}`, []string{"/note TOO_LONG"}},
		"unescaped":           {head + `,"note":"\u00e9\u00e9a"}`, []string{"/note TOO_LONG"}},
		"of lists":            {head + `,"tags":["ab","abc"]}`, []string{"/tags/1 TOO_LONG"}},
		"of unknown values":   {head + `,"x":["abc"]}`, []string{"/x UNKNOWN_FIELD", "/x/0 TOO_LONG"}},
		"two are fine":        {head + `,"note":"éé"}`, nil},
		"keys are no strings": {head + `,"labels":{"abc":1}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			doc := strings.NewReplacer(`"AB123456"`, `"AB"`, `"paid"`, `"pa"`).Replace(tt.doc)
			_, issues := decodeOrder(doc, wire.Options{MaxString: 2})
			for _, w := range tt.want {
				assert.Contains(t, issues, w)
			}
			for _, is := range issues {
				if strings.HasSuffix(is, "TOO_LONG") {
					assert.Contains(t, tt.want, is)
				}
			}
		})
	}
}
