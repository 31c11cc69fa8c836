package main

import (
	"fmt"
	"sync"

	"github.com/ikgen/ikgen/generated/refunds"
)

// orderBook is the system behind the agent: in a product, a database or a service.
type orderBook struct {
	mu      sync.Mutex
	orders  map[refunds.OrderNumber]refunds.Order
	refunds int
}

func newOrderBook() *orderBook {
	return &orderBook{orders: map[refunds.OrderNumber]refunds.Order{
		"AB123456": {OrderNumber: "AB123456", Total: 1200, Status: refunds.OrderStatusShipped, Email: "ana@example.org"},
		"CD654321": {OrderNumber: "CD654321", Total: 80, Status: refunds.OrderStatusPaid, Email: "ana@example.org"},
	}}
}

// find looks up one order.
func (b *orderBook) find(number refunds.OrderNumber) (refunds.Order, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o, ok := b.orders[number]
	return o, ok
}

// refund pays money back and gives the reference of the payment. It is not idempotent: calling it twice pays twice.
func (b *orderBook) refund(number refunds.OrderNumber) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refunds++
	o := b.orders[number]
	o.Status = refunds.OrderStatusRefunded
	b.orders[number] = o
	return fmt.Sprintf("R-%d", b.refunds)
}
