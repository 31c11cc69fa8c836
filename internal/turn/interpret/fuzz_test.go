package interpret

import (
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

// Whatever a model returns is either a batch that keeps every rule of its selection or a list of issues.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"intentions":[{"objective":"o","evidence":[{"text":"t","meaning":"m","messageIndex":0}],"references":[],
		"resolution":"resolved","proposedCapability":"a.b","input":{}}],"contradictions":[],"answerToInteraction":{"interactionId":"i",
		"value":null,"evidence":"e"}}`), uint8(0))
	f.Add([]byte(`{"intentions":[{"resolution":"ambiguous"}],"contradictions":[{}],"lifecycleActions":[{"kind":1}]}`), uint8(1))
	f.Add([]byte(`{"intentions":{},"contradictions":null,"answerToInteraction":[]}`), uint8(2))
	f.Add([]byte(`[[[[`), uint8(3))
	selections := []ik.CapabilitySelection{
		{Mode: modeSelected, CapabilityIDs: []ik.CapabilityID{"a.b"}},
		{Mode: modeSelectedWithControl, CapabilityIDs: []ik.CapabilityID{"a.b", "c.d"}},
		{Mode: modeConversational}, {Mode: modeControl},
	}
	f.Fuzz(func(t *testing.T, raw []byte, which uint8) {
		sel := selections[int(which)%len(selections)]
		v, issues := decoder{sel}.decode(raw)
		if len(issues) > 0 {
			return
		}
		b := v.(ik.IntentionBatch)
		assert.True(t, controls(sel) || len(b.LifecycleActions) == 0)
		for _, in := range b.Intentions {
			assert.NotEmpty(t, in.Objective)
			assert.NotEmpty(t, in.Evidence)
			assert.Equal(t, in.Resolution == ik.Resolved, in.ProposedCapability != "")
		}
		if b.Answer != nil {
			assert.NotEmpty(t, b.Answer.Value)
		}
	})
}

// The review of a choice gives a decision over the options that it was shown, or issues.
func FuzzDecodeChoice(f *testing.F) {
	f.Add([]byte(`{"decision":"selected","optionId":"a","rationale":"r"}`))
	f.Add([]byte(`{"decision":"ambiguous","optionIds":["a","b"],"rationale":"r"}`))
	f.Add([]byte(`{"decision":"not_selection","optionId":null,"rationale":"r"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, issues := decodeChoice(raw, []string{"a", "b"})
		if len(issues) > 0 {
			return
		}
		d := v.(choiceDecision)
		assert.Equal(t, d.decision == "selected", d.optionID == "a" || d.optionID == "b")
	})
}
