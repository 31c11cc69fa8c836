package answers

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/generated/kernelwire"
	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Verdict is the answer of a review with two outcomes.
type Verdict struct {
	Supported bool
	Rationale string
}

var verdictForm = form.Parse(kernelwire.VerdictSchema).Form()

// VerdictSchema is the answer of a review with two outcomes: a Verdict.
func VerdictSchema() ik.Schema {
	return ik.Schema{
		Name: "Verdict", JSON: publish(verdictForm, 0, nil),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.Verdict, _ *narrowing) any {
				return Verdict{Supported: v.Verdict == kernelwire.VerdictVerdictSupported, Rationale: string(v.Rationale)}
			})
		},
	}
}

// Exit says whether a message asks to leave the open group of offers: Continuation is requested, not_requested or
// ambiguous. Evidence may be empty.
type Exit struct {
	Continuation string
	Evidence     string
	Rationale    string
}

var exitForm = form.Parse(kernelwire.ContinuationSchema).Form()

// Continuation is the answer of the review for an omitted answer to a group of offers: an Exit.
func Continuation() ik.Schema {
	return ik.Schema{
		Name: "Continuation", JSON: publish(exitForm, 0, nil),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.Continuation, _ *narrowing) any {
				return Exit{Continuation: string(v.Continuation), Evidence: v.Evidence, Rationale: string(v.Rationale)}
			})
		},
	}
}

// ActionReview is the verdict about one lifecycle action of a batch, by its place from 0.
type ActionReview struct {
	ActionIndex int
	Supported   bool
	Rationale   string
}

const holeLast = "last"

var lifecycleForm = func() form.Form {
	n := form.Parse(kernelwire.LifecycleReviewSchema)
	reviews := n.At("properties", "reviews")
	reviews.Set("minItems", form.Hole(holeCount)).Set("maxItems", form.Hole(holeCount))
	reviews.At("items", "properties", "actionIndex").Set("maximum", form.Hole(holeLast))
	return n.Form()
}()

// Lifecycle is the answer of the review of lifecycle actions: an []ActionReview in the order of the actions, exactly one
// for each.
//
// The JSON Schema does not say that no action is reviewed twice: providers do not know the keywords for it.
func Lifecycle(actions int) ik.Schema {
	return ik.Schema{
		Name: "LifecycleReview",
		JSON: publish(lifecycleForm, 32, func(w *strings.Builder, hole string) {
			if hole == holeLast {
				form.Int(w, max(0, actions-1))
			} else {
				form.Int(w, actions)
			}
		}),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			return read(raw, func(v *kernelwire.LifecycleReview, n *narrowing) any { return reviews(v.Reviews, n, actions) })
		},
	}
}

func reviews(list []kernelwire.ActionReview, n *narrowing, actions int) any {
	const path = "/reviews"
	n.count(path, len(list), actions)
	if len(list) < actions && n.sound() {
		n.fail(path, wire.TooFewItems, "must have "+strconv.Itoa(actions)+" items, not "+strconv.Itoa(len(list)))
	}
	seen := make([]bool, actions)
	out := make([]ActionReview, 0, len(list))
	for i, r := range list[:min(len(list), actions)] {
		place := at(path, i) + "/actionIndex"
		switch {
		case r.ActionIndex < 0: // noted by the decoder
			continue
		case r.ActionIndex >= int64(actions):
			n.fail(place, wire.OutOfRange, "there is no action "+strconv.FormatInt(r.ActionIndex, 10))
			continue
		case seen[r.ActionIndex] && n.sound():
			n.fail(place, wire.NotUnique, "action "+strconv.FormatInt(r.ActionIndex, 10)+" is reviewed twice")
		}
		seen[r.ActionIndex] = true
		out = append(out, ActionReview{
			ActionIndex: int(r.ActionIndex), Supported: r.Verdict == kernelwire.ActionReviewVerdictSupported, Rationale: string(r.Rationale),
		})
	}
	slices.SortFunc(out, func(a, b ActionReview) int { return a.ActionIndex - b.ActionIndex })
	return out
}
