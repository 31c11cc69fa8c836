package compose

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxClaims bounds the parts of a draft and the approvals of a review.
const maxClaims = 1000

// draftSchema describes a draft: ordered parts of text with what they cite. The model returns neither a message nor
// claims; they are derived.
func draftSchema() ik.Schema {
	part := shape.Strict(map[string]any{"text": shape.NonEmpty(), "evidenceIds": shape.ListOf(shape.NonEmpty(), 0, -1)})
	return ik.Schema{
		Name:   "ResponseDraft",
		JSON:   shape.Root(shape.Strict(map[string]any{"parts": shape.ListOf(part, 1, maxClaims)})),
		Decode: decodeDraft,
	}
}

func decodeDraft(raw json.RawMessage) (any, []ik.Issue) {
	doc, root := shape.Read(raw)
	f, ok := root.Object([]string{"parts"}, nil)
	if !ok {
		return nil, doc.Issues()
	}
	var text strings.Builder
	var d draft
	for _, n := range f.At("parts").List(1, maxClaims) {
		part, ok := n.Object([]string{"text", "evidenceIds"}, nil)
		if !ok {
			continue
		}
		claim := ik.ResponseClaim{Text: part.At("text").Text(-1)}
		for _, id := range part.At("evidenceIds").List(0, -1) {
			claim.EvidenceIDs = append(claim.EvidenceIDs, ik.EvidenceID(id.Text(-1)))
		}
		text.WriteString(claim.Text)
		if len(claim.EvidenceIDs) > 0 {
			d.claims = append(d.claims, claim)
		}
	}
	d.message = text.String()
	return d, doc.Issues()
}

// reviewSchema describes a grounding review.
func reviewSchema() ik.Schema {
	held := shape.Enum("supported", "violated")
	index := map[string]any{"type": "integer", "minimum": 0}
	return ik.Schema{
		Name: "GroundingReview",
		JSON: shape.Root(shape.Strict(map[string]any{
			"verdict": shape.Enum("supported", "unsupported"), "continuityVerdict": held, "decisionVerdict": held,
			"unsupportedClaims":    shape.ListOf(map[string]any{"type": "string"}, 0, maxClaims),
			"approvedClaimIndexes": shape.ListOf(index, 0, maxClaims),
		})),
		Decode: decodeReview,
	}
}

func decodeReview(raw json.RawMessage) (any, []ik.Issue) {
	doc, root := shape.Read(raw)
	f, ok := root.Object([]string{
		"verdict", "continuityVerdict", "decisionVerdict", "unsupportedClaims", "approvedClaimIndexes",
	}, nil)
	if !ok {
		return nil, doc.Issues()
	}
	r := review{
		supported:  f.At("verdict").OneOf("supported", "unsupported") == "supported",
		continuity: f.At("continuityVerdict").OneOf("supported", "violated") == "supported",
		decision:   f.At("decisionVerdict").OneOf("supported", "violated") == "supported",
	}
	for _, n := range f.At("unsupportedClaims").List(0, maxClaims) {
		text, isText := n.Value().(string)
		if !isText {
			n.Fail("invalid_type", "expected a text")
		}
		r.unsupported = append(r.unsupported, text)
	}
	for _, n := range f.At("approvedClaimIndexes").List(0, maxClaims) {
		r.approved = append(r.approved, n.Index())
	}
	return r, doc.Issues()
}
