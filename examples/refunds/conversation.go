package main

import (
	"github.com/ikgen/ikgen/generated/refunds"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// exchange is one turn: what it shows, what the user writes, and what a model makes of it.
type exchange struct {
	id    ik.TurnID
	shows string
	text  string
	model []scripted.Entry
}

type input map[string]any

// conversation is the script. A turn without model entries must not call a model.
func conversation() []exchange {
	return []exchange{
		{"t1", "a lookup", "Where is CD654321?", scripted.Join(
			scripted.Understand(scripted.Goal{Do: refunds.CapOrderFind, Input: input{"orderNumber": "CD654321"}}),
			scripted.Say(scripted.Part{Text: "Order CD654321 is paid and not yet shipped.", Cite: cite("order-row")}),
		)},
		{"t2", "two goals in one message: two reads, in parallel", "What are your refund terms, and where is AB123456?", scripted.Join(
			scripted.Understand(
				scripted.Goal{Do: refunds.CapTermsRead, Input: input{}, Quote: "What are your refund terms"},
				scripted.Goal{Do: refunds.CapOrderFind, Input: input{"orderNumber": "AB123456"}, Quote: "where is AB123456?"},
			),
			scripted.Say(
				scripted.Part{Text: "Refunds are possible within 30 days of delivery.", Cite: cite("terms-page")},
				scripted.Part{Text: " Order AB123456 is shipped.", Cite: cite("order-row")},
			),
		)},
		{"t3", "a missing input: the handler asks", "And my other order?", scripted.Understand(
			scripted.Goal{Do: refunds.CapOrderFind, Input: input{}},
		)},
		{"t4", "the answer resumes the work", "CD654321", scripted.Join(
			scripted.Reply(refunds.CapOrderFind, "CD654321"),
			scripted.Say(scripted.Part{Text: "Order CD654321 is still being packed.", Cite: cite("order-row")}),
		)},
		{"t5", "a write: the kernel asks, in its own words", "I want 25 euros back for it, one cup is broken", scripted.Understand(
			scripted.Goal{Do: refunds.CapRefundIssue, Input: input{"amount": 25, "reason": "one cup is broken"}},
		)},
		{"t6", "the yes: carried out once", "Yes, please", scripted.Yes()},
		{"t6", "the same turn sent again: replayed, nothing runs", "Yes, please", nil},
		{"t7", "a policy refuses", "Then refund me 900 euros, I am annoyed", scripted.Join(
			scripted.Understand(scripted.Goal{Do: refunds.CapRefundIssue, Input: input{"amount": 900, "reason": "I am annoyed"}}),
			scripted.Say(scripted.Part{Text: "Refunds over 500 euros are made by the back office.", Cite: cite("issue:POLICY_DENIED")}),
		)},
	}
}

func cite(ids ...ik.EvidenceID) []ik.EvidenceID { return ids }
