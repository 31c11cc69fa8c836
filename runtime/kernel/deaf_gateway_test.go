package kernel_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

// deaf is a gateway that ignores the end of the turn in the calls of one prompt, until it is released.
type deaf struct {
	ik.ModelGateway
	prompt  string
	release chan struct{}
	left    chan struct{}
}

func (g *deaf) Invoke(ctx context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	if r.Prompt.Definition.ID != g.prompt {
		return g.ModelGateway.Invoke(ctx, r)
	}
	defer close(g.left)
	<-g.release
	return g.ModelGateway.Invoke(context.Background(), r)
}

func TestAGatewayThatIgnoresTheDeadlineIsLeftBehind(t *testing.T) {
	limit := 300
	listening := func(t *testing.T, prompt string) (*desk, *deaf) {
		g := &deaf{prompt: prompt, release: make(chan struct{}), left: make(chan struct{})}
		d := newDesk(t, func(d *desk) {
			g.ModelGateway = d.gateway
			d.opt.Gateway, d.opt.Limits.TurnTimeoutMs = g, &limit
		})
		return d, g
	}
	t.Run("while the message is understood", func(t *testing.T) {
		d, g := listening(t, selectPrompt)
		start := time.Now()
		d.fails("TURN_DEADLINE_EXCEEDED", d.next("Hi"))
		assert.Less(t, time.Since(start), 30*time.Second)
		told := len(d.sink.take())
		close(g.release)
		<-g.left
		assert.Empty(t, d.sink.take(), "nobody hears of what it brings later")
		assert.Positive(t, told)
	})
	t.Run("while the answer is worded", func(t *testing.T) {
		d, g := listening(t, composePrompt)
		d.gateway.Push(find("Find A", 0, "any")...)
		out, err := d.agent.Run(context.Background(), d.next("Find A"))
		require.NoError(t, err)
		assert.Equal(t, "technical_fallback", out.Response.Source)
		assert.Len(t, out.Checkpoint.Facts, 1, "what was done is not lost")
		close(g.release)
		<-g.left
	})
}
