package cases

import (
	"context"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// Backend is a store under a case, with what a case must see of it beside the store's own interface.
type Backend struct {
	Store ik.Store
	// Effects gives the whole ledger of a thread, in order of creation.
	Effects func(context.Context, ik.ThreadID) ([]ik.EffectReceipt, error)
	// Seed makes a checkpoint, as JSON, the current one of a thread.
	Seed func(context.Context, ik.ThreadID, []byte) error
	// Close gives the store back. Nil: there is nothing to give back.
	Close func() error
}

// Opener makes an empty Backend for one case.
type Opener func(context.Context) (*Backend, error)

func openMemory(context.Context) (*Backend, error) {
	s := memory.New()
	return &Backend{
		Store: s,
		Effects: func(_ context.Context, id ik.ThreadID) ([]ik.EffectReceipt, error) {
			return s.Effects(id), nil
		},
		Seed: func(_ context.Context, id ik.ThreadID, checkpoint []byte) error {
			s.Seed(id, checkpoint)
			return nil
		},
	}, nil
}
