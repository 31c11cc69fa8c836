package kernel_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// both scripts a message that asks for opening hours and a search.
func both(text string) []scripted.Entry {
	return []scripted.Entry{
		selects(text, 0, "branch.hours", "catalog.search"),
		understands(want("branch.hours", text, 0, map[string]string{}), want("catalog.search", text, 0, map[string]string{"term": "any"})),
	}
}

func TestParallelReads(t *testing.T) {
	t.Run("E-130 E-131 results come in plan order, whatever the delays", func(t *testing.T) {
		var first []string
		for _, slow := range []time.Duration{0, 5 * time.Millisecond} {
			d := newDesk(t, func(d *desk) {
				invoke := d.def.Capabilities[1].Invoke
				d.def.Capabilities[1].Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
					for _, name := range []string{"a", "b"} {
						if err := inv.Emit(ctx, name, ik.CategoryAudit, map[string]any{}); err != nil {
							return ik.Result{}, err
						}
						time.Sleep(slow)
					}
					return invoke(ctx, inv, in)
				}
			})
			d.say("Both", append(both("Both"), words([]string{hoursText, "ev-2"}, []string{priceText, "ev-1"})...)...)
			events := d.sink.take()
			heads := map[ik.StepID]ik.EventID{}
			var results []string
			for i, e := range events {
				assert.Equal(t, i+1, e.Sequence)
				switch e.Type {
				case "capability.invoked":
					heads[e.StepID] = e.ID
				case "capability.event", "capability.completed":
					assert.Equal(t, heads[e.StepID], e.CausationID, "no cause in another branch")
					heads[e.StepID] = e.ID
				}
				if e.Type == "capability.completed" {
					results = append(results, data(t, e)["capabilityId"].(string))
				}
			}
			assert.Equal(t, []string{"branch.hours", "catalog.search"}, results)
			if first == nil {
				first = results
			}
			assert.Equal(t, first, results)
		}
	})
}

func TestHandlerFaults(t *testing.T) {
	faults := map[string]func() (ik.Result, error){
		"UNEXPECTED_ERROR": func() (ik.Result, error) { return ik.Result{}, errors.New("canary-4111") },
		"BANK_DOWN": func() (ik.Result, error) {
			return ik.Result{}, ik.NewError(ik.KindBase, "BANK_DOWN", "canary-4111").Retry()
		},
		"panic": func() (ik.Result, error) { panic("canary-4111") },
	}
	for name, fault := range faults {
		t.Run("a handler that fails ends its step, never the turn: "+name, func(t *testing.T) {
			d := newDesk(t, func(d *desk) {
				d.def.Capabilities[1].Invoke = func(context.Context, *ik.Invocation, any) (ik.Result, error) { return fault() }
			})
			out := d.say("Both", append(both("Both"), words([]string{priceText, "ev-1"}, []string{" The hours failed.", "issue:CAPABILITY_FAILED"})...)...)
			require.Len(t, out.Issues, 1)
			assert.Equal(t, "CAPABILITY_FAILED", out.Issues[0].Code)
			code := name
			if name == "panic" {
				code = "UNEXPECTED_ERROR"
			}
			assert.Equal(t, code, out.Issues[0].Details["code"])
			assert.Equal(t, name == "BANK_DOWN", out.Issues[0].Retryable)
			assert.Len(t, out.Checkpoint.Facts, 1, "the sibling's fact is kept")
			for _, e := range d.sink.take() {
				assert.NotContains(t, string(e.Data), "canary-4111", e.Type)
			}
			for _, r := range d.gateway.Requests() {
				assert.NotContains(t, string(r.Input), "canary-4111", r.Task)
			}
		})
	}
	t.Run("E-148 a refused event name is the handler's error", func(t *testing.T) {
		for _, name := range []string{"Bad Name", "Node.started", "node_started", ".a", "a.", "a..b", "9a", "", "a\n"} {
			var refused error
			d := newDesk(t, func(d *desk) {
				invoke := d.def.Capabilities[1].Invoke
				d.def.Capabilities[1].Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
					refused = inv.Emit(ctx, name, ik.CategoryTrace, nil)
					return invoke(ctx, inv, in)
				}
			})
			d.say("Open?", append([]scripted.Entry{selects("Open?", 0, "branch.hours"), understands(want("branch.hours", "Open?", 0, map[string]string{}))},
				words([]string{hoursText, "ev-2"})...)...)
			assert.Equal(t, "INVALID_CAPABILITY_EVENT_NAME", ik.CodeOf(refused))
			assert.NotContains(t, types(d.sink.take()), "capability.event")
		}
	})
}

