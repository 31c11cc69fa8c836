package menu_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/menu"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

type builder = func(context.Context, ik.AutomationContext) (any, bool, error)

// click is a click on the option of a menu at a place. The members are those of the menu; help.answer has the builder.
func click(t *testing.T, n int, build builder, change ...func(*ik.Interaction)) (control.Click, *snapshot.Snapshot, *agent.Agent) {
	t.Helper()
	a := snaptest.Agent(t)
	a.Capabilities["help.answer"].CreateInput = build
	open := snaptest.Group("help.answer", "catalog.gone")
	open.Options[0].Label = "Ask"
	for _, f := range change {
		f(open)
	}
	in := snaptest.Scene("", snaptest.Open(open))
	in.Agent, in.Selection = a, snaptest.Click("progression:g1", open.Options[n].ID)
	s, err := snapshot.Build(t.Context(), in)
	require.NoError(t, err)
	c, ok := control.GroupClick(s)
	require.True(t, ok)
	return c, s, a
}

func TestLeaving(t *testing.T) {
	t.Run("B-259 a click on the exit is an answer and nothing else", func(t *testing.T) {
		c, s, a := click(t, 2, nil)
		sel := menu.Selection(c, a)
		assert.Equal(t, "conversational", sel.Mode)
		assert.Empty(t, sel.CapabilityIDs)
		assert.Equal(t, "structured_selection", sel.Source)
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.Empty(t, b.Intentions)
		assert.JSONEq(t, `{"kind":"progression.continue","occurrenceId":"g1"}`, string(b.Answer.Value))
		assert.Equal(t, "Go on", b.Answer.Evidence)
	})
}

func TestAMember(t *testing.T) {
	t.Run("B-260 a click on a member asks for it", func(t *testing.T) {
		c, s, a := click(t, 0, nil)
		sel := menu.Selection(c, a)
		assert.Equal(t, "selected", sel.Mode)
		assert.Equal(t, []ik.CapabilityID{"help.answer"}, sel.CapabilityIDs)
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		require.Len(t, b.Intentions, 1)
		in := b.Intentions[0]
		assert.Equal(t, ik.IntentionID("progression.g1"), in.ID)
		assert.Equal(t, "Ask", in.Objective)
		assert.Equal(t, "Ask", in.Evidence[0].Text)
		assert.Zero(t, in.Evidence[0].MessageIndex)
		assert.Equal(t, ik.Resolved, in.Resolution)
		assert.JSONEq(t, `{"request":"Ask"}`, string(in.Input), "without a builder of its input")
		assert.JSONEq(t, `{"kind":"progression.member","occurrenceId":"g1","capabilityId":"help.answer"}`, string(b.Answer.Value))
	})
	t.Run("B-260 a long occurrence id is cut to 32", func(t *testing.T) {
		long := strings.Repeat("é", 40)
		c, s, a := click(t, 0, nil, func(i *ik.Interaction) {
			i.Options[0].Value = map[string]any{"kind": "progression.member", "occurrenceId": long, "capabilityId": "help.answer"}
		})
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.Equal(t, ik.IntentionID("progression."+long[:64]), b.Intentions[0].ID)
	})
	t.Run("an absent occurrence id", func(t *testing.T) {
		c, s, a := click(t, 0, nil, func(i *ik.Interaction) {
			i.Options[0].Value = map[string]any{"kind": "progression.member", "capabilityId": "help.answer"}
		})
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.Equal(t, ik.IntentionID("progression.member"), b.Intentions[0].ID)
	})
	t.Run("a member that the agent no longer has", func(t *testing.T) {
		c, s, a := click(t, 1, nil)
		sel := menu.Selection(c, a)
		assert.Equal(t, "no_match", sel.Mode)
		assert.Empty(t, sel.CapabilityIDs)
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.Equal(t, ik.Unsupported, b.Intentions[0].Resolution)
		assert.Empty(t, b.Intentions[0].ProposedCapability)
		assert.Nil(t, b.Intentions[0].Input)
	})
}

func TestTheInputOfAMember(t *testing.T) {
	t.Run("its builder makes it", func(t *testing.T) {
		var seen ik.AutomationContext
		c, s, a := click(t, 0, func(_ context.Context, ac ik.AutomationContext) (any, bool, error) {
			seen = ac
			return map[string]int{"n": 1}, true, nil
		})
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.JSONEq(t, `{"n":1}`, string(b.Intentions[0].Input))
		assert.Equal(t, ik.RoleUser, seen.Message.Role)
		assert.True(t, snaptest.Now().Equal(seen.Now))
		assert.NotNil(t, seen.Facts)
	})
	t.Run("a builder without an input to give", func(t *testing.T) {
		c, s, a := click(t, 0, func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, false, nil })
		b, err := menu.Batch(t.Context(), c, s, a)
		require.NoError(t, err)
		assert.Nil(t, b.Intentions[0].Input)
	})
	for name, build := range map[string]builder{
		"an error": func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, true, errors.New("canary") },
		"a panic":  func(context.Context, ik.AutomationContext) (any, bool, error) { panic("canary") },
		"no JSON":  func(context.Context, ik.AutomationContext) (any, bool, error) { return func() {}, true, nil },
		"no JSON deep": func(context.Context, ik.AutomationContext) (any, bool, error) {
			return map[string]any{"x": make(chan int)}, true, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, s, a := click(t, 0, build)
			_, err := menu.Batch(t.Context(), c, s, a)
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "HANDLER_FAILED", e.Code)
			assert.Equal(t, map[string]any{"kind": "automation", "id": "help.answer"}, e.Context)
			assert.NotContains(t, err.Error(), "canary")
		})
	}
	t.Run("cancelled", func(t *testing.T) {
		c, s, a := click(t, 0, func(ctx context.Context, _ ik.AutomationContext) (any, bool, error) { return nil, false, ctx.Err() })
		ctx, stop := context.WithCancel(t.Context())
		stop()
		_, err := menu.Batch(ctx, c, s, a)
		require.ErrorIs(t, err, context.Canceled)
	})
	t.Run("a builder that ignores the end of the turn is left behind", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		release := make(chan struct{})
		defer close(release)
		c, s, a := click(t, 0, func(context.Context, ik.AutomationContext) (any, bool, error) {
			stop()
			<-release
			return nil, false, nil
		})
		_, err := menu.Batch(ctx, c, s, a)
		require.ErrorIs(t, err, context.Canceled)
	})
}
