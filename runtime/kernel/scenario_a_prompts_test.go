package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// resolve is a prompt resolver by function.
type resolve func(ik.PromptReference) (ik.ResolvedPrompt, error)

func (r resolve) ResolvePrompt(_ context.Context, p ik.PromptReference) (ik.ResolvedPrompt, error) {
	return r(p)
}

func withPrompts(r ik.PromptResolver) func(*desk) { return func(d *desk) { d.opt.Prompts = r } }

// audits gives what model.invoked tells of the prompt of each call.
func audits(t *testing.T, events []ik.Event) []map[string]any {
	t.Helper()
	var out []map[string]any
	for _, e := range events {
		if e.Type == "model.invoked" {
			out = append(out, data(t, e)["audit"].(map[string]any)["prompt"].(map[string]any))
		}
	}
	return out
}

func TestCatalog(t *testing.T) {
	t.Run("B-265 the catalog has 24 prompts that render as they stand", func(t *testing.T) {
		want := []string{
			"kernel.capability.select", "kernel.capability.select.repair", "kernel.compose-response.compose-repair",
			"kernel.response.compose", "kernel.response.grounding-review", "kernel.response.grounding-review.repair",
			"kernel.review-capability-selection.active-interaction-diversion-review-system-prompt",
			"kernel.review-capability-selection.choice-selection-review-system-prompt", "kernel.review-capability-selection.mixed",
			"kernel.review-capability-selection.unbound-selection-review-system-prompt",
			"kernel.review-choice-answer.choice-answer-review-system-prompt", "kernel.review-choice-intentions.system",
			"kernel.review-choice-intentions.unanswered-system", "kernel.review-confirmation-intentions.review-system-prompt",
			"kernel.review-interaction-answer.confirmation-answer-review-system-prompt",
			"kernel.review-interaction-answer.progression-answer-review-system-prompt",
			"kernel.review-interaction-answer.progression-intentions-review-system-prompt",
			"kernel.review-lifecycle-actions.lifecycle-review-system-prompt",
			"kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt", "kernel.review-omitted-choice-answer.system",
			"kernel.review-omitted-progression-answer.system", "kernel.review-progression-member-operation.system",
			"kernel.turn.interpret", "kernel.turn.interpret.repair",
		}
		var ids []string
		texts := map[string]string{}
		for _, d := range kernel.PromptDefinitions() {
			ids = append(ids, d.ID)
			assert.Equal(t, 1, d.Version, d.ID)
			assert.Empty(t, d.Variables, d.ID)
			assert.NotContains(t, d.Template, "{{", d.ID)
			assert.NotContains(t, d.Template, "}}", d.ID)
			assert.Empty(t, texts[d.Template], "%s has the text of %s", d.ID, texts[d.Template])
			texts[d.Template] = d.ID
			got, err := ik.RenderPrompt(d, map[string]string{}, nil)
			require.NoError(t, err, d.ID)
			assert.Equal(t, d.Template, got)
			assert.False(t, ik.IsBlank(got), d.ID)
		}
		slices.Sort(want)
		assert.Equal(t, want, ids)
	})
	t.Run("B-265 a caller may change its copy of the catalog", func(t *testing.T) {
		kernel.PromptDefinitions()[0].ID = "changed"
		assert.Equal(t, "kernel.capability.select", kernel.PromptDefinitions()[0].ID)
	})
}

// tasks is which task each prompt serves.
func tasks() map[string]string {
	return map[string]string{
		selectPrompt: "capability.select", selectPrompt + ".repair": "capability.select.repair",
		interpretPrompt: "turn.interpret", interpretPrompt + ".repair": "turn.interpret.repair",
		confirmPrompt: "interaction-answer.review", "kernel.review-confirmation-intentions.review-system-prompt": "interaction-answer.review",
		composePrompt: "response.compose", "kernel.compose-response.compose-repair": "response.compose.repair",
		reviewPrompt: "response.grounding-review", reviewPrompt + ".repair": "response.grounding-review.repair",
	}
}

