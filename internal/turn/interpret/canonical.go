package interpret

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// canonical brings the answer of a batch into the form in which the kernel reads it: a validated answer wins, the id of
// a plain yes or no is corrected, and an option is given by its exact value.
func (s *stage) canonical(b ik.IntentionBatch) ik.IntentionBatch {
	if s.validated != nil {
		own := *s.validated
		b.Answer = &own
	}
	i := s.Snapshot.Interaction
	switch {
	case i == nil:
	case i.Kind == ik.InteractionConfirmation:
		b.Answer = confirmationAnswer(i, b)
	case i.Kind == ik.InteractionChoice && len(i.Options) > 0 && s.validated == nil:
		b.Answer = s.choiceAnswer(i, b)
	}
	return b
}

// confirmationAnswer corrects the id of a yes or no that can be meant for nothing else.
func confirmationAnswer(i *ik.Interaction, b ik.IntentionBatch) *ik.InteractionAnswer {
	a := b.Answer
	if a == nil || a.InteractionID == i.ID || !boolean(a.Value) || i.CapabilityID == "" {
		return a
	}
	if len(b.Intentions) > 0 && !resolvedFor(b, i.CapabilityID) {
		return a
	}
	own := *a
	own.InteractionID = i.ID
	return &own
}

// choiceAnswer binds an answer to one option: by the id that it gives, else by its exact value, else by the only option
// that resolved intentions refer to. What binds to no option stays as it is, for the boundary to judge.
func (s *stage) choiceAnswer(i *ik.Interaction, b ik.IntentionBatch) *ik.InteractionAnswer {
	option := boundOption(i, b)
	if option == nil {
		return b.Answer
	}
	value, err := json.Marshal(option.Value)
	if err != nil {
		return b.Answer
	}
	out := &ik.InteractionAnswer{InteractionID: i.ID, Value: value}
	if b.Answer != nil {
		out.Evidence, out.Rationale = b.Answer.Evidence, b.Answer.Rationale
		return out
	}
	out.Evidence = s.Snapshot.Current.Content
	if refs := referencesTo(b, option.ID); len(refs) == 1 {
		out.Evidence = refs[0].Evidence
	}
	return out
}

func boundOption(i *ik.Interaction, b ik.IntentionBatch) *ik.Option {
	requested := requestedID(b.Answer)
	candidates := referencedOptions(i, b)
	if requested != "" && !slices.Contains(candidates, requested) {
		candidates = append(candidates, requested)
	}
	if requested != "" && optionByID(i, requested) != nil {
		if len(candidates) == 1 {
			return optionByID(i, requested)
		}
		return nil
	}
	if b.Answer != nil {
		if options := optionsWithValue(i, b.Answer.Value); len(options) == 1 {
			return options[0]
		}
	}
	if len(candidates) == 1 {
		return optionByID(i, candidates[0])
	}
	return nil
}

// requestedID is the option id that an answer gives: as its value, or as the value's member optionId.
func requestedID(a *ik.InteractionAnswer) string {
	if a == nil {
		return ""
	}
	var id string
	if json.Unmarshal(a.Value, &id) == nil {
		return id
	}
	if raw, ok := jsonval.Lookup(a.Value, "optionId"); ok && json.Unmarshal(raw, &id) == nil {
		return id
	}
	return ""
}

// optionByID finds the only option with an id; two of them bind nothing.
func optionByID(i *ik.Interaction, id string) *ik.Option {
	var found *ik.Option
	for n := range i.Options {
		if i.Options[n].ID == id {
			if found != nil {
				return nil
			}
			found = &i.Options[n]
		}
	}
	return found
}

// referencedOptions gives the option ids that resolved intentions refer to, each once.
func referencedOptions(i *ik.Interaction, b ik.IntentionBatch) []string {
	var out []string
	for _, o := range i.Options {
		if len(referencesTo(b, o.ID)) > 0 && !slices.Contains(out, o.ID) {
			out = append(out, o.ID)
		}
	}
	return out
}

func referencesTo(b ik.IntentionBatch, optionID string) []ik.Reference {
	var out []ik.Reference
	for _, in := range b.Intentions {
		for _, r := range in.References {
			if in.Resolution == ik.Resolved && r.Target == optionID {
				out = append(out, r)
			}
		}
	}
	return out
}
