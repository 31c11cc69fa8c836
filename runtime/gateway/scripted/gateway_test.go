package scripted_test

import (
	"context"
	"errors"
	"strings"
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

func TestAMissingRepairSaysWhatWasRefused(t *testing.T) {
	const missing = `{"path": "/intentions/0/input/reason", "message": "required field is missing. Repair the input.", "code": "MISSING_FIELD"}`
	for name, c := range map[string]struct{ prompt, input, message string }{
		"an interpretation": {
			"kernel.turn.interpret.repair", `{"validationIssues": [` + missing + `]}`,
			"the model's answer was refused: /intentions/0/input/reason: required field is missing [MISSING_FIELD]; then the script",
		},
		"a draft":            {"kernel.compose-response.compose-repair", `{"issues": ["no proof"]}`, "refused: no proof; then"},
		"many":               {"a.repair", `{"issues": ["1", "2", "3", "4", "5", "6", "7"]}`, "4; 5; and 2 more; then"},
		"without issues":     {"a.repair", `{}`, "the model's answer was refused; then"},
		"an unreadable one":  {"a.repair", `{"issues": [1]}`, "the model's answer was refused; then"},
		"a draft to be made": {"kernel.response.compose", `{"issues": [{"code": "X", "message": "y"}]}`, "the script"},
	} {
		t.Run(name, func(t *testing.T) {
			req := ask(c.prompt)
			req.Input = []byte(c.input)
			_, err := scripted.New().Invoke(t.Context(), req)
			assert.Equal(t, "SCRIPT_EXHAUSTED", ik.CodeOf(err))
			assert.ErrorContains(t, err, c.message)
			_, err = scripted.New(scripted.Entry{Prompt: "other"}).Invoke(t.Context(), req)
			assert.Equal(t, "SCRIPT_MISMATCH", ik.CodeOf(err))
			assert.ErrorContains(t, err, c.message)
			if c.prompt == "kernel.response.compose" {
				assert.NotContains(t, err.Error(), "refused")
			}
		})
	}
}

func TestARefusalIsBounded(t *testing.T) {
	req := ask("a.repair")
	req.Input = []byte(`{"issues": ["` + strings.Repeat("x", 5000) + `"]}`)
	assert.Less(t, len(scripted.Refusal(req)), 400)
}
