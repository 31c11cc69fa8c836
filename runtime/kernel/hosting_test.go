package kernel_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// What follows is the code of the guide for hosts: it compiles here.

type surface struct{}

func (surface) show(string, []ik.Artifact)      {}
func (surface) buttons(*ik.Interaction)         {}
func (surface) sorry(error)                     {}
func (surface) alert(string, ...any)            {}
func (surface) watch(ik.EffectID, string, bool) {}
func (surface) busy(string)                     {}

func hostNew(model ik.ModelGateway, store ik.Store, log *slog.Logger) (*kernel.Kernel, error) {
	return kernel.New(kernel.Options{
		Gateway: model,
		Store:   store,
		Limits:  ik.Limits{TurnTimeoutMs: new(30_000), MaxModelCalls: new(8)},
		OnHandlerError: func(e kernel.HandlerError) {
			log.Error("handler failed", "kind", e.Kind, "id", e.ID, "thread", e.Thread, "turn", e.Turn, "err", e.Err, "stack", string(e.Stack))
		},
	})
}

func hostMessage(ctx context.Context, agent *kernel.Agent, to surface, customer, messageID, text string) error {
	res, err := agent.Run(ctx, kernel.Input{Thread: ik.ThreadID(customer), Turn: ik.TurnID(messageID), Text: text})
	if ik.IsRetryable(err) {
		return err // deliver the message again, under the same id
	}
	if err != nil {
		to.sorry(err)
		return nil
	}
	to.show(res.Response.Message, res.Response.Artifacts)
	if q := res.Response.Interaction; q != nil {
		to.buttons(q)
	}
	for _, issue := range res.Issues {
		to.alert("step failed", "code", issue.Code, "capability", issue.CapabilityID, "trace", res.TraceID)
	}
	for _, effect := range res.Checkpoint.Effects {
		if effect.Status == ik.EffectUncertain {
			to.watch(effect.ID, effect.IdempotencyKey, true) // somebody must settle it
		}
	}
	return nil
}

func hostClick(ctx context.Context, agent *kernel.Agent, thread ik.ThreadID, clickID string, question ik.InteractionID, option string) (*ik.TurnResult, error) {
	return agent.Run(ctx, kernel.Input{
		Thread:    thread,
		Turn:      ik.TurnID(clickID),
		Selection: &ik.TurnSelection{InteractionID: question, OptionID: new(option)},
	})
}

func hostLive(ctx context.Context, agent *kernel.Agent, in kernel.Input, to surface) (*ik.TurnResult, error) {
	turn := agent.Start(ctx, in, 0)
	for p := range turn.Progress() {
		switch p := p.(type) {
		case kernel.Stage:
			to.busy(p.Name)
		case kernel.Step:
			to.busy(string(p.Capability) + " " + p.Status)
		case kernel.Told:
			to.busy(p.Name + " " + string(p.Data))
		case kernel.Answered:
			to.show(p.Response.Message, p.Response.Artifacts)
		}
	}
	return turn.Wait()
}

// TestHostingGuide holds the guide to the functions above, line by line.
func TestHostingGuide(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "guide", "hosting.md"))
	require.NoError(t, err)
	self, err := os.ReadFile("hosting_test.go")
	require.NoError(t, err)
	code := margins(string(self))
	blocks := regexp.MustCompile("(?s)\n```go\n(.*?)\n```").FindAllStringSubmatch(string(page), -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		assert.Contains(t, code, margins(b[1]))
	}
}

// margins takes the indentation away.
func margins(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}

func TestHost(t *testing.T) {
	d := newDesk(t)
	_, err := hostNew(d.gateway, d.store, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.NoError(t, hostMessage(t.Context(), d.agent, surface{}, "", "m1", "Hi"), "an error that no repetition mends is told")
	_, err = hostClick(t.Context(), d.agent, "thread-1", "c1", "none", "1")
	_, live := hostLive(t.Context(), d.agent, kernel.Input{Thread: "thread-1", Turn: "c2", Selection: &ik.TurnSelection{InteractionID: "none"}}, surface{})
	assert.Equal(t, ik.CodeOf(err), ik.CodeOf(live))
	var fault *ik.Error
	require.True(t, errors.As(err, &fault))
	assert.Equal(t, "INTERACTION_SELECTION_MISMATCH", fault.Code)
}
