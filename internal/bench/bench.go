// Package bench holds no code of the product: its benchmarks measure what docs/performance.md reports, on a payload
// package that ikgen generates.
package bench
