package scripted_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/gatewaytest"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	gatewaytest.Run(t, func(_ *testing.T, replies ...gatewaytest.Reply) ik.ModelGateway {
		g := scripted.New()
		for _, r := range replies {
			e := scripted.Entry{Prompt: "test.prompt", Text: r.Text, Usage: r.Usage}
			if r.Fail {
				e.Err = ik.NewError(ik.KindGateway, "PROVIDER_DOWN", "the provider failed").Because(errors.New(gatewaytest.Secret))
			}
			if r.Hang {
				e.Delay = time.Hour
			}
			g.Push(e)
		}
		return g
	})
}

func ask(prompt string) ik.ModelRequest {
	return ik.ModelRequest{Prompt: ik.PromptReference{Definition: ik.PromptDefinition{ID: prompt}}, Input: []byte(`1`)}
}

func TestScript(t *testing.T) {
	ctx := context.Background()
	var waited time.Duration
	g := scripted.New(
		scripted.Entry{Prompt: "a", Output: []byte(`{"x":1}`), Delay: 1500 * time.Microsecond},
		scripted.Entry{Prompt: "b", Text: "2"},
	).OnDelay(func(_ context.Context, d time.Duration) error {
		waited += d
		return nil
	})
	got, err := g.Invoke(ctx, ask("a"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"x":1}`, string(got.Value))
	assert.InDelta(t, 1.5, got.DurationMs, 0)
	assert.Equal(t, 1500*time.Microsecond, waited)
	require.NoError(t, g.Err())

	_, err = g.Invoke(ctx, ask("c"))
	assert.Equal(t, "SCRIPT_MISMATCH", ik.CodeOf(err))
	assert.Len(t, g.Remaining(), 1)
	got, err = g.Invoke(ctx, ask("b"))
	require.NoError(t, err)
	assert.JSONEq(t, `2`, string(got.Value))
	_, err = g.Invoke(ctx, ask("b"))
	assert.Equal(t, "SCRIPT_EXHAUSTED", ik.CodeOf(err))
	assert.Equal(t, "SCRIPT_MISMATCH", ik.CodeOf(g.Err()))
	assert.Empty(t, g.Remaining())
	assert.Len(t, g.Requests(), 4)
}
