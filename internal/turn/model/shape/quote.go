package shape

import ik "github.com/ikgen/ikgen/runtime"

// Quote reads a quote of a message: text, what it means, and which message it is from.
func (n Node) Quote() ik.IntentionEvidence {
	f, ok := n.Object([]string{"text", "meaning", "messageIndex"}, nil)
	if !ok {
		return ik.IntentionEvidence{}
	}
	return ik.IntentionEvidence{
		Text: f.At("text").Text(-1), Meaning: f.At("meaning").Text(-1), MessageIndex: f.At("messageIndex").Index(),
	}
}

// Quotes reads one quote or more.
func (n Node) Quotes() []ik.IntentionEvidence {
	var out []ik.IntentionEvidence
	for _, e := range n.List(1, -1) {
		out = append(out, e.Quote())
	}
	return out
}

// QuoteSchema is the JSON Schema of a quote.
func QuoteSchema() map[string]any {
	return Strict(map[string]any{
		"text": NonEmpty(), "meaning": NonEmpty(),
		"messageIndex": map[string]any{"type": "integer", "minimum": 0, "maximum": maxIndex},
	})
}
