package main

import (
	"bytes"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// uuid matches the ids that differ from run to run.
var uuid = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// TestConversation plays the whole conversation and compares every line that a reader sees.
func TestConversation(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out))
	got := uuid.ReplaceAllString(out.String(), "<id>")
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile("testdata/conversation.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/conversation.txt")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// TestRefundHappensOnce counts what the shop really paid out, over a conversation in which the yes is sent twice.
func TestRefundHappensOnce(t *testing.T) {
	d := newDesk()
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), &out, d, nil))
	assert.Equal(t, 1, d.book.refunds)
}
