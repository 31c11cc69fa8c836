// Package render turns the intermediate representation of a package into Go source: types with strict decoders, typed
// handlers and contexts, rules, prompts, and the definition that binds them for the kernel.
//
// It owns the shape of generated code. It is pure: the same input gives the same bytes, nothing is read or written, and
// everything that a spec says reaches the source as a quoted literal or a cleaned comment, never as code. It knows
// neither CUE nor where the files go, and it trusts that the checks accepted the package.
package render
