package project

import (
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// shownConversation and shownMessage are a conversation of which nothing is private, their members in code order, as in
// every projected document.
type shownConversation struct {
	Recent  []shownMessage `json:"recentMessages"`
	Summary string         `json:"summary,omitempty"`
	Total   int            `json:"totalMessages"`
}

type shownMessage struct {
	At      time.Time `json:"at"`
	Content string    `json:"content"`
	Index   int       `json:"index"`
	Role    ik.Role   `json:"role"`
}

// conversation projects a conversation. Without private texts there is nothing to walk through.
func (v *View) conversation(c Conversation) any {
	if !v.texts.Empty() || c.Recent == nil {
		return v.Value(c)
	}
	out := shownConversation{Recent: make([]shownMessage, len(c.Recent)), Summary: c.Summary, Total: c.Total}
	for i, m := range c.Recent {
		out.Recent[i] = shown(m)
	}
	return out
}

// message projects the present message.
func (v *View) message(m Message) any {
	if !v.texts.Empty() {
		return v.Value(m)
	}
	return shown(m)
}

func shown(m Message) shownMessage { return shownMessage{m.At, m.Content, m.Index, m.Role} }
