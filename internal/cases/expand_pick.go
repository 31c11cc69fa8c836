package cases

import (
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// pick answers the open choice with one of its options. Which calls the kernel makes for it depends on who gets the
// answer and on what waits for it: the reviews that it may ask for are there, supported, and are passed over if not.
func (s situation) pick(id, quote string) ([]*tree.Value, error) {
	if s.interaction == nil || s.interaction.Kind != ik.InteractionChoice {
		return nil, fmt.Errorf("pick answers a choice, and none is open")
	}
	position := -1
	for i, o := range s.interaction.Options {
		if o.ID == id {
			position = i
		}
	}
	if position < 0 {
		return nil, fmt.Errorf("the open choice has no option %q", id)
	}
	option := s.interaction.Options[position]
	if optionKind(option) == reserved.Continue {
		return s.proceed(option, quote), nil
	}
	target := option.TargetCapabilityID
	if target == "" {
		target = s.interaction.CapabilityID
	}
	if target == "" {
		out := []*tree.Value{selection("conversational", nil, s.evidence(quote, "picks an option"))}
		out = append(out, s.lifecycle()...) // the offer of a menu
		return append(out, interpretation(tree.List(), s.reply(tree.Text(id), quote)), optional(chosen(id))), nil
	}
	out := []*tree.Value{selection("selected", []string{string(target)}, s.evidence(quote, "picks an option"))}
	if s.isReviewed(target) {
		out = append(out, optional(answer(promptChoice, tree.Obj(
			tree.M("meaning", tree.Text("unique_option")), tree.M("position", tree.Int(position+1)), tree.M("label", tree.Text(option.Label)),
			tree.M("optionId", tree.Text(id)), tree.M("rationale", tree.Text(scriptedRationale)),
		))))
	}
	out = append(out, s.lifecycle()...)
	return append(out, s.bind(option, target, quote)...), nil
}

// bind is the interpretation of a picked option. Work that waits for exactly this answer is resumed by it, and after a
// review of the selection the kernel needs no interpretation; other work needs an intention of its own.
func (s situation) bind(option ik.Option, target ik.CapabilityID, quote string) []*tree.Value {
	intentions := tree.List()
	waiting := s.collector(target)
	if !waiting {
		intentions.Items = append(intentions.Items, s.intention(string(target), quote, s.storedInput(target)))
	}
	read := interpretation(intentions, s.reply(tree.Text(option.ID), quote))
	if waiting && s.isReviewed(target) {
		read = optional(read)
	}
	return []*tree.Value{read, optional(chosen(option.ID))}
}

func chosen(id string) *tree.Value {
	return answer(promptChosen, tree.Obj(tree.M("decision", tree.Text("selected")), tree.M("optionId", tree.Text(id)),
		tree.M("rationale", tree.Text(scriptedRationale))))
}

// proceed leaves a menu.
func (s situation) proceed(option ik.Option, quote string) []*tree.Value {
	out := []*tree.Value{selection("conversational", nil, s.evidence(quote, "goes on"))}
	out = append(out, s.lifecycle()...)
	return append(out, interpretation(tree.List(), s.reply(tree.Text(option.ID), quote)), answer(promptContinued, supported()))
}

// lifecycle is the review that an active objective adds while a menu is open.
func (s situation) lifecycle() []*tree.Value {
	if s.checkpoint == nil || !s.isMenu() {
		return nil
	}
	if p := s.checkpoint.Progression; p == nil || p.Objective == nil || p.Objective.Status != "active" {
		return nil
	}
	return []*tree.Value{optional(answer(promptLifecycle, supported()))}
}

func (s situation) isMenu() bool {
	for _, o := range s.interaction.Options {
		if k := optionKind(o); k == reserved.Member || k == reserved.Continue {
			return true
		}
	}
	return false
}

// isReviewed tells whether the kernel has the selection itself reviewed: a choice of several options, one of which
// names the selected capability.
func (s situation) isReviewed(target ik.CapabilityID) bool {
	if len(s.interaction.Options) < 2 {
		return false
	}
	for _, o := range s.interaction.Options {
		if o.TargetCapabilityID == target {
			return true
		}
	}
	return false
}

// collector tells whether exactly one item waits for this answer.
func (s situation) collector(target ik.CapabilityID) bool {
	if target != s.interaction.CapabilityID || s.isMenu() {
		return false
	}
	n, waits := 0, false
	for _, item := range s.checkpoint.Agenda {
		if item.Intention.ProposedCapability == target {
			n++
			waits = item.Status == ik.AgendaWaitingInput && item.Intention.Resolution == ik.Resolved
		}
	}
	return n == 1 && waits
}

// storedInput is the input of the work that asked, or an empty one.
func (s situation) storedInput(target ik.CapabilityID) *tree.Value {
	input := json.RawMessage("{}")
	for _, item := range s.checkpoint.Agenda {
		if item.Intention.ProposedCapability == target && len(item.Intention.Input) > 0 {
			input = item.Intention.Input
		}
	}
	v, err := tree.Parse(input)
	if err != nil {
		return tree.Obj()
	}
	return v
}
