package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestLinesThatAreNoEventsArePassedOver(t *testing.T) {
	good := `{"id":"e1","type":"x"}`
	file := strings.Join([]string{good, "", "half of a li", "[]", "{}", strings.Repeat("x", 9000), "  " + good + "\r", good}, "\n")
	var lines []any
	events := 0
	for e, err := range read(strings.NewReader(file), 5000) {
		if err == nil {
			events++
			assert.Equal(t, ik.EventID("e1"), e.ID)
			continue
		}
		own, ok := ik.AsError(err)
		require.True(t, ok)
		lines = append(lines, own.Context["line"])
	}
	assert.Equal(t, 3, events)
	assert.Equal(t, []any{3, 4, 5, 6}, lines)
}

func TestAnErrorOfTheReaderIsTheLast(t *testing.T) {
	boom := errors.New("boom")
	var got []error
	for _, err := range Read(iotest.ErrReader(boom)) {
		got = append(got, err)
	}
	assert.Equal(t, []error{boom}, got)
	for range Read(strings.NewReader("{}\n{}\n")) {
		break
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("{\"id\":\"e\",\"type\":\"t\",\"data\":{}}\n"))
	f.Add([]byte("{\n\n[]"))
	f.Fuzz(func(t *testing.T, file []byte) {
		lines := bytes.Count(file, []byte("\n")) + 1
		n := 0
		for e, err := range read(bytes.NewReader(file), 100) {
			n++
			if err != nil {
				continue
			}
			if e.Data == nil {
				e.Data = json.RawMessage("{}")
			}
			_, err := json.Marshal(e)
			require.NoError(t, err, "what was read can be written")
		}
		assert.LessOrEqual(t, n, lines)
	})
}
