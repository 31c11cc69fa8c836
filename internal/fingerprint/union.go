package fingerprint

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// unionShape is what a union means. The names of its variants are matters of Go.
type unionShape struct {
	Discriminator string         `json:"discriminator,omitempty"`
	Variants      []variantShape `json:"variants"`
}

type variantShape struct {
	Tags []json.RawMessage `json:"tags,omitempty"`
	Type shape             `json:"type"`
}

// union is the shape of a union. Variants with tags stand in their order, others as in the source: nothing else of a
// variant stays the same when a definition is renamed.
func (s *shaper) union(u *ir.Union, from string) *unionShape {
	if u == nil {
		return nil
	}
	out := &unionShape{Discriminator: u.Discriminator}
	list := slices.Clone(u.Variants)
	slices.SortStableFunc(list, func(a, b ir.Variant) int { return cmp.Compare(firstTag(a), firstTag(b)) })
	for _, v := range list {
		tags := slices.Clone(v.Tags)
		slices.SortFunc(tags, func(a, b json.RawMessage) int { return cmp.Compare(string(a), string(b)) })
		out.Variants = append(out.Variants, variantShape{Tags: tags, Type: s.of(v.Type, from)})
	}
	return out
}

func firstTag(v ir.Variant) string {
	if len(v.Tags) == 0 {
		return ""
	}
	return string(v.Tags[0])
}

// plainUnion gives a copy without the names of variants.
func plainUnion(u *ir.Union) *ir.Union {
	if u == nil {
		return nil
	}
	out := &ir.Union{Discriminator: u.Discriminator, Variants: slices.Clone(u.Variants)}
	for i := range out.Variants {
		out.Variants[i].Name = ""
	}
	return out
}
