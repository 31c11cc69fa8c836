package compose

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

// adversary is a model that answers anything: unreadable text, claims of its own making, reviews that contradict
// themselves. It keeps what it said.
type adversary struct {
	t       *rapid.T
	drafts  []saidDraft
	reviews map[int][]saidReview // of each draft
}

type saidDraft struct {
	Parts []struct {
		Text        string   `json:"text"`
		EvidenceIDs []string `json:"evidenceIds"`
	} `json:"parts"`
}

type saidReview struct {
	Verdict     string   `json:"verdict"`
	Continuity  string   `json:"continuityVerdict"`
	Decision    string   `json:"decisionVerdict"`
	Unsupported []string `json:"unsupportedClaims"`
	Approved    []int    `json:"approvedClaimIndexes"`
}

func (d saidDraft) text() string {
	var out strings.Builder
	for _, p := range d.Parts {
		out.WriteString(p.Text)
	}
	return out.String()
}

func (d saidDraft) cited() int {
	n := 0
	for _, p := range d.Parts {
		if len(p.EvidenceIDs) > 0 {
			n++
		}
	}
	return n
}

// supports tells whether a review lets a draft pass, all of it.
func (r saidReview) supports(d saidDraft) bool {
	slices.Sort(r.Approved)
	ids := slices.Compact(r.Approved)
	for i, id := range ids {
		if i != id {
			return false
		}
	}
	return r.Verdict == "supported" && r.Continuity == "supported" && r.Decision == "supported" &&
		len(r.Unsupported) == 0 && len(ids) == d.cited()
}

func (a *adversary) Invoke(_ context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	switch rapid.IntRange(0, 11).Draw(a.t, "mood") {
	case 0:
		return ik.ModelResult{}, ik.NewError(ik.KindGateway, "MODEL_EMPTY_RESPONSE", "nothing")
	case 1:
		if rapid.IntRange(0, 4).Draw(a.t, "outage") == 0 {
			return ik.ModelResult{}, errors.New("down")
		}
	case 2:
		return ik.ModelResult{Value: json.RawMessage(rapid.SampledFrom([]string{"{}", "[]", "null", `{"parts":[]}`, `{"verdict":"supported"}`}).Draw(a.t, "junk"))}, nil
	}
	if strings.HasPrefix(req.Task, taskReview) {
		return a.review(), nil
	}
	return a.draft(), nil
}

func (a *adversary) draft() ik.ModelResult {
	text := rapid.SampledFrom([]string{"Hi. ", price, "Open at 9.", "Which branch?", "We are closed.", " ", "\n\n", "[redacted]"})
	id := rapid.SampledFrom([]string{"ev-1", "ev-2", "ev-seen", "ev-hidden", "ev-failed", "turn.decision", "agent.configuration", "made-up"})
	var d saidDraft
	raw, _ := json.Marshal(map[string]any{"parts": rapid.SliceOfN(rapid.Custom(func(t *rapid.T) map[string]any {
		return part(text.Draw(t, "text"), rapid.SliceOfN(id, 0, 2).Draw(t, "ids")...)
	}), 1, 5).Draw(a.t, "parts")})
	_ = json.Unmarshal(raw, &d)
	a.drafts = append(a.drafts, d)
	return ik.ModelResult{Value: raw}
}

func (a *adversary) review() ik.ModelResult {
	n := len(a.drafts) - 1
	words := func(good, bad, name string) string {
		return rapid.SampledFrom([]string{good, good, good, bad}).Draw(a.t, name)
	}
	r := saidReview{
		words("supported", "unsupported", "verdict"), words("supported", "violated", "continuity"), words("supported", "violated", "decision"),
		rapid.SampledFrom([][]string{{}, {}, {}, {"x"}}).Draw(a.t, "unsupported"), []int{},
	}
	for i := range a.drafts[n].cited() {
		if rapid.IntRange(0, 9).Draw(a.t, "approves") > 0 {
			r.Approved = append(r.Approved, i)
		}
	}
	r.Approved = append(r.Approved, rapid.SampledFrom([][]int{{}, {}, {}, {0}, {7}}).Draw(a.t, "more")...)
	a.reviews[n] = append(a.reviews[n], r)
	raw, _ := json.Marshal(r)
	return ik.ModelResult{Value: raw}
}

