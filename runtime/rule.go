package ik

import "time"

// What declarative rules test. Generated code and the interpreter call the same functions.

// OlderThan tells whether at, an RFC 3339 time, lies more than age before now. A text that is no time never does.
func OlderThan(at string, age time.Duration, now time.Time) bool {
	t, err := time.Parse(time.RFC3339, at)
	return err == nil && now.Sub(t) > age
}

// NewerThan tells whether at, an RFC 3339 time, lies less than age before now, or after it. A text that is no time
// never does.
func NewerThan(at string, age time.Duration, now time.Time) bool {
	t, err := time.Parse(time.RFC3339, at)
	return err == nil && now.Sub(t) < age
}

// HasKey tells whether a map has the key.
func HasKey[V any](m map[string]V, key string) bool {
	_, ok := m[key]
	return ok
}
