package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// An option is named by its id, by clicks and by models: each has one of its own.
func TestOptionsHaveIDsOfTheirOwn(t *testing.T) {
	for name, ids := range map[string][]string{"": {"a", "b"}, "empty": {"a", ""}, "twice": {"a", "b", "a"}} {
		t.Run(name, func(t *testing.T) {
			i := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?"}
			for _, id := range ids {
				i.Options = append(i.Options, ik.Option{ID: id, Label: "an option", Value: id})
			}
			_, err := plan.NormaliseInteraction(i)
			if name == "" {
				assert.Nil(t, err)
				return
			}
			assert.Equal(t, "INVALID_CAPABILITY_INTERACTION", err.Code)
		})
	}
}