// Whatever a model answers, nothing goes out that was not checked: no claim without evidence of this turn or of a visible
// fact, no text that a review or the kernel refused, no required copy changed.
func TestNothingUncheckedIsPublished(t *testing.T) {
	published := 0
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		requires := false
		for _, s := range []struct{ id, evidence, text string }{{"catalog.search", "ev-1", price}, {"branch.hours", "ev-2", "Open at 9."}} {
			switch rapid.IntRange(0, 3).Draw(rt, s.id) {
			case 0:
				f.did(ik.CapabilityID(s.id), s.evidence, "", false)
			case 1:
				f.did(ik.CapabilityID(s.id), s.evidence, s.text, false)
			case 2:
				f.did(ik.CapabilityID(s.id), s.evidence, s.text, true)
				requires = true
			}
		}
		asks := rapid.Bool().Draw(rt, "asks")
		if asks {
			f.asks("Which branch?", rapid.SampledFrom([]func(*ik.Interaction){contextual, optional, func(*ik.Interaction) {}}).Draw(rt, "mode"))
		}
		if rapid.Bool().Draw(rt, "issue") {
			f.in.Issues = []ik.TurnIssue{{CapabilityIssue: ik.CapabilityIssue{Code: "X", Message: "It failed."}}}
		}
		f.in.Checkpoint.Facts = []ik.FactRecord{
			withEvidence("seen@1", "ev-seen", ik.VisibilityFull), withEvidence("hidden@1", "ev-hidden", ik.VisibilityHidden),
		}
		model := &adversary{t: rt, reviews: map[int][]saidReview{}}
		out := f.composeWith(model)
		if out.Response.Source == sourceModel {
			published++
		}
		holds(rt, f, out.Response, model)
		if out.Response.Source != sourceTechnical && requires {
			for _, r := range f.in.Results {
				if c := r.Result.Canonical; c != nil && c.Required && strings.Count(out.Response.Message, c.Message) != 1 {
					rt.Fatalf("required copy %q is not in %q once", c.Message, out.Response.Message)
				}
			}
		}
		if asks && out.Response.Source != sourceTechnical && f.in.Checkpoint.Interaction.ResponseMode == "contextual" &&
			strings.Count(out.Response.Message, "Which branch?") != 1 {
			rt.Fatalf("the question is not in %q once", out.Response.Message)
		}
	})
	require.Positive(t, published, "some answer of the model was good")
}

// holds judges a response by what the model said, without the code under test.
func holds(t *rapid.T, f *fixture, res ik.TurnResponse, model *adversary) {
	known := map[string]bool{"ev-seen": true, "agent.configuration": true, "turn.decision": len(f.in.Batch.Intentions) > 0}
	exact := []string{"Which branch?"}
	for _, r := range f.in.Results {
		known[string(r.Result.Evidence[0].ID)] = true
		if r.Result.Canonical != nil {
			exact = append(exact, r.Result.Canonical.Message)
		}
	}
	for _, c := range res.Claims {
		if !strings.Contains(res.Message, c.Text) {
			t.Fatalf("the claim %q is not in %q", c.Text, res.Message)
		}
		for _, id := range c.EvidenceIDs {
			if !known[string(id)] {
				t.Fatalf("%q is cited", id)
			}
		}
	}
	switch res.Source {
	case sourceModel:
		passed := false
		for n, d := range model.drafts {
			reviews := model.reviews[n]
			passed = passed || d.text() == res.Message && len(reviews) > 0 && reviews[len(reviews)-1].supports(d) && d.cited() == len(res.Claims)
		}
		if !passed {
			t.Fatalf("%q passed no review", res.Message)
		}
	case sourceCanonical:
		for line := range strings.SplitSeq(res.Message, "\n\n") {
			if !slices.Contains(exact, line) {
				t.Fatalf("%q is no copy", line)
			}
		}
	default:
		if len(res.Claims)+len(res.Artifacts) > 0 || res.Interaction != nil || res.Grounded {
			t.Fatalf("the fallback says more than that it failed")
		}
	}
}

func withEvidence(key ik.FactKey, id ik.EvidenceID, v ik.Visibility) ik.FactRecord {
	return ik.FactRecord{
		FactRef: key.Ref(), Value: json.RawMessage(`{}`), EvidenceIDs: []ik.EvidenceID{id}, DependsOn: []ik.FactRef{}, ModelVisibility: v,
		Evidence: []ik.Evidence{{ID: id, Source: ik.SourceCapability, Content: "c"}},
	}
}
