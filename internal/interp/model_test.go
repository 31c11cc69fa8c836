package interp_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestNullOfAModelIsAnAbsentField(t *testing.T) {
	order := schema(t, ref("#Order"))
	for name, c := range map[string]struct{ in, out string }{
		"a default applies":          {`{"id":"AB123","total":1,"status":null}`, `{"id":"AB123","total":1,"status":"paid"}`},
		"an optional field is gone":  {`{"id":"AB123","total":1,"tags":null,"parent":null}`, `{"id":"AB123","total":1,"status":"paid"}`},
		"inside an open struct":      {`{"id":"AB123","total":1,"lines":[{"weight":null,"z":null}]}`, `{"id":"AB123","total":1,"status":"paid","lines":[{"z":null}]}`},
		"null that is a value stays": {`{"id":"AB123","total":1,"note":null,"tags":null}`, `{"id":"AB123","total":1,"status":"paid","note":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			_, issues := order.DecodeFrom(ik.Strict, json.RawMessage(c.in))
			assert.NotEmpty(t, issues)
			v, issues := order.DecodeFrom(ik.FromModel, json.RawMessage(c.in))
			assert.Empty(t, issues)
			assert.Equal(t, json.RawMessage(c.out), v)
		})
	}
	_, issues := order.DecodeFrom(ik.FromModel, json.RawMessage(`{"id":null,"total":1}`))
	assert.Len(t, issues, 1, "required fields are no exception")
}
