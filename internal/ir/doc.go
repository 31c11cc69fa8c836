// Package ir is the intermediate representation of a compiled CUE package: what `internal/load` produces, what the
// checks read, and what every renderer, the lock and the interpreter start from.
//
// It owns the Go shape of the model and its canonical JSON (RFC 8785). It is plain data: it knows neither CUE nor Go
// source nor positions. Positions travel beside it, keyed by path (see internal/load).
//
// Everything that CUE keys by a map is a list here, sorted in code order of its id, so that the same spec always gives
// the same bytes. Lists that the author wrote keep their order.
package ir
