package plan

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/fill"
	ik "github.com/ikgen/ikgen/runtime"
)

// collect makes the list of drafts: what was confirmed, what is left over from the last turn, what the answer resumes,
// and what the message asks for, in this order.
func (p *planner) collect() {
	for _, i := range p.in.Batch.Intentions {
		p.drafts = append(p.drafts, &draft{step: ik.PlanStep{Intention: i}, item: p.continued(i), open: true})
	}
	switch {
	case p.answer == nil:
		p.supersede()
	case p.answer.confirms:
		p.resumeConfirmed()
	case isWriteOrder(p.answer.asked):
		p.resumeWrites()
	default:
		p.bindAnswer()
	}
	if !p.in.Automatic {
		p.takeUpReady()
	}
}

// continued finds the open work that an intention is: the item that keeps this very intention. Members of one menu share an
// id: the capability tells them apart.
func (p *planner) continued(i ik.Intention) *ik.AgendaItem {
	return only(p.in.Agenda, func(item *ik.AgendaItem) bool {
		return item.Intention.ID == i.ID && item.Intention.ProposedCapability == i.ProposedCapability
	})
}

func (p *planner) prepend(drafts ...*draft) { p.drafts = append(drafts, p.drafts...) }

func (p *planner) fromItem(item *ik.AgendaItem) *draft {
	return &draft{step: ik.PlanStep{Intention: item.Intention}, item: item, implicit: true, open: true}
}

// supersede lets a new request of the capability that asks take the place of the waiting one: the user says it again
// instead of answering. A pending confirmation stays: it may be another operation.
func (p *planner) supersede() {
	asked := p.in.Interaction
	item := Asker(asked, p.in.Agenda)
	if item == nil || asked.Kind == ik.InteractionConfirmation || item.Intention.ProposedCapability == "" {
		return
	}
	for _, d := range p.drafts {
		if d.proposes(item.Intention.ProposedCapability) && d.item == nil {
			p.retired = item.ID
			return
		}
	}
}

func (d *draft) proposes(id ik.CapabilityID) bool {
	return d.step.Intention.Resolution == ik.Resolved && d.step.Intention.ProposedCapability == id
}

// resumeConfirmed takes up what was confirmed or declined, as the first step. The model may have said the operation
// again: that is no second one. With another input it is: then the new input replaces the proposal and is asked.
func (p *planner) resumeConfirmed() {
	a := p.answer
	if a.item != nil {
		p.retired = a.item.ID
	}
	restated := slices.IndexFunc(p.drafts, func(d *draft) bool { return p.restates(d) })
	other := slices.ContainsFunc(p.drafts, func(d *draft) bool { return d.proposes(a.intention.ProposedCapability) })
	if restated >= 0 {
		p.drafts = slices.Delete(p.drafts, restated, restated+1)
	} else if a.accepts && other {
		return
	}
	d := &draft{step: ik.PlanStep{Intention: a.intention}, item: a.item, open: true, declined: !a.accepts}
	d.accepted, d.consent = a.accepts, a.asked
	p.prepend(d)
}

// restates tells whether a draft is the confirmed operation said again: the same input, or nothing but the words of the
// answer.
func (p *planner) restates(d *draft) bool {
	a := p.answer
	if !d.proposes(a.intention.ProposedCapability) {
		return false
	}
	if p.sameInput(a.intention.ProposedCapability, d.step.Intention.Input, a.intention.Input) {
		return true
	}
	said := ik.Trim(a.given.Evidence)
	if said == "" || len(d.step.Intention.Evidence) == 0 || d.step.Intention.Objective != a.intention.Objective {
		return false
	}
	for _, e := range d.step.Intention.Evidence {
		if ik.Trim(e.Text) != said {
			return false
		}
	}
	return true
}

// sameInput compares inputs as they would run: with defaults, and with what is filled in.
func (p *planner) sameInput(id ik.CapabilityID, a, b json.RawMessage) bool {
	if jsonval.Equal(a, b) {
		return true
	}
	c := p.in.Agent.Capabilities[id]
	if c == nil {
		return false
	}
	x, okX := p.normal(c, a)
	y, okY := p.normal(c, b)
	return okX && okY && jsonval.Equal(x, y)
}

// normal gives the JSON of an input after decoding.
func (p *planner) normal(c *ik.CapabilityDefinition, raw json.RawMessage) (json.RawMessage, bool) {
	v, own, issues := fill.Decode(p.in.Agent, c, p.in.Facts, raw)
	if len(own)+len(issues) > 0 {
		return nil, false
	}
	out, err := json.Marshal(v)
	return out, err == nil
}

