package execute

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// Codes of results that break their contract, and of handlers that fail.
const (
	codeFailed        = "CAPABILITY_FAILED"
	codeResult        = "INVALID_CAPABILITY_RESULT"
	codeInteraction   = "INVALID_CAPABILITY_INTERACTION"
	codeOutput        = "INVALID_CAPABILITY_OUTPUT"
	codeNotCoordinate = "WRITE_EFFECT_NOT_COORDINATED"
	codeUncertain     = "EFFECT_UNCERTAIN"
)

// result turns what the handler returned into the result of the step. current are the facts that its own facts may
// depend on.
func (c *call) result(current []ik.FactRecord) *ik.StepResult {
	res := &ik.StepResult{Status: statusInvoked, StepID: c.step.ID, CapabilityID: c.step.CapabilityID}
	c.effects.mu.Lock()
	res.Effects = slices.Clone(c.effects.receipts)
	uncertain := c.effects.uncertain
	c.effects.mu.Unlock()
	out, breach := c.outcome(current, res.Effects, uncertain)
	if breach != nil {
		out = &ik.StepOutcome{Status: ik.StatusFailed, Issue: breach}
	}
	if out.Status == ik.StatusFailed {
		out.Redactions = c.step.ModelRedactions
	} else {
		out.Redactions = mergeRedactions(c.step.ModelRedactions, out.Redactions)
	}
	res.Result = out
	return res
}

