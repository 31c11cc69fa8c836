package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

// acting is a conversation with a drawn agent that acts of its own accord. What it starts changes open work too, so it
// is held against its occurrences where model looks for lost work.
type acting struct{ *model }

func newActing(t *testing.T, rt *rapid.T) *acting {
	m := &acting{newModel(t, rt)}
	m.also = func(before *ik.Checkpoint, _ said) {
		m.consistent(before)
		m.startedOnce()
	}
	var facts []ik.FactKey
	for i := range m.drawn.Def.Capabilities {
		c := &m.drawn.Def.Capabilities[i]
		c.Automation, c.CreateInput = 1, builders()[rapid.IntRange(0, len(builders())-1).Draw(rt, "builder")]
		facts = append(facts, c.Provides...)
	}
	m.drawn.Def.Progression = m.progression(facts)
	m.restart()
	return m
}

type builder = func(context.Context, ik.AutomationContext) (any, bool, error)

// builders make inputs; most of them work.
func builders() []builder {
	works := func(context.Context, ik.AutomationContext) (any, bool, error) {
		return map[string]string{"text": "auto"}, true, nil
	}
	return []builder{
		works, works, works, works,
		func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, false, nil },
		func(context.Context, ik.AutomationContext) (any, bool, error) {
			return nil, false, errors.New("broken")
		},
		func(context.Context, ik.AutomationContext) (any, bool, error) {
			return nil, false, &ik.Error{Code: "LATER", Retryable: true}
		},
	}
}

// progression draws groups and rules of every mode over the capabilities and facts of the agent.
func (m *acting) progression(facts []ik.FactKey) *ik.ProgressionDefinition {
	rt, ids := m.rt, m.drawn.IDs
	p := &ik.ProgressionDefinition{Groups: []ik.GroupDefinition{{
		ID: "menu", Label: "Menu", Prompt: "What next?", ContinueLabel: "Go on", RepeatAfterMember: rapid.Bool().Draw(rt, "repeats"),
		CompletedMemberVisibility: rapid.SampledFrom([]string{"show", "hide"}).Draw(rt, "visibility"),
	}}}
	for i, id := range ids {
		if i == 0 || rapid.Bool().Draw(rt, "member") {
			p.Groups[0].Members = append(p.Groups[0].Members, ik.GroupMember{Capability: id, Label: "Do " + string(id)})
		}
	}
	some := func(name string, likely int) []ik.FactKey {
		if len(facts) == 0 || rapid.IntRange(1, 10).Draw(rt, name) > likely {
			return nil
		}
		return []ik.FactKey{rapid.SampledFrom(facts).Draw(rt, "fact")}
	}
	for i := range rapid.IntRange(1, 5).Draw(rt, "rules") {
		r := ik.ProgressionRule{
			ID: fmt.Sprintf("rule%d", i), Version: 1, Mode: rapid.SampledFrom([]string{"required", "required", "offer", "available"}).Draw(rt, "mode"),
			Priority: rapid.IntRange(0, 3).Draw(rt, "priority"), ActivateWhen: some("all", 6), ActivateWhenAny: some("any", 2),
			Target: ik.ProgressionTarget{CapabilityID: rapid.SampledFrom(ids).Draw(rt, "target")},
		}
		if rapid.IntRange(0, 2).Draw(rt, "menu") == 0 {
			r.Target = ik.ProgressionTarget{GroupID: "menu"}
		}
		p.Rules = append(p.Rules, r)
	}
	if len(facts) > 0 && rapid.IntRange(0, 2).Draw(rt, "objective") == 0 {
		p.Objective = &ik.ObjectiveDefinition{ID: "goal", CompletionFact: rapid.SampledFrom(facts).Draw(rt, "completion")}
	}
	return p
}

// consistent holds occurrences, open work, the question and the objective against each other.
func (m *acting) consistent(before *ik.Checkpoint) {
	cp, t := m.last, m.rt
	ended := map[string]bool{}
	if before.Progression != nil {
		for _, o := range before.Progression.Occurrences {
			ended[o.ID] = o.Status != "pending" && o.Status != "active"
		}
	}
	for _, o := range cp.Progression.Occurrences {
		if o.Status == "active" {
			works := func(i ik.AgendaItem) bool { return i.Intention.ProposedCapability == o.ActiveMember }
			require.True(t, slices.ContainsFunc(cp.Agenda, works), "%s is active without open work of %s", o.RuleID, o.ActiveMember)
		}
		gone := slices.ContainsFunc(o.ActivationFacts, func(a ik.ActivationFact) bool {
			return !slices.ContainsFunc(cp.Facts, func(f ik.FactRecord) bool { return f.FactRef == a.FactRef })
		})
		require.False(t, ended[o.ID] && gone && o.Status != "pending", "%s ended with its facts and is still there", o.RuleID)
	}
	reached := cp.Progression.Objective != nil && cp.Progression.Objective.Status == "completed"
	if q := cp.Interaction; q != nil && q.AgendaItemID == "" {
		require.False(t, reached, "a menu after the goal")
		at := slices.IndexFunc(cp.Progression.Occurrences, func(o ik.Occurrence) bool { return "progression:"+o.ID == string(q.ID) })
		require.GreaterOrEqual(t, at, 0, "a menu without its occurrence")
		require.Equal(t, "pending", cp.Progression.Occurrences[at].Status)
		require.True(t, cp.Progression.Occurrences[at].Presented)
	}
}

// startedOnce reads from the outbox what the latest turn started: each occurrence at most once.
func (m *acting) startedOnce() {
	rows, err := m.store.Outbox(context.Background(), m.read, 1<<20)
	require.NoError(m.rt, err)
	started := map[string]bool{}
	for _, row := range rows {
		m.read = row.Position
		if row.Event.Type != "progression.capability.activated" {
			continue
		}
		var data struct {
			OccurrenceID string `json:"occurrenceId"`
		}
		require.NoError(m.rt, json.Unmarshal(row.Event.Data, &data))
		require.False(m.rt, started[data.OccurrenceID], "an occurrence was started twice in one turn")
		started[data.OccurrenceID] = true
	}
}

func TestAgentsThatActKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { newActing(t, rt).converse() })
}
