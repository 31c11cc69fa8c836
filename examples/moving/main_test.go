package main

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/examples/moving/planner"
	"github.com/ikgen/ikgen/generated/moving"
	"github.com/ikgen/ikgen/runtime/iktest"
)

// TestProgress compares everything that a reader sees.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out))
	assert.Equal(t, `  · move.offer survey.done {"done":1,"found":{"kilometres":54},"of":3}
  · move.offer crew.done {"done":2,"found":{"crew":3,"hours":6},"of":3}
  · move.offer price.done {"done":3,"found":{"price":774},"of":3}
user   What does a move from Harbour Street 1 to Hill Road 9 cost?
agent  Your move takes 6 hours.
`, out.String())
}

func TestOneHandler(t *testing.T) {
	call := func(in moving.MoveOfferInput) *iktest.Outcome {
		out, err := iktest.Call(moving.Definition(desk{}, moving.Ports{Planner: planner.Workflow{}}), moving.CapMoveOffer, in)
		require.NoError(t, err)
		return out
	}
	assert.Equal(t, "completed", string(call(moving.MoveOfferInput{From: "A", To: "B 12"}).Status))
	same := call(moving.MoveOfferInput{From: "A", To: "A"})
	require.NotNil(t, same.Issue)
	assert.Equal(t, "SAME_PLACE", same.Issue.Code)
}

// TestReportStopsTheWorkflow has a report fail in the second stage: the third does not run.
func TestReportStopsTheWorkflow(t *testing.T) {
	over := errors.New("the turn is over")
	var stages []string
	_, err := planner.Workflow{}.Plan(t.Context(), "A", "B", func(_ context.Context, s planner.Stage) error {
		stages = append(stages, s.Name)
		if s.Done == 2 {
			return over
		}
		return nil
	})
	require.ErrorIs(t, err, over)
	assert.Equal(t, []string{"survey", "crew"}, stages)
}
