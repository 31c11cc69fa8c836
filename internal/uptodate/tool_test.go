package uptodate

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestToolIsTheProgram(t *testing.T) {
	assert.NotEmpty(t, Tool())
	assert.Equal(t, Tool(), Tool())
}

// program compiles a program that prints the text.
func program(t *testing.T, text string, flags ...string) *os.File {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module x.test\n")
	write(t, filepath.Join(dir, "main.go"), "package main\n\nfunc main() { println("+text+") }\n")
	cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-trimpath", "-o", "tool"}, flags...), ".")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	f, err := os.Open(filepath.Join(dir, "tool"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestBuildIDIsThatOfTheLinker(t *testing.T) {
	one := program(t, `"one"`)
	want, err := exec.CommandContext(t.Context(), "go", "tool", "buildid", one.Name()).Output()
	require.NoError(t, err)
	assert.Equal(t, "go:"+strings.TrimSpace(string(want)), buildID(one))
	assert.Equal(t, buildID(one), buildID(program(t, `"one"`)), "the same program")
	assert.NotEqual(t, buildID(one), buildID(program(t, `"two"`)), "another program")
}

func TestProgramsWithoutBuildIDAreDigested(t *testing.T) {
	bare := program(t, `"one"`, "-ldflags=-buildid=")
	assert.Empty(t, buildID(bare))
	assert.Regexp(t, "^[0-9a-f]{64}$", sum(bare))
	given := program(t, `"one"`, "-ldflags=-buildid=release")
	assert.Empty(t, buildID(given), "what the caller of the linker made up says nothing of the bytes")
	for _, data := range []string{"", "no program", "\xff Go build ID: \"a/b", "\xff Go build ID: a/b\n \xff", "\xff Go build ID: \"a/\"\n \xff", "\x7fELF"} {
		assert.Empty(t, buildID(strings.NewReader(data)), "%q", data)
	}
	assert.Equal(t, "go:a/b", buildID(bytes.NewReader([]byte("MZ\xff Go build ID: \"a/b\"\n \xff"))))
}
