// Package fingerprint computes the two fingerprints of an agent. The contract covers what stored threads and callers
// depend on; the audit covers what models read. It owns the decision which part of the representation goes into which:
// every part is copied into explicit structures, so a new field of the representation is in no fingerprint until it is
// placed here, and a test fails until it is.
//
// A fingerprint is the SHA-256 of the RFC 8785 form of such a structure. The package knows nothing of CUE, of Go source,
// or of what a change costs.
package fingerprint
