package selection

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

// Whatever a model returns is either a selection that keeps every rule or a list of issues.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"mode":"selected","capabilityIds":["a.b"],"rationale":"r","evidence":[{"text":"t","meaning":"m","messageIndex":0}]}`))
	f.Add([]byte(`{"mode":"control","capabilityIds":[],"rationale":"","evidence":[]}`))
	f.Add([]byte(`{"mode":1,"capabilityIds":{"a":1},"rationale":[],"evidence":[null,{"messageIndex":1e99}]}`))
	f.Add([]byte(`[[[[`))
	registered := []ik.CapabilityID{"a.b", "c.d"}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, issues := decode(raw, registered)
		if len(issues) > 0 {
			return
		}
		sel := v.(ik.CapabilitySelection)
		assert.True(t, json.Valid(raw))
		assert.Contains(t, modes(), sel.Mode)
		assert.Equal(t, selects(sel), len(sel.CapabilityIDs) > 0)
		assert.NotEmpty(t, sel.Evidence)
		assert.Empty(t, sel.Source)
	})
}
