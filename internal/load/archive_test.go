package load

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// archiveRoot is where the files of an archive are said to be. Nothing is there on disk.
const archiveRoot = "/spec"

// TestArchives loads each archive in testdata. The file `diags` has the diagnostics, `ir.json`, where present, the
// representation of the first package. Lines of the comment that begin with "patterns:" set the
// configuration.
func TestArchives(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			ar := txtar.Parse(data)
			r, err := Load(context.Background(), archiveConfig(ar))
			require.NoError(t, err)
			checkArchive(t, ar, r)
			if *update {
				require.NoError(t, os.WriteFile(name, txtar.Format(ar), 0o644))
			}
			again, err := Load(context.Background(), archiveConfig(ar))
			require.NoError(t, err)
			assert.Equal(t, diagText(r.Diags), diagText(again.Diags), "loading twice")
			assert.Equal(t, irText(t, r), irText(t, again), "loading twice")
		})
	}
}

func archiveConfig(ar *txtar.Archive) Config {
	cfg := Config{Dir: archiveRoot, Overlay: map[string][]byte{}}
	for _, f := range ar.Files {
		if f.Name != "diags" && f.Name != "ir.json" {
			cfg.Overlay[filepath.Join(archiveRoot, f.Name)] = f.Data
		}
	}
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if rest, ok := strings.CutPrefix(line, "patterns:"); ok {
			cfg.Patterns = strings.Fields(rest)
		}
	}
	return cfg
}

func checkArchive(t *testing.T, ar *txtar.Archive, r *Result) {
	t.Helper()
	got := map[string]string{"diags": diagText(r.Diags), "ir.json": irText(t, r)}
	for i := range ar.Files {
		f := &ar.Files[i]
		want, ok := got[f.Name]
		if !ok {
			continue
		}
		if *update {
			f.Data = []byte(want)
			continue
		}
		assert.Equal(t, string(f.Data), want, f.Name)
	}
}

func diagText(list []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s: %s %s", shortPlace(d.Pos), d.Severity, d.Code)
		if d.Path != "" {
			fmt.Fprintf(&b, " %s", d.Path)
		}
		fmt.Fprintf(&b, ": %s\n", d.Message)
		if d.Help != "" {
			fmt.Fprintf(&b, "    %s\n", d.Help)
		}
		for _, rel := range d.Related {
			fmt.Fprintf(&b, "    %s: %s\n", shortPlace(rel.Pos), rel.Message)
		}
	}
	return b.String()
}

func shortPlace(p diag.Position) string {
	rel, err := filepath.Rel(archiveRoot, p.File)
	if err != nil {
		rel = p.File
	}
	return fmt.Sprintf("%s:%d:%d", filepath.ToSlash(rel), p.Line, p.Column)
}

func irText(t *testing.T, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	for _, p := range r.Packages {
		all := append([]*Package{p}, p.Deps...)
		for _, q := range all {
			if q.IR == nil {
				continue
			}
			raw, err := json.MarshalIndent(q.IR, "", " ")
			require.NoError(t, err)
			b.Write(raw)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
