package ik_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

// invoked is an event of a model call with such instructions.
func invoked(t require.TestingT, instructions string, fact any) ik.Event {
	data, err := json.Marshal(map[string]any{"audit": map[string]any{
		"context": map[string]any{"facts": fact},
		"prompt": map[string]any{
			"id": "a", "instructionHash": ik.TextHash(instructions), "instructions": instructions, "revision": "default",
		},
	}})
	require.NoError(t, err)
	return ik.Event{ID: "e", Type: "model.invoked", Data: data}
}

func TestAnEventWithoutItsPrompt(t *testing.T) {
	const text = "Say \"hello\".\nThen\\ wait <b>."
	e := invoked(t, text, nil)
	before := string(e.Data)
	rest, prompt, ok := e.WithoutPrompt()
	require.True(t, ok)
	assert.NotContains(t, string(rest.Data), "hello")
	assert.True(t, json.Valid(rest.Data))
	assert.Equal(t, ik.TextHash(prompt.Text), prompt.Hash)
	var told string
	require.NoError(t, json.Unmarshal([]byte(`"`+prompt.Text+`"`), &told))
	assert.Equal(t, text, told)
	assert.Equal(t, e, rest.WithPrompt(prompt))
	assert.Equal(t, before, string(e.Data), "the event itself stays as it was")

	_, same, ok := invoked(t, text, map[string]any{"another": "fact"}).WithoutPrompt()
	require.True(t, ok)
	assert.Equal(t, prompt.Hash, same.Hash)

	for name, other := range map[string]ik.Event{
		"another type":    {Type: "model.completed", Data: e.Data},
		"no data":         {Type: "model.invoked"},
		"redacted away":   {Type: "model.invoked", Data: json.RawMessage(`{}`)},
		"no instructions": {Type: "model.invoked", Data: json.RawMessage(`{"instructionHash":"` + strings.Repeat("0", 64) + `"}`)},
		"cut off":         {Type: "model.invoked", Data: json.RawMessage(`{"instructionHash":"00`)},
		"an empty text":   invoked(t, "", nil),
	} {
		rest, _, ok := other.WithoutPrompt()
		assert.False(t, ok, name)
		assert.Equal(t, other, rest, name)
	}
}

func TestAPromptComesBackByteForByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{`"instructionHash":"`, strings.Repeat("a", 64), `","instructions":"`, `\`, `"`, "é", "x"})
		join := func(label string) string { return strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, label), "") }
		e := invoked(t, join("instructions"), map[string]any{join("key"): join("value"), "instructionHash": join("hash"), "instructions": join("other")})
		rest, prompt, ok := e.WithoutPrompt()
		if !ok {
			assert.Equal(t, e, rest)
			return
		}
		assert.Equal(t, string(e.Data), string(rest.WithPrompt(prompt).Data))
	})
}

func FuzzAnEventWithoutItsPrompt(f *testing.F) {
	f.Add([]byte(`{"instructionHash":"` + strings.Repeat("0", 64) + `","instructions":"x\"y"}`))
	f.Add([]byte(`"instructions":"\`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rest, prompt, ok := ik.Event{Type: "model.invoked", Data: data}.WithoutPrompt()
		if ok {
			rest = rest.WithPrompt(prompt)
		}
		assert.Equal(t, string(data), string(rest.Data))
	})
}
