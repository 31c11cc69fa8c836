package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ikgen/ikgen/examples/moving/planner"
	"github.com/ikgen/ikgen/generated/moving"
	ik "github.com/ikgen/ikgen/runtime"
)

// desk implements moving.Handlers.
type desk struct{}

// MoveOffer runs the planner. Each stage that it reports becomes an event of this step, "survey.done" and so on. A report that
// comes after the turn is over fails, and stops the workflow.
func (desk) MoveOffer(ctx context.Context, c *moving.MoveOfferContext, in moving.MoveOfferInput) (moving.MoveOfferResult, error) {
	report := func(ctx context.Context, s planner.Stage) error {
		return c.Emit(ctx, s.Name+".done", map[string]any{"done": s.Done, "of": s.Of, "found": s.Found})
	}
	made, err := c.Ports.Planner.Plan(ctx, string(in.From), string(in.To), report)
	if errors.Is(err, planner.ErrSamePlace) {
		return c.FailedSamePlace("A move needs two different places."), nil
	}
	if err != nil {
		return moving.MoveOfferResult{}, err
	}
	offer := moving.Offer{Reference: made.Reference, Price: made.Price, Hours: made.Hours}
	proof := ik.Evidence{
		ID: "offer", Source: ik.SourceExternal, Content: fmt.Sprintf("offer %s: %d euros, %d hours", offer.Reference, offer.Price, offer.Hours),
	}
	return c.Completed(moving.MoveOfferCompleted{Output: offer, OfferMade: ik.Publish(offer, proof)}), nil
}
