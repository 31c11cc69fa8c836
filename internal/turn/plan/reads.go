package plan

import (
	"context"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// planReads adds the reads that bring what drafts lack: each before the draft that needs it, once for all that need the
// same, and never one that the turn planned before. A read is judged like any other step. It never writes, and reads do
// not wait for each other: the definition of the agent was held to that.
func (p *planner) planReads(ctx context.Context) error {
	for _, d := range slices.Clone(p.drafts) {
		if d.open && d.capability != nil {
			if err := p.readFor(ctx, d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *planner) readFor(ctx context.Context, d *draft) error {
	for _, n := range p.bound(d).Needs() {
		if n.From == nil || n.Unnamed != "" || n.Met(p.in.Facts) || p.brought(d, n) {
			continue
		}
		read, err := p.read(ctx, d, n)
		if err != nil {
			return err
		}
		if read == nil {
			continue
		}
		if !d.spares(n) && read.step.Disposition == ik.DispositionReject {
			d.judged.Policies = read.judged.Policies
			d.decide(ik.DispositionReject, read.step.Reason.Code, read.step.Reason.Message)
			return nil
		}
		if err := p.admit(ctx, d, n, read); err != nil {
			return err
		}
	}
	return nil
}

// spares tells whether a draft can do without what it needs: the read that brings it is never in its way.
func (d *draft) spares(n facts.Need) bool { return n.Resolution != "" }

// brought tells whether a draft of this plan that is not refused may bring what another one needs. A read that only served
// drafts which can do without is a must for one that can not.
func (p *planner) brought(consumer *draft, n facts.Need) bool {
	found := false
	for _, d := range p.drafts {
		if !d.open || d.capability == nil || d.step.CapabilityID == consumer.step.CapabilityID {
			continue
		}
		brings := slices.ContainsFunc(n.Facts, func(key ik.FactKey) bool {
			return slices.Contains(d.capability.Provides, key) && p.mayBring(d, consumer, n, key)
		})
		if brings {
			found = true
			d.serves(consumer, n)
		}
	}
	return found
}

// serves notes that a read is for a draft.
func (d *draft) serves(consumer *draft, n facts.Need) {
	if !d.planned {
		return
	}
	if !slices.Contains(d.readFor, consumer) {
		d.readFor = append(d.readFor, consumer)
	}
	d.spare = d.spare && consumer.spares(n)
}

// read makes and judges the read that brings what a draft needs. Nil: it can not be made, its input is not valid, or the
// turn planned it before.
func (p *planner) read(ctx context.Context, d *draft, n facts.Need) (*draft, error) {
	input, ok := p.bound(d).ReadInput(n)
	capability := p.in.Agent.Capabilities[n.From.Capability]
	if !ok || capability == nil {
		return nil, nil
	}
	read := &draft{implicit: true, planned: true, open: true, spare: true, step: ik.PlanStep{Intention: ik.Intention{
		Objective: capability.Description, Evidence: slices.Clone(d.step.Intention.Evidence), References: []ik.Reference{},
		ProposedCapability: capability.ID, Input: input, Resolution: ik.Resolved,
	}}}
	if err := p.assess(ctx, read); err != nil {
		return nil, err
	}
	if read.step.Reason.Code == CodeInvalidInput || slices.ContainsFunc(p.in.Earlier, read.repeats) {
		return nil, nil
	}
	return read, nil
}

// repeats tells whether a draft is the same call as a step.
func (d *draft) repeats(s ik.PlanStep) bool {
	return s.CapabilityID == d.step.CapabilityID && jsonval.Equal(s.Input, d.step.Input)
}

// admit takes a read into the plan, before the draft that it is for. One that is there already serves both.
func (p *planner) admit(ctx context.Context, d *draft, n facts.Need, read *draft) error {
	same := slices.IndexFunc(p.drafts, func(o *draft) bool { return o.open && read.repeats(o.step) })
	if same >= 0 {
		read = p.drafts[same]
	} else {
		read.step.Intention.ID = ik.IntentionID(p.in.IDs.Next(ik.IDIntention))
		read.step.IntentionID = read.step.Intention.ID
		read.step.ID = ik.StepID(p.in.IDs.Next(ik.IDStep))
		if read.step.Question != nil {
			read.step.Question.AgendaItemID = ItemID(read.step.ID)
		}
		p.drafts = slices.Insert(p.drafts, slices.Index(p.drafts, d), read)
	}
	read.serves(d, n)
	if same >= 0 || !read.open {
		return nil
	}
	return p.readFor(ctx, read)
}

// explain says why a read is part of the plan.
func (d *draft) explain() {
	if !d.planned {
		return
	}
	for _, c := range d.readFor {
		d.step.PlannedFor = append(d.step.PlannedFor, c.step.ID)
	}
	if d.runs() && d.step.Reason.Code == CodeReady {
		d.step.Reason.Code = CodePlannedRead
		d.step.Reason.Message = "it reads what " + string(d.readFor[0].step.CapabilityID) + " needs"
	}
}

// dropSpares forgets the reads that no step needs and that do not run as they are: nobody is asked for their sake.
func (p *planner) dropSpares() {
	p.drafts = slices.DeleteFunc(p.drafts, func(d *draft) bool { return d.planned && d.spare && !d.runs() })
}

// unnamed ends a draft that can not do without a fact of which nothing says, or will say, which instance is meant: the user
// is asked for the field of the input that should. It tells whether that is so.
func (p *planner) unnamed(d *draft) bool {
	for _, n := range p.bound(d).Needs() {
		if n.Unnamed == "" || n.Awaited != nil || n.Resolution != "" {
			continue
		}
		if root, fields := n.Unnamed.Split(); root == "input" && len(fields) > 0 {
			d.decide(ik.DispositionClarify, CodeInvalidInput, "the input does not say which one is meant")
			d.ask(invalidInput(d.step, []ik.Issue{{Path: "/" + strings.Join(fields, "/"), Code: "required", Message: "it has to be said which one is meant"}}))
		} else {
			d.decide(ik.DispositionReject, CodeUnnamed, "nothing says which one is meant")
		}
		return true
	}
	return false
}

// Readable tells whether everything that open work still lacks can be read by the kernel now, at least one thing of it
// anew: earlier are the steps that the turn has planned so far.
func Readable(in Input, item *ik.AgendaItem) bool {
	c := in.Agent.Capabilities[item.Intention.ProposedCapability]
	if c == nil || len(item.MissingFacts) == 0 {
		return false
	}
	p := &planner{in: in}
	d := &draft{step: ik.PlanStep{Intention: item.Intention}, capability: c, open: true}
	if !p.validate(d) {
		return false
	}
	anew := false
	for _, n := range p.bound(d).Needs() {
		if n.Resolution != "" || n.Met(in.Facts) {
			continue
		}
		if !p.readableNow(d, n) {
			return false
		}
		anew = true
	}
	return anew
}

func (p *planner) readableNow(d *draft, n facts.Need) bool {
	input, ok := p.bound(d).ReadInput(n)
	if !ok || n.Unnamed != "" {
		return false
	}
	read := &draft{capability: p.in.Agent.Capabilities[n.From.Capability], open: true}
	read.step.CapabilityID = n.From.Capability
	read.step.Intention.Input = input
	return read.capability != nil && p.validate(read) && !slices.ContainsFunc(p.in.Earlier, read.repeats)
}
