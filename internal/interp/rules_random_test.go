package interp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
	"github.com/ikgen/ikgen/internal/render"
	ik "github.com/ikgen/ikgen/runtime"
)

// randomRules is how many rules are drawn and compiled at once.
const randomRules = 250

// TestRandomRules judges random inputs, outputs and facts by random rules, compiled to Go and interpreted.
func TestRandomRules(t *testing.T) {
	pkg, texts := drawRules(t)
	require.False(t, t.Failed(), "rules that should load do not")
	require.Greater(t, len(pkg.Agent.Policies), randomRules/2, "too few of the rules are valid")
	def, err := interp.Definition(pkg, nil, interp.Handlers{Invoke: play})
	require.NoError(t, err)
	generated := compileRules(t, pkg)
	matched := map[string]bool{}
	rapid.Check(t, func(rt *rapid.T) {
		doc := drawJudged(rt)
		want := judgeAll(t, def, doc)
		if got := generated(doc); !slices.Equal(want, got) {
			rt.Fatalf("generated code and interpreter differ on\n%s\n%s", asJSON(doc), differing(texts, want, got))
		}
		for _, id := range want {
			matched[id] = true
		}
	})
	require.Greater(t, len(matched), 20, "hardly any rule ever matched")
}

// differing gives the rules on which two verdicts differ.
func differing(texts map[string]string, a, b []string) string {
	var out []string
	for id, text := range texts {
		if slices.Contains(a, id) != slices.Contains(b, id) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func asJSON(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// drawRules gives a package with the rules that load: contradictory ones are left out.
func drawRules(t *testing.T) (*ir.Package, map[string]string) {
	base, err := os.ReadFile("testdata/rules.cue")
	require.NoError(t, err)
	texts := map[string]string{}
	for i := range randomRules {
		id := fmt.Sprintf("r%d", i)
		texts[id] = rapid.Custom(func(rt *rapid.T) string { return policyText(rt, id) }).Example(i)
	}
	for range 40 {
		res := loadRules(t, string(base), texts)
		bad := map[string]bool{}
		for _, d := range res.Diags {
			if m := regexp.MustCompile(`policies\.(r\d+)`).FindStringSubmatch(d.Path); d.Severity == diag.Error && m != nil {
				bad[m[1]] = true
				if !expected(d) {
					t.Errorf("%s %s: %s\n%s", d.Code, d.Path, d.Message, texts[m[1]])
				}
			} else {
				require.NotEqual(t, diag.Error, d.Severity, "%v", d)
			}
		}
		if len(bad) == 0 {
			return res.Packages[0].IR, texts
		}
		for id := range bad {
			delete(texts, id)
		}
	}
	t.Fatal("the rules never load")
	return nil, nil
}

// expected tells whether random rules may have an error: contradictions, and constants that are too large.
func expected(d diag.Diagnostic) bool {
	return slices.Contains([]string{"IK0104", "IK0106", "IK0107", "IK0108", "IK0206", "IK0213"}, d.Code)
}

func loadRules(t *testing.T, base string, texts map[string]string) *load.Result {
	var b strings.Builder
	b.WriteString("package rules\n\n")
	var all []string
	for _, id := range slices.Sorted(mapsKeys(texts)) {
		all = append(all, texts[id])
	}
	rules := strings.Join(all, "\n")
	for _, lib := range []string{"list", "math", "strings"} {
		if strings.Contains(rules, lib+".") {
			fmt.Fprintf(&b, "import %q\n", lib)
		}
	}
	b.WriteString("\n" + rules)
	res, err := load.Load(t.Context(), load.Config{Dir: "/rules", Overlay: map[string][]byte{
		"/rules/cue.mod/module.cue": []byte("module: \"example.com/rules@v0\"\nlanguage: version: \"v0.12.0\"\n"),
		"/rules/base.cue":           []byte(base),
		"/rules/rules.cue":          []byte(b.String()),
	}})
	require.NoError(t, err)
	require.Len(t, res.Packages, 1, "%v", res.Diags)
	return res
}

func mapsKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// judgeAll gives the policies that deny, by the interpreter.
func judgeAll(t *testing.T, def ik.AgentDefinition, doc judged) []string {
	decode := func(s ik.Schema, raw json.RawMessage) any {
		v, issues := s.Decode(raw)
		require.Empty(t, issues, "%s: %s", s.Name, raw)
		return v
	}
	pc := ik.PolicyContext{Capability: ik.CapabilityID(doc.Capability), Now: time.Unix(0, 0).UTC()}
	for _, c := range def.Capabilities {
		if c.ID != pc.Capability {
			continue
		}
		pc.Input = decode(c.Input, doc.Input)
		if doc.Output != nil {
			pc.Output = decode(c.Output, doc.Output)
		}
	}
	facts := factMap{}
	for _, f := range def.Facts {
		if raw, there := doc.Facts[string(f.Fact)]; there {
			facts[f.Fact] = string(decode(f.Value, raw).(json.RawMessage))
		}
	}
	pc.Facts = facts
	denied := []string{}
	for _, p := range def.Policies {
		rules := p.Rules
		if rules == nil {
			rules = p.Result
		}
		if rules(pc).Kind == ik.VerdictDeny {
			denied = append(denied, string(p.ID))
		}
	}
	return denied
}

// compileRules renders the package, compiles it with a host that judges documents, and starts the host.
func compileRules(t *testing.T, pkg *ir.Package) func(judged) []string {
	t.Helper()
	dir := t.TempDir()
	put := func(name string, data []byte) {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, data, 0o644))
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	put("go.mod", fmt.Appendf(nil, "module example.com/rules\n\ngo 1.26.0\n\nrequire github.com/ikgen/ikgen v0.0.0\n\nreplace github.com/ikgen/ikgen => %s\n", root))
	files, err := render.Render(render.Input{Package: pkg, Imports: map[string]string{pkg.Path: "example.com/rules/agent"}})
	require.NoError(t, err)
	for name, data := range files {
		put("agent/"+name, data)
	}
	host, err := os.ReadFile("testdata/ruleshost.go.txt")
	require.NoError(t, err)
	put("main.go", host)
	build := exec.Command("go", "build", "-o", "host", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return startHost(t, filepath.Join(dir, "host"))
}

func startHost(t *testing.T, file string) func(judged) []string {
	t.Helper()
	cmd := exec.Command(file)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, in.Close())
		_, _ = io.Copy(io.Discard, pipe)
		require.NoError(t, cmd.Wait())
	})
	answers := json.NewDecoder(bufio.NewReader(pipe))
	return func(doc judged) []string {
		require.NoError(t, json.NewEncoder(in).Encode(doc))
		var denied []string
		require.NoError(t, answers.Decode(&denied))
		return denied
	}
}
