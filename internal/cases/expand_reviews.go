package cases

import (
	"slices"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// The prompts of the reviews that a request may meet.
const (
	promptUnbound     = "kernel.review-capability-selection.unbound-selection-review-system-prompt"
	promptDiversion   = "kernel.review-capability-selection.active-interaction-diversion-review-system-prompt"
	promptMixed       = "kernel.review-capability-selection.mixed"
	promptOmittedExit = "kernel.review-omitted-progression-answer.system"
	promptOmitted     = "kernel.review-omitted-choice-answer.system"
	promptMember      = "kernel.review-progression-member-operation.system"
	promptUnanswered  = "kernel.review-choice-intentions.unanswered-system"
)

// requested are the reviews of a selection of these capabilities: the user asks for all of them, and answers nothing.
// Which of them the kernel asks for depends on what is open; those that it does not ask for are passed over.
func (s situation) requested(ids []string) []*tree.Value {
	out := []*tree.Value{}
	if len(ids) > 0 {
		out = append(out, optional(answer(promptUnbound, supported())))
	}
	if s.interaction == nil {
		return out
	}
	if len(ids) > 0 {
		list := tree.List()
		for _, id := range ids {
			list.Items = append(list.Items, tree.Text(id))
		}
		out = append(out, optional(answer(promptChoice, tree.Obj(
			tree.M("meaning", tree.Text("operation_request")), tree.M("operationCapabilityIds", list),
			tree.M("rationale", tree.Text(scriptedRationale)),
		))), optional(answer(promptDiversion, supported())), optional(answer(promptMixed, supported())))
	}
	return append(out, s.lifecycle()...)
}

// unanswered are the reviews of an interpretation that answers no open question.
func (s situation) unanswered() []*tree.Value {
	if s.interaction == nil || s.interaction.Kind != ik.InteractionChoice {
		return nil
	}
	rationale := tree.M("rationale", tree.Text(scriptedRationale))
	return []*tree.Value{
		optional(answer(promptOmittedExit, tree.Obj(
			tree.M("continuation", tree.Text("not_requested")), tree.M("evidence", tree.Text("")), rationale,
		))),
		optional(answer(promptOmitted, tree.Obj(
			tree.M("verdict", tree.Text("unsupported")), tree.M("optionId", &tree.Value{}), rationale,
		))),
		optional(answer(promptMember, supported())),
		optional(answer(promptUnanswered, supported())),
	}
}

// withoutForeseen drops the reviews that short forms foresee where the script answers the same prompt itself: what is
// written out wins.
func withoutForeseen(long []*tree.Value) []*tree.Value {
	written := map[string]bool{}
	for _, e := range long {
		if !isOptional(e) {
			written[textOf(e, "prompt")] = true
		}
	}
	return slices.DeleteFunc(long, func(e *tree.Value) bool { return isOptional(e) && written[textOf(e, "prompt")] })
}