func mergeRedactions(a, b []string) []string {
	var out []string
	for _, s := range slices.Concat(a, b) {
		if redact.Maskable(s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// outcome checks a result and makes its values JSON. A breach of the contract comes back as the issue of the step.
func (c *call) outcome(current []ik.FactRecord, receipts []ik.EffectReceipt, uncertain bool) (*ik.StepOutcome, *ik.CapabilityIssue) {
	if c.err != nil {
		return nil, handlerIssue(c.err)
	}
	out := &ik.StepOutcome{Status: c.raw.Status, Redactions: c.raw.Redactions}
	if breach := c.takeInteraction(out, current); breach != nil {
		return nil, breach
	}
	continuation, err := optionalJSON(c.raw.Continuation)
	if err != nil {
		return nil, breachOf(codeResult, "the continuation is not JSON")
	}
	out.Continuation = continuation
	var breach *ik.CapabilityIssue
	switch c.raw.Status {
	case ik.StatusCompleted:
		breach = c.takeCompleted(out, current)
		if breach == nil {
			breach = c.checkEffects(receipts, uncertain)
		}
		if breach == nil {
			breach = c.judgeResult(out, current)
		}
	case ik.StatusNeedsInput:
		out.Partial, out.Continuation = continuation, nil
		breach = c.takeInvalidations(out)
	case ik.StatusNeedsConfirmation:
	case ik.StatusNeedsDependency:
		breach = c.takeDependency(out)
	case ik.StatusFailed:
		breach = c.takeIssue(out)
	default:
		breach = breachOf(codeResult, "the handler returned no result")
	}
	return out, breach
}

// judgeResult asks the policies that judge results, before anything of this one is published.
func (c *call) judgeResult(out *ik.StepOutcome, current []ik.FactRecord) *ik.CapabilityIssue {
	issue := plan.JudgeResult(plan.Outcome{
		Agent: c.r.in.Agent, Capability: c.capability, Step: c.step, Output: out.Output, Facts: current, Now: c.r.in.Now(),
	})
	if issue != nil {
		c.held = nil
	}
	return issue
}

// handlerIssue tells of an error or a panic. Only its code gets out: its text may hold anything.
func handlerIssue(err error) *ik.CapabilityIssue {
	code := "UNEXPECTED_ERROR"
	if own := ik.CodeOf(err); stableCode(own) {
		code = own
	}
	return &ik.CapabilityIssue{
		Code: codeFailed, Message: "The capability failed.", Retryable: ik.IsRetryable(err),
		Details: map[string]any{"code": code},
	}
}

// stableCode tells whether a code of a host looks like one: nothing else may leave through it.
func stableCode(s string) bool {
	if s == "" || len(s) > 100 || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' })
}

func breachOf(code, message string) *ik.CapabilityIssue {
	return &ik.CapabilityIssue{Code: code, Message: message}
}

func breachFrom(e *ik.Error) *ik.CapabilityIssue {
	return &ik.CapabilityIssue{Code: e.Code, Message: e.Message, Details: e.Context}
}

// checkEffects holds a completed write to what it promised: an effect that happened, and none of which that is unknown.
func (c *call) checkEffects(receipts []ik.EffectReceipt, uncertain bool) *ik.CapabilityIssue {
	if c.capability.Effect != ik.EffectWrite {
		return nil
	}
	if uncertain {
		return breachOf(codeUncertain, "It is not known whether the effect happened.")
	}
	if !slices.ContainsFunc(receipts, func(r ik.EffectReceipt) bool { return r.Status == ik.EffectCompleted }) {
		return breachOf(codeNotCoordinate, "The capability completed without an effect that was recorded.")
	}
	return nil
}

// takeInvalidations takes the facts that an unfinished result gives up.
func (c *call) takeInvalidations(out *ik.StepOutcome) *ik.CapabilityIssue {
	for _, ref := range c.raw.Invalidates {
		if !c.mayInvalidate(ref.FactKey()) {
			return breachOf("UNDECLARED_FACT_INVALIDATION", "the capability does not declare the fact that it invalidates")
		}
	}
	out.Invalidates = slices.Clone(c.raw.Invalidates)
	return nil
}

func (c *call) mayInvalidate(fact ik.FactKey) bool {
	return slices.Contains(c.capability.Provides, fact) || slices.Contains(c.capability.Invalidates, fact) ||
		slices.ContainsFunc(c.capability.InvalidatesInstances, func(i ik.InstancePath) bool { return i.Fact == fact })
}

// takeIssue takes the handler's own refusal.
func (c *call) takeIssue(out *ik.StepOutcome) *ik.CapabilityIssue {
	is := c.raw.Issue
	if is == nil || ik.IsBlank(is.Code) || ik.IsBlank(is.Message) {
		return breachOf(codeResult, "the handler failed without saying why")
	}
	copied := *is
	if declared := c.capability.Issues; declared != nil {
		at := slices.IndexFunc(declared, func(d ik.IssueDefinition) bool { return d.Code == is.Code })
		if at < 0 {
			return breachOf("UNDECLARED_ISSUE", "the capability does not declare the issue that it failed with")
		}
		copied.Retryable = declared[at].Retryable // the contract says it, not the call
	}
	if is.Details != nil {
		tree, err := redact.Tree(is.Details)
		details, ok := tree.(map[string]any)
		if err != nil || !ok {
			return breachOf(codeResult, "the details of the issue are not JSON")
		}
		copied.Details = details
	}
	out.Issue, out.Continuation = &copied, c.step.Continuation
	return nil
}

// takeDependency checks a request for a fact: another capability must publish it.
func (c *call) takeDependency(out *ik.StepOutcome) *ik.CapabilityIssue {
	a, key := c.r.in.Agent, c.raw.Requirement.FactKey()
	switch {
	case c.raw.Provider == c.step.CapabilityID:
		return breachOf("DYNAMIC_DEPENDENCY_SELF_REFERENCE", "the capability asks itself for a fact")
	case a.Capabilities[c.raw.Provider] == nil:
		return breachOf("DYNAMIC_DEPENDENCY_PROVIDER_NOT_REGISTERED", "the provider that it asks is not registered")
	case !a.Provides(c.raw.Provider, key):
		return breachOf("DYNAMIC_DEPENDENCY_FACT_NOT_PROVIDED", "the provider that it asks does not publish the fact")
	}
	input, err := json.Marshal(c.raw.ProviderIn)
	if err != nil {
		return breachOf(codeResult, "the input of the provider is not JSON")
	}
	need := &ik.FactRequirement{FactRef: c.raw.Requirement, Resolution: "runtime"}
	for _, r := range c.capability.Requires {
		if slices.Contains(r.Facts, key) {
			need.Description = r.Description
		}
	}
	if need.Key == "" && a.Keyed(key) {
		need.Key, _ = c.bound().Instance(key)
	}
	out.Requirement = need
	out.Provider = &ik.ProviderCall{CapabilityID: c.raw.Provider, Input: fill.Without(a.Capabilities[c.raw.Provider], input)}
	return nil
}

func optionalJSON(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil || string(raw) == "null" {
		return nil, err
	}
	return raw, nil
}
