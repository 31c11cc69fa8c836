package execute_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// judged is an agent of two reads. The results of the second one are judged.
func judged(judge func(ik.PolicyContext) ik.Verdict) *turntest.Agent {
	a := turntest.NewAgent()
	a.Add("a.read", ik.EffectRead, "|a@1")
	a.Add("b.read", ik.EffectRead, "|b@1")
	a.Def.Policies = []ik.PolicyDefinition{{ID: "owner", On: []ik.CapabilityID{"b.read"}, Result: judge}}
	for _, id := range []ik.CapabilityID{"a.read", "b.read"} {
		complete := a.Complete(id)
		a.Handlers[id] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			if err := inv.Emit(ctx, "row.seen", ik.CategoryTrace, obj{"owner": "canary"}); err != nil {
				return ik.Result{}, err
			}
			r, err := complete(ctx, inv, in)
			r.Output = obj{"owner": "canary"}
			return r, err
		}
	}
	return a
}

func both(t *testing.T, a *turntest.Agent, parallel bool) (*turntest.World, turntest.Turned) {
	t.Helper()
	w := turntest.NewWorld(t, a)
	w.Parallel = parallel
	return w, w.Say(t, intend("1", "b.read", obj{"note": "mine"}), intend("2", "a.read", obj{}))
}

func TestDeniedResultsAreNotPublished(t *testing.T) {
	for name, parallel := range map[string]bool{"one by one": false, "side by side": true} {
		t.Run(name, func(t *testing.T) {
			var seen ik.PolicyContext
			w, turned := both(t, judged(func(c ik.PolicyContext) ik.Verdict {
				seen = c
				return ik.Deny("not yours " + c.Text(ik.Template{{Path: "output.owner"}, {Text: "about "}, {Path: "input.note"}}))
			}), parallel)
			assert.Equal(t, []string{"b.read failed POLICY_DENIED_RESULT", "a.read completed"}, statuses(turned.Results))
			assert.JSONEq(t, `{"note":"mine"}`, string(seen.Input.(json.RawMessage)))
			assert.JSONEq(t, `{"owner":"canary"}`, string(seen.Output.(json.RawMessage)))
			issue := turned.Results[0].Result.Issue
			assert.Equal(t, "not yours about mine", issue.Message, "a reason shows nothing of the output")
			assert.Equal(t, map[string]any{"policyId": "owner"}, issue.Details)
			require.Len(t, w.Checkpoint.Facts, 1)
			assert.Equal(t, ik.FactKey("a@1"), w.Checkpoint.Facts[0].FactKey())
			for _, e := range turned.Events {
				if e.StepID == turned.Results[0].StepID {
					assert.NotContains(t, string(e.Data), "canary")
					assert.NotEqual(t, "capability.event", e.Type)
				}
			}
		})
	}
}

func TestAllowedResultsAreHeardAfterTheyWereJudged(t *testing.T) {
	_, turned := both(t, judged(func(ik.PolicyContext) ik.Verdict { return ik.Verdict{} }), true)
	assert.Equal(t, []string{"b.read completed", "a.read completed"}, statuses(turned.Results))
	var of []ik.StepID
	for _, e := range turned.Events {
		if e.Type == "capability.event" {
			of = append(of, e.StepID)
		}
	}
	assert.Equal(t, []ik.StepID{turned.Results[1].StepID, turned.Results[0].StepID}, of, "what nobody judges is heard at once")
}

func TestResultsThatCannotBeJudgedAreNotPublished(t *testing.T) {
	for name, judge := range map[string]func(ik.PolicyContext) ik.Verdict{
		"a panic":            func(ik.PolicyContext) ik.Verdict { panic("canary") },
		"a confirmation":     func(ik.PolicyContext) ik.Verdict { return ik.Confirm("sure?") },
		"a question":         func(ik.PolicyContext) ik.Verdict { return ik.Clarify("why", "which?") },
		"an unheard verdict": func(ik.PolicyContext) ik.Verdict { return ik.Verdict{Kind: "maybe"} },
	} {
		t.Run(name, func(t *testing.T) {
			w, turned := both(t, judged(judge), true)
			assert.Equal(t, []string{"b.read failed HANDLER_FAILED", "a.read completed"}, statuses(turned.Results))
			assert.Equal(t, map[string]any{"kind": "policy", "id": "owner"}, turned.Results[0].Result.Issue.Details)
			assert.Len(t, w.Checkpoint.Facts, 1)
		})
	}
}

func TestOnlyCompletedResultsAreJudged(t *testing.T) {
	a := judged(func(ik.PolicyContext) ik.Verdict { panic("nothing to judge") })
	a.Handlers["b.read"] = returns(issue("NOT_THERE"), nil)
	_, turned := both(t, a, false)
	assert.Equal(t, []string{"b.read failed NOT_THERE", "a.read completed"}, statuses(turned.Results))
}

func TestDeclaredIssuesSayWhetherTryingAgainHelps(t *testing.T) {
	for _, retryable := range []bool{true, false} {
		a := judged(nil)
		a.Def.Policies = nil
		a.Def.Capabilities[1].Issues = []ik.IssueDefinition{{Code: "KNOWN", Retryable: retryable}}
		said := issue("KNOWN")
		said.Issue.Retryable = !retryable
		a.Handlers["b.read"] = returns(said, nil)
		_, turned := both(t, a, false)
		assert.Equal(t, retryable, turned.Results[0].Result.Issue.Retryable)
		assert.Equal(t, !retryable, said.Issue.Retryable, "the handler's own stays as it is")
	}
}
