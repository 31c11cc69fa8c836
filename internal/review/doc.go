// Package review writes the two files about an agent that are committed beside its spec: ikgen.lock, which people read
// in a code review, and ikgen.ir.json, the whole representation for machines.
//
// It owns their formats and the strict reader of the second. It knows nothing of CUE, of Go source, or of where the
// files lie.
package review
