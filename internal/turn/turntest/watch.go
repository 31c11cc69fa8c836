package turntest

import "sync"

// Watch counts the handlers that run at once. It is safe for concurrent use.
type Watch struct {
	mu     sync.Mutex
	reads  int
	writes int
	// Fault is the first breach of the rule that a write runs alone.
	fault string
}

// enter counts a call and gives what ends it.
func (w *Watch) enter(write bool) func() {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := &w.reads
	if write {
		n = &w.writes
	}
	*n++
	if w.writes > 1 || w.writes > 0 && w.reads > 0 {
		w.fault = "a write does not run alone"
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		*n--
	}
}

// Fault tells of the first write that did not run alone, "" for none.
func (w *Watch) Fault() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fault
}
