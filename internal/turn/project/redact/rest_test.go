package redact_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// TestListedFieldsAreNotTheRest: where every other key is private, a field that the mask lists without a mask of its own
// is public.
func TestListedFieldsAreNotTheRest(t *testing.T) {
	mask := &ik.Mask{
		Fields: []ik.FieldMask{{Name: "id"}},
		Rest:   func() *ik.Mask { return &ik.Mask{Self: ik.Private} },
	}
	got := redact.Apply(map[string]any{"id": "public", "x-token": "a long secret"}, mask)
	text, err := json.Marshal(got.Value)
	require.NoError(t, err)
	assert.JSONEq(t, `{"id": "public", "x-token": "[redacted]"}`, string(text))
	assert.Equal(t, []string{"a long secret"}, got.Texts)
}
