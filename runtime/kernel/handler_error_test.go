package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// The host's log has what the turn keeps to itself.
func TestOnHandlerError(t *testing.T) {
	boom := errors.New("canary-4111")
	for name, c := range map[string]struct {
		invoke func() (ik.Result, error)
		want   func(*testing.T, kernel.HandlerError)
	}{
		"an error": {func() (ik.Result, error) { return ik.Result{}, boom }, func(t *testing.T, e kernel.HandlerError) {
			assert.ErrorIs(t, e, boom)
			assert.Empty(t, e.Stack)
		}},
		"a panic": {func() (ik.Result, error) { panic(boom) }, func(t *testing.T, e kernel.HandlerError) {
			assert.ErrorIs(t, e, boom)
			assert.Contains(t, string(e.Stack), "TestOnHandlerError")
		}},
		"a result of another shape": {func() (ik.Result, error) { return ik.CompletedResult(7, ik.Completed{}), nil }, func(t *testing.T, e kernel.HandlerError) {
			var misfit *ik.SchemaError
			require.ErrorAs(t, e, &misfit)
			assert.Equal(t, "/hours", misfit.Issues[0].Path)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var heard []kernel.HandlerError
			d := newDesk(t, func(d *desk) {
				d.opt.OnHandlerError = func(e kernel.HandlerError) {
					heard = append(heard, e)
					panic("a log that fails changes nothing")
				}
				d.def.Capabilities[1].Output.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
					if string(raw) == "7" {
						return nil, []ik.Issue{{Path: "/hours", Code: "required", Message: "is missing"}}
					}
					return raw, nil
				}
				d.def.Capabilities[1].Invoke = func(context.Context, *ik.Invocation, any) (ik.Result, error) { return c.invoke() }
			})
			d.gateway.Push(selects("Open?", 0, "branch.hours"), understands(want("branch.hours", "Open?", 0, map[string]string{})))
			_, err := d.agent.Run(context.Background(), d.next("Open?"))
			require.NoError(t, err)
			require.Len(t, heard, 1)
			assert.Equal(t, kernel.HandlerCapability, heard[0].Kind)
			assert.Equal(t, "branch.hours", heard[0].ID)
			assert.Equal(t, d.def.ID, heard[0].Agent)
			assert.Equal(t, ik.TurnID("t1"), heard[0].Turn)
			assert.NotEmpty(t, heard[0].Step)
			assert.Contains(t, heard[0].Error(), "capability branch.hours of agent")
			c.want(t, heard[0])
			events, err := json.Marshal(d.sink.take())
			require.NoError(t, err)
			assert.NotContains(t, string(events), "canary-4111")
		})
	}
}
