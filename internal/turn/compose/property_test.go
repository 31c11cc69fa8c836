package compose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// Joined copy holds every message, and none of its parts is a part of another.
func TestJoinLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := rapid.SliceOf(rapid.StringMatching(`[ab ]{1,4}`)).Draw(t, "messages")
		out := join(messages)
		for _, m := range messages {
			if !strings.Contains(out, m) {
				t.Fatalf("%q is not in %q", m, out)
			}
		}
	})
}

// Whatever copies and question there are: unless joining repeats a required copy, there is exact copy to deliver, and it
// holds every required copy once, and the question.
func TestVerifiedCopyIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(A|B|Add it\?| ){1,5}`)
		d := delivery{interaction: &ik.Interaction{Goal: "Add it?"}}
		for i, m := range rapid.SliceOfN(text, 1, 4).Draw(t, "copies") {
			c := ik.CanonicalResponse{Message: m, Required: i == 0 || rapid.Bool().Draw(t, "required")}
			d.copies = append(d.copies, c)
			if c.Required {
				d.required = append(d.required, c)
			}
			d.completed++
		}
		d.fallback = &canonicalText{message: joinWithGoal(&d)}
		c := &composition{delivery: d, brief: &brief{}}
		got, ok := c.verifiedFallback()
		if !ok {
			if !c.repeatsRequired() {
				t.Fatalf("%q is not delivered: %v", d.fallback.message, c.authority().check(*d.fallback))
			}
			return
		}
		if !strings.Contains(got.message, "Add it?") {
			t.Fatalf("the question is not in %q", got.message)
		}
		for _, r := range d.required {
			if strings.Count(got.message, r.Message) != 1 && !overlaps(r.Message) {
				t.Fatalf("%q is not in %q once", r.Message, got.message)
			}
		}
	})
}

// overlaps tells whether a text can overlap itself, so that counting it is no proof.
func overlaps(s string) bool { return strings.Contains((s + s)[1:len(s)+len(s)-1], s) }

func FuzzDraft(f *testing.F) {
	for _, s := range []string{`{"parts":[{"text":"a","evidenceIds":["e"]}]}`, `{"parts":[]}`, `{"parts":[{"text":"","evidenceIds":null}]}`, `{`, `[]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, issues := answers.DraftSchema().Decode(raw)
		if len(issues) > 0 {
			return
		}
		d := assembled(v.([]answers.Part))
		assert.NotEmpty(t, d.message)
		for _, c := range d.claims {
			assert.Contains(t, d.message, c.Text)
			assert.NotEmpty(t, c.EvidenceIDs)
		}
	})
}
