package plan

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// CodeDeniedResult is the issue of a step whose result a policy forbids.
const CodeDeniedResult = "POLICY_DENIED_RESULT"

// Outcome is a completed result before anything of it is published.
type Outcome struct {
	Agent      *agent.Agent
	Capability *ik.CapabilityDefinition
	Step       *ik.PlanStep
	Output     json.RawMessage // validated
	Facts      []ik.FactRecord // now, without those of the result
	Now        time.Time
}

// JudgesResult tells whether a policy judges the results of a capability.
func JudgesResult(a *agent.Agent, id ik.CapabilityID) bool {
	return slices.ContainsFunc(a.Policies(id), func(p *ik.PolicyDefinition) bool { return p.Result != nil })
}

// JudgeResult asks every policy that judges results, in code order. It gives the issue that the step fails with, or nil:
// POLICY_DENIED_RESULT with the reason of the first policy that denies, HANDLER_FAILED for one that cannot judge. Neither
// tells anything of the output.
func JudgeResult(o Outcome) *ik.CapabilityIssue {
	var denied *ik.CapabilityIssue
	for _, p := range o.Agent.Policies(o.Capability.ID) {
		if p.Result == nil {
			continue
		}
		verdict, err := resultVerdict(p, o)
		switch {
		case err != nil || verdict.Kind != ik.VerdictDeny && verdict.Kind != ik.VerdictAllow && verdict.Kind != "":
			return &ik.CapabilityIssue{
				Code: CodeHandlerFailed, Message: "A policy could not judge the result.",
				Details: map[string]any{"kind": "policy", "id": string(p.ID)},
			}
		case verdict.Kind == ik.VerdictDeny && denied == nil:
			denied = denial(p.ID, verdict.Reason)
		}
	}
	return denied
}

func denial(id ik.PolicyID, reason string) *ik.CapabilityIssue {
	if ik.IsBlank(reason) {
		reason = "The result may not be used."
	}
	return &ik.CapabilityIssue{Code: CodeDeniedResult, Message: reason, Details: map[string]any{"policyId": string(id)}}
}

// resultVerdict asks one policy. What it says may show the input, facts and the time, and nothing of the output.
func resultVerdict(p *ik.PolicyDefinition, o Outcome) (ik.Verdict, error) {
	s := subject{
		agent: o.Agent, capability: o.Capability, intention: o.Step.Intention, input: o.Step.Input, facts: o.Facts,
		now: o.Agent.Now(o.Now),
	}
	reader := facts.NewFullReader(o.Agent, o.Facts).For(s.bound())
	verdict, err := guard.Protect(func() (ik.Verdict, error) {
		in, _ := o.Capability.Input.Decode(slices.Clone(o.Step.Input))
		out, _ := o.Capability.Output.Decode(slices.Clone(o.Output))
		return p.Result(ik.PolicyContext{
			Capability: o.Capability.ID, Input: in, Output: out, Facts: reader, Intention: cloneIntention(o.Step.Intention),
			Now: s.now, Shown: func(path ik.Path) (json.RawMessage, bool) { return valueOf(path, s) },
		}), nil
	})
	if err == nil {
		err = reader.Err()
	}
	return verdict, err
}
