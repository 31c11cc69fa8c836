// Package presentation checks how a question is presented to the user: what shapes the answer to it.
//
// It owns the bounds of a question's response mode and of the texts by which users may refer to its options. Whoever asks
// a question and whoever reads a stored one call it; it knows neither.
package presentation

import (
	"unicode/utf8"

	ik "github.com/ikgen/ikgen/runtime"
)

// Bounds of the texts by which users may refer to an option: entries, and code points of one.
const (
	maxExamples = 32
	maxExample  = 256
)

// Check gives what is wrong with a question's response mode or the reference examples of its options, or nil. The codes are
// INVALID_INTERACTION_RESPONSE_MODE and INVALID_INTERACTION_REFERENCE_EXAMPLES; the context names the question, where it has
// an id already, and the option.
func Check(i *ik.Interaction) *ik.Error {
	if i.ResponseMode != "" && i.ResponseMode != "contextual" {
		return named(i, ik.NewError(ik.KindBase, "INVALID_INTERACTION_RESPONSE_MODE", "the response mode %q is not known", i.ResponseMode))
	}
	for _, o := range i.Options {
		if !validExamples(o.ReferenceExamples) {
			return named(i, ik.NewError(ik.KindBase, "INVALID_INTERACTION_REFERENCE_EXAMPLES",
				"the reference examples of option %q are not up to %d texts of 1 to %d characters", o.ID, maxExamples, maxExample).
				With("optionId", o.ID))
		}
	}
	return nil
}

func named(i *ik.Interaction, err *ik.Error) *ik.Error {
	if i.ID == "" {
		return err
	}
	return err.With("interactionId", string(i.ID))
}

func validExamples(list []string) bool {
	for _, e := range list {
		if ik.IsBlank(e) || utf8.RuneCountInString(e) > maxExample {
			return false
		}
	}
	return len(list) <= maxExamples
}
