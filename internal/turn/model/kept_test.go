package model_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/model"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestSchemasAreKeptForTheTurnsOfAnAgent(t *testing.T) {
	catalog, made := model.NewCatalog(kernelprompts.All(), nil), 0
	keep := func(key string) model.Kept {
		return model.Over(model.Config{}, catalog).Keep([]byte(key), func() ik.Schema {
			made++
			return ik.Schema{Name: key, JSON: `{"title":"` + key + `"}`}
		})
	}
	for range 3 {
		k := keep("a")
		assert.Equal(t, "a", k.Schema.Name)
		assert.JSONEq(t, `{"title":"a"}`, string(k.Published))
	}
	assert.Equal(t, 1, made)
	for i := range 1000 {
		keep(strconv.Itoa(i))
	}
	made = 0
	keep("a")
	assert.Zero(t, made, "what is kept stays")
	for range 2 {
		assert.Equal(t, "999", keep("999").Schema.Name)
	}
	assert.Equal(t, 2, made, "what does not fit is made each time")
}

func TestAPublishedSchemaIsSentAsItIs(t *testing.T) {
	s := newSetup(supported, nil)
	k := call()
	k.Published = []byte(`{"kept":true}`)
	_, err := s.caller.Invoke(t.Context(), k)
	assert.NoError(t, err)
	assert.Equal(t, `{"kept":true}`, string(s.last.OutputSchema))
}
