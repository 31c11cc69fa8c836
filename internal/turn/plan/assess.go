package plan

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/fill"
	ik "github.com/ikgen/ikgen/runtime"
)

// assess judges one draft as far as it goes without the others: is it understood, is its capability there, is its input
// valid, and what do the policies say.
func (p *planner) assess(ctx context.Context, d *draft) error {
	i := d.step.Intention
	d.step.DependsOn, d.step.MissingFacts = []ik.StepID{}, []ik.FactRequirement{}
	switch {
	case i.Resolution == ik.Ambiguous:
		d.decide(ik.DispositionClarify, CodeAmbiguous, "the request can mean several things")
		d.ask(ambiguous(i))
		return nil
	case i.Resolution == ik.Unsupported || i.ProposedCapability == "":
		d.decide(ik.DispositionReject, CodeUnsupported, "no capability does this")
		return nil
	}
	d.step.CapabilityID = i.ProposedCapability
	d.capability = p.in.Agent.Capabilities[i.ProposedCapability]
	if d.capability == nil {
		d.decide(ik.DispositionReject, CodeNotRegistered, "the capability is not registered")
		return nil
	}
	p.inherit(d)
	if d.declined {
		d.step.Input = i.Input
		d.decide(ik.DispositionReject, CodeDeclined, "the user declined")
		return nil
	}
	if !p.validate(d) || d.unfilled {
		return nil
	}
	return p.applyPolicies(ctx, d)
}

// ambiguous asks which of the alternatives is meant.
func ambiguous(i ik.Intention) ik.Interaction {
	q := ik.Interaction{Kind: ik.InteractionClarification, Goal: i.Objective, Options: []ik.Option{}}
	for n, text := range i.Alternatives {
		value, err := json.Marshal(text)
		if err != nil {
			continue
		}
		q.Options = append(q.Options, ik.Option{
			ID: alternativeIDPrefix + strconv.Itoa(n+1), Label: text, Value: json.RawMessage(value),
		})
	}
	return q
}

// inherit gives a step what its open work kept. A new request starts without a continuation, but what must stay private
// of the capability's other open work stays private.
func (p *planner) inherit(d *draft) {
	for i := range p.in.Agenda {
		item := &p.in.Agenda[i]
		if item.Intention.ProposedCapability == d.step.CapabilityID {
			d.step.ModelRedactions = union(d.step.ModelRedactions, item.ModelRedactions)
		}
	}
	if d.item != nil {
		d.step.Continuation = d.item.Continuation
	}
	if d.step.Answer != nil && p.answer != nil {
		d.step.DeferredChoiceAnswer = p.answer.binding(d.step.CapabilityID)
		return
	}
	if d.item == nil || d.item.DeferredChoiceAnswer == nil || d.item.Intention.ID != d.step.Intention.ID {
		return
	}
	kept := d.item.DeferredChoiceAnswer
	active := p.in.Interaction
	if active != nil && active.CapabilityID == d.step.CapabilityID && active.ID != kept.Interaction.ID {
		return // a newer question of the same capability
	}
	d.step.Answer, d.step.DeferredChoiceAnswer = &kept.Answer, kept
}

// validate fills and decodes the proposed input. The step keeps the validated form, with defaults. A step that lacks the
// fact of a filled field is judged once the fact is there; until then it waits for it like for any other.
func (p *planner) validate(d *draft) bool {
	raw := d.step.Intention.Input
	if raw == nil {
		raw = json.RawMessage("null")
	}
	value, own, issues := fill.Decode(p.in.Agent, d.capability, p.in.Facts, raw)
	var normal json.RawMessage
	if len(own)+len(issues) == 0 {
		out, err := json.Marshal(value)
		if err != nil {
			issues = []ik.Issue{{Code: "not_json", Message: "the input can not be written as JSON"}}
		}
		normal = out
	}
	d.unfilled = false
	switch {
	case len(issues) > 0:
		d.step.Input = d.step.Intention.Input
		d.decide(ik.DispositionClarify, CodeInvalidInput, "the input is incomplete or not valid")
		d.ask(invalidInput(d.step, issues))
		return false
	case len(own) > 0 && len(Missing(p.in.Agent, d.step.CapabilityID, raw, p.in.Facts)) > 0:
		d.unfilled, d.step.Input = true, raw
		return true
	case len(own) > 0:
		d.step.Input = raw
		d.decide(ik.DispositionReject, CodeNotFilled, "a value that is filled in is missing or not valid")
		return false
	}
	d.step.Input = normal
	// What is filled in is withheld with the fact that it comes from, and stored nowhere else.
	d.step.ModelRedactions = union(d.step.ModelRedactions, facts.Private(d.capability.Input, fill.Without(d.capability, normal)))
	return true
}

// invalidInput asks for what is missing or wrong in an input.
func invalidInput(s ik.PlanStep, issues []ik.Issue) ik.Interaction {
	var places []string
	for _, is := range issues {
		name := strings.ReplaceAll(strings.TrimPrefix(is.Path, "/"), "/", ".")
		if name != "" && !slices.Contains(places, name) && len(places) < 10 {
			places = append(places, name)
		}
	}
	goal := "More information is needed for: " + s.Intention.Objective
	if len(places) > 0 {
		goal += " (" + strings.Join(places, ", ") + ")"
	}
	payload, err := json.Marshal(map[string]any{"issues": issues, "proposedInput": s.Intention.Input})
	q := ik.Interaction{Kind: ik.InteractionClarification, CapabilityID: s.CapabilityID, Goal: goal}
	if err == nil {
		q.Payload = json.RawMessage(payload)
	}
	return q
}

// applyPolicies judges a valid draft. A deny and a clarify end it here; a confirm is remembered.
func (p *planner) applyPolicies(ctx context.Context, d *draft) error {
	var err error
	d.judged, err = judge(ctx, p.subject(d))
	if err != nil {
		return err
	}
	verdict := d.judged.Verdict
	switch {
	case d.judged.Failed != "" && verdict.Kind != ik.VerdictDeny:
		d.decide(ik.DispositionReject, CodeHandlerFailed, "a policy could not judge the step")
	case verdict.Kind == ik.VerdictDeny:
		d.decide(ik.DispositionReject, CodeDenied, verdict.Reason)
	case verdict.Kind == ik.VerdictClarify:
		d.decide(ik.DispositionClarify, CodePolicyAsks, verdict.Reason)
		d.ask(policyQuestion(d.step.CapabilityID, verdict))
	}
	return nil
}

func policyQuestion(id ik.CapabilityID, v ik.Verdict) ik.Interaction {
	if v.Interaction == nil {
		return ik.Interaction{Kind: ik.InteractionClarification, CapabilityID: id, Goal: v.Ask}
	}
	q := *v.Interaction
	if q.CapabilityID == "" {
		q.CapabilityID = id
	}
	return q
}

func (p *planner) subject(d *draft) subject {
	return subject{
		agent: p.in.Agent, capability: d.capability, intention: d.step.Intention, input: d.step.Input,
		facts: p.in.Facts, now: p.in.Agent.Now(p.in.Now),
	}
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
