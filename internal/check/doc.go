// Package check holds the rules of a spec that CUE cannot say: that names exist, that facts have providers, that paths
// and templates lead somewhere, that a write asks. One rule is one file, with its documentation beside it.
//
// The rules read the intermediate representation alone; positions come from a function of the caller. The package knows
// neither CUE nor what is generated. A rule meets half-built representations, since the loader goes on after an error:
// it reports what it can see and never panics.
package check
