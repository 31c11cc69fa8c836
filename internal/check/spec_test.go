package check_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
)

// TestSpecs loads whole specs from archives and compares what a user sees with the last file, "want"; UPDATE=1 rewrites
// it. It shows that every finding has its place in the author's own text.
func TestSpecs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "specs", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			last := &archive.Files[len(archive.Files)-1]
			require.Equal(t, "want", last.Name)
			got := printed(t, archive.Files[:len(archive.Files)-1])
			if os.Getenv("UPDATE") != "" {
				last.Data = []byte(got)
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
				return
			}
			assert.Equal(t, string(last.Data), got)
		})
	}
}

// printed is the text output for a spec that lies in memory.
func printed(t *testing.T, files []txtar.File) string {
	t.Helper()
	const root = "/specs"
	overlay := map[string][]byte{}
	for _, f := range files {
		overlay[root+"/"+f.Name] = f.Data
	}
	res, err := load.Load(t.Context(), load.Config{Dir: root, Overlay: overlay})
	require.NoError(t, err)
	diags := res.Diags
	for _, p := range res.Packages {
		in := check.Input{Package: p.IR, Deps: map[string]*ir.Package{}, At: p.At, Unread: p.Unread}
		for _, d := range p.Deps {
			if d.IR != nil {
				in.Deps[d.IR.Path] = d.IR
			}
		}
		for _, a := range p.Allows {
			in.Allows = append(in.Allows, check.Allow{Path: a.Path, Code: a.Code, Pos: a.Pos})
		}
		diags = append(diags, check.Run(in)...)
	}
	var b bytes.Buffer
	opt := diag.PrintOptions{Dir: root, Source: func(file string) ([]byte, error) {
		if data, ok := overlay[file]; ok {
			return data, nil
		}
		return nil, os.ErrNotExist
	}}
	require.NoError(t, diag.Print(&b, "text", diags, opt))
	return b.String()
}
