package interpret

import ik "github.com/ikgen/ikgen/runtime"

// eventData is what intention.interpreted tells. Private places of inputs are not in it.
func (s *stage) eventData(b ik.IntentionBatch) map[string]any {
	view := s.Snapshot.View.With(s.privateTexts(b)...)
	intentions := []map[string]any{}
	for _, in := range b.Intentions {
		p := view.Intention(in)
		intentions = append(intentions, map[string]any{
			"id": p.ID, "objective": p.Objective, "capabilityId": orNil(p.ProposedCapability), "resolution": p.Resolution,
			"evidence": p.Evidence, "references": p.References, "input": p.Input,
			"alternatives": append([]string{}, p.Alternatives...), "rationale": orNil(p.Rationale),
		})
	}
	data := map[string]any{
		"source": "model", "intentions": intentions, "interactionAnswer": nil, "interactionAnswerSource": nil,
		"contradictions":   view.Value(append([]ik.Contradiction{}, b.Contradictions...)),
		"lifecycleActions": view.Value(append([]ik.LifecycleAction{}, b.LifecycleActions...)),
	}
	if b.Answer != nil {
		data["interactionAnswer"] = view.Answer(b.Answer)
		data["interactionAnswerSource"] = "model"
		if s.Snapshot.Answer != nil {
			data["interactionAnswerSource"] = "structured_selection"
		}
	}
	return data
}

func orNil[T ~string](s T) any {
	if s == "" {
		return nil
	}
	return s
}
