package rules

import (
	"sort"
	"strconv"
	"strings"
)

// Codes of the specification for faults of a definition.
const (
	CodeDuplicateCapability    = "DUPLICATE_CAPABILITY"
	CodeWriteConfirmation      = "WRITE_CONFIRMATION_REQUIRED"
	CodeAmbiguousProvider      = "AMBIGUOUS_FACT_PROVIDER"
	CodeMissingProvider        = "MISSING_FACT_PROVIDER"
	CodeDependencyCycle        = "CAPABILITY_DEPENDENCY_CYCLE"
	CodeReferenceRequirements  = "INVALID_CAPABILITY_REFERENCE_REQUIREMENTS"
	CodeAgentVersion           = "INVALID_AGENT_VERSION"
	CodeCapabilityVersion      = "INVALID_CAPABILITY_VERSION"
	CodeCapabilityDescription  = "INVALID_CAPABILITY_DESCRIPTION"
	CodeAutomationVersion      = "INVALID_CAPABILITY_AUTOMATION_VERSION"
	CodeProgressionGroup       = "INVALID_PROGRESSION_GROUP"
	CodeProgressionMember      = "INVALID_PROGRESSION_GROUP_MEMBER"
	CodeProgressionRule        = "INVALID_PROGRESSION_RULE"
	CodeTargetNotRegistered    = "PROGRESSION_TARGET_NOT_REGISTERED"
	CodeTargetNotAutomatable   = "PROGRESSION_TARGET_NOT_AUTOMATABLE"
	CodeActivationNotProvided  = "PROGRESSION_ACTIVATION_FACT_NOT_PROVIDED"
	CodeObjectiveNotProvided   = "PROGRESSION_OBJECTIVE_FACT_NOT_PROVIDED"
	CodeModelGuidancePolicy    = "INVALID_MODEL_GUIDANCE_POLICY"
	CodeResponseFallback       = "INVALID_RESPONSE_FALLBACK"
	CodeModelSchemaRequired    = "MODEL_SCHEMA_REQUIRED"
	CodeInvalidPromptReference = "INVALID_MODEL_PROMPT"
)

// Ambiguity is a fact with more providers than it may have.
type Ambiguity struct {
	Fact      string
	Providers []string // in code order; an id twice when one capability lists the fact twice
}

// Ambiguous finds the facts with several providers, in order of their first appearance. many tells which facts may have
// several; a capability that lists one fact twice is a fault even then.
func Ambiguous(nodes []Node, many func(fact string) bool) []Ambiguity {
	providers := Providers(nodes)
	seen := map[string]bool{}
	var out []Ambiguity
	for _, n := range nodes {
		for _, fact := range n.Provides {
			ids := providers[fact]
			if seen[fact] || len(ids) < 2 || (many(fact) && !repeated(ids)) {
				continue
			}
			seen[fact] = true
			out = append(out, Ambiguity{Fact: fact, Providers: ids})
		}
	}
	return out
}

// repeated tells whether two neighbours of a sorted list are equal.
func repeated(sorted []string) bool {
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return true
		}
	}
	return false
}

// Unprovided is a requirement that nothing can fulfil.
type Unprovided struct {
	Capability string
	Need       int // index in Requires
	Facts      []string
	// SelfOnly: the capability itself is the only provider of some of the facts, so nothing publishes the first one.
	SelfOnly bool
}

// Missing finds the needs without any provider but the capability itself, in order of nodes and needs. given tells
// which facts come from elsewhere: the host. Optional needs are never missing.
func Missing(nodes []Node, given func(fact string) bool) []Unprovided {
	providers := Providers(nodes)
	var out []Unprovided
	for _, n := range nodes {
		for i, need := range n.Requires {
			if u, bad := missing(n.ID, need, providers, given); bad {
				u.Need = i
				out = append(out, u)
			}
		}
	}
	return out
}

func missing(id string, need Need, providers map[string][]string, given func(string) bool) (Unprovided, bool) {
	u := Unprovided{Capability: id, Facts: need.Facts}
	if need.Optional {
		return u, false
	}
	for _, fact := range need.Facts {
		if given(fact) {
			return u, false
		}
		for _, p := range providers[fact] {
			if p != id {
				return u, false
			}
			u.SelfOnly = true
		}
	}
	return u, true
}

// SplitFact splits a fact key "order.found@1" into type and version. ok is false for anything else.
func SplitFact(key string) (factType string, version int, ok bool) {
	at := strings.LastIndexByte(key, '@')
	if at <= 0 {
		return "", 0, false
	}
	v, err := strconv.Atoi(key[at+1:])
	if err != nil || v < 1 || key[at+1] == '+' || key[at+1] == '0' {
		return "", 0, false
	}
	return key[:at], v, true
}

// OtherVersions lists the keys of among that have the type of key and another version, lowest version first.
func OtherVersions(key string, among []string) []string {
	want, _, ok := SplitFact(key)
	if !ok {
		return nil
	}
	versions := map[string]int{}
	var out []string
	for _, k := range among {
		typ, v, ok := SplitFact(k)
		if ok && typ == want && k != key {
			versions[k] = v
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool { return versions[out[i]] < versions[out[j]] })
	return out
}

// WriteAsks tells whether a capability keeps the rule of writes: one that changes the world asks first, or says why it
// does not.
func WriteAsks(effect, confirmation, because string) bool {
	if effect != "write" || (confirmation != "none" && confirmation != "") {
		return true
	}
	return strings.TrimSpace(because) != ""
}
