package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/rules"
)

func none(string) bool { return false }

func TestAmbiguous(t *testing.T) {
	both := []rules.Node{node("b", nil, "f@1", "g@1"), node("a", nil, "f@1")}
	assert.Equal(t, []rules.Ambiguity{{Fact: "f@1", Providers: []string{"a", "b"}}}, rules.Ambiguous(both, none), "A-034")
	assert.Empty(t, rules.Ambiguous(both, func(f string) bool { return f == "f@1" }))

	twice := []rules.Node{node("a", nil, "f@1", "f@1")}
	want := []rules.Ambiguity{{Fact: "f@1", Providers: []string{"a", "a"}}}
	assert.Equal(t, want, rules.Ambiguous(twice, none), "A-061")
	assert.Equal(t, want, rules.Ambiguous(twice, func(string) bool { return true }), "one capability, one fact, once")
}

func TestAmbiguousNamesTheFirstPublished(t *testing.T) {
	nodes := []rules.Node{node("one", nil, "z.fact@1"), node("two", nil, "a.fact@1", "z.fact@1"), node("three", nil, "a.fact@1")}
	got := rules.Ambiguous(nodes, none)
	assert.Equal(t, "z.fact@1", got[0].Fact, "A-064")
	assert.Len(t, got, 2)
}

func TestMissing(t *testing.T) {
	nodes := []rules.Node{
		node("a", []string{"have@1", "host@1", "none@1"}),
		node("b", []string{"self@1"}, "self@1", "have@1"),
		{ID: "c", Requires: []rules.Need{{Facts: []string{"none@1", "have@1"}}, {Facts: []string{"none@1"}, Optional: true}}},
	}
	got := rules.Missing(nodes, func(f string) bool { return f == "host@1" })
	assert.Equal(t, []rules.Unprovided{
		{Capability: "a", Need: 2, Facts: []string{"none@1"}},
		{Capability: "b", Need: 0, Facts: []string{"self@1"}, SelfOnly: true},
	}, got)
}

func TestSplitFact(t *testing.T) {
	for key, want := range map[string]int{"a@1": 1, "order.found@12": 12, "a": 0, "@1": 0, "a@": 0, "a@0": 0, "a@01": 0,
		"a@+1": 0, "a@1.x": 0, "a@99999999999999999999": 0} {
		_, v, ok := rules.SplitFact(key)
		assert.Equal(t, want, v, key)
		assert.Equal(t, want > 0, ok, key)
	}
}

func TestOtherVersions(t *testing.T) {
	assert.Equal(t, []string{"f@2", "f@10"}, rules.OtherVersions("f@3", []string{"f@10", "g@1", "f@3", "f@2", "bad"}))
	assert.Empty(t, rules.OtherVersions("bad", []string{"bad@1"}))
}

func TestWriteAsks(t *testing.T) {
	assert.True(t, rules.WriteAsks("read", "none", ""))
	assert.True(t, rules.WriteAsks("write", "required", ""))
	assert.True(t, rules.WriteAsks("write", "none", "it only logs"))
	assert.False(t, rules.WriteAsks("write", "none", " "))
	assert.False(t, rules.WriteAsks("write", "", ""), "the zero confirmation is none")
}
