package scripted

import (
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// view is what a short form reads of a request: the message and the open question, as the model sees them.
type view struct {
	CurrentMessage struct {
		Content string `json:"content"`
		Index   int    `json:"index"`
	} `json:"currentMessage"`
	Interaction struct {
		ID           ik.InteractionID `json:"id"`
		CapabilityID ik.CapabilityID  `json:"capabilityId"`
	} `json:"interaction"`
}

// viewOf reads the context of a request: the whole input of a selection, a member of the others.
func viewOf(req ik.ModelRequest) (view, error) {
	var in struct {
		view
		Context *view `json:"context"`
	}
	if err := json.Unmarshal(req.Input, &in); err != nil {
		return view{}, gatewayError("SCRIPT_REQUEST_UNREADABLE", "the request of prompt %q cannot be read", req.Prompt.Definition.ID).Because(err)
	}
	if in.Context != nil {
		return *in.Context, nil
	}
	return in.view, nil
}

// quoted is evidence at the current message.
type quoted struct {
	Text         string `json:"text"`
	Meaning      string `json:"meaning"`
	MessageIndex int    `json:"messageIndex"`
}

func (v view) quote(text, meaning string) quoted {
	if text == "" {
		text = v.CurrentMessage.Content
	}
	return quoted{text, meaning, v.CurrentMessage.Index}
}

func (v view) selection(answer *reply, goals []Goal) map[string]any {
	ids, evidence := []ik.CapabilityID{}, []quoted{}
	add := func(id ik.CapabilityID, q quoted) {
		for _, have := range ids {
			if have == id {
				return
			}
		}
		ids, evidence = append(ids, id), append(evidence, q)
	}
	if answer != nil && answer.owner != "" {
		add(answer.owner, v.quote("", "answers the question"))
	}
	for _, g := range goals {
		add(g.Do, v.quote(g.Quote, "asks for "+string(g.Do)))
	}
	mode := "selected"
	if len(ids) == 0 {
		mode, evidence = "conversational", []quoted{v.quote("", "asks for no operation")}
	}
	return map[string]any{"mode": mode, "capabilityIds": ids, "rationale": rationale, "evidence": evidence}
}

func (v view) intentions(goals []Goal) []map[string]any {
	out := []map[string]any{}
	for _, g := range goals {
		q := v.quote(g.Quote, "asks for "+string(g.Do))
		intention := map[string]any{
			"objective": q.Text, "evidence": []quoted{q}, "references": []string{},
			"proposedCapability": g.Do, "resolution": "resolved",
		}
		if g.Input != nil {
			intention["input"] = g.Input
		}
		out = append(out, intention)
	}
	return out
}

func (v view) answer(value any) map[string]any {
	return map[string]any{"interactionId": v.Interaction.ID, "value": value, "evidence": v.CurrentMessage.Content}
}
