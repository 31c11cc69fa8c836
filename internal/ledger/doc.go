// Package ledger decides what happens to an effect: whether it may run, what its receipt says, how it ends and how the
// host settles it. The decisions are pure functions over one row, so that every store says the same. The package knows
// nothing of where rows are kept, of leases beyond a token, or of the clock: times come in with the calls.
package ledger
