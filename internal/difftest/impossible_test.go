package difftest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/diag"
)

// family draws schemas of one kind whose values, if they have any, are among a few documents: all of these are tried.
type family struct {
	name      string
	draw      func(t *rapid.T) string
	documents []string
}

// TestImpossible holds what is called impossible against CUE: it is exactly what CUE admits no document for, whatever
// bounds, lengths, expressions, members and counts are put together.
func TestImpossible(t *testing.T) {
	t.Parallel()
	for _, f := range []family{
		{"numbers", drawTightNumber, quarters()},
		{"strings", drawTightText, inQuotes(sequences([]string{"a", "b"}, 3, ""))},
		{"lists", drawTightList, inBrackets(sequences([]string{"1", "2", `"a"`}, 3, ", "))},
		{"tuples", drawTightTuple, inBrackets(sequences([]string{"1", "2", `"a"`}, 3, ", "))},
		{"maps", drawTightMap, tightObjects("", "1", "2")},
		{"relations", drawTightRelation, tightObjects("0", "0.5", "1", "1.5", "2")},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			impossible, possible := 0, 0
			seed, _ := strconv.Atoi(os.Getenv("DIFFTEST_SEED"))
			for i := range tightPackages {
				texts := rapid.Custom(func(t *rapid.T) []string {
					var out []string
					for range tightDefinitions {
						out = append(out, f.draw(t))
					}
					return out
				}).Example(seed*tightPackages + i)
				for _, refused := range f.check(t, texts) {
					if refused {
						impossible++
					} else {
						possible++
					}
				}
			}
			assert.Positive(t, impossible)
			assert.Positive(t, possible)
			t.Logf("%d impossible, %d possible", impossible, possible)
		})
	}
}

const (
	tightPackages    = 15
	tightDefinitions = 12
)

// check tells which of some schemas are refused.
func (f family) check(t *testing.T, texts []string) []bool {
	t.Helper()
	var defs strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&defs, "#D%d: {x?: %s}\n", i, text)
	}
	source := withImports("tight", defs.String())
	w := newWorld(t, "/spec", map[string]string{"tight/s.cue": source}, "tight")
	reported := map[string]bool{}
	for _, d := range w.diags {
		if d.Severity != diag.Error {
			continue
		}
		require.Contains(t, []string{"IK0205", "IK0206"}, d.Code, "%s\n%s", d.Message, source)
		def, _, _ := strings.Cut(d.Path, ".")
		reported[def] = true
	}
	ctx := cuecontext.New()
	v := ctx.CompileString(source)
	require.NoError(t, v.Err(), source)
	var out []bool
	for i, text := range texts {
		name := fmt.Sprintf("#D%d", i)
		schema := v.LookupPath(cue.MakePath(cue.Def(name)))
		witness := ""
		for _, doc := range f.documents {
			if schema.Unify(ctx.CompileString(`{"x": `+doc+`}`)).Validate(cue.Concrete(true)) == nil {
				witness = doc
				break
			}
		}
		require.Equal(t, witness == "", reported[name], "%s admits %q", text, witness)
		out = append(out, reported[name])
	}
	return out
}

func withImports(name, text string) string {
	out := "package " + name + "\n\n"
	for _, lib := range []string{"list", "math", "strings", "struct"} {
		if strings.Contains(text, lib+".") {
			out += fmt.Sprintf("import %q\n", lib)
		}
	}
	return out + "\n" + text
}

// quarters are the numbers from -3 to 3.
func quarters() []string {
	var out []string
	for n := -12; n <= 12; n++ {
		text := fmt.Sprintf("%.2f", float64(n)/4)
		if n%4 == 0 {
			text = fmt.Sprint(n / 4)
		}
		out = append(out, text)
	}
	return out
}

// sequences joins up to n of the pieces.
func sequences(pieces []string, n int, sep string) []string {
	out := []string{""}
	for from := 0; n > 0; n-- {
		end := len(out)
		for ; from < end; from++ {
			for _, p := range pieces {
				if out[from] == "" {
					out = append(out, p)
				} else {
					out = append(out, out[from]+sep+p)
				}
			}
		}
	}
	return out
}

func inQuotes(list []string) []string { return around(list, `"`, `"`) }

func inBrackets(list []string) []string { return around(list, "[", "]") }

func around(list []string, before, after string) []string {
	var out []string
	for _, s := range list {
		out = append(out, before+s+after)
	}
	return out
}

// tightObjects are objects of the keys a, b and c. An empty value leaves its key out.
func tightObjects(values ...string) []string {
	var out []string
	for _, a := range values {
		for _, b := range values {
			for _, c := range values {
				var members []string
				for i, v := range []string{a, b, c} {
					if v != "" {
						members = append(members, fmt.Sprintf(`"%c": %s`, 'a'+i, v))
					}
				}
				out = append(out, "{"+strings.Join(members, ", ")+"}")
			}
		}
	}
	return out
}