// resumeWrites takes up the write that the user wants first, then the others of the conflict.
func (p *planner) resumeWrites() {
	if p.answer.item != nil {
		p.retired = p.answer.item.ID
	}
	chosen, _ := jsonval.String(p.answer.given.Value)
	var resumed []*draft
	for _, o := range p.answer.asked.Options {
		raw, err := json.Marshal(o.Value)
		if err != nil {
			continue
		}
		id, _ := jsonval.String(raw)
		item := only(p.in.Agenda, func(i *ik.AgendaItem) bool { return string(i.Intention.ID) == id })
		if item == nil {
			continue
		}
		d := p.again(item)
		if d.first = id == chosen; d.first {
			d.step.Answer = p.answer.given
			resumed = append([]*draft{d}, resumed...)
		} else {
			resumed = append(resumed, d)
		}
	}
	p.prepend(resumed...)
}

// again takes up an item. Where the message asks for the same capability, its words replace the stored ones.
func (p *planner) again(item *ik.AgendaItem) *draft {
	i := slices.IndexFunc(p.drafts, func(d *draft) bool {
		return d.item == nil && d.proposes(item.Intention.ProposedCapability)
	})
	if i < 0 {
		return p.fromItem(item)
	}
	d := p.drafts[i]
	p.drafts = slices.Delete(p.drafts, i, i+1)
	d.item, d.step.Intention.ID = item, item.Intention.ID
	return d
}

// bindAnswer hands the answer to the step of who asked, or of the option's target; where who asked is not asked for
// again, its stored work is resumed.
func (p *planner) bindAnswer() {
	a := p.answer
	if a.item != nil {
		p.retired = a.item.ID
	}
	if a.target == "" {
		p.bindUnowned()
		return
	}
	if d := p.recipient(a.target); d != nil {
		d.step.Answer = a.given
		if a.target == a.owner && d.item == nil {
			d.item = a.item
		}
		return
	}
	if a.target == a.owner && a.item != nil && !cancels(p.in.Batch.LifecycleActions, actionCancelItem, string(a.item.ID)) {
		d := p.fromItem(a.item)
		d.step.Answer = a.given
		p.prepend(d)
	}
}

// bindUnowned handles a question about a request that was not understood: what the message asks for now is the answer,
// else the request is asked about again.
func (p *planner) bindUnowned() {
	var resolved []*draft
	for _, d := range p.drafts {
		if d.step.Intention.Resolution == ik.Resolved {
			resolved = append(resolved, d)
		}
	}
	switch {
	case len(resolved) == 1:
		resolved[0].step.Answer = p.answer.given
	case len(p.drafts) == 0 && p.answer.item != nil:
		p.prepend(p.fromItem(p.answer.item))
	}
}

// recipient is the one step of a capability that gets the answer: the one that quotes it, else the first.
func (p *planner) recipient(id ik.CapabilityID) *draft {
	var first *draft
	for _, d := range p.drafts {
		if !d.proposes(id) {
			continue
		}
		for _, e := range d.step.Intention.Evidence {
			if t := ik.Trim(e.Text); t != "" && strings.Contains(p.answer.given.Evidence, t) {
				return d
			}
		}
		if first == nil {
			first = d
		}
	}
	return first
}

// takeUpReady puts the work that an earlier turn had no room for before everything but a confirmation's outcome. What
// comes after other work waits until that is done, or taken up too.
func (p *planner) takeUpReady() {
	at := 0
	if p.answer != nil && p.answer.confirms && len(p.drafts) > 0 && (p.drafts[0].accepted || p.drafts[0].declined) {
		at = 1
	}
	for i := range p.in.Agenda {
		item := &p.in.Agenda[i]
		if item.Status != ik.AgendaReady || !p.open(item) || slices.ContainsFunc(item.Dependencies, p.waitsFor) {
			continue
		}
		p.drafts = slices.Insert(p.drafts, at, p.fromItem(item))
		at++
	}
}

// open tells whether an item is neither settled, cancelled nor taken up by this plan.
func (p *planner) open(item *ik.AgendaItem) bool {
	taken := slices.ContainsFunc(p.drafts, func(d *draft) bool { return d.item == item })
	return !taken && item.ID != p.retired && !cancels(p.in.Batch.LifecycleActions, actionCancelItem, string(item.ID))
}

func (p *planner) waitsFor(id ik.AgendaItemID) bool {
	item := only(p.in.Agenda, func(i *ik.AgendaItem) bool { return i.ID == id })
	return item != nil && p.open(item)
}
