package control

// Review is a review by a model, named by the id of its prompt.
type Review string

// The reviews of a selection.
const (
	ReviewUnbound            Review = "kernel.review-capability-selection.unbound-selection-review-system-prompt"
	ReviewChoiceSelection    Review = "kernel.review-capability-selection.choice-selection-review-system-prompt"
	ReviewDiversion          Review = "kernel.review-capability-selection.active-interaction-diversion-review-system-prompt"
	ReviewMixed              Review = "kernel.review-capability-selection.mixed"
	ReviewLifecycleSelection Review = "kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt"
)

// The reviews of an interpretation.
const (
	ReviewOmittedExit         Review = "kernel.review-omitted-progression-answer.system"
	ReviewOmittedChoice       Review = "kernel.review-omitted-choice-answer.system"
	ReviewMember              Review = "kernel.review-progression-member-operation.system"
	ReviewConfirmation        Review = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	ReviewBesideConfirmation  Review = "kernel.review-confirmation-intentions.review-system-prompt"
	ReviewExit                Review = "kernel.review-interaction-answer.progression-answer-review-system-prompt"
	ReviewBesideExit          Review = "kernel.review-interaction-answer.progression-intentions-review-system-prompt"
	ReviewChoice              Review = "kernel.review-choice-answer.choice-answer-review-system-prompt"
	ReviewBesideChoice        Review = "kernel.review-choice-intentions.system"
	ReviewBesideUnansweredOne Review = "kernel.review-choice-intentions.unanswered-system"
	ReviewLifecycle           Review = "kernel.review-lifecycle-actions.lifecycle-review-system-prompt"
)

// reviews are those that may judge a reading, by what is open, in the order in which they run. Which of them do is
// decided by what the model made of the message.
var reviews = [questions][]Review{
	Nothing:       {ReviewUnbound, ReviewLifecycleSelection, ReviewLifecycle},
	Work:          {ReviewLifecycleSelection, ReviewLifecycle},
	Input:         {ReviewDiversion, ReviewLifecycleSelection, ReviewLifecycle},
	Clarification: {ReviewDiversion, ReviewLifecycleSelection, ReviewLifecycle},
	Confirmation: {
		ReviewDiversion, ReviewLifecycleSelection, ReviewConfirmation, ReviewBesideConfirmation, ReviewLifecycle,
	},
	Choice: {
		ReviewChoiceSelection, ReviewDiversion, ReviewLifecycleSelection, ReviewOmittedChoice, ReviewChoice,
		ReviewBesideChoice, ReviewBesideUnansweredOne, ReviewLifecycle,
	},
	Group: {
		ReviewChoiceSelection, ReviewDiversion, ReviewMixed, ReviewLifecycleSelection, ReviewOmittedExit, ReviewMember,
		ReviewExit, ReviewBesideExit, ReviewChoice, ReviewBesideChoice, ReviewLifecycle,
	},
}

// Reviews are the reviews that may judge what a model makes of the message, in their order: none where no model reads
// it, and none of an option where it can pick none. The slice is the caller's own.
func (r Ruling) Reviews() []Review {
	if r.Decision == Refused || r.Decision == Bound {
		return nil
	}
	var out []Review
	for _, v := range reviews[r.Question] {
		if r.Decision == NoOption && (v == ReviewChoiceSelection || v == ReviewChoice) {
			continue
		}
		out = append(out, v)
	}
	return out
}
