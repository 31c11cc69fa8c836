package plan

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// Judgement is what all policies together say of a step.
type Judgement struct {
	Verdict ik.Verdict
	// Policies are those that spoke, the strictest first.
	Policies []ik.PolicyVerdict
	// Reads are the facts that the policies asked for, in code order: of a keyed one the instance that the step is about.
	Reads []ik.FactRef
	// Failed is the policy that could not judge, or "". The step must not run then.
	Failed ik.PolicyID
}

// subject is a step as policies see it.
type subject struct {
	agent      *agent.Agent
	capability *ik.CapabilityDefinition
	intention  ik.Intention
	input      json.RawMessage // validated
	facts      []ik.FactRecord
	now        time.Time
}

// bound tells which instances of keyed facts the step is about.
func (s subject) bound() facts.Step {
	return facts.Step{Agent: s.agent, Capability: s.capability, Input: s.input, Facts: s.facts}
}

// judge asks every policy of the capability. The strictest verdict wins: deny, clarify, confirm, allow; of equals the
// first by policy id. Only the end of the turn and unreadable facts are errors.
func judge(ctx context.Context, s subject) (Judgement, error) {
	out := Judgement{Verdict: ik.Allow()}
	for _, p := range s.agent.Policies(s.capability.ID) {
		reader := facts.NewFullReader(s.agent, s.facts).For(s.bound())
		v, err := evaluate(ctx, p, s, reader)
		if ended := guard.Ended(ctx); ended != nil {
			return out, ended
		}
		if unreadable := reader.Err(); unreadable != nil {
			return out, unreadable
		}
		for _, k := range append(reader.Reads(), s.bound().Reads(p.ReadsFacts)...) {
			if !slices.Contains(out.Reads, k) {
				out.Reads = append(out.Reads, k)
			}
		}
		out.add(p.ID, v, err)
	}
	slices.SortFunc(out.Reads, facts.CompareRefs)
	slices.SortStableFunc(out.Policies, func(a, b ik.PolicyVerdict) int { return severity(b.Verdict) - severity(a.Verdict) })
	return out, nil
}

// add takes one policy's verdict. A policy that can not judge fails closed.
func (j *Judgement) add(id ik.PolicyID, v ik.Verdict, err error) {
	if err != nil {
		if j.Failed == "" {
			j.Failed = id
		}
		j.Policies = append(j.Policies, ik.PolicyVerdict{ID: id, Verdict: VerdictFailed})
		return
	}
	if v.Kind == ik.VerdictAllow {
		return
	}
	j.Policies = append(j.Policies, ik.PolicyVerdict{ID: id, Verdict: v.Kind, Reason: v.Reason})
	j.Verdict = ik.Strictest(j.Verdict, v)
}

func severity(k ik.VerdictKind) int {
	return slices.Index([]ik.VerdictKind{ik.VerdictAllow, ik.VerdictConfirm, ik.VerdictClarify, ik.VerdictDeny, VerdictFailed}, k)
}

// evaluate asks one policy: its rules and its handler, the stricter of the two counts. Each gets an input of its own, so
// that none can change what another one sees, or what runs.
func evaluate(ctx context.Context, p *ik.PolicyDefinition, s subject, reader *facts.Reader) (ik.Verdict, error) {
	verdict := ik.Allow()
	view := func() ik.PolicyContext {
		in, _ := s.capability.Input.Decode(slices.Clone(s.input))
		return ik.PolicyContext{
			Capability: s.capability.ID, Input: in, Facts: reader, Intention: cloneIntention(s.intention), Now: s.now,
			Shown: func(p ik.Path) (json.RawMessage, bool) { return valueOf(p, s) },
		}
	}
	if p.Rules != nil {
		v, err := guard.Protect(func() (ik.Verdict, error) { return p.Rules(view()), nil })
		if err != nil {
			return v, err
		}
		verdict = v
	}
	if p.Evaluate != nil {
		v, err := guard.Call(ctx, func(ctx context.Context) (ik.Verdict, error) { return p.Evaluate(ctx, view()) })
		if err != nil {
			return v, err
		}
		verdict = ik.Strictest(verdict, v)
	}
	return wellFormed(verdict)
}

var errMalformed = errors.New("the policy gave a verdict that can not be carried out")

// wellFormed checks a verdict at once: a question that nobody could be asked, or an unknown kind, is a fault.
func wellFormed(v ik.Verdict) (ik.Verdict, error) {
	switch v.Kind {
	case "":
		v.Kind = ik.VerdictAllow
	case ik.VerdictAllow, ik.VerdictConfirm, ik.VerdictDeny:
	case ik.VerdictClarify:
		if v.Interaction == nil && ik.IsBlank(v.Ask) {
			v.Ask = v.Reason
		}
		if v.Interaction != nil {
			i, err := NormaliseInteraction(*v.Interaction)
			if err != nil || ik.IsBlank(i.Goal) {
				return v, errMalformed
			}
			v.Interaction = &i
		} else if ik.IsBlank(v.Ask) {
			return v, errMalformed
		}
	default:
		return v, errMalformed
	}
	return v, nil
}

func cloneIntention(i ik.Intention) ik.Intention {
	i.Evidence, i.References = slices.Clone(i.Evidence), slices.Clone(i.References)
	i.Input, i.Alternatives = slices.Clone(i.Input), slices.Clone(i.Alternatives)
	return i
}
