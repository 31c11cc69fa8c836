package turntest

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

// Ledger keeps effects in memory, across turns.
type Ledger struct {
	mu   sync.Mutex
	rows map[string]*ledger.Row
	// FinishError, once set, makes recording an outcome fail.
	FinishError error
}

// NewLedger makes an empty ledger.
func NewLedger() *Ledger { return &Ledger{rows: map[string]*ledger.Row{}} }

// Row gives the receipt of a key, or nil.
func (l *Ledger) Row(key string) *ik.EffectReceipt {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.rows[key]; r != nil {
		out := r.Clone().Receipt
		return &out
	}
	return nil
}

// Scope is the ledger during one turn. Only its effect methods do something.
func (l *Ledger) Scope(turn ik.TurnID) ik.TurnScope { return scope{ledger: l, turn: turn} }

type scope struct {
	ik.TurnScope
	ledger *Ledger
	turn   ik.TurnID
}

// BeginEffect claims an effect.
func (s scope) BeginEffect(_ context.Context, id ik.EffectIdentity) (ik.EffectClaim, error) {
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	d := ledger.Decide(s.ledger.rows[id.Key], s.turn, id, 1, true)
	if d.Store != nil {
		row := d.Store.Clone()
		s.ledger.rows[id.Key] = &row
	}
	if d.Err != nil {
		return d.Claim, d.Err
	}
	return d.Claim, nil
}

// FinishEffect records an outcome.
func (s scope) FinishEffect(_ context.Context, claim ik.EffectClaim, out ik.EffectOutcome) (ik.EffectReceipt, error) {
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	if s.ledger.FinishError != nil {
		return ik.EffectReceipt{}, s.ledger.FinishError
	}
	row, err := ledger.Finish(s.ledger.rows[claim.Receipt.IdempotencyKey], claim, out)
	if err != nil {
		return ik.EffectReceipt{}, err
	}
	s.ledger.rows[claim.Receipt.IdempotencyKey] = &row
	return row.Clone().Receipt, nil
}

func jsonUnmarshal(raw json.RawMessage, v any) error { return json.Unmarshal(raw, v) }
