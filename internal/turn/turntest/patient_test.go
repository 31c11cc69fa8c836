package turntest_test

import (
	"context"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// patient is the shop with a person.collect that asks so often before it publishes.
func patient(asks int) *turntest.Agent {
	a := turntest.Shop()
	complete := a.Complete("person.collect")
	n := 0
	a.Handlers["person.collect"] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		if n++; n <= asks {
			return turntest.Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "Who?"}, nil), nil
		}
		return complete(ctx, inv, in)
	}
	return a
}
