package compose

import (
	"fmt"
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// authority is what a text is held to: the copy that must be in it, the question that must end it, and what may be
// cited.
type authority struct {
	required       []ik.CanonicalResponse
	holders        []string // copies that may hold the question inside them
	goal           string   // "" where no invitation is demanded
	known          map[ik.EvidenceID]bool
	conversational bool // the turn's decision must not be cited
}

// check gives everything that is wrong with a text, in a fixed order.
func (a authority) check(t canonicalText) []string {
	return append(a.citations(t), a.invitation(t)...)
}

// citations holds a text to the required copy and its claims to known evidence.
func (a authority) citations(t canonicalText) []string {
	issues := []string{}
	for _, r := range a.required {
		if first := strings.Index(t.message, r.Message); first < 0 || first != strings.LastIndex(t.message, r.Message) {
			issues = append(issues, fmt.Sprintf("a required result must be in the message exactly once: %q", r.Message))
		}
		for _, c := range r.Claims {
			if !slices.ContainsFunc(t.claims, func(have ik.ResponseClaim) bool { return covers(have, c) }) {
				issues = append(issues, fmt.Sprintf("a required result lacks its evidence: %q", c.Text))
			}
		}
	}
	for _, c := range t.claims {
		if !strings.Contains(t.message, c.Text) {
			issues = append(issues, fmt.Sprintf("a claim is not a part of the message: %q", c.Text))
		}
		for _, id := range c.EvidenceIDs {
			if !a.known[id] {
				issues = append(issues, fmt.Sprintf("unknown evidence is cited: %q", id))
			}
		}
		if a.conversational && slices.Contains(c.EvidenceIDs, decisionEvidence) {
			issues = append(issues, "the private decision of a conversational turn is cited")
		}
	}
	return issues
}

func covers(have, want ik.ResponseClaim) bool {
	if !strings.Contains(have.Text, want.Text) {
		return false
	}
	for _, id := range want.EvidenceIDs {
		if !slices.Contains(have.EvidenceIDs, id) {
			return false
		}
	}
	return true
}

// invitation demands the question once, after every required result. A question that stands inside copy counts.
func (a authority) invitation(t canonicalText) []string {
	if a.goal == "" {
		return nil
	}
	copies := spansOf(t.message, a.holders)
	var outside []int
	inside := 0
	for _, at := range occurrences(t.message, a.goal) {
		if slices.ContainsFunc(copies, func(s span) bool { return s.from <= at && at+len(a.goal) <= s.to }) {
			inside++
		} else {
			outside = append(outside, at)
		}
	}
	switch {
	case inside+len(outside) == 0:
		return []string{"the question is missing"}
	case len(outside) > 1, inside > 0 && len(outside) > 0:
		return []string{"the question is asked more than once"}
	case inside > 0 && a.resultAfterQuestion(t.message), inside == 0 && outside[0] < a.endOfResults(t.message):
		return []string{"the question comes before a required result"}
	}
	return nil
}

// endOfResults is the place after the last required result. One that stands within the question is asked with it, and one
// that holds the question delivers it: neither is before or after it.
func (a authority) endOfResults(message string) int {
	end := 0
	questions := occurrences(message, a.goal)
	for _, s := range spansOf(message, messagesOf(a.required)) {
		if !slices.ContainsFunc(questions, func(at int) bool { return s.nests(span{at, at + len(a.goal)}) }) {
			end = max(end, s.to)
		}
	}
	return end
}

// resultAfterQuestion tells whether a required result follows copy that ends with the question. Copy that other copy holds
// stands there as a part of that.
func (a authority) resultAfterQuestion(message string) bool {
	var enders []string
	for _, h := range a.holders {
		if strings.HasSuffix(h, a.goal) && !contained(h, a.holders) {
			enders = append(enders, h)
		}
	}
	last := 0
	for _, s := range spansOf(message, enders) {
		last = max(last, s.to)
	}
	return len(enders) > 0 && last < a.endOfResults(message)
}

type span struct{ from, to int }

// nests tells whether one of two spans lies within the other.
func (s span) nests(other span) bool {
	return s.from <= other.from && other.to <= s.to || other.from <= s.from && s.to <= other.to
}

// spansOf gives the first place of each text that is in the message.
func spansOf(message string, texts []string) []span {
	var out []span
	for _, t := range texts {
		if at := strings.Index(message, t); at >= 0 {
			out = append(out, span{at, at + len(t)})
		}
	}
	return out
}

// occurrences gives every place of part in s.
func occurrences(s, part string) []int {
	var out []int
	for from := 0; from <= len(s)-len(part); {
		at := strings.Index(s[from:], part)
		if at < 0 {
			break
		}
		out = append(out, from+at)
		from += at + 1
	}
	return out
}

func messagesOf(copies []ik.CanonicalResponse) []string {
	out := make([]string, len(copies))
	for i, c := range copies {
		out[i] = c.Message
	}
	return out
}
