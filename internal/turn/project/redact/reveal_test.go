package redact_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

func self(p ik.Privacy) func() *ik.Mask { return func() *ik.Mask { return &ik.Mask{Self: p} } }

// recursive is a mask without end.
func recursive() *ik.Mask {
	return &ik.Mask{Fields: []ik.FieldMask{{Name: "pin", Mask: self(ik.Secret)}, {Name: "next", Mask: recursive}}}
}

func TestAt(t *testing.T) {
	doc, err := redact.Decode([]byte(`{"pin":1,"open":{"a":"x"},"next":{"pin":"22","list":[{"code":7},8]},"card":{"n":1}}`))
	require.NoError(t, err)
	mask := recursive()
	mask.Fields = append(mask.Fields, ik.FieldMask{Name: "card", Mask: self(ik.Private)})
	for _, c := range []struct {
		path            []string
		value           string
		private, partly bool
	}{
		{nil, `{"pin":1,"open":{"a":"x"},"next":{"pin":"22","list":[{"code":7},8]},"card":{"n":1}}`, false, true},
		{[]string{"pin"}, `1`, true, true},
		{[]string{"open", "a"}, `"x"`, false, false},
		{[]string{"next"}, `{"pin":"22","list":[{"code":7},8]}`, false, true},
		{[]string{"next", "pin"}, `"22"`, true, true},
		{[]string{"next", "list", "0", "code"}, `7`, false, false},
		{[]string{"card", "n"}, `1`, true, true}, // inside of a private place everything is
	} {
		place, ok := redact.At(doc, mask, c.path)
		require.True(t, ok, c.path)
		raw, err := json.Marshal(place.Value)
		require.NoError(t, err)
		assert.JSONEq(t, c.value, string(raw), c.path)
		assert.Equal(t, []bool{c.private, c.partly}, []bool{place.Private, place.Partly}, c.path)
	}
	for _, gone := range [][]string{{"none"}, {"pin", "x"}, {"next", "list", "2"}, {"next", "list", "-1"}, {"next", "list", "x"}} {
		_, ok := redact.At(doc, mask, gone)
		assert.False(t, ok, gone)
	}
	place, ok := redact.At(doc, nil, []string{"next", "list", "1"})
	assert.True(t, ok)
	assert.False(t, place.Partly)
}

func TestSecretKeepsWhatIsPrivateForModelsAlone(t *testing.T) {
	doc, err := redact.Decode([]byte(`{"pin":1,"mail":"a@b.c","list":[{"pin":2,"mail":"d"}],"x":3}`))
	require.NoError(t, err)
	fields := func() *ik.Mask {
		return &ik.Mask{Fields: []ik.FieldMask{{Name: "pin", Mask: self(ik.Secret)}, {Name: "mail", Mask: self(ik.Private)}}}
	}
	mask := fields()
	mask.Fields = append(mask.Fields, ik.FieldMask{Name: "list", Mask: func() *ik.Mask { return &ik.Mask{Elem: fields} }})
	mask.Rest = self(ik.Secret)
	raw, err := json.Marshal(redact.Apply(doc, redact.Secret(mask)).Value)
	require.NoError(t, err)
	assert.JSONEq(t, `{"mail":"a@b.c","list":[{"mail":"d"}]}`, string(raw))
	assert.Nil(t, redact.Secret(nil))
	assert.NotNil(t, redact.Secret(recursive()), "masks without end stay lazy")
}
