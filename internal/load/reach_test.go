package load

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/diag"
)

// A socket stands in for everything that a read could wait for: pipes are in the scripts of the command.
func socket(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	t.Chdir(filepath.Dir(path)) // a socket's path may be a hundred bytes long
	l, err := net.Listen("unix", filepath.Base(path))
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
}

const embedding = `@extern(embed)

package desk

#Text: string @embed(file=text.md,type=text)
#All:  _ @embed(glob=texts/*.md,type=text)
`

func TestSpecialFiles(t *testing.T) {
	const importing = "package desk\n\nimport \"example.com/app/shared\"\n\n#X: shared.#Y\n"
	const vendored = "package desk\n\nimport \"other.test/y\"\n\n#X: y.#Y\n"
	for name, c := range map[string]struct {
		file    string
		special string
		code    string // "": nothing is wrong with it
	}{
		"a source":                       {"", "agent/z.cue", codeLoad},
		"a source of a parent":           {"", "up.cue", codeLoad},
		"the module file":                {"", "cue.mod/module.cue", codeModuleFile},
		"a source of an import":          {importing, "shared/z.cue", codeLoad},
		"a source in cue.mod/pkg":        {vendored, "cue.mod/pkg/other.test/y/z.cue", codeLoad},
		"a source above cue.mod/gen":     {vendored, "cue.mod/gen/other.test/z.cue", codeLoad},
		"an embedded file":               {embedding, "agent/text.md", codeEmbed},
		"an embedded pattern":            {embedding, "agent/texts/b.md", codeEmbed},
		"a socket of a running server":   {"", "agent/app.sock", ""},
		"one with a name that CUE reads": {"", "agent/x.json", ""},
		"one that CUE leaves out":        {"", "agent/_z.cue", ""},
		"one of another package's tests": {"", "agent/z_test.cue", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{
				"agent/a.cue": smallAgent, "shared/s.cue": "package shared\n\n#Y: string\n", "cue.mod/pkg/other.test/y/y.cue": "package y\n\n#Y: string\n",
				"agent/texts/a.md": "a",
			}
			if c.special != "cue.mod/module.cue" {
				files["cue.mod/module.cue"] = moduleFile
			}
			if c.special != "agent/text.md" {
				files["agent/text.md"] = "text"
			}
			if c.file != "" {
				files["agent/b.cue"] = c.file
			}
			write(t, dir, files)
			socket(t, filepath.Join(dir, filepath.FromSlash(c.special)))
			r := loadDir(t, dir, "./agent")
			if c.code == "" {
				assert.Empty(t, r.Diags)
				return
			}
			require.Len(t, r.Diags, 1)
			assert.Equal(t, c.code, r.Diags[0].Code)
			assert.Contains(t, r.Diags[0].Message, "it is a socket, not a regular file")
			if c.code != codeEmbed {
				assert.Equal(t, filepath.Join(dir, filepath.FromSlash(c.special)), r.Diags[0].Pos.File)
			}
		})
	}
}

func TestLinksToFilesAreSources(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"texts/a.txt": smallAgent, "agent/keep.md": ""})
	require.NoError(t, os.Symlink(filepath.Join(dir, "texts", "a.txt"), filepath.Join(dir, "agent", "a.cue")))
	r := loadDir(t, dir)
	assert.Empty(t, r.Diags)
	assert.Len(t, r.Packages, 1)
}

// What is too large for a target is too large for whatever it draws in.
func TestLargeFiles(t *testing.T) {
	large := "package shared\n\n#Y: string // " + strings.Repeat("x", maxFileBytes)
	deep := "package shared\n\n#Y: " + strings.Repeat("[", maxNesting+1) + strings.Repeat("]", maxNesting+1)
	codes := func(files map[string]string) (out []string) {
		dir := t.TempDir()
		files["cue.mod/module.cue"] = moduleFile
		files["agent/a.cue"] = smallAgent
		write(t, dir, files)
		for _, d := range loadDir(t, dir, "./agent").Diags {
			if d.Severity == diag.Error {
				out = append(out, d.Code)
			}
		}
		return out
	}
	const importing = "package desk\n\nimport \"example.com/app/shared\"\n\n#X: shared.#Y\n"
	assert.Equal(t, []string{codeTooLarge}, codes(map[string]string{"agent/b.cue": importing, "shared/s.cue": large}))
	assert.Equal(t, []string{codeTooLarge}, codes(map[string]string{"agent/b.cue": importing, "shared/s.cue": deep}))
	assert.Equal(t, []string{codeTooLarge}, codes(map[string]string{"agent/b.cue": strings.Replace(large, "shared", "desk", 1)}))
	assert.Equal(t, []string{codeEmbed}, codes(map[string]string{"agent/b.cue": embedding, "agent/text.md": large, "agent/texts/a.md": "a"}))
}

func TestAgentThatIsGone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"desk/a.cue": "package desk\n\n#X: string\n", "desk/ikgen.ir.json": `{"agent":{"id":"desk.orders"}}`,
		"texts/a.cue": "package texts\n\n#X: string\n", "texts/ikgen.ir.json": `{"catalog":[]}`,
		"here/a.cue": smallAgent, "here/ikgen.ir.json": `{"agent":{"id":"desk"}}`,
		"odd/a.cue": "package odd\n\n#X: string\n", "odd/ikgen.ir.json": `[`,
	})
	var said []string
	r := loadDir(t, dir)
	for _, d := range r.Diags {
		assert.Equal(t, diag.Warning, d.Severity)
		said = append(said, d.Code+" "+d.Message)
	}
	assert.Equal(t, []string{
		`IK0117 the agent "desk.orders" of this package is gone, but what was generated from it is there`,
		`IK0117 the catalog of this package is gone, but what was generated from it is there`,
	}, said)
	assert.Len(t, r.Packages, 4)
}
