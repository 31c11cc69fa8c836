package ik_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestModelJSON(t *testing.T) {
	t.Run("A-019 without a JSON Schema there is none to show", func(t *testing.T) {
		assert.Empty(t, ik.Schema{Name: "T"}.ModelJSON())
	})
	assert.Equal(t, `{"full":1}`, ik.Schema{JSON: `{"full":1}`}.ModelJSON())
	assert.Equal(t, `{}`, ik.Schema{JSON: `{"full":1}`, Model: `{}`}.ModelJSON(), "models see their own form")
}

func TestSchemaError(t *testing.T) {
	t.Run("A-013 an issue keeps its words and its place", func(t *testing.T) {
		e := &ik.SchemaError{Type: "Customer", Issues: []ik.Issue{{Path: "/name", Code: "required", Message: "is missing"}}}
		assert.Equal(t, "Customer: 1 issue(s); /name: is missing", e.Error())
	})
	t.Run("a long list is cut", func(t *testing.T) {
		e := &ik.SchemaError{Type: "T", Issues: make([]ik.Issue, 9)}
		assert.Contains(t, e.Error(), "9 issue(s)")
		assert.Contains(t, e.Error(), "…")
	})
}
