// Package ik holds the contracts between generated code, hosts and the kernel: ids, facts, capabilities, results,
// interactions, policies, prompts, errors, events, the checkpoint, and the interfaces of gateways, stores and sinks.
//
// It is always imported as ik, the same word as in CUE:
//
//	import ik "github.com/ikgen/ikgen/runtime"
//
// The package is plain data and small helpers over it. It imports the standard library alone, keeps no state, and does
// not know how a turn runs: that is the business of the kernel package.
package ik

// GeneratedV1 is asserted by generated code. A runtime that can no longer serve code of this shape drops the constant,
// so that the mismatch is a compile error that names it.
const GeneratedV1 = true
