package kernel

import (
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// The defaults of limits.
const (
	defaultTurnTimeout    = 60_000
	defaultMaxSteps       = 64
	defaultRecentMessages = 20
)

// limits are the resolved bounds of a turn.
type limits struct {
	timeout   time.Duration
	steps     int
	window    int
	maxCalls  *int
	maxTokens *int
}

// maxReserve is the most that is kept of a turn's time for its answer.
const maxReserve = 10 * time.Second

// reserve is the part of the turn's time in which no step starts any more, so that what was done can be told and stored.
func (l limits) reserve() time.Duration { return min(l.timeout/6, maxReserve) }

// resolve takes each limit from the strongest source that has it: the kernel, the agent, the default.
func resolve(kernel, agent ik.Limits) limits {
	return limits{
		timeout:   time.Duration(first(defaultTurnTimeout, kernel.TurnTimeoutMs, agent.TurnTimeoutMs)) * time.Millisecond,
		steps:     first(defaultMaxSteps, kernel.MaxSteps, agent.MaxSteps),
		window:    first(defaultRecentMessages, kernel.RecentMessageLimit, agent.RecentMessageLimit),
		maxCalls:  either(kernel.MaxModelCalls, agent.MaxModelCalls),
		maxTokens: either(kernel.MaxTokens, agent.MaxTokens),
	}
}

func first(fallback int, sources ...*int) int {
	for _, s := range sources {
		if s != nil {
			return *s
		}
	}
	return fallback
}

func either(a, b *int) *int {
	if a != nil {
		return a
	}
	return b
}

// maxTimeout is the longest deadline that a time.Duration can hold, in milliseconds.
const maxTimeout = int64(1<<63-1) / int64(time.Millisecond)

// checkLimits finds the first limit out of its range.
func checkLimits(l ik.Limits, kind ik.ErrorKind, code string) error {
	for _, c := range []struct {
		name  string
		value *int
		least int
		most  int64
	}{
		{"turnTimeoutMs", l.TurnTimeoutMs, 1, maxTimeout},
		{"maxSteps", l.MaxSteps, 1, 0},
		{"recentMessageLimit", l.RecentMessageLimit, 0, 0},
		{"maxModelCalls", l.MaxModelCalls, 1, 0},
		{"maxTokens", l.MaxTokens, 1, 0},
	} {
		if c.value != nil && (*c.value < c.least || c.most > 0 && int64(*c.value) > c.most) {
			return ik.NewError(kind, code, "the limit %s must be at least %d, not %d", c.name, c.least, *c.value).With("limit", c.name)
		}
	}
	return nil
}