func TestDefaultPrompts(t *testing.T) {
	t.Run("A-124 without a resolver each request has the text of its own prompt", func(t *testing.T) {
		d := newDesk(t)
		d.say("Hi", greeting("Hi", 0)...)
		question := askOrderAfter(d, 2)
		d.say("yes", selects("yes", 6, "order.register"), answers(question, true, "yes"), confirmed())
		requests := d.gateway.Requests()
		seen := audits(t, d.sink.take())
		require.Len(t, seen, len(requests))
		for i, r := range requests {
			assert.Equal(t, r.Prompt.Definition.Template, r.System)
			assert.Equal(t, tasks()[r.Prompt.Definition.ID], r.Task, r.Prompt.Definition.ID)
			assert.Equal(t, "default", seen[i]["revision"])
			assert.Equal(t, r.Prompt.Definition.ID, seen[i]["id"])
		}
	})
}

// askOrderAfter leads to the question of an order in a conversation that has messages already.
func askOrderAfter(d *desk, index int) string {
	d.say("Find A", find("Find A", index, "exact")...)
	out := d.say("Order A", selects("Order A", index+2, "order.register"),
		understands(want("order.register", "Order A", index+2, map[string]string{"model": "A"})))
	return string(out.Response.Interaction.ID)
}

func TestPromptResolver(t *testing.T) {
	t.Run("A-125 a replaced text is sent and told of, once for each request", func(t *testing.T) {
		d := newDesk(t, withPrompts(resolver{text: "Do it.", revision: "revision-2"}))
		d.say("Hi", greeting("Hi", 0)...)
		requests, seen := d.gateway.Requests(), audits(t, d.sink.take())
		require.Len(t, seen, len(requests))
		for i, r := range requests {
			assert.Equal(t, "Do it.", r.System)
			assert.NotEqual(t, "Do it.", r.Prompt.Definition.Template, "the reference is to the default")
			assert.Equal(t, r.Prompt.Definition.ID, seen[i]["id"])
			assert.Equal(t, "revision-2", seen[i]["revision"])
			assert.Equal(t, "Do it.", seen[i]["instructions"])
			assert.Equal(t, ik.TextHash("Do it."), seen[i]["templateHash"])
			assert.Equal(t, ik.TextHash("Do it."), seen[i]["instructionHash"])
		}
	})
	for name, c := range map[string]struct {
		answer ik.ResolvedPrompt
		code   string
	}{
		"A-127 a token that is not declared":        {ik.ResolvedPrompt{Template: "{{undeclared}}", Revision: "r"}, "INVALID_MODEL_PROMPT"},
		"A-134 any token at all":                    {ik.ResolvedPrompt{Template: "See {{anything}}.", Revision: "r"}, "INVALID_MODEL_PROMPT"},
		"A-134 a sample of JSON that ends in }}":    {ik.ResolvedPrompt{Template: `Return {"a":{"b":1}}`, Revision: "r"}, "INVALID_MODEL_PROMPT"},
		"B-268 a blank revision":                    {ik.ResolvedPrompt{Template: "x", Revision: " "}, "INVALID_MODEL_PROMPT_RESOLUTION"},
		"B-268 a revision of 201 characters":        {ik.ResolvedPrompt{Template: "x", Revision: strings.Repeat("é", 201)}, "INVALID_MODEL_PROMPT_RESOLUTION"},
		"a text over 1 MiB is sent to nobody":       {ik.ResolvedPrompt{Template: strings.Repeat("x", 1<<20+1), Revision: "r"}, "INVALID_MODEL_PROMPT"},
		"a text that is not UTF-8 goes to nobody":   {ik.ResolvedPrompt{Template: "canary\xff", Revision: "r"}, "INVALID_MODEL_PROMPT"},
		"a revision that is not UTF-8 is no better": {ik.ResolvedPrompt{Template: "x", Revision: "canary\xff"}, "INVALID_MODEL_PROMPT_RESOLUTION"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, withPrompts(resolve(func(ik.PromptReference) (ik.ResolvedPrompt, error) { return c.answer, nil })))
			e := d.fails(c.code, d.next("Hi"))
			assert.Equal(t, ik.KindConfiguration, e.Kind)
			assert.Empty(t, e.Context)
			assert.Empty(t, d.gateway.Requests())
			events := d.sink.take()
			assert.NotContains(t, types(events), "model.invoked")
			assert.NotContains(t, string(object(events)), "canary")
		})
	}
	t.Run("A-128 a resolver that fails for the answer alone leaves a technical failure, committed", func(t *testing.T) {
		d := newDesk(t, withPrompts(resolve(func(p ik.PromptReference) (ik.ResolvedPrompt, error) {
			if p.Definition.ID == composePrompt {
				return ik.ResolvedPrompt{}, errors.New("canary: the vault is closed")
			}
			return ik.ResolvedPrompt{Template: p.Definition.Template, Revision: "r"}, nil
		})))
		out := d.say("Hi", selects("Hi", 0))
		assert.Equal(t, "failed", out.Response.Status)
		assert.Equal(t, "technical_fallback", out.Response.Source)
		for _, r := range d.gateway.Requests() {
			assert.False(t, strings.HasPrefix(r.Task, "response."), r.Task)
		}
		events := d.sink.take()
		assert.NotContains(t, string(object(events)), "canary")
		assert.Contains(t, types(events), "state.committed")
		assert.Equal(t, 1, out.Checkpoint.Revision)
	})
	t.Run("A-128 one that fails for the review of the answer leads to no further draft", func(t *testing.T) {
		d := newDesk(t, withPrompts(resolve(func(p ik.PromptReference) (ik.ResolvedPrompt, error) {
			if p.Definition.ID == reviewPrompt {
				return ik.ResolvedPrompt{Template: "canary", Revision: ""}, nil
			}
			return ik.ResolvedPrompt{Template: p.Definition.Template, Revision: "r"}, nil
		})))
		out := d.say("Hi", selects("Hi", 0), words([]string{"Hello."})[0])
		assert.Equal(t, "technical_fallback", out.Response.Source)
		assert.False(t, out.Response.Grounded)
		events := d.sink.take()
		assert.NotContains(t, string(object(events)), "canary")
		failed := data(t, byType(t, events, "turn.failed"))
		assert.Equal(t, "compose", failed["stage"])
		assert.Equal(t, "INVALID_MODEL_PROMPT_RESOLUTION", failed["code"])
		assert.Len(t, audits(t, events), 2, "selection and draft: of the review nothing is told")
	})
	t.Run("A-130 other words never weaken what an answer must look like", func(t *testing.T) {
		d := newDesk(t, withPrompts(resolver{text: "Say anything.", revision: "r"}))
		bad := object(map[string]any{"unexpected": true})
		d.fails("CAPABILITY_SELECTION_INVALID", d.next("Hello"),
			scripted.Entry{Prompt: selectPrompt, Output: bad}, scripted.Entry{Prompt: selectPrompt + ".repair", Output: bad})
		var sent []string
		for _, r := range d.gateway.Requests() {
			sent = append(sent, r.Task)
		}
		assert.Equal(t, []string{"capability.select", "capability.select.repair"}, sent)
	})
	t.Run("A-133 an empty text and a long revision count as given", func(t *testing.T) {
		for _, revision := range []string{strings.Repeat("é", 200), " r "} {
			d := newDesk(t, withPrompts(resolver{revision: revision}))
			d.say("Hi", greeting("Hi", 0)...)
			for _, r := range d.gateway.Requests() {
				assert.Empty(t, r.System)
			}
			for _, a := range audits(t, d.sink.take()) {
				assert.Equal(t, revision, a["revision"])
			}
		}
	})
	t.Run("A-137 each request has the revision of its own call, and so have repairs", func(t *testing.T) {
		calls := 0
		d := newDesk(t, withPrompts(resolve(func(p ik.PromptReference) (ik.ResolvedPrompt, error) {
			calls++
			return ik.ResolvedPrompt{Template: p.Definition.Template, Revision: fmt.Sprintf("r%d", calls)}, nil
		})))
		repaired := selects("Hi", 0)
		repaired.Prompt = selectPrompt + ".repair"
		d.say("Hi", append([]scripted.Entry{{Prompt: selectPrompt, Output: object(map[string]any{})}, repaired}, words([]string{"Hello."})...)...)
		var got []string
		for _, a := range audits(t, d.sink.take()) {
			got = append(got, a["revision"].(string))
		}
		assert.Equal(t, []string{"r1", "r2", "r3", "r4"}, got)
		assert.Equal(t, len(d.gateway.Requests()), calls)
	})
	t.Run("the resolver gets a copy that it may change", func(t *testing.T) {
		d := newDesk(t, withPrompts(resolve(func(p ik.PromptReference) (ik.ResolvedPrompt, error) {
			text := p.Definition.Template
			p.Values["x"], p.Definition.ID = "y", "changed"
			return ik.ResolvedPrompt{Template: text, Revision: "r"}, nil
		})))
		d.say("Hi", greeting("Hi", 0)...)
		for _, r := range d.gateway.Requests() {
			assert.Empty(t, r.Prompt.Values)
		}
	})
}
