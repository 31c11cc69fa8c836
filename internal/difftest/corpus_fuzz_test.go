package difftest

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked is a program that answers one question at a time.
type asked struct {
	to   *json.Encoder
	from *json.Decoder
}

// start runs the program until the test ends.
func (p *program) start(t testing.TB) *asked {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.file)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	})
	return &asked{to: json.NewEncoder(in), from: json.NewDecoder(bufio.NewReader(out))}
}

func (a *asked) judge(t require.TestingT, p *pair) generated {
	require.NoError(t, a.to.Encode(map[string]any{"Schema": p.schema.String(), "Doc": []byte(p.doc), "Model": []byte(p.modelDoc)}))
	var g generated
	require.NoError(t, a.from.Decode(&g))
	return g
}

// bare is a fuzz test without its Helper, which must not be called while an input is tried.
type bare struct{ f *testing.F }

func (b bare) Errorf(format string, args ...any) { b.f.Errorf(format, args...) }

func (b bare) FailNow() { b.f.FailNow() }

// FuzzCorpus changes documents of the corpus at random, under any of its schemas: every shape of decoder is one. All four
// judges are asked. Without -fuzz the seeds are tried, on which TestCorpus asks the generated Go.
func FuzzCorpus(f *testing.F) {
	c := readCorpus(f)
	dir := f.TempDir()
	goModule(f, dir)
	w := newWorld(bare{f}, dir, c.files, c.packages...)
	require.Empty(f, w.errors())
	seen := map[string]bool{}
	for _, d := range c.docs { // one of each verdict
		name := d.pkg + "." + d.def
		if key := fmt.Sprint(name, d.accept); !seen[key] {
			seen[key] = true
			f.Add(uint16(slices.IndexFunc(w.schemas, func(s *schema) bool { return s.String() == name })), d.text)
		}
	}
	var program *asked
	if flag.Lookup("test.fuzz").Value.String() != "" || flag.Lookup("test.fuzzworker").Value.String() == "true" {
		program = build(f, w).start(f)
	}
	found := newTally()
	f.Fuzz(func(t *testing.T, i uint16, doc string) {
		if len(doc) > 2000 || nesting(doc) > 60 || strings.Count(doc, "e") > 200 {
			return // CUE takes too long
		}
		p := found.judge(t, w.schemas[int(i)%len(w.schemas)], doc)
		if program != nil {
			g := program.judge(t, p)
			found.compare(t, p, &g)
		}
	})
}
