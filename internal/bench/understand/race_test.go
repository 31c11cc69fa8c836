//go:build race

package understand

// detector is what the race detector adds to the allocations of a reading.
const detector = 20
