package jsonval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/jsonval"
)

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "order.find", `a"b\c`, "<&>", "é\u2028\x00\x7f", "\xff", "line\nend"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := json.Marshal(s)
		require.NoError(t, err)
		assert.Equal(t, "x"+string(want), string(jsonval.AppendString([]byte("x"), s)))
	})
}

func TestAppendStringOfAnIdentifierAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 64)
	assert.Zero(t, testing.AllocsPerRun(100, func() { buf = jsonval.AppendString(buf[:0], "order.find") }))
}
