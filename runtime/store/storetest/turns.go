package storetest

import (
	"context"
	"testing"

	ik "github.com/ikgen/ikgen/runtime"
)

// turnItems are the requirements on what a turn reads and commits.
func turnItems() []item {
	return []item{
		{"C1 a new thread has neither checkpoint nor prior result", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				equal(t, "checkpoint", sc.Checkpoint(), (*ik.Checkpoint)(nil))
				equal(t, "prior", sc.Prior(), (*ik.StoredTurn)(nil))
			})
		}},
		{"C2 the operation's error comes back unchanged", func(t *testing.T, s ik.Store) {
			err := s.WithTurn(context.Background(), identity("t", "1"), func(context.Context, ik.TurnScope) error { return errSentinel })
			equal(t, "error", err, errSentinel)
		}},
		{"C3 C4 E-223 the next turn sees the commit, the same turn its result", readBack},
		{"C5 the same turn id in another thread has no prior result", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, commit(1)) })
			turn(t, s, "u", "1", func(sc ik.TurnScope) { equal(t, "prior", sc.Prior(), (*ik.StoredTurn)(nil)) })
		}},
		{"C6 C7 without a commit nothing changes", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(ik.TurnScope) {})
			err := s.WithTurn(context.Background(), identity("t", "1"), func(context.Context, ik.TurnScope) error { return errSentinel })
			equal(t, "error", err, errSentinel)
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				equal(t, "checkpoint", sc.Checkpoint(), (*ik.Checkpoint)(nil))
				equal(t, "prior", sc.Prior(), (*ik.StoredTurn)(nil))
			})
		}},
		{"C8 E-227 an error after the commit does not undo it", func(t *testing.T, s ik.Store) {
			err := s.WithTurn(context.Background(), identity("t", "1"), func(_ context.Context, sc ik.TurnScope) error {
				mustCommit(t, sc, commit(1))
				return errSentinel
			})
			equal(t, "error", err, errSentinel)
			turn(t, s, "t", "2", func(sc ik.TurnScope) { equal(t, "revision", sc.Checkpoint().Revision, 1) })
		}},
		{"C13 C-139 a second commit of a scope is refused", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				mustCommit(t, sc, commit(1))
				hasCode(t, sc.Commit(context.Background(), commit(2)), "TURN_ALREADY_COMMITTED")
			})
			turn(t, s, "t", "2", func(sc ik.TurnScope) { equal(t, "revision", sc.Checkpoint().Revision, 1) })
		}},
		{"C14 C15 C-139 E-226 the revision must be the next one", revisions},
		{"C40 calls after the turn ended are refused", afterTheEnd},
		{"C43 a committed turn is never overwritten", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, commit(1)) })
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				hasCode(t, sc.Commit(context.Background(), commit(2)), "TURN_ALREADY_COMMITTED")
			})
		}},
		{"a question is answered once", answered},
	}
}

func readBack(t *testing.T, s ik.Store) {
	first := commit(1)
	turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, first) })
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		sameJSON(t, "checkpoint", sc.Checkpoint(), first.Checkpoint)
		equal(t, "prior", sc.Prior(), (*ik.StoredTurn)(nil))
	})
	turn(t, s, "t", "1", func(sc ik.TurnScope) {
		if sc.Prior() == nil {
			t.Fatal("the committed turn has no prior result")
		}
		equal(t, "digest", sc.Prior().Digest, first.Digest)
		sameJSON(t, "result", sc.Prior().Result, first.Result)
	})
}

func revisions(t *testing.T, s ik.Store) {
	check := func(sc ik.TurnScope, expected int, wrong ...int) {
		t.Helper()
		for _, n := range wrong {
			err := sc.Commit(context.Background(), commit(n))
			hasCode(t, err, "CHECKPOINT_REVISION_CONFLICT")
			e, _ := ik.AsError(err)
			equal(t, "retryable", e.Retryable, true)
			equal(t, "context", e.Context, map[string]any{"expectedRevision": expected, "actualRevision": n})
		}
	}
	turn(t, s, "t", "1", func(sc ik.TurnScope) { check(sc, 1, 0, 2) })
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		equal(t, "checkpoint", sc.Checkpoint(), (*ik.Checkpoint)(nil))
		check(sc, 1, 2)
		mustCommit(t, sc, commit(1))
	})
	turn(t, s, "t", "3", func(sc ik.TurnScope) { check(sc, 2, 0, 1, 3) })
}

func afterTheEnd(t *testing.T, s ik.Store) {
	var late ik.TurnScope
	var claim ik.EffectClaim
	turn(t, s, "t", "1", func(sc ik.TurnScope) {
		late, claim = sc, begin(t, sc, effect("k", "effect-1"))
	})
	ctx := context.Background()
	hasCode(t, late.Commit(ctx, commit(1)), "LEASE_LOST")
	refused(t, late, effect("other", "effect-2"), "LEASE_LOST")
	_, err := late.FinishEffect(ctx, claim, ik.EffectOutcome{Status: ik.EffectCompleted, At: epoch})
	hasCode(t, err, "LEASE_LOST")
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		equal(t, "checkpoint", sc.Checkpoint(), (*ik.Checkpoint)(nil))
		refused(t, sc, effect("k", "effect-3"), "EFFECT_UNCERTAIN")
	})
}

func answered(t *testing.T, s ik.Store) {
	first := commit(1)
	first.Answered = []ik.AnsweredInteraction{{ID: "interaction-1", TurnID: "1", Outcome: "accepted"}}
	turn(t, s, "t", "1", func(sc ik.TurnScope) { mustCommit(t, sc, first) })
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		equal(t, "answered", sc.Answered("interaction-1"), &first.Answered[0])
		equal(t, "open", sc.Answered("interaction-2"), (*ik.AnsweredInteraction)(nil))
		second := commit(2)
		second.Answered = []ik.AnsweredInteraction{{ID: "interaction-1", TurnID: "2", Outcome: "declined"}}
		mustCommit(t, sc, second)
	})
	turn(t, s, "t", "3", func(sc ik.TurnScope) {
		equal(t, "first outcome", sc.Answered("interaction-1"), &first.Answered[0])
	})
	turn(t, s, "u", "1", func(sc ik.TurnScope) {
		equal(t, "of another thread", sc.Answered("interaction-1"), (*ik.AnsweredInteraction)(nil))
	})
}
