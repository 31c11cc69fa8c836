package compose

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

func TestWording(t *testing.T) {
	t.Run("E-047 copy that is not required is not delivered directly", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("A is 100.", "ev-1")), approve(1)).did("catalog.search", "ev-1", price, false)
		f.worded("A is 100.", 1)
		assert.NotContains(t, string(f.gateway.Requests()[0].Input), "completedResponses")
		for _, r := range f.gateway.Requests() {
			assert.Empty(t, r.Capabilities)
		}
	})
	t.Run("E-049 one claim for every cited part", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("So: "), part("a ", "ev-1"), part("b ", "ev-1", "ev-2"), part("c", "ev-2", "ev-2"), part("!")), approve(3)).
			did("catalog.search", "ev-1", "", false).did("branch.hours", "ev-2", "", false)
		out := f.worded("So: a b c!", 3)
		assert.Equal(t, ik.ResponseClaim{Text: "b ", EvidenceIDs: []ik.EvidenceID{"ev-1", "ev-2"}}, out.Response.Claims[1])
		assert.Equal(t, []ik.EvidenceID{"ev-2", "ev-2"}, out.Response.Claims[2].EvidenceIDs)
	})
	t.Run("E-023 only an optional question", func(t *testing.T) {
		newFixture(t, drafted(composePrompt, part("Hello.")), approve(0)).asks("More?", optional).worded("Hello.", 0)
	})
	t.Run("E-025 E-026 E-079 a question that is missing, doubled or misplaced is repaired", func(t *testing.T) {
		for text, why := range map[string]string{"Thanks, anything else?": "missing", "Pay? Pay?": "more than once"} {
			f := newFixture(t, drafted(composePrompt, part(text)), approve(0), drafted(repairPrompt, part("Fine. Pay?")), approve(0)).
				asks("Pay?", contextual)
			f.worded("Fine. Pay?", 0)
			assert.Equal(t, []string{"response.compose", "response.grounding-review", "response.compose.repair", "response.grounding-review"}, f.tasks())
			assert.Contains(t, issuesOf(t, f.gateway.Requests()[2]), why)
		}
		f := newFixture(t, drafted(composePrompt, part("Pay? "), part(price, "ev-1")), approve(1),
			drafted(repairPrompt, part(price, "ev-1"), part(" Pay?")), approve(1)).
			did("catalog.search", "ev-1", price, true).did("branch.hours", "ev-2", "", false).asks("Pay?")
		f.worded(price+" Pay?", 1)
		assert.Contains(t, issuesOf(t, f.gateway.Requests()[2]), "before a required result")
	})
	t.Run("E-059 E-061 unknown evidence is never accepted", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("x", "invented")), approve(1), drafted(repairPrompt, part("x", "ev-1")), approve(1)).
			did("catalog.search", "ev-1", "", false)
		f.worded("x", 1)
		newFixture(t, drafted(composePrompt, part("x", "invented")), approve(1), drafted(repairPrompt, part("x", "invented")), approve(1)).
			did("catalog.search", "ev-1", "", false).technical("UNGROUNDED_RESPONSE")
	})
	t.Run("E-070 E-071 the decision is cited for controls only", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("Hi", "turn.decision")), approve(1), drafted(repairPrompt, part("Hi")), approve(0))
		f.worded("Hi", 0)
		f = newFixture(t, drafted(composePrompt, part("Cancelled.", "turn.decision")), approve(1))
		f.before.Agenda = []ik.AgendaItem{{ID: "agenda:old"}}
		f.in.Plan.CancelledAgendaItemIDs = []ik.AgendaItemID{"agenda:old"}
		f.in.Batch.LifecycleActions = []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: "agenda:old"}}
		f.worded("Cancelled.", 1)
		assert.Equal(t, "control", field(t, f.gateway.Requests()[0].Input, "decision", "mode"))
	})
	t.Run("E-076 E-077 E-074 required copy in mixed work", func(t *testing.T) {
		mixed := func(script ...scripted.Entry) *fixture {
			return newFixture(t, script...).did("catalog.search", "ev-1", price, true).did("branch.hours", "ev-2", "", false)
		}
		mixed(drafted(composePrompt, part("See: "+price, "ev-1", "ev-2")), approve(1)).worded("See: "+price, 1)
		mixed(drafted(composePrompt, part(price)), approve(0), drafted(repairPrompt, part(price, "ev-1")), approve(1)).worded(price, 1)
		wrong := func(prompt string) scripted.Entry { return drafted(prompt, part("Model A costs 10 USD.", "ev-1")) }
		mixed(wrong(composePrompt), approve(1), wrong(repairPrompt), approve(1)).technical("UNGROUNDED_RESPONSE")
	})
	t.Run("E-015 E-016 mixed work never falls back in part", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("Done.")), reject("Done."), drafted(repairPrompt, part("Done.")), reject("Done.")).
			did("catalog.search", "ev-1", price, true).did("branch.hours", "ev-2", "", false)
		out := f.technical("UNGROUNDED_RESPONSE")
		assert.Equal(t, technicalRetry, out.Response.Message)
		assert.Len(t, out.Undelivered.Completed, 2)
		assert.JSONEq(t, `["Done."]`, out.Failure.Context["semanticIssues"].(string))
		assert.Contains(t, out.Failure.Context["staticIssues"], "exactly once")
	})
}

