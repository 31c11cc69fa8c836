package reserved_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/reserved"
)

// The texts are stored with threads and read by hosts: they never change.
func TestKinds(t *testing.T) {
	payloads := []string{"progression.group", "kernel.write-order"}
	values := []string{"progression.continue", "progression.member", "progression.accept"}
	assert.Equal(t, payloads, []string{reserved.Group, reserved.WriteOrder})
	assert.Equal(t, values, []string{reserved.Continue, reserved.Member, reserved.Accept})
	for _, kind := range payloads {
		assert.True(t, reserved.Payload(kind), kind)
		assert.False(t, reserved.Value(kind), kind)
	}
	for _, kind := range values {
		assert.True(t, reserved.Value(kind), kind)
		assert.False(t, reserved.Payload(kind), kind)
	}
	assert.False(t, reserved.Payload("") || reserved.Value("") || reserved.Payload("mine") || reserved.Value("Progression.Member"))
}
