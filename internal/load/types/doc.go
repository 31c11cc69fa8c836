// Package types compiles schemas, as authors write them in CUE, to ir.Type.
//
// It owns the schema language: which constructs are accepted, what each means exactly, and the diagnostic for each one
// that is not. There are three outcomes only: the exact type, `_` where the author wrote `_`, or an error that says
// what to write instead. It works on the syntax, because CUE's evaluator drops what a schema needs: default marks, the
// order of fields, references, comments and attributes. It knows nothing of agents.
package types