func TestConfirmations(t *testing.T) {
	t.Run("E-106 a declined confirmation runs nothing", func(t *testing.T) {
		d := newDesk(t)
		question := askOrder(d)
		out := d.say("no", append([]scripted.Entry{selects("no", 4, "order.register"), answers(question, false, "no"), confirmed()},
			words([]string{"As you wish.", "issue:CONFIRMATION_DECLINED"})...)...)
		assert.Zero(t, d.effects)
		assert.Equal(t, "model", out.Response.Source)
		assert.Empty(t, out.Checkpoint.Agenda)
	})
	t.Run("an uncertain effect blocks its key until the host settles it", func(t *testing.T) {
		lost := true
		d := newDesk(t, func(d *desk) {
			d.def.Capabilities[2].Invoke = func(ctx context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
				w := ik.NewWriteScope(inv)
				ref, _, err := ik.RunEffect(ctx, &w, func(context.Context, ik.EffectAuthority) (string, error) {
					d.effects++
					if lost {
						return "", errors.New("timeout")
					}
					return "R1", nil
				})
				if err != nil {
					return ik.Result{}, err
				}
				proof := ik.Evidence{ID: "proof", Source: ik.SourceExternal, Content: "Registered " + ref + "."}
				return ik.CompletedResult(ref, ik.Completed{Canonical: ik.Canonical("Registered %s.", ik.Claim(ref, proof)).Must()}), nil
			}
		})
		question := askOrder(d)
		out := d.say("yes", append([]scripted.Entry{selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed()},
			words([]string{"I do not know yet."})...)...)
		require.NotEmpty(t, out.Issues)
		require.Len(t, out.Checkpoint.Effects, 1)
		assert.Equal(t, ik.EffectUncertain, out.Checkpoint.Effects[0].Status)
		lost = false
		receipt, err := d.store.SettleEffect(context.Background(), out.Checkpoint.Effects[0].ID,
			ik.Settlement{Applied: true, Value: object("R7"), At: d.clock.Now()})
		require.NoError(t, err)
		assert.Equal(t, ik.EffectCompleted, receipt.Status)
		assert.Equal(t, 1, d.effects)
	})
}

func TestErased(t *testing.T) {
	d := newDesk(t)
	d.say("Hi", greeting("Hi", 0)...)
	require.NoError(t, d.store.Erase(context.Background(), "thread-1"))
	d.fails("THREAD_ERASED", d.next("Hi"))
}

func TestPrivacy(t *testing.T) {
	t.Run("private texts of a result reach neither models nor events", func(t *testing.T) {
		const secret = "4111-1111"
		d := newDesk(t, func(d *desk) {
			d.def.Capabilities[1].Invoke = func(context.Context, *ik.Invocation, any) (ik.Result, error) {
				ev := ik.Evidence{ID: "ev-2", Source: ik.SourceCapability, Content: "Card " + secret + " is valid.", Data: map[string]any{"card": secret}}
				return ik.CompletedResult(map[string]any{"card": secret}, ik.Completed{
					Evidence: []ik.Evidence{ev}, Redactions: []string{secret}, Artifacts: []ik.Artifact{{ID: "a", Kind: "card", Data: secret}},
				}), nil
			}
		})
		out := d.say("Open?", append([]scripted.Entry{selects("Open?", 0, "branch.hours"), understands(want("branch.hours", "Open?", 0, map[string]string{}))},
			words([]string{"Card [redacted] is valid.", "ev-2"})...)...)
		assert.Contains(t, string(object(out.Response.Artifacts[0])), secret, "the host gets the original")
		for _, e := range append(d.sink.take(), outbox(t, d)...) {
			assert.NotContains(t, string(e.Data), secret, e.Type)
		}
		for _, r := range d.gateway.Requests() {
			assert.NotContains(t, string(object(r)), secret, r.Task)
		}
	})
}