func TestTechnicalMessage(t *testing.T) {
	for name, c := range map[string]struct {
		statuses []ik.EffectStatus
		message  string
	}{
		"nothing done":            {nil, technicalRetry},
		"certainly not done":      {[]ik.EffectStatus{ik.EffectFailed}, technicalRetry},
		"done":                    {[]ik.EffectStatus{ik.EffectFailed, ik.EffectCompleted}, technicalDone},
		"perhaps done":            {[]ik.EffectStatus{ik.EffectUncertain, ik.EffectFailed}, technicalUnclear},
		"one done, another maybe": {[]ik.EffectStatus{ik.EffectUncertain, ik.EffectCompleted}, technicalDone},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := drafted(composePrompt, part("x", "invented"))
			again := drafted(repairPrompt, part("x", "invented"))
			f := newFixture(t, wrong, approve(1), again, approve(1)).did("catalog.search", "ev-1", "", false)
			for _, s := range c.statuses {
				f.in.Results[0].Effects = append(f.in.Results[0].Effects, ik.EffectReceipt{Status: s})
			}
			assert.Equal(t, c.message, f.technical("UNGROUNDED_RESPONSE").Response.Message)
		})
	}
}

// issuesOf gives the issues that a recomposition was told, as one text.
func issuesOf(t *testing.T, r ik.ModelRequest) string {
	t.Helper()
	var in struct{ Issues []string }
	require.NoError(t, json.Unmarshal(r.Input, &in))
	return strings.Join(in.Issues, "\n")
}

func TestReview(t *testing.T) {
	for name, change := range map[string]func(map[string]any){
		"E-062 incomplete approvals":   func(m map[string]any) { m["approvedClaimIndexes"] = []int{} },
		"E-064 approval out of range":  func(m map[string]any) { m["approvedClaimIndexes"] = []int{0, 1} },
		"E-065 contradiction":          func(m map[string]any) { m["unsupportedClaims"] = []string{""} },
		"E-066 continuity is violated": func(m map[string]any) { m["continuityVerdict"] = "violated" },
		"E-067 decision is violated":   func(m map[string]any) { m["decisionVerdict"] = "violated" },
		"E-068 unsupported, no reason": func(m map[string]any) { m["verdict"] = "unsupported" },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, drafted(composePrompt, part("x", "ev-1")), reviewed(1, change),
				drafted(repairPrompt, part("y", "ev-1")), reviewed(1, func(m map[string]any) { m["approvedClaimIndexes"] = []int{0, 0} })).
				did("catalog.search", "ev-1", "", false)
			f.worded("y", 1)
			if strings.HasPrefix(name, "E-068") {
				assert.Empty(t, issuesOf(t, f.gateway.Requests()[2]))
			}
		})
	}
	t.Run("E-055 E-056 a malformed review is asked for again", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("Hi")), scripted.Entry{Prompt: reviewPrompt, Text: "{"}, again(approve(0)))
		f.def.Models = map[string]string{"response.grounding-review": "judge"}
		f.worded("Hi", 0)
		last := f.gateway.Requests()[2]
		assert.Equal(t, "judge", last.Model)
		assert.JSONEq(t, string(f.gateway.Requests()[1].Input), string(last.Input))
	})
	t.Run("E-058 malformed twice", func(t *testing.T) {
		out := newFixture(t, drafted(composePrompt, part("Hi")), scripted.Entry{Prompt: reviewPrompt, Text: "{}"},
			scripted.Entry{Prompt: againPrompt, Text: "{}"}).technical("MODEL_OUTPUT_INVALID")
		assert.Equal(t, map[string]any{"task": "response.grounding-review", "attempts": 2}, out.Failure.Context)
	})
	t.Run("E-092 upper bound of calls", func(t *testing.T) {
		bad := scripted.Entry{Prompt: reviewPrompt, Text: "{"}
		f := newFixture(t, drafted(composePrompt, part("a")), bad, again(reject("a")), drafted(repairPrompt, part("b")), bad, again(approve(0)))
		f.worded("b", 0)
		assert.Len(t, f.tasks(), 6)
	})
}

