package cases

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// The prompts that short forms answer.
const (
	promptSelect      = "kernel.capability.select"
	promptInterpret   = "kernel.turn.interpret"
	promptChoice      = "kernel.review-capability-selection.choice-selection-review-system-prompt"
	promptLifecycle   = "kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt"
	promptConfirmed   = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	promptContinued   = "kernel.review-interaction-answer.progression-answer-review-system-prompt"
	promptChosen      = "kernel.review-choice-answer.choice-answer-review-system-prompt"
	promptCompose     = "kernel.response.compose"
	promptGrounding   = "kernel.response.grounding-review"
	scriptedRationale = "scripted"
)

// situation is what a short form of a turn stands on: the state in which the turn begins.
type situation struct {
	text        string
	checkpoint  *ik.Checkpoint // nil: a new thread
	interaction *ik.Interaction
}

func (s situation) messageIndex() int {
	if s.checkpoint == nil {
		return 0
	}
	return s.checkpoint.MessageCount
}

// expandModel writes the scripted answers of a turn in their long form.
func expandModel(entries []*tree.Value, s situation) ([]*tree.Value, error) {
	var out []*tree.Value
	for _, e := range entries {
		long, err := s.long(e)
		if err != nil {
			return nil, err
		}
		out = append(out, long...)
	}
	return withoutForeseen(out), nil
}

func (s situation) long(e *tree.Value) ([]*tree.Value, error) {
	switch {
	case e.Get("understand") != nil:
		return s.understand(e.Get("understand")), nil
	case e.Get("yes") != nil:
		return s.confirm(e.Get("yes").Text, true)
	case e.Get("no") != nil:
		return s.confirm(e.Get("no").Text, false)
	case e.Get("pick") != nil:
		return s.pick(e.Get("pick").Text, s.quote(e))
	case e.Get("say") != nil:
		return say(e.Get("say")), nil
	default:
		return []*tree.Value{e}, nil
	}
}

func answer(prompt string, output *tree.Value) *tree.Value {
	return tree.Obj(tree.M("prompt", tree.Text(prompt)), tree.M("output", output))
}

// quote is the part of the message that an entry cites, or else the whole message.
func (s situation) quote(e *tree.Value) string {
	if q := e.Get("quote"); q != nil {
		return q.Text
	}
	return s.text
}

func (s situation) evidence(text, meaning string) *tree.Value {
	return tree.Obj(tree.M("text", tree.Text(text)), tree.M("meaning", tree.Text(meaning)), tree.M("messageIndex", tree.Int(s.messageIndex())))
}

func selection(mode string, ids []string, evidence ...*tree.Value) *tree.Value {
	list := tree.List()
	for _, id := range ids {
		list.Items = append(list.Items, tree.Text(id))
	}
	return answer(promptSelect, tree.Obj(tree.M("mode", tree.Text(mode)), tree.M("capabilityIds", list),
		tree.M("rationale", tree.Text(scriptedRationale)), tree.M("evidence", tree.List(evidence...))))
}

// understand is one selection and one interpretation, with the reviews that the kernel may ask for while a question is
// open: the user asks for all of this, and answers nothing. With nothing to do and no open question the kernel asks for
// no interpretation, so there is none.
func (s situation) understand(items *tree.Value) []*tree.Value {
	var ids []string
	var quotes []*tree.Value
	intentions := tree.List()
	for _, it := range items.Items {
		id, quote := it.Get("do").Text, s.quote(it)
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		quotes = append(quotes, s.evidence(quote, "asks for "+id))
		intentions.Items = append(intentions.Items, s.intention(id, quote, it.Get("input")))
	}
	if len(ids) == 0 {
		out := append([]*tree.Value{selection("conversational", nil, s.evidence(s.text, "asks for nothing"))}, s.requested(nil)...)
		if s.interaction != nil {
			out = append(out, interpretation(intentions, nil))
		}
		return append(out, s.unanswered()...)
	}
	out := append([]*tree.Value{selection("selected", ids, quotes...)}, s.requested(ids)...)
	return append(append(out, interpretation(intentions, nil)), s.unanswered()...)
}

func (s situation) intention(capability, quote string, input *tree.Value) *tree.Value {
	v := tree.Obj(
		tree.M("objective", tree.Text(quote)), tree.M("evidence", tree.List(s.evidence(quote, "asks for "+capability))),
		tree.M("references", tree.List()), tree.M("proposedCapability", tree.Text(capability)),
		tree.M("resolution", tree.Text("resolved")),
	)
	if input != nil {
		v.Set("input", input)
	}
	return v
}

func interpretation(intentions, reply *tree.Value) *tree.Value {
	out := tree.Obj(tree.M("intentions", intentions), tree.M("contradictions", tree.List()))
	if reply != nil {
		out.Set("answerToInteraction", reply)
	}
	return answer(promptInterpret, out)
}

func (s situation) reply(value *tree.Value, quote string) *tree.Value {
	return tree.Obj(tree.M("interactionId", tree.Text(string(s.interaction.ID))), tree.M("value", value), tree.M("evidence", tree.Text(quote)))
}

func supported() *tree.Value {
	return tree.Obj(tree.M("verdict", tree.Text("supported")), tree.M("rationale", tree.Text(scriptedRationale)))
}

// confirm answers the open confirmation: a selection of its owner, the answer alone, and the review that supports it.
func (s situation) confirm(quote string, accepted bool) ([]*tree.Value, error) {
	if s.interaction == nil || s.interaction.Kind != ik.InteractionConfirmation {
		return nil, fmt.Errorf("yes and no answer a confirmation, and none is open")
	}
	chosen := selection("conversational", nil, s.evidence(quote, "answers the question"))
	if owner := s.interaction.CapabilityID; owner != "" {
		chosen = selection("selected", []string{string(owner)}, s.evidence(quote, "answers the question"))
	}
	return []*tree.Value{
		chosen,
		interpretation(tree.List(), s.reply(tree.True(accepted), quote)),
		answer(promptConfirmed, supported()),
	}, nil
}

// say is a draft and the review that approves every part of it that cites something.
func say(parts *tree.Value) []*tree.Value {
	list, approved := tree.List(), tree.List()
	for _, p := range parts.Items {
		cite := p.Get("cite")
		if cite == nil {
			cite = tree.List()
		}
		if len(cite.Items) > 0 {
			approved.Items = append(approved.Items, tree.Int(len(approved.Items)))
		}
		list.Items = append(list.Items, tree.Obj(tree.M("text", p.Get("text")), tree.M("evidenceIds", cite)))
	}
	return []*tree.Value{
		answer(promptCompose, tree.Obj(tree.M("parts", list))),
		answer(promptGrounding, tree.Obj(
			tree.M("verdict", tree.Text("supported")), tree.M("continuityVerdict", tree.Text("supported")),
			tree.M("decisionVerdict", tree.Text("supported")), tree.M("unsupportedClaims", tree.List()),
			tree.M("approvedClaimIndexes", approved),
		)),
	}
}

// optionKind is the kind of a control of the kernel, such as progression.continue, or "".
func optionKind(o ik.Option) string {
	data, err := json.Marshal(o.Value)
	if err != nil {
		return ""
	}
	var v struct {
		Kind string `json:"kind"`
	}
	if json.Unmarshal(data, &v) != nil {
		return ""
	}
	return v.Kind
}
