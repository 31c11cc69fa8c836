package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	ik "github.com/ikgen/ikgen/runtime"
)

// documentItems are the requirements on what survives storage.
func documentItems() []item {
	return []item{
		{"C16 E-229 changing what was committed changes nothing stored", func(t *testing.T, s ik.Store) {
			c := richCommit()
			want := tree(t, c.Checkpoint)
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, c) })
			c.Checkpoint.Facts[0].Value[2] = 'X'
			c.Checkpoint.Agenda = nil
			c.Result[2] = 'X'
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				sameJSON(t, "checkpoint", sc.Checkpoint(), want)
				sameJSON(t, "result", sc.Prior().Result, json.RawMessage(`{"traceId":"trace-1"}`))
			})
		}},
		{"C17 changing a loaded checkpoint changes nothing stored", func(t *testing.T, s ik.Store) {
			c := richCommit()
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, c) })
			turn(t, s, "t", "2", func(sc ik.TurnScope) {
				sc.Checkpoint().Facts[0].Value = json.RawMessage(`1`)
				sc.Checkpoint().Agenda = nil
			})
			turn(t, s, "t", "3", func(sc ik.TurnScope) { sameJSON(t, "checkpoint", sc.Checkpoint(), c.Checkpoint) })
		}},
		{"C18 C19 E-230 private fields and awkward values survive", func(t *testing.T, s ik.Store) {
			c := richCommit()
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, c) })
			turn(t, s, "t", "2", func(sc ik.TurnScope) {
				sameJSON(t, "checkpoint", sc.Checkpoint(), c.Checkpoint)
				equal(t, "number", string(sc.Checkpoint().Facts[0].Value), string(c.Checkpoint.Facts[0].Value))
			})
		}},
		{"C20 a checkpoint of several MiB survives", func(t *testing.T, s ik.Store) {
			c := richCommit()
			c.Checkpoint.Facts[0].Value, _ = json.Marshal(strings.Repeat("é𝄞x", 600_000))
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, c) })
			turn(t, s, "t", "2", func(sc ik.TurnScope) {
				equal(t, "value", string(sc.Checkpoint().Facts[0].Value), string(c.Checkpoint.Facts[0].Value))
			})
		}},
		{"C69 E-233 ids with separators do not collide", func(t *testing.T, s ik.Store) {
			turn(t, s, "a:b", "c", func(sc ik.TurnScope) { mustCommit(t, sc, commit(1)) })
			for _, id := range [][2]string{{"a", "b:c"}, {"a:b:c", ""}, {"a b", "c"}, {"a/b", "c"}} {
				turn(t, s, id[0], id[1]+"x", func(sc ik.TurnScope) {
					equal(t, "checkpoint", sc.Checkpoint(), (*ik.Checkpoint)(nil))
				})
			}
			turn(t, s, "a", "b:c", func(sc ik.TurnScope) { equal(t, "prior", sc.Prior(), (*ik.StoredTurn)(nil)) })
		}},
	}
}

// richCommit has values in every corner of a checkpoint.
func richCommit() ik.Commit {
	c := commit(1)
	question := &ik.Interaction{
		ID: "interaction-1", Name: "pick", Kind: ik.InteractionChoice, Mode: "optional", CapabilityID: "a",
		RequestedFacts: []ik.FactType{"x"}, Goal: "Which \u0000 one? 𝄞", AgendaItemID: "agenda:step-1", Delivered: true,
		Consent: "digest", ProtectedMessage: "exact copy", Payload: json.RawMessage(`{"z":null,"a":[]}`),
		Options: []ik.Option{{ID: "o", Label: "O", Value: json.RawMessage(`{"big":12345678901234567890,"f":0.1}`)}},
	}
	c.Checkpoint.Interaction = question
	c.Checkpoint.Facts = []ik.FactRecord{{
		FactRef: ik.FactRef{Type: "x", Version: 1, Key: "k:1"}, Value: json.RawMessage(`{"n":12345678901234567890,"e":1.0,"nil":null,"o":{},"l":[]}`),
		EvidenceIDs: []ik.EvidenceID{"e"}, DependsOn: []ik.FactRef{}, ModelRedactions: []string{"secret"},
		Evidence: []ik.Evidence{{ID: "e", Source: ik.SourceHost, Content: "c", Data: json.RawMessage(`null`)}},
	}}
	c.Checkpoint.Agenda = []ik.AgendaItem{{
		ID: "agenda:step-1", Status: ik.AgendaWaitingInput, MissingFacts: []ik.FactRequirement{}, Dependencies: []ik.AgendaItemID{},
		Intention:    ik.Intention{ID: "intention-1", Objective: "o", Input: json.RawMessage(`null`), Resolution: ik.Resolved},
		Continuation: json.RawMessage(`[0.10,null]`), CompletedFollowUp: true, OptionalInput: true,
		OwnedDependencyIDs: []ik.AgendaItemID{"agenda:step-0"}, Question: question, AskedAt: epoch,
		Suspended: &ik.SuspendedInteraction{Interaction: *question, OccurrenceID: "oc", PrerequisitePublications: "p", OwnerPath: "o"},
		DeferredChoiceAnswer: &ik.DeferredAnswer{Interaction: *question, Answer: ik.InteractionAnswer{
			InteractionID: "interaction-1", Value: json.RawMessage(`true`), Evidence: "yes",
		}},
	}}
	c.Checkpoint.Progression = &ik.ProgressionState{Occurrences: []ik.Occurrence{{
		ID: "oc", RuleID: "r", Status: "active", CompletionLineage: json.RawMessage(`{"a":"b"}`),
	}}}
	return c
}
