//go:build race

package turntest_test

// detector is what the race detector adds to the allocations of a turn.
const detector = 20
