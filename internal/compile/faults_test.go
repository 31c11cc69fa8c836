package compile

import (
	_ "embed"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/diag"
)

// desk is a spec without findings that uses nearly every field.
//
//go:embed testdata/desk.cue
var desk string

// fault is one thing that an author gets wrong: the first occurrence of a text is replaced. The error is asked for at
// the line of the mark § in what replaces it, else at the line where it begins.
type fault struct {
	name     string
	old, new string
	code     string
}

// TestOneFaultOneError breaks one thing at a time. What follows from a fault is never reported beside it, not even as a
// warning.
func TestOneFaultOneError(t *testing.T) {
	require.Empty(t, findings(t, desk), "the spec is good")
	for _, f := range append(fieldFaults(), schemaFaults()...) {
		t.Run(f.name, func(t *testing.T) {
			at := strings.Index(desk, f.old)
			require.GreaterOrEqual(t, at, 0, "the text %q is not in the spec", f.old)
			mark := max(strings.Index(f.new, "§"), 0)
			line := 1 + strings.Count(desk[:at]+f.new[:mark], "\n")
			found := findings(t, desk[:at]+strings.Replace(f.new, "§", "", 1)+desk[at+len(f.old):])
			if assert.Len(t, found, 1) {
				assert.Equal(t, diag.Error, found[0].Severity)
				assert.Equal(t, f.code, found[0].Code, found[0].Message)
				assert.Equal(t, line, found[0].Pos.Line, found[0].Message)
			}
		})
	}
}

// findings compiles one file in memory and gives its errors and warnings.
func findings(t *testing.T, text string) []diag.Diagnostic {
	t.Helper()
	dir := filepath.Join(string(filepath.Separator), "spec")
	res, err := Load(t.Context(), Config{Dir: dir, Overlay: map[string][]byte{filepath.Join(dir, "desk.cue"): []byte(text)}})
	require.NoError(t, err)
	return res.Diags
}

// A fault of one package hides nothing of another, though their elements have the same paths, and what refers to a
// schema that could not be read is not at fault.
func TestFaultsStayInTheirPackage(t *testing.T) {
	root := filepath.Join(string(filepath.Separator), "spec")
	word := "package words\n\n#Order: {total!: number & >5 & <3, status!: string}\n"
	user := strings.Replace(strings.Replace(desk, "agent: ik.#Agent", "_used: #Order\nagent: ik.#Agent", 1), "#Value: #Order", "#Value: words.#Order", 1)
	user = strings.Replace(user, "import (\n", "import (\n\t\"case.test/words\"\n", 1)
	res, err := Load(t.Context(), Config{Dir: root, Overlay: map[string][]byte{
		filepath.Join(root, "words", "words.cue"): []byte(word),
		filepath.Join(root, "user", "desk.cue"):   []byte(user),
		filepath.Join(root, "a", "desk.cue"):      []byte(strings.Replace(desk, "version:  3", "version:  0", 1)),
		filepath.Join(root, "b", "desk.cue"):      []byte(strings.Replace(desk, `ports: ["orders"]`, `ports: ["order"]`, 1)),
		filepath.Join(root, "c", "desk.cue"):      []byte(strings.Replace(desk, `ports: ["orders"]`, `ports: [1]`, 1)),
	}})
	require.NoError(t, err)
	var got []string
	for _, d := range res.Diags {
		if d.Severity == diag.Error {
			rel, err := filepath.Rel(root, d.Pos.File)
			require.NoError(t, err)
			got = append(got, filepath.ToSlash(rel)+" "+d.Code)
		}
	}
	assert.Equal(t, []string{"a/desk.cue IK0107", "b/desk.cue IK1004", "c/desk.cue IK0104", "words/words.cue IK0206"}, got)
}
