package project

import ik "github.com/ikgen/ikgen/runtime"

// Quote is what a model or an event sees of a quote of a message. Members stand in code order, as in every projected
// document.
type Quote struct {
	Meaning      string `json:"meaning"`
	MessageIndex int    `json:"messageIndex"`
	Text         string `json:"text"`
}

// Reference is what a model or an event sees of words that point at something.
type Reference struct {
	Evidence   string `json:"evidence"`
	Expression string `json:"expression"`
	Target     string `json:"target"`
}

// Quotes projects quotes of messages. There is always a list, if an empty one.
func (v *View) Quotes(list []ik.IntentionEvidence) []Quote {
	out := make([]Quote, len(list))
	for i, q := range list {
		out[i] = Quote{Meaning: v.Text(q.Meaning), MessageIndex: q.MessageIndex, Text: v.Text(q.Text)}
	}
	return out
}

func (v *View) references(list []ik.Reference) []Reference {
	out := make([]Reference, len(list))
	for i, r := range list {
		out[i] = Reference{Evidence: v.Text(r.Evidence), Expression: v.Text(r.Expression), Target: v.Text(r.Target)}
	}
	return out
}
