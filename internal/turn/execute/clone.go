package execute

import (
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// What a handler gets is a copy: it may do with it what it likes.

func cloneIntention(i ik.Intention) ik.Intention {
	i.Evidence, i.References = slices.Clone(i.Evidence), slices.Clone(i.References)
	i.Input, i.Alternatives = slices.Clone(i.Input), slices.Clone(i.Alternatives)
	return i
}

func cloneAnswer(a *ik.InteractionAnswer) *ik.InteractionAnswer {
	if a == nil {
		return nil
	}
	out := *a
	out.Value = slices.Clone(a.Value)
	return &out
}

// copyOf copies a value of the kernel through its JSON form, which is how it would come back from a store.
func copyOf[T any](v T) T {
	raw, err := json.Marshal(v)
	if err != nil {
		return v
	}
	var out T
	if json.Unmarshal(raw, &out) != nil {
		return v
	}
	return out
}
