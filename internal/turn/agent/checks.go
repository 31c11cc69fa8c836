package agent

import (
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // agents name time zones, and run in containers that have no zone files
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/rules"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxCopy is the longest text of copy and guidance, in code points.
const maxCopy = 4000

func broken(code, format string, args ...any) *ik.Error {
	return ik.NewError(ik.KindCompilation, code, format, args...)
}

func checkAgentVersion(a *Agent) error {
	if a.Def.Version < 1 {
		return broken(rules.CodeAgentVersion, "the version of agent %q must be at least 1, not %d", a.Def.ID, a.Def.Version).
			With("agentId", string(a.Def.ID)).With("version", a.Def.Version)
	}
	return nil
}

// checkCapabilities looks at one capability after the other, as declared, so that the first faulty one is named.
func checkCapabilities(a *Agent) error {
	seen := map[ik.CapabilityID]bool{}
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		if seen[c.ID] {
			return broken(rules.CodeDuplicateCapability, "the capability %q is defined twice", c.ID).
				With("capabilityId", string(c.ID))
		}
		seen[c.ID] = true
		if err := checkCapability(c); err != nil {
			return err.With("capabilityId", string(c.ID))
		}
	}
	return nil
}

func checkCapability(c *ik.CapabilityDefinition) *ik.Error {
	switch {
	case c.Version < 1:
		return broken(rules.CodeCapabilityVersion, "the version of capability %q must be at least 1, not %d", c.ID, c.Version).
			With("version", c.Version)
	case ik.IsBlank(c.Description):
		return broken(rules.CodeCapabilityDescription, "the description of capability %q is blank", c.ID)
	case !rules.WriteAsks(string(c.Effect), string(c.Confirmation), c.Because):
		return broken(rules.CodeWriteConfirmation, "the write %q needs a confirmation, or a reason why it needs none", c.ID)
	case c.Destructive && c.Confirmation != ik.ConfirmationRequired:
		return broken(rules.CodeWriteConfirmation, "the destructive write %q must be confirmed: the kernel asks", c.ID)
	case c.Automation < 0:
		return broken(rules.CodeAutomationVersion, "the automation version of capability %q must be at least 1, not %d", c.ID, c.Automation).
			With("version", c.Automation)
	case badReferences(c.References):
		return broken(rules.CodeReferenceRequirements, "the reference bounds of capability %q must be 1 <= minimum <= maximum", c.ID)
	case c.Invoke == nil:
		return broken("CAPABILITY_HANDLER_REQUIRED", "the capability %q has no handler", c.ID)
	case c.Automation > 0 && c.CreateInput == nil:
		return broken("CAPABILITY_HANDLER_REQUIRED", "nothing makes the input of the capability %q, which has automation", c.ID)
	case c.Input.Decode == nil || c.Output.Decode == nil || (c.Continuation != nil && c.Continuation.Decode == nil):
		return broken("SCHEMA_DECODER_REQUIRED", "a schema of capability %q has no decoder", c.ID)
	}
	return nil
}

// checkBindings refuses an agent of which the host left something nil.
func checkBindings(a *Agent) error {
	if len(a.Def.Unbound) == 0 {
		return nil
	}
	if slices.Contains(a.Def.Unbound, ik.HandlersBinding) {
		return broken("CAPABILITY_HANDLER_REQUIRED", "the agent %q has no handlers: they are nil", a.Def.ID).
			With("agentId", string(a.Def.ID))
	}
	names := strings.Join(a.Def.Unbound, ",")
	return broken("PORT_REQUIRED", "the agent %q has ports that are nil: %s", a.Def.ID, names).
		With("agentId", string(a.Def.ID)).With("ports", names)
}

func badReferences(r *ik.ReferenceRequirements) bool {
	return r != nil && (r.Minimum < 1 || r.Maximum < r.Minimum)
}

// checkGraph checks who provides what, and orders the capabilities.
func checkGraph(a *Agent) error {
	nodes := graphNodes(a.Def.Capabilities)
	if all := rules.Ambiguous(nodes, a.hasAlternatives); len(all) > 0 {
		amb := all[0]
		return broken(rules.CodeAmbiguousProvider, "the fact %q has more than one provider: %s", amb.Fact, strings.Join(amb.Providers, ", ")).
			With("fact", amb.Fact).With("providers", strings.Join(amb.Providers, ","))
	}
	providers := rules.Providers(nodes)
	if err := checkProvided(a, providers); err != nil {
		return err
	}
	order, cycle := rules.Graph(nodes)
	if cycle != nil {
		return broken(rules.CodeDependencyCycle, "capabilities wait for each other: %s", cycle).
			With("capabilities", strings.Join(cycle.Blocked, ","))
	}
	a.rank = make(map[ik.CapabilityID]int, len(order))
	for i, id := range order {
		a.Order = append(a.Order, ik.CapabilityID(id))
		a.rank[ik.CapabilityID(id)] = i
	}
	a.Providers = make(map[ik.FactKey][]ik.CapabilityID, len(providers))
	for fact, ids := range providers {
		for _, id := range ids {
			a.Providers[ik.FactKey(fact)] = append(a.Providers[ik.FactKey(fact)], ik.CapabilityID(id))
		}
	}
	return nil
}

