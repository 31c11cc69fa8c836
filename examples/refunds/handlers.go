package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/generated/refunds"
	ik "github.com/ikgen/ikgen/runtime"
)

// desk implements refunds.Handlers. A handler that is missing, or publishes a fact that the spec does not declare, does
// not compile.
type desk struct{ book *orderBook }

func newDesk() desk { return desk{newOrderBook()} }

// OrderFind looks an order up, and asks for its number when the user gave none.
func (d desk) OrderFind(_ context.Context, c *refunds.OrderFindContext, in refunds.OrderFindInput) (refunds.OrderFindResult, error) {
	number, ok := orderNumber(in, c.Answer())
	if !ok {
		return c.NeedsInput(ik.NeedsInput{Ask: ik.Interaction{
			Name: "which-order", Kind: ik.InteractionInput, Goal: "What is the number of the order?",
		}}), nil
	}
	order, ok := d.book.find(number)
	if !ok {
		return c.FailedOrderNotFound(fmt.Sprintf("There is no order %s.", number)), nil
	}
	row := ik.Evidence{
		ID: "order-row", Source: ik.SourceExternal,
		Content: fmt.Sprintf("order %s: %s, %g euros", order.OrderNumber, order.Status, order.Total),
	}
	return c.Completed(refunds.OrderFindCompleted{
		Output:     refunds.OrderFindOutput{Order: order},
		OrderFound: ik.Publish(order, row),
	}), nil
}

// orderNumber is the number of the input, or that of the answer to our question.
func orderNumber(in refunds.OrderFindInput, answer *ik.InteractionAnswer) (refunds.OrderNumber, bool) {
	if in.OrderNumber != nil {
		return *in.OrderNumber, true
	}
	if answer == nil {
		return "", false
	}
	var text string
	if json.Unmarshal(answer.Value, &text) != nil {
		return "", false
	}
	number := refunds.OrderNumber(text)
	return number, number.Validate() == nil
}

// TermsRead reads the terms.
func (d desk) TermsRead(_ context.Context, c *refunds.TermsReadContext, _ refunds.TermsReadInput) (refunds.TermsReadResult, error) {
	page := ik.Evidence{ID: "terms-page", Source: ik.SourceExternal, Content: "refunds within 30 days of delivery"}
	return c.Completed(refunds.TermsReadCompleted{
		Output:     refunds.TermsReadOutput{Days: 30},
		TermsKnown: ik.Publish(refunds.TermsKnownFact{Days: 30}, page),
	}), nil
}

// RefundIssue pays money back. The kernel has validated the input, judged the policies and asked the user.
func (d desk) RefundIssue(ctx context.Context, c *refunds.RefundIssueContext, in refunds.RefundIssueInput) (refunds.RefundIssueResult, error) {
	order := c.Facts().OrderFound().Value
	// At most once for this order and amount, across turns, retries and crashes.
	reference, receipt, err := ik.RunEffect(ctx, c, func(context.Context, ik.EffectAuthority) (string, error) {
		return d.book.refund(order.OrderNumber), nil
	})
	if err != nil {
		return refunds.RefundIssueResult{}, err
	}
	payment := ik.Evidence{ID: "payment", Source: ik.SourceExternal, Content: fmt.Sprintf("payment %s, receipt %s", reference, receipt.ID)}
	return c.Completed(refunds.RefundIssueCompleted{
		Output:       refunds.RefundIssueOutput{Reference: reference},
		RefundIssued: ik.Publish(refunds.RefundIssuedFact{Reference: reference, Amount: refunds.Amount(in.Amount)}, payment),
		Completed: ik.Completed{
			Canonical: ik.Canonical("Refund %s over %s euros is on its way.", ik.Claim(reference, payment), ik.Claim(in.Amount, payment)).Must(),
		},
	}), nil
}
