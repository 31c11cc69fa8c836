package snapshot

import (
	"unicode/utf8"

	ik "github.com/ikgen/ikgen/runtime"
)

// Bounds of the texts by which users may refer to an option: entries, and code points of one.
const (
	maxReferenceExamples = 32
	maxReferenceExample  = 256
)

// ValidateInteraction checks how a question is presented: its response mode and the reference examples of its options.
// Nil is valid.
func ValidateInteraction(i *ik.Interaction) error {
	if i == nil {
		return nil
	}
	if i.ResponseMode != "" && i.ResponseMode != "contextual" {
		return ik.NewError(ik.KindBase, "INVALID_INTERACTION_RESPONSE_MODE", "the response mode %q is not known", i.ResponseMode).
			With("interactionId", string(i.ID))
	}
	for _, o := range i.Options {
		if !validExamples(o.ReferenceExamples) {
			return ik.NewError(ik.KindBase, "INVALID_INTERACTION_REFERENCE_EXAMPLES",
				"an option may have up to 32 reference examples of 1 to 256 characters").
				With("interactionId", string(i.ID)).With("optionId", o.ID)
		}
	}
	return nil
}

func validExamples(list []string) bool {
	for _, e := range list {
		if ik.IsBlank(e) || utf8.RuneCountInString(e) > maxReferenceExample {
			return false
		}
	}
	return len(list) <= maxReferenceExamples
}
