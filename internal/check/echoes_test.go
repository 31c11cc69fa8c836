package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEcho(t *testing.T) {
	for _, tt := range []struct {
		code, at, gap string
		want          bool
	}{
		{"IK1011", "agent.version", "agent.version", true},
		{"IK1011", `agent.capabilities."a.b".version`, `agent.capabilities."a.b"`, true},
		{"IK1011", `agent.capabilities."a.b".version`, `agent.capabilities."a.b".version[0]`, false},
		{"IK1011", `agent.capabilities."a.bc".version`, `agent.capabilities."a.b"`, false},
		{"IK1011", "agent.version", "agent", true},
		{"IK1001", "agent.policies.p.on[0]", `agent.facts."x"`, true},
		{"IK1001", "agent.policies.p.on[0]", `agent.facts."x@1".#Value`, false},
		{"IK1005", "agent.capabilities.a.requires[0]", "agent.capabilities.b.provides[2]", true},
		{"IK1005", "agent.capabilities.a.requires[0]", "agent.capabilities.b.effect", false},
		{"IK1017", "agent.policies.p", "agent.policies.p.rules", true},
		{"IK1017", "agent.policies.p", "agent.policies.q.rules", false},
		{"IK1017", "agent.policies.p", "agent.policies.p.rules[0].verdict", false},
		{"IK1015", "agent.policies.p.rules[0].reason", "agent.policies.p.on[1]", true},
		{"IK1024", "agent.facts.x", "agent.limits.maxSteps", true},
		{"IK1026", "agent.advice.a", "agent.advice.a.when.progression.rule", true},
		{"IK1026", "agent.advice.a", "agent.advice.b.when", false},
		{"IK1029", "agent.progression.rules.r.target.group", "agent.progression.groups.g", true},
		{"IK1027", "agent.capabilities.a.requires[0].from.input", "agent.capabilities.b.#Input.x.y", true},
	} {
		assert.Equal(t, tt.want, echo(reads()[tt.code], segments(tt.at), segments(tt.gap)), "%s at %s with %s unread", tt.code, tt.at, tt.gap)
	}
}

func TestSegments(t *testing.T) {
	for path, want := range map[string][]string{
		"":                           nil,
		"agent":                      {"agent"},
		`agent.facts."a.b@1".#Value`: {"agent", "facts", "a.b@1", "#Value"},
		`agent.p.rules[10].#Match.x`: {"agent", "p", "rules", "[10]", "#Match", "x"},
		`agent."a\"b"[0][1]`:         {"agent", `a"b`, "[0]", "[1]"},
		`agent."open`:                {"agent", `"open`},
		`#P.items[].x`:               {"#P", "items", "[]", "x"},
	} {
		assert.Equal(t, want, segments(path), path)
	}
}

// TestReadsNamesRules keeps the table free of codes that no rule has.
func TestReadsNamesRules(t *testing.T) {
	for code := range reads() {
		_, ok := Explain(code)
		assert.True(t, ok, code)
	}
}
