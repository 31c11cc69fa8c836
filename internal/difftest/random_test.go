package difftest

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const (
	pairsOfDefinition = 17
	pairsOfPackage    = drawnDefinitions * pairsOfDefinition
	normalPairs       = 10_000
)

// TestRandom compares CUE, the interpreter and the JSON Schema on random documents of random schemas. DIFFTEST_PAIRS
// says how many pairs, as near as whole packages allow.
func TestRandom(t *testing.T) {
	pairs := normalPairs
	if text := os.Getenv("DIFFTEST_PAIRS"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		pairs = n
	}
	if testing.Short() {
		pairs = normalPairs / 10
	}
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	require.NoError(t, checks.Value.Set(strconv.Itoa(1+pairs/pairsOfPackage)))
	defer func() { require.NoError(t, checks.Value.Set(before)) }()
	found := newTally()
	refused := 0
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, dir, map[string]string{"random/s.cue": drawPackage("random").Draw(t, "package")}, "random")
		if !plausible(t, w) {
			refused++
			return
		}
		for _, s := range w.schemas {
			for range pairsOfDefinition {
				found.judge(t, s, drawDocument(s).Draw(t, s.String()))
			}
		}
	})
	assert.Greater(t, found.pairs, pairs/2, "%d packages were refused", refused)
	assert.Greater(t, found.accepted, found.pairs/10, "documents are no longer like their schemas")
	assert.Less(t, found.accepted, found.pairs*9/10, "documents are too much like their schemas")
	t.Logf("%d pairs, %d accepted, %d packages refused, differences %v %v", found.pairs, found.accepted, refused, found.differences, found.values)
}

// plausible tells whether a drawn package is accepted. It may be refused for schemas that no value satisfies, and for
// unions whose variants overlap, and for nothing else. A field that CUE itself finds without a value is one of the former.
func plausible(t require.TestingT, w *world) bool {
	for _, e := range w.errors() {
		code, _, _ := strings.Cut(e, " ")
		if strings.Contains(e, ": conflicting values ") {
			continue
		}
		require.Contains(t, []string{"IK0205", "IK0206", "IK0209", "IK0217"}, code, e)
	}
	return len(w.errors()) == 0
}

const (
	generatedPackages = 6
	generatedPairs    = 40 // of each definition
)

// TestRandomGenerated compares all four on packages and documents of fixed seeds: generated code is compiled once.
func TestRandomGenerated(t *testing.T) {
	t.Parallel()
	seed, _ := strconv.Atoi(os.Getenv("DIFFTEST_SEED"))
	dir := t.TempDir()
	goModule(t, dir)
	found := newTally()
	var worlds []*world
	var pairs []*pair
	for i := seed; len(worlds) < generatedPackages; i++ {
		name := fmt.Sprintf("random%d", i)
		w := newWorld(t, dir, map[string]string{name + "/s.cue": drawPackage(name).Example(i)}, name)
		if !plausible(t, w) {
			continue
		}
		worlds = append(worlds, w)
		for _, s := range w.schemas {
			for n := range generatedPairs {
				pairs = append(pairs, found.judge(t, s, drawDocument(s).Example(i*generatedPairs+n)))
			}
		}
	}
	answers := build(t, worlds...).judge(t, pairs)
	for i := range answers {
		found.compare(t, pairs[i], &answers[i])
	}
	assert.Greater(t, found.accepted, found.pairs/10)
	t.Logf("%d pairs, %d accepted, differences %v %v", found.pairs, found.accepted, found.differences, found.values)
}
