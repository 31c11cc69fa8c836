// Package memory keeps threads in memory: for tests, cases and first steps. It owns the semantics of a store in their
// simplest form (first-in-first-out leases, fencing, at-most-once commits, the effect ledger, the outbox) and loses
// everything when the process ends. It takes no readings of a clock and knows nothing of how a turn runs.
package memory

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

// Store is an ik.Store in memory. Every Store is independent; it is safe for concurrent use.
type Store struct {
	mu       sync.Mutex
	threads  map[ik.ThreadID]*thread
	effects  map[ik.EffectID]effectRef
	outbox   []row                // not acknowledged, by position
	texts    map[string]*keptText // of the prompts in the outbox, by hash
	position int64
}

// thread is everything of one conversation. All fields are guarded by the store's mutex; lease belongs to whoever
// holds it.
type thread struct {
	lease      lease
	erased     bool
	checkpoint []byte // JSON; nil for a new thread
	turns      map[ik.TurnID]ik.StoredTurn
	unknown    int // messages before the first that is kept: of a thread that began in the middle
	messages   []ik.Message
	answered   map[ik.InteractionID]ik.AnsweredInteraction
	rows       map[string]*ledger.Row // by effect key
	keys       []string               // effect keys in order of creation
	retired    [][]byte               // facts that are no longer current, as JSON
	sequence   int64                  // of the outbox
}

type effectRef struct {
	thread ik.ThreadID
	key    string
}

var (
	_ ik.Store        = (*Store)(nil)
	_ ik.OutboxReader = (*Store)(nil)
)

// New gives an empty store.
func New() *Store {
	return &Store{threads: map[ik.ThreadID]*thread{}, effects: map[ik.EffectID]effectRef{}, texts: map[string]*keptText{}}
}

// WithTurn holds the thread for the whole of fn. The error has code THREAD_ERASED for an erased thread, the code of
// ik.DecodeCheckpoint for one whose checkpoint cannot be read, and LEASE_NOT_ACQUIRED (retryable, its cause is that of
// ctx) when ctx ends while the turn waits.
func (s *Store) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	release, err := s.acquire(ctx, id.Thread)
	if err != nil {
		return err
	}
	defer release()
	sc, err := s.open(id)
	if err != nil {
		return err
	}
	defer sc.end()
	return fn(ctx, sc)
}

// open reads what a turn starts from. The caller holds the lease.
func (s *Store) open(id ik.TurnIdentity) (*scope, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[id.Thread]
	if t.erased {
		return nil, erasedError(id.Thread)
	}
	sc := &scope{store: s, id: id, thread: t, token: t.lease.token}
	if prior, ok := t.turns[id.Turn]; ok {
		sc.prior = &ik.StoredTurn{Digest: prior.Digest, Result: bytes.Clone(prior.Result)}
	}
	if t.checkpoint == nil {
		return sc, nil
	}
	cp, err := ik.DecodeCheckpoint(t.checkpoint)
	if err != nil && sc.prior == nil {
		return nil, err
	}
	sc.checkpoint = cp
	if cp != nil {
		sc.revision = cp.Revision
	}
	return sc, nil
}

func erasedError(id ik.ThreadID) *ik.Error {
	return ik.NewError(ik.KindDurability, "THREAD_ERASED", "the thread %q was erased", string(id))
}

// thread gives the thread, made if it is not there. The caller holds the mutex.
func (s *Store) thread(id ik.ThreadID) *thread {
	t := s.threads[id]
	if t == nil {
		t = &thread{
			turns:    map[ik.TurnID]ik.StoredTurn{},
			answered: map[ik.InteractionID]ik.AnsweredInteraction{},
			rows:     map[string]*ledger.Row{},
		}
		s.threads[id] = t
	}
	return t
}

// Seed stores a checkpoint as the thread's current one, in place of what is there: for tests and cases that begin in
// the middle of a conversation. The bytes are kept as they are; a turn decodes them. Its window becomes the history, as
// the last of its message count: what came before it is unknown.
func (s *Store) Seed(id ik.ThreadID, checkpoint []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.thread(id)
	t.checkpoint = bytes.Clone(checkpoint)
	t.messages, t.unknown = nil, 0
	if cp, err := ik.DecodeCheckpoint(checkpoint); err == nil {
		t.messages = slices.Clone(cp.Messages)
		t.unknown = max(0, cp.MessageCount-len(cp.Messages))
	}
}

// Erase removes everything of a thread but a tombstone, once the turn that runs has ended.
func (s *Store) Erase(ctx context.Context, id ik.ThreadID) error {
	release, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[id]
	for _, key := range t.keys {
		delete(s.effects, t.rows[key].Receipt.ID)
	}
	s.drop(func(e ik.Event) bool { return e.ThreadID == id })
	held := t.lease
	*t = thread{erased: true, lease: held}
	return nil
}
