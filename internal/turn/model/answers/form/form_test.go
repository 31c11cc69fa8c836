package form_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
)

const schema = `{"type":"object","properties":{"b":{"description":"own","$ref":"#/$defs/T"},"a":{"type":"array","items":{"$ref":"#/$defs/L"}}},
	"required":["b"],"$defs":{"T":{"description":"theirs","type":"string","minLength":1},"L":{"anyOf":[{"$ref":"#/$defs/T"},{"const":1.50}]}}}`

func text(f form.Form) string { return filled(f, nil) }

func filled(f form.Form, fill form.Filler) string {
	var w strings.Builder
	f.Write(&w, fill)
	return w.String()
}

func TestDefinitionsStandWhereTheyAreUsed(t *testing.T) {
	n := form.Parse(schema)
	assert.Equal(t, `{"type":"object","properties":{"b":{"description":"own","type":"string","minLength":1},`+
		`"a":{"type":"array","items":{"anyOf":[{"description":"theirs","type":"string","minLength":1},{"const":1.50}]}}},"required":["b"]}`, text(n.Form()))
	whole, ok := n.Form().Whole()
	assert.True(t, ok)
	assert.Equal(t, text(n.Form()), whole)
}

func TestHoles(t *testing.T) {
	n := form.Parse(schema)
	n.At("properties").Set("b", form.Hole("x"))
	n.At("properties").Set("c", form.Raw(`{}`))
	n.At("properties", "a", "items", "anyOf").Drop(0)
	n.At("properties", "a", "items", "anyOf").Replace(0, form.Hole("y"))
	n.At("properties", "a", "items").Rename("anyOf", "oneOf")
	n.Require("c")
	assert.NotNil(t, n.Take("type"))
	assert.Nil(t, n.Take("type"))
	f := n.Form()
	_, whole := f.Whole()
	assert.False(t, whole)
	got := filled(f, func(w *strings.Builder, hole string) { form.Const(w, hole) })
	assert.Equal(t, `{"properties":{"b":{"type":"string","const":"x"},"a":{"type":"array","items":{"oneOf":[{"type":"string","const":"y"}]}},"c":{}},"required":["b","c"]}`, got)
	assert.Less(t, f.Size(), len(got))
}

func TestWhatIsNotThereIsDetached(t *testing.T) {
	n := form.Parse(schema)
	before := text(n.Form())
	n.At("nowhere", "0", "else").Set("a", form.Raw("1")).Require("b")
	n.At("required", "7").Drop(3)
	n.At("required").Replace(9, form.Raw("1"))
	assert.Equal(t, before, text(n.Form()))
	assert.Equal(t, "false", text(form.Parse("{").Form()), "what is no schema accepts nothing")
	assert.Empty(t, form.Value(form.Raw("1")))
}

func TestDefinitionsInCirclesEnd(t *testing.T) {
	n := form.Parse(`{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}}}`)
	assert.True(t, json.Valid([]byte(text(n.Form()))))
}

func TestEnum(t *testing.T) {
	var w strings.Builder
	form.Enum(&w, []string{"a", "é\""})
	form.Enum(&w, []string{})
	form.Int(&w, 12)
	assert.Equal(t, `{"type":"string","enum":["a","é\""]}false12`, w.String())
}

func TestBare(t *testing.T) {
	n := form.Parse(`{"description":"d","properties":{"description":{"description":"d","type":"string"},"list":{"items":{"description":"d"}}},"anyOf":[{"description":"d","a":1}]}`)
	n.Bare()
	assert.Equal(t, `{"properties":{"description":{"type":"string"},"list":{"items":{}}},"anyOf":[{"a":1}]}`, text(n.Form()))
}