// checkProvided finds requirements that nothing publishes. A capability that requires its own fact is accepted: an
// existing fact satisfies it.
func checkProvided(a *Agent, providers map[string][]string) error {
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, r := range c.Requires {
			for _, f := range r.Facts {
				if len(providers[string(f)]) > 0 || a.IsHostFact(f) {
					continue
				}
				typ := string(f.Ref().Type)
				return broken(rules.CodeMissingProvider, "capability %q requires the fact %q, which nothing provides", c.ID, typ).
					With("capabilityId", string(c.ID)).With("factType", typ)
			}
		}
	}
	return nil
}

func (a *Agent) hasAlternatives(fact string) bool {
	f := a.Facts[ik.FactKey(fact)]
	return f != nil && f.Alternatives
}

func graphNodes(caps []ik.CapabilityDefinition) []rules.Node {
	nodes := make([]rules.Node, len(caps))
	for i, c := range caps {
		nodes[i] = rules.Node{ID: string(c.ID), Provides: texts(c.Provides), After: texts(c.After)}
		for _, r := range c.Requires {
			nodes[i].Requires = append(nodes[i].Requires, rules.Need{Facts: texts(r.Facts), Optional: r.Resolution == "optional"})
		}
	}
	return nodes
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

// checkFacts checks the declared facts, and that what is provided is declared: its values could not be checked else.
func checkFacts(a *Agent) error {
	seen := map[ik.FactKey]bool{}
	for i := range a.Def.Facts {
		f := &a.Def.Facts[i]
		switch {
		case seen[f.Fact]:
			return broken("DUPLICATE_FACT", "the fact %q is declared twice", f.Fact).With("fact", string(f.Fact))
		case f.Value.Decode == nil:
			return broken("SCHEMA_DECODER_REQUIRED", "the schema of fact %q has no decoder", f.Fact).With("fact", string(f.Fact))
		}
		seen[f.Fact] = true
	}
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, f := range c.Provides {
			if !seen[f] {
				return broken("UNDECLARED_FACT", "capability %q provides the fact %q, which the agent does not declare", c.ID, f).
					With("capabilityId", string(c.ID)).With("fact", string(f))
			}
		}
	}
	return nil
}

// checkPolicies checks that every policy can judge. Duplicate ids and versions are the author's business.
func checkPolicies(a *Agent) error {
	for i := range a.Def.Policies {
		p := &a.Def.Policies[i]
		if p.Evaluate == nil && p.Rules == nil && p.Result == nil {
			return broken("POLICY_HANDLER_REQUIRED", "the policy %q has neither rules nor a handler", p.ID).
				With("policyId", string(p.ID))
		}
	}
	return nil
}

// checkCopy checks the copy for what the agent can not do.
func checkCopy(a *Agent) error {
	u := a.Def.Unsupported
	if u != nil && (*u == "" || ik.Trim(*u) != *u || utf8.RuneCountInString(*u) > maxCopy) {
		return broken(rules.CodeResponseFallback, "the copy for unsupported requests must be 1 to %d characters without space around it", maxCopy).
			With("target", "unsupportedIntention")
	}
	return nil
}

// checkSchemas checks, in code order of ids, that models can be told every input and output.
func checkSchemas(a *Agent) error {
	for _, id := range a.Sorted {
		c := a.Capabilities[id]
		if c.Input.ModelJSON() == "" || c.Output.ModelJSON() == "" {
			return broken(rules.CodeModelSchemaRequired, "capability %q has no JSON Schema for its input or output", id).
				With("capabilityId", string(id))
		}
	}
	return nil
}

func checkTimeZone(a *Agent) error {
	name := a.Def.TimeZone
	if name == "" {
		name = "UTC"
	}
	loc, err := time.LoadLocation(name)
	if err != nil || strings.EqualFold(name, "local") {
		return broken("INVALID_TIME_ZONE", "the time zone %q is not known", name).With("timeZone", name)
	}
	a.Location = loc
	return nil
}

func sortByID[T any](list []T, id func(*T) ik.PolicyID) {
	slices.SortStableFunc(list, func(x, y T) int { return compareIDs(id(&x), id(&y)) })
}
