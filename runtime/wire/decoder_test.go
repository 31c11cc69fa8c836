package wire_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

const head = `{"number":"AB123456","total":1`

func TestDecodeAccepts(t *testing.T) {
	doc := ` {"total" : 1e2 , "number":"AB\u00312345\u0036","tags":["a","\ud83d\ude00"],"labels":{"a":1.0,"b":1e2},` +
		`"next":{"number":"CD000000","total":0},"note":null,"status":"paid","qty":9} `
	v, issues := decodeOrder(doc, wire.Options{})
	require.Empty(t, issues)
	assert.Equal(t, order{
		Number: "AB123456", Total: 100, Qty: 9, Status: "paid", Tags: []string{"a", "😀"},
		Labels: map[string]int64{"a": 1, "b": 100}, Next: &order{Number: "CD000000"},
	}, v)
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[string][]string{
		``:                                       {"INVALID_JSON"},
		`nul`:                                    {"INVALID_JSON"},
		`null`:                                   {"NULL_VALUE"},
		`[]`:                                     {"WRONG_TYPE"},
		`{}`:                                     {"/number MISSING_FIELD", "/total MISSING_FIELD"},
		head:                                     {"/total INVALID_JSON"},
		head + `}`:                               nil,
		head + `} x`:                             {"TRAILING_DATA"},
		head + `}{}`:                             {"TRAILING_DATA"},
		head + `,}`:                              {"/total INVALID_JSON"},
		head + ` "qty":1}`:                       {"/total INVALID_JSON"},
		head + `,"x":[1,{"a":1,"a":2}]}`:         {"/x UNKNOWN_FIELD", "/x/1/a DUPLICATE_FIELD"},
		head + `,"Qty":1}`:                       {"/Qty UNKNOWN_FIELD"},
		head + `,"a/b~c":1}`:                     {"/a~1b~0c UNKNOWN_FIELD"},
		head + `,"total":2}`:                     {"/total DUPLICATE_FIELD"},
		head + `,"tot\u0061l":2}`:                {"/total DUPLICATE_FIELD"},
		head + `,"qty":null}`:                    {"/qty NULL_VALUE"},
		head + `,"qty":"1"}`:                     {"/qty WRONG_TYPE"},
		head + `,"qty":0}`:                       {"/qty OUT_OF_RANGE"},
		head + `,"qty":10}`:                      {"/qty OUT_OF_RANGE"},
		head + `,"qty":1.5}`:                     {"/qty NOT_INTEGER"},
		head + `,"qty":9223372036854775808}`:     {"/qty OUT_OF_RANGE"},
		head + `,"qty":1e99999999999999999999}`:  {"/qty OUT_OF_RANGE"},
		head + `,"qty":1e-99999999999999999999}`: {"/qty NOT_INTEGER"},
		head + `,"qty":01}`:                      {"/qty OUT_OF_RANGE", "/qty INVALID_JSON"},
		head + `,"qty":+1}`:                      {"/qty INVALID_JSON"},
		head + `,"qty":1.}`:                      {"/qty INVALID_JSON"},
		head + `,"qty":-}`:                       {"/qty INVALID_JSON"},
		head + `,"qty":NaN}`:                     {"/qty INVALID_JSON"},
		head + `,"status":"Paid"}`:               {"/status NOT_IN_ENUM"},
		head + `,"tags":[]}`:                     {"/tags TOO_FEW_ITEMS"},
		head + `,"tags":["a","b","c"]}`:          {"/tags TOO_MANY_ITEMS"},
		head + `,"tags":["a",1,null]}`:           {"/tags/1 WRONG_TYPE", "/tags/2 NULL_VALUE", "/tags TOO_MANY_ITEMS"},
		head + `,"tags":["a",]}`:                 {"/tags/1 INVALID_JSON"},
		head + `,"labels":{"A":1,"b":2,"c":3}}`:  {"/labels/A PATTERN_MISMATCH", "/labels TOO_MANY_ITEMS"},
		head + `,"labels":{"a":1,"a":1}}`:        {"/labels/a DUPLICATE_FIELD"},
		head + `,"next":{"number":"x"}}`:         {"/next/number TOO_SHORT", "/next/number PATTERN_MISMATCH", "/next/total MISSING_FIELD"},
		head + `,"note":"` + "\xff" + `"}`:       {"/note INVALID_UTF8"},
		head + `,"` + "\xff" + `":1}`:            {"INVALID_UTF8"},
		head + `,"note":"\ud800"}`:               {"/note LONE_SURROGATE"},
		head + `,"note":"\ud800\ud800"}`:         {"/note LONE_SURROGATE"},
		head + `,"note":"\udc00x"}`:              {"/note LONE_SURROGATE"},
		head + `,"note":"\x"}`:                   {"/note INVALID_JSON"},
		head + `,"note":"\u12g4"}`:               {"/note INVALID_JSON"},
		head + `,"note":"` + "\n" + `"}`:         {"/note INVALID_JSON"},
		head + `,"note":"`:                       {"/note INVALID_JSON"},
		head + `,"note":"\`:                      {"/note INVALID_JSON"},
		`{"number":"AB123456","total":1e400}`:    {"/total OUT_OF_RANGE"},
		`{"number":"AB123456","total":-1e-400}`:  {"/total OUT_OF_RANGE"},
		`{"number":"AB123456","total":1000}`:     {"/total OUT_OF_RANGE"},
		`{"number":"AB123456","total":999.99999999999999999999}`: nil, // rounds to the bound, and is below it
		`{"number":"ÄB12345","total":1}`:                         {"/number TOO_SHORT", "/number PATTERN_MISMATCH"},
	}
	for doc, want := range tests {
		_, got := decodeOrder(doc, wire.Options{})
		assert.Equal(t, want, got, "%q", doc)
	}
}

func TestPathsOfIssues(t *testing.T) {
	for name, tt := range map[string]struct {
		doc  string
		want []string
	}{
		"A-016 an issue of the whole document has no place":        {`[]`, []string{"WRONG_TYPE"}},
		"A-016 keys are texts and indexes are numbers of the path": {head + `,"labels":{"1":0},"tags":["a",1]}`, []string{"/labels/1 PATTERN_MISMATCH", "/tags/1 WRONG_TYPE"}},
		"an object that ends before its first key is the place":    {`{`, []string{"INVALID_JSON"}},
		"an inner one too":       {head + `,"labels":{`, []string{"/labels INVALID_JSON"}},
		"A-016 keys are escaped": {head + `,"a/b~c":1}`, []string{"/a~1b~0c UNKNOWN_FIELD"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := decodeOrder(tt.doc, wire.Options{})
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestLimits(t *testing.T) {
	nested := func(n int) string {
		return strings.Repeat(head+`,"next":`, n-1) + head + strings.Repeat(`}`, n)
	}
	for _, tt := range []struct {
		name string
		doc  string
		opt  wire.Options
		want string
	}{
		{"60 levels are fine", nested(60), wire.Options{}, ""},
		{"61 are not", nested(61), wire.Options{}, "TOO_DEEP"},
		{"depth can be set", nested(3), wire.Options{MaxDepth: 2}, "TOO_DEEP"},
		{"unknown values count too", head + `,"x":` + strings.Repeat("[", 100_000), wire.Options{}, "TOO_DEEP"},
		{"1 MiB is fine", head + strings.Repeat(" ", 1<<20-len(head)-1) + "}", wire.Options{}, ""},
		{"one byte more is not", head + strings.Repeat(" ", 1<<20-len(head)) + "}", wire.Options{}, "TOO_LARGE"},
		{"size can be set", head + "}", wire.Options{MaxBytes: 10}, "TOO_LARGE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, issues := decodeOrder(tt.doc, tt.opt)
			if tt.want == "" {
				assert.Empty(t, issues)
				return
			}
			require.NotEmpty(t, issues)
			assert.True(t, strings.HasSuffix(issues[len(issues)-1], tt.want), issues)
		})
	}
}

func TestIssuesAreBounded(t *testing.T) {
	doc := head + `,"labels":{` + strings.Repeat(`"A":"x",`, 500) + `"a":1}}`
	_, issues := decodeOrder(doc, wire.Options{})
	assert.Len(t, issues, wire.DefaultMaxIssues)
	_, issues = decodeOrder(doc, wire.Options{MaxIssues: 3})
	assert.Len(t, issues, 3)
}

func TestMessages(t *testing.T) {
	secret := "hunter2"
	doc := `{"Number":"` + secret + `","number":"` + secret + `","status":"` + secret + `","total":"` + secret + `","qty":12345678,"nubmer":1}`
	_, err := wire.Decode[order]([]byte(doc), "Order", wire.Options{})
	var e *ik.SchemaError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "Order", e.Type)
	messages := map[string]string{}
	for _, is := range e.Issues {
		assert.NotContains(t, is.Message, secret, "values are private")
		messages[is.Path] = is.Message
	}
	assert.Equal(t, `unknown field "Number"; did you mean "number"?`, messages["/Number"])
	assert.Equal(t, `unknown field "nubmer"; did you mean "number"?`, messages["/nubmer"])
	assert.Equal(t, `must be one of "paid", "shipped"`, messages["/status"])
	assert.Equal(t, `must be a number, not a string`, messages["/total"])
	assert.Equal(t, `must be at most 9`, messages["/qty"])
}

func TestLongKeysAreShortened(t *testing.T) {
	_, err := wire.Decode[order]([]byte(head+`,"`+strings.Repeat("k", 100_000)+`":1}`), "Order", wire.Options{})
	var e *ik.SchemaError
	require.ErrorAs(t, err, &e)
	assert.Less(t, len(e.Issues[0].Path)+len(e.Issues[0].Message), 800)
}

func TestManyFields(t *testing.T) {
	var fields []wire.Field
	var doc strings.Builder
	for i := range 130 {
		name := strings.Repeat("f", i+1)
		fields = append(fields, wire.Field{Name: name, Required: true})
		doc.WriteString(`,"` + name + `":1`)
	}
	read := func(doc string) []string {
		d := wire.NewDecoder([]byte(doc))
		for o := d.Object(wire.FieldsOf(fields)); o.Next(); {
			d.Int()
		}
		return briefly(d.Issues())
	}
	whole := "{" + doc.String()[1:]
	assert.Empty(t, read(whole+"}"))
	assert.Equal(t, []string{"/" + strings.Repeat("f", 130) + " DUPLICATE_FIELD"}, read(whole+doc.String()[len(doc.String())-135:]+"}"))
	assert.Len(t, read("{}"), 100)
}

func TestDecodingAllocatesOnlyTheValue(t *testing.T) {
	doc := []byte(`{"number":"AB123456","total":12.5,"qty":3,"status":"paid"}`)
	allocations := testing.AllocsPerRun(100, func() {
		d := wire.NewDecoder(doc)
		var v order
		v.DecodeWire(&d)
		if d.Err("Order") != nil {
			t.Error("refused")
		}
	})
	assert.LessOrEqual(t, allocations, 2.0, "the number, and v itself since the type is recursive")
}
