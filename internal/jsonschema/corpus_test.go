package jsonschema_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
	"github.com/ikgen/ikgen/internal/load"
)

// TestProfilesOfTheCorpus takes every schema of the corpus of the compiler with its documents, as a field of a struct:
// what a vendor takes keeps the vendor's rules and admits every valid document.
func TestProfilesOfTheCorpus(t *testing.T) {
	const root = "/corpus"
	overlay := map[string][]byte{root + "/cue.mod/module.cue": []byte("module: \"corpus.test\"\nlanguage: version: \"v0.14.0\"\n")}
	var patterns []string
	docs := map[string][]string{}
	files, err := filepath.Glob("../difftest/testdata/corpus/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, f := range archive.Files {
			if f.Name == "docs" {
				accepted(docs, name, string(f.Data))
			} else {
				overlay[root+"/"+name+"/"+f.Name] = f.Data
			}
		}
		patterns = append(patterns, "./"+name)
	}
	res, err := load.Load(t.Context(), load.Config{Dir: root, Overlay: overlay, Patterns: patterns})
	require.NoError(t, err)
	for _, d := range res.Diags {
		require.Equal(t, diag.Warning, d.Severity, "%v", d)
	}
	tally := map[string]int{}
	for _, p := range res.Packages {
		deps := map[string]*ir.Package{}
		for _, d := range p.Deps {
			deps[d.IR.Path] = d.IR
		}
		for _, def := range p.IR.Types {
			key := filepath.Base(p.Dir) + "." + def.Name
			typ := ir.Type{Kind: ir.KindStruct, Fields: []ir.Field{{Name: "v", Presence: ir.Required, Type: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: def.Name}}}}}
			for _, vendor := range vendorNames {
				res, err := jsonschema.Profile(p.IR, deps, typ, "T", vendor)
				if impossible := new(jsonschema.ProfileError); errors.As(err, &impossible) {
					tally[vendor+" refused"]++
					continue
				}
				require.NoError(t, err, key)
				tally[vendor+" taken"]++
				requireFits(t, vendor, res.Schema)
				schema := compiled(t, res.Schema)
				for _, doc := range docs[key] {
					value := plain(t, fmt.Sprintf(`{"v":%s}`, doc))
					sent := asSent(&world{t, p.IR, deps}, vendor, &typ, value)
					assert.NoError(t, schema.Validate(sent), "%s %s: %s\n%s", vendor, key, doc, res.Schema)
					tally["documents"]++
				}
			}
		}
	}
	t.Log(tally)
	for _, vendor := range vendorNames {
		assert.Greater(t, tally[vendor+" taken"], 80, vendor)
	}
	assert.Greater(t, tally["documents"], 500)
}

// accepted collects the documents that the corpus calls valid, in the form in which JSON Schema judges them too.
func accepted(docs map[string][]string, pkg, text string) {
	def := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
			def = pkg + "." + line
		case strings.HasPrefix(line, "+ "):
			docs[def] = append(docs[def], line[2:])
		}
	}
}
