// Package difftest holds the test that the compiler is sound: for every schema that is accepted and every document, the
// verdict of CUE, of the generated Go, of the interpreter and of the JSON Schema is the same. CUE is the oracle.
//
// It owns the corpus of schemas with documents around every bound, the traps that a generator easily falls into, the
// translation of the official JSON Schema test suite, the generators of random schemas and documents, and the list of
// differences that are allowed, which is the only exception. It has no code outside of its tests, and knows the other
// packages through what they export.
//
// A failing random case is repeated with the seed that rapid prints. DIFFTEST_PAIRS sets how many random pairs are
// tried, for a nightly run; DIFFTEST_SEED gives other packages to the test that compiles random ones.
package difftest