// again makes a review the answer of the review's repair.
func again(e scripted.Entry) scripted.Entry {
	e.Prompt = againPrompt
	return e
}

func TestFailures(t *testing.T) {
	t.Run("E-050 an unreadable first draft uses the one repair", func(t *testing.T) {
		for _, text := range []string{`{"parts":[]}`, `{"parts":[{"text":"a","evidenceIds":[],"x":1}]}`, `{"parts":[{"text":"a"}]}`,
			`{"parts":[{"text":"","evidenceIds":[]}]}`, `{"parts":[{"text":"a","evidenceIds":[""]}]}`, `{`, ``} {
			f := newFixture(t, scripted.Entry{Prompt: composePrompt, Text: text}, drafted(repairPrompt, part("Hi")), approve(0))
			f.worded("Hi", 0)
			assert.NotEmpty(t, issuesOf(t, f.gateway.Requests()[1]), text)
		}
		out := newFixture(t, scripted.Entry{Prompt: composePrompt, Text: `{}`}, scripted.Entry{Prompt: repairPrompt, Text: `{}`}).
			technical("MODEL_OUTPUT_INVALID")
		assert.Equal(t, map[string]any{"task": "response.compose.repair", "issues": 1}, out.Failure.Context)
	})
	t.Run("E-052 an empty answer falls back to copy", func(t *testing.T) {
		newFixture(t, scripted.Entry{Prompt: composePrompt}, scripted.Entry{Prompt: repairPrompt}).
			did("catalog.search", "ev-1", price, false).canonical(price)
	})
	t.Run("E-053 an outage does not", func(t *testing.T) {
		down := ik.NewError(ik.KindGateway, "PROVIDER_DOWN", "down")
		newFixture(t, scripted.Entry{Prompt: composePrompt, Err: down}).did("catalog.search", "ev-1", price, false).technical("PROVIDER_DOWN")
	})
	t.Run("E-041 E-043 unsupported requests", func(t *testing.T) {
		ask := func() *fixture {
			f := newFixture(t, drafted(composePrompt, part("No.")), reject("No."), drafted(repairPrompt, part("No.")), reject("No."))
			f.in.Plan.Steps = []ik.PlanStep{{ID: "s", Disposition: ik.DispositionReject, Reason: ik.PlanReason{Code: "UNSUPPORTED_INTENTION", Message: "no"}}}
			return f
		}
		ask().technical("UNGROUNDED_RESPONSE")
		f, text := ask(), "I cannot do that."
		f.def.Unsupported = &text
		f.canonical(text)
	})
	t.Run("E-022 a failure beside a question falls back to the question", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("No.")), reject("No."), drafted(repairPrompt, part("No.")), reject("No.")).asks("Which?")
		f.in.Issues = []ik.TurnIssue{{CapabilityIssue: ik.CapabilityIssue{Code: "BRANCH_CLOSED", Message: "Closed."}}}
		f.canonical("Which?")
	})
	t.Run("E-029 contextual beside one ordinary copy", func(t *testing.T) {
		newFixture(t, drafted(composePrompt, part("No.")), reject("No."), drafted(repairPrompt, part("No.")), reject("No.")).
			did("catalog.search", "ev-1", price, false).asks("Which?", contextual).technical("UNGROUNDED_RESPONSE")
	})
	t.Run("E-088 E-089 a single copy stands alone, two do not", func(t *testing.T) {
		script := []scripted.Entry{drafted(composePrompt, part("No.")), reject("No."), drafted(repairPrompt, part("No.")), reject("No.")}
		newFixture(t, script...).did("catalog.search", "ev-1", price, false).canonical(price)
		newFixture(t, script...).did("catalog.search", "ev-1", price, false).did("branch.hours", "ev-2", "Open.", false).technical("UNGROUNDED_RESPONSE")
	})
	t.Run("a used up budget answers with what is known", func(t *testing.T) {
		none := 0
		f := newFixture(t).did("catalog.search", "ev-1", price, false)
		f.maxCalls = &none
		out := f.canonical(price)
		assert.Equal(t, "MODEL_CALL_BUDGET_EXCEEDED", out.Issues[0].Code)
		f = newFixture(t)
		f.maxCalls = &none
		assert.Equal(t, "MODEL_CALL_BUDGET_EXCEEDED", f.technical("MODEL_CALL_BUDGET_EXCEEDED").Issues[0].Code)
	})
}

