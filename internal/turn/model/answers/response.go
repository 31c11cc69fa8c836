package answers

import (
	"encoding/json"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
)

// Part is a piece of an answer's text with what it cites.
type Part struct {
	Text        string
	EvidenceIDs []ik.EvidenceID
}

var draftForm = form.Parse(kernelwire.ResponseDraftSchema).Form()

// DraftSchema is the answer of composition: a []Part, in order. The model returns neither a message nor claims; they are
// derived.
func DraftSchema() ik.Schema {
	return ik.Schema{
		Name: "ResponseDraft", JSON: publish(draftForm, 0, nil),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.ResponseDraft, _ *narrowing) any {
				out := make([]Part, len(v.Parts))
				for i, p := range v.Parts {
					out[i] = Part{Text: string(p.Text), EvidenceIDs: texts[ik.EvidenceID](p.EvidenceIDs)}
				}
				return out
			})
		},
	}
}

// Grounding is what the review of a draft says. Continuity and Decision tell whether the draft keeps to the conversation
// and to the decision of the turn. Approved are indexes of claims, as they came.
type Grounding struct {
	Supported   bool
	Continuity  bool
	Decision    bool
	Unsupported []string
	Approved    []int
}

var groundingForm = form.Parse(kernelwire.GroundingReviewSchema).Form()

// GroundingSchema is the answer of the grounding review: a Grounding.
func GroundingSchema() ik.Schema {
	return ik.Schema{
		Name: "GroundingReview", JSON: publish(groundingForm, 0, nil),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.GroundingReview, _ *narrowing) any {
				g := Grounding{
					Supported:   v.Verdict == kernelwire.GroundingReviewVerdictSupported,
					Continuity:  v.ContinuityVerdict == kernelwire.GroundingReviewContinuityVerdictSupported,
					Decision:    v.DecisionVerdict == kernelwire.GroundingReviewDecisionVerdictSupported,
					Unsupported: v.UnsupportedClaims,
				}
				for _, i := range v.ApprovedClaimIndexes {
					g.Approved = append(g.Approved, int(i))
				}
				return g
			})
		},
	}
}
