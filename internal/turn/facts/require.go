package facts

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// Satisfied tells whether a confirmed fact meets a requirement of open work.
func Satisfied(current []ik.FactRecord, r ik.FactRequirement) bool {
	return slices.ContainsFunc(current, func(f ik.FactRecord) bool { return Meets(f.FactRef, r) })
}

// There tells whether everything that open work waits for is confirmed. Work that waits for nothing is not meant.
func There(current []ik.FactRecord, missing []ik.FactRequirement) bool {
	return len(missing) > 0 && !slices.ContainsFunc(missing, func(m ik.FactRequirement) bool { return !Satisfied(current, m) })
}

// Meets tells whether a fact is what a requirement asks for: one without a key takes any instance.
func Meets(fact ik.FactRef, r ik.FactRequirement) bool {
	is := func(want ik.FactRef) bool {
		return fact.Type == want.Type && fact.Version == want.Version && (want.Key == "" || want.Key == fact.Key)
	}
	return is(r.FactRef) || slices.ContainsFunc(r.AnyOf, is)
}

// How a requirement is met, beside "": its fact must be there first.
const (
	Runtime  = "runtime"  // the handler may ask for it
	Optional = "optional" // waited for where it comes, and never in the way
)