func TestBrief(t *testing.T) {
	t.Run("E-095 E-097 E-098 evidence and visibility", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("x", "issue:STOCK_OFFLINE", "ev-1", "old-1")), approve(1)).did("catalog.search", "ev-1", "", false)
		f.in.Issues = []ik.TurnIssue{{CapabilityIssue: ik.CapabilityIssue{Code: "STOCK_OFFLINE", Message: "Stock is offline."}}}
		fact := func(typ ik.FactType, v ik.Visibility, evidence ik.EvidenceID) ik.FactRecord {
			return ik.FactRecord{FactRef: ik.FactRef{Type: typ, Version: 1}, Value: json.RawMessage(`{"secret":"hush"}`), ModelVisibility: v,
				EvidenceIDs: []ik.EvidenceID{evidence}, Evidence: []ik.Evidence{{ID: evidence, Source: ik.SourceCapability, Content: "old"}}}
		}
		f.in.Checkpoint.Facts = []ik.FactRecord{
			fact("a.shown", "", "old-1"), fact("b.present", ik.VisibilityPresence, "old-2"), fact("c.hidden", ik.VisibilityHidden, "old-3"),
		}
		f.worded("x", 1)
		input := f.gateway.Requests()[0].Input
		facts := field(t, input, "facts").([]any)
		require.Len(t, facts, 2)
		assert.Equal(t, map[string]any{"available": true}, facts[1].(map[string]any)["value"])
		var ids []string
		for _, e := range field(t, input, "evidence").([]any) {
			ids = append(ids, e.(map[string]any)["id"].(string))
		}
		assert.Equal(t, []string{"agent.configuration", "issue:STOCK_OFFLINE", "turn.decision", "ev-1", "old-1"}, ids)
	})
	t.Run("E-085 E-110 private texts reach no request, the answer keeps its originals", func(t *testing.T) {
		f := newFixture(t, drafted(composePrompt, part("You are near [redacted]. Pick?")), approve(0)).
			did("catalog.search", "ev-1", "", false, secret("Riverside"), secretArtifact).
			asks("Pick?", contextual, func(i *ik.Interaction) {
				i.Options = []ik.Option{{ID: "Riverside", Label: "Riverside", Value: map[string]any{"at": "Riverside"}}}
				i.Payload = map[string]any{"p": "Riverside"}
			})
		out := f.worded("You are near [redacted]. Pick?", 0)
		for _, r := range f.gateway.Requests() {
			assert.NotContains(t, string(r.Input), "Riverside")
		}
		for _, e := range f.emitter.Events() {
			assert.NotContains(t, string(e.Data), "Riverside")
		}
		assert.Equal(t, "Riverside", out.Response.Interaction.Options[0].ID)
		assert.Equal(t, "Riverside", out.Response.Artifacts[0].Data)
	})
	t.Run("E-102 decisions", func(t *testing.T) {
		request := func(r ik.Resolution) ik.Intention {
			return ik.Intention{ID: "i1", Objective: "x", Resolution: r, ProposedCapability: "branch.hours"}
		}
		plan := &ik.TurnPlan{}
		rejected := &ik.TurnPlan{Steps: []ik.PlanStep{{IntentionID: "i1", Disposition: ik.DispositionReject}}}
		answer := &ik.InteractionAnswer{InteractionID: "q", Evidence: "yes"}
		for _, c := range []struct {
			name string
			in   Input
			mode string
		}{
			{"E-100 selected", Input{Plan: plan, Batch: ik.IntentionBatch{Intentions: []ik.Intention{request(ik.Resolved)}}}, "selected"},
			{"E-101 an answer alone", Input{Plan: plan, Batch: ik.IntentionBatch{Answer: answer}, Selection: ik.CapabilitySelection{Mode: "no_match"}}, "conversational"},
			{"E-103 ambiguous", Input{Plan: plan, Batch: ik.IntentionBatch{Intentions: []ik.Intention{request(ik.Ambiguous)}}}, "no_match"},
			{"E-103 nothing", Input{Plan: plan, Selection: ik.CapabilitySelection{Mode: "no_match"}}, "no_match"},
			{"E-104 denied", Input{Plan: rejected, Batch: ik.IntentionBatch{Intentions: []ik.Intention{request(ik.Resolved)}}}, "no_match"},
			{"greeting", Input{Plan: plan}, "conversational"},
		} {
			assert.Equal(t, c.mode, decide(c.in, 0).Mode, c.name)
		}
		assert.Contains(t, decide(Input{Plan: plan, Batch: ik.IntentionBatch{Answer: answer}}, 3).Rationale, "does not prove")
	})
}

func secretArtifact(o *ik.StepOutcome) {
	o.Artifacts = []ik.Artifact{{ID: "list-1", Kind: "list", Data: "Riverside"}}
}
