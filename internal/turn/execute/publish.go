package execute

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// takeCompleted checks everything that a completed result publishes, in a fixed order.
func (c *call) takeCompleted(out *ik.StepOutcome, current []ik.FactRecord) *ik.CapabilityIssue {
	for _, check := range []func(*ik.StepOutcome, []ik.FactRecord) *ik.CapabilityIssue{
		c.takeOutput, c.takeEvidence, c.takeCanonical, c.takeFacts, c.takeArtifacts, c.takeInstances,
	} {
		if breach := check(out, current); breach != nil {
			return breach
		}
	}
	return nil
}

// takeOutput holds the output to its schema: its JSON form has to decode again.
func (c *call) takeOutput(out *ik.StepOutcome, _ []ik.FactRecord) *ik.CapabilityIssue {
	raw, count := checked(c.capability.Output, c.raw.Output)
	if count > 0 {
		is := breachOf(codeOutput, "the output does not fit its schema")
		is.Details = map[string]any{"issues": count}
		return is
	}
	out.Output = raw
	out.Redactions = slices.Concat(out.Redactions, facts.Private(c.capability.Output, raw))
	return nil
}

// checked gives the JSON form of a value and the number of its issues.
func checked(s ik.Schema, v any) (json.RawMessage, int) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, 1
	}
	_, issues := s.Decode(slices.Clone(raw))
	return raw, len(issues)
}

func (c *call) takeEvidence(out *ik.StepOutcome, _ []ik.FactRecord) *ik.CapabilityIssue {
	for _, e := range c.raw.Evidence {
		if ik.IsBlank(string(e.ID)) {
			return breachOf("INVALID_IDENTIFIER", "an evidence record has a blank id")
		}
		raw, err := optionalJSON(e.Data)
		if err != nil {
			return breachOf(codeResult, "the data of an evidence record is not JSON")
		}
		e.Data = nil
		if raw != nil {
			e.Data = raw
		}
		out.Evidence = append(out.Evidence, e)
	}
	return nil
}

func (c *call) takeArtifacts(out *ik.StepOutcome, _ []ik.FactRecord) *ik.CapabilityIssue {
	for _, a := range c.raw.Artifacts {
		raw, err := json.Marshal(a.Data)
		if err != nil {
			return breachOf(codeResult, "the data of an artifact is not JSON")
		}
		a.Data = json.RawMessage(raw)
		out.Artifacts = append(out.Artifacts, a)
	}
	return nil
}

// takeCanonical checks exact copy: what it claims must be in it word by word, and proven by the result's own evidence.
func (c *call) takeCanonical(out *ik.StepOutcome, _ []ik.FactRecord) *ik.CapabilityIssue {
	copied := c.raw.Canonical
	if copied == nil {
		return nil
	}
	if (copied.Required && len(copied.Claims) == 0) || ik.IsBlank(copied.Message) {
		return breachOf("INVALID_CANONICAL_RESPONSE", "the exact copy is blank, or required without a claim")
	}
	for _, claim := range copied.Claims {
		if claim.Text == "" || !strings.Contains(copied.Message, claim.Text) {
			return breachOf("INVALID_CANONICAL_RESPONSE", "a claim is not part of the exact copy")
		}
		if len(claim.EvidenceIDs) == 0 || !c.known(claim.EvidenceIDs) {
			return breachOf("UNKNOWN_EVIDENCE", "a claim cites evidence that the result does not have")
		}
	}
	clone := copyOf(*copied)
	if clone.Claims == nil {
		clone.Claims = []ik.ResponseClaim{}
	}
	out.Canonical = &clone
	return nil
}

// known tells whether the result has all these evidence records.
func (c *call) known(ids []ik.EvidenceID) bool {
	for _, id := range ids {
		if !slices.ContainsFunc(c.raw.Evidence, func(e ik.Evidence) bool { return e.ID == id }) {
			return false
		}
	}
	return true
}
