package rules_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/rules"
)

func node(id string, requires []string, provides ...string) rules.Node {
	n := rules.Node{ID: id, Provides: provides}
	for _, r := range requires {
		n.Requires = append(n.Requires, rules.Need{Facts: []string{r}})
	}
	return n
}

func TestGraphOrder(t *testing.T) {
	tests := []struct {
		name  string
		nodes []rules.Node
		want  []string
	}{
		{"nothing", nil, nil},
		{"A-031 provider first, in both orders of declaration", []rules.Node{node("catalog.pick", []string{"hits@1"}), node("catalog.find", nil, "hits@1")},
			[]string{"catalog.find", "catalog.pick"}},
		{"code order without dependencies", []rules.Node{node("ab", nil), node("a.b", nil), node("a-b", nil)},
			[]string{"a-b", "a.b", "ab"}},
		{"code order beats depth", []rules.Node{node("z", nil, "z@1"), node("a", []string{"z@1"}), node("b", nil)},
			[]string{"b", "z", "a"}},
		{"self-provision is no edge", []rules.Node{node("a", []string{"f@1"}, "f@1")}, []string{"a"}},
		{"every alternative goes first", []rules.Node{node("a", []string{"f@1"}), node("x", nil, "f@1"), node("y", nil, "f@1")},
			[]string{"x", "y", "a"}},
		{"declared order", []rules.Node{{ID: "a", After: []string{"b", "unknown"}}, {ID: "b"}}, []string{"b", "a"}},
		{"another version is no edge", []rules.Node{node("a", []string{"f@2"}), node("b", nil, "f@1")}, []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			order, cycle := rules.Graph(tt.nodes)
			require.Nil(t, cycle)
			assert.Equal(t, tt.want, order)
		})
	}
}

func TestGraphCycle(t *testing.T) {
	tests := []struct {
		name    string
		nodes   []rules.Node
		path    string
		blocked []string
	}{
		{"A-062 two, one downstream, and an independent one that is not listed",
			[]rules.Node{node("d", nil), node("c", []string{"fa@1"}), node("b", []string{"fa@1"}, "fb@1"), node("a", []string{"fb@1"}, "fa@1")},
			"a -> b -> a", []string{"a", "b", "c"}},
		{"the downstream one comes first in code order",
			[]rules.Node{node("a", []string{"fx@1"}), node("x", []string{"fy@1"}, "fx@1"), node("y", []string{"fx@1"}, "fy@1")},
			"x -> y -> x", []string{"a", "x", "y"}},
		{"through a declared order",
			[]rules.Node{{ID: "a", After: []string{"b"}, Provides: []string{"f@1"}}, node("b", []string{"f@1"})},
			"a -> b -> a", []string{"a", "b"}},
		{"the shortest one",
			[]rules.Node{
				node("a", []string{"fb@1", "fc@1"}, "fa@1"), node("b", []string{"fc@1"}, "fb@1"),
				node("c", []string{"fa@1"}, "fc@1"),
			},
			"a -> c -> a", []string{"a", "b", "c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, cycle := rules.Graph(tt.nodes)
			require.NotNil(t, cycle)
			assert.Equal(t, tt.path, cycle.String())
			assert.Equal(t, tt.blocked, cycle.Blocked)
			require.Len(t, cycle.Edges, len(cycle.Path)-1)
			for i, e := range cycle.Edges {
				assert.Equal(t, cycle.Path[i], e.From)
				assert.Equal(t, cycle.Path[i+1], e.To)
			}
		})
	}
}

// drawNodes makes a random definition; facts are shared so that edges and cycles occur.
func drawNodes(t *rapid.T) []rules.Node {
	n := rapid.IntRange(0, 9).Draw(t, "nodes")
	fact := rapid.SampledFrom([]string{"a@1", "b@1", "c@1", "d@1", "e@1", "f@1", "g@1"})
	nodes := make([]rules.Node, n)
	for i := range nodes {
		nodes[i] = node(fmt.Sprintf("n%d", i), rapid.SliceOfN(fact, 0, 2).Draw(t, "requires"),
			rapid.SliceOfN(fact, 0, 1).Draw(t, "provides")...)
	}
	return nodes
}

func TestDependencies(t *testing.T) {
	deps := rules.Dependencies([]rules.Node{
		node("a", []string{"f@1", "f@1", "g@1"}), node("b", nil, "f@1", "g@1"), {ID: "c", After: []string{"b"}, Requires: []rules.Need{{Facts: []string{"g@1"}}}},
	})
	assert.Equal(t, map[string][]rules.Edge{
		"a": {{From: "a", To: "b", Fact: "f@1"}}, "b": nil, "c": {{From: "c", To: "b", Fact: "g@1"}},
	}, deps, "A-067 one provider is one dependency")
}

func TestGraphDoesNotDependOnDeclarationOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := drawNodes(t)
		order, cycle := rules.Graph(nodes)
		shuffled, other := rules.Graph(rapid.Permutation(nodes).Draw(t, "shuffled"))
		require.Equal(t, order, shuffled)
		require.Equal(t, cycle, other)
	})
}

func TestGraphRespectsEveryEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := drawNodes(t)
		order, cycle := rules.Graph(nodes)
		at := map[string]int{}
		for i, id := range order {
			at[id] = i
		}
		deps := rules.Dependencies(nodes)
		for _, id := range order {
			for _, e := range deps[id] {
				require.Contains(t, at, e.To)
				require.Less(t, at[e.To], at[id])
			}
		}
		if cycle == nil {
			require.Len(t, order, len(nodes))
			return
		}
		require.Len(t, cycle.Blocked, len(nodes)-len(order))
		require.GreaterOrEqual(t, len(cycle.Path), 3)
		require.Equal(t, cycle.Path[0], cycle.Path[len(cycle.Path)-1])
		for _, e := range cycle.Edges {
			require.Contains(t, deps[e.From], e)
		}
	})
}

func BenchmarkGraphChain(b *testing.B) {
	nodes := make([]rules.Node, 1000)
	for i := range nodes {
		nodes[i] = node(fmt.Sprintf("n%04d", i), []string{fmt.Sprintf("f%d@1", i-1)}, fmt.Sprintf("f%d@1", i))
	}
	for b.Loop() {
		if _, cycle := rules.Graph(nodes); cycle != nil {
			b.Fatal(cycle)
		}
	}
}
