package cases_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

// first keeps what the first run of every case gives: several tests look at it, and a run takes long.
var first = sync.OnceValues(runDocuments)

// firstDocuments gives the documents of every case, by its absolute path.
func firstDocuments(t *testing.T) map[string]string {
	t.Helper()
	out, err := first()
	require.NoError(t, err)
	require.NotEmpty(t, out)
	return out
}

// runDocuments runs every case, as many at once as there are processors.
func runDocuments() (map[string]string, error) {
	dir, err := filepath.Abs("../../testdata/cases")
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	texts, faults := make([]string, len(files)), make([]error, len(files))
	agents := cases.NewAgents()
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, file := range files {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			texts[i], faults[i] = cases.Documents(context.Background(), file, agents)
		})
	}
	wg.Wait()
	out := map[string]string{}
	for i, file := range files {
		if faults[i] != nil {
			return nil, fmt.Errorf("%s: %w", file, faults[i])
		}
		out[file] = texts[i]
	}
	return out, nil
}
