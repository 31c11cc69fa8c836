package imports

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/ikgen/ikgen/"

// leaves are the internal packages with one idea each that both halves may import. They import the standard library,
// ik and each other alone.
var leaves = []string{"internal/canonical", "internal/jsonval", "internal/rules", "internal/ledger", "internal/quickmatch"}

// adapters bring third-party code to the hosts that choose them.
var adapters = []string{
	"runtime/store/sqlite", "runtime/store/postgres", "runtime/store/relay",
	"runtime/gateway/openai", "runtime/gateway/anthropic", "runtime/gateway/gemini", "runtime/telemetry/otel",
	// Conformance suites and fixtures are for tests.
	"runtime/store/storetest", "runtime/gateway/gatewaytest", "internal/turn/turntest",
}

type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// list gives the non-test imports of every package of the module.
func list(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,Standard", module+"...")
	out, err := cmd.Output()
	require.NoError(t, err)
	pkgs := map[string]pkg{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else {
			require.NoError(t, err)
		}
		pkgs[p.ImportPath] = p
	}
}

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func under(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return path == f || strings.HasPrefix(path, f+"/") })
}

// TestImportRules is the architecture as a test.
func TestImportRules(t *testing.T) {
	for path, p := range list(t) {
		rel := strings.TrimPrefix(path, module)
		for _, imp := range p.Imports {
			local := strings.TrimPrefix(imp, module)
			ours := local != imp
			switch {
			case rel == "runtime":
				assert.True(t, isStandard(imp), "ik imports %s: it may import the standard library alone", imp)
			case under(rel, leaves...):
				assert.True(t, isStandard(imp) || ours && (local == "runtime" || under(local, leaves...)),
					"the leaf package %s imports %s", rel, imp)
			case under(rel, adapters...):
				// An adapter may import anything.
			case under(rel, "runtime", "internal/turn"):
				assert.True(t, isStandard(imp) || ours && (under(local, "runtime", "internal/turn", "generated/kernelprompts", "generated/kernelwire") || under(local, leaves...)),
					"the run-time half: %s imports %s", rel, imp)
			case under(rel, "generated"):
				// The Go of an example may name a Go type of its host: that is what a port with a type of its own is.
				assert.True(t, isStandard(imp) || ours && (local == "runtime" || local == "runtime/wire" || under(local, "generated", "examples")),
					"the generated package %s imports %s", rel, imp)
			case under(rel, "internal/load", "internal/ir", "internal/check", "internal/render", "internal/review", "internal/genprompts"):
				assert.False(t, ours && under(local, "internal/turn", "runtime/kernel"), "the build-time half: %s imports %s", rel, imp)
			}
		}
	}
}

// TestRuntimeIsStandardLibraryOnly looks at the whole closure of what a host compiles.
func TestRuntimeIsStandardLibraryOnly(t *testing.T) {
	pkgs := list(t)
	var visit func(path string, seen map[string]bool)
	visit = func(path string, seen map[string]bool) {
		if seen[path] {
			return
		}
		seen[path] = true
		for _, imp := range pkgs[path].Imports {
			visit(imp, seen)
		}
	}
	for _, root := range []string{"runtime", "runtime/wire", "runtime/kernel", "runtime/store/memory", "runtime/gateway/scripted", "runtime/iktest", "generated/refunds"} {
		require.Contains(t, pkgs, module+root)
		seen := map[string]bool{}
		visit(module+root, seen)
		for imp := range seen {
			assert.True(t, isStandard(imp) || strings.HasPrefix(imp, module), "%s reaches %s", root, imp)
		}
	}
}
