// Package unions tells the variants of a union apart. It owns the one rule by which a union is accepted, and by which a
// document's variant is found: the loader refuses by it, the renderer and the interpreter build their tables from it.
//
// CUE does not take the first variant that fits. It drops the variants that conflict with a document and asks that
// exactly one complete value remains; a missing required field is no conflict, since it could still be given. A union of
// structs is therefore sound only where every document that is complete for one variant conflicts with each other one.
// The rule asks for a conflict that a look at one object shows: a key that the other variant does not allow, or a
// required key whose values have no JSON kind or no constant in common. What is told apart deeper inside is refused,
// because a decoder would have to try variants inside variants.
//
// It knows the representation alone: neither CUE nor Go source.
package unions
