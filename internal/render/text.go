package render

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ikgen/ikgen/internal/render/gen"
)

// comment writes text as line comments. Text of a spec can hold anything: every line gets its own marker and a space
// (so that no directive can be smuggled in), and control and formatting characters are dropped (so that nothing looks
// like what it is not).
func comment(text string) *gen.Statement {
	s := &gen.Statement{}
	for i, line := range commentLines(text) {
		if i > 0 {
			s.Line()
		}
		s.Comment(line)
	}
	return s
}

// commentLines splits text into finished comment lines.
func commentLines(text string) []string {
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		line = strings.TrimRight(clean(line), " ")
		if line == "" {
			out = append(out, "//")
			continue
		}
		out = append(out, remark(strings.TrimLeft(line, " ")))
	}
	return out
}

// commentf is a comment of one line, whatever the texts in it hold.
func commentf(format string, args ...any) *gen.Statement {
	return gen.Comment(remark(oneLine(fmt.Sprintf(format, args...))))
}

// remark is one line as a comment. Go takes a line that begins with +build for a build constraint, wherever it stands, and
// gofmt moves it to the top of the file.
func remark(line string) string {
	if strings.HasPrefix(line, "+build") {
		line = "\\" + line
	}
	return "// " + line
}

// oneLine folds text of a spec into a comment's line.
func oneLine(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// clean drops what must not stand in Go source outside a quoted literal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == unicode.ReplacementChar, unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		case r == '\t', r == '\n', r == '\r', unicode.IsControl(r):
			return ' '
		default:
			return r
		}
	}, strings.ToValidUTF8(s, ""))
}

// texts is a []string literal.
func texts(list []string) *gen.Statement {
	return gen.Index().String().ValuesFunc(func(v *gen.Group) {
		for _, s := range list {
			v.Lit(s)
		}
	})
}

// dict builds the keyed values of a composite literal in the order in which they are set; unset fields keep their zero
// value.
type dict struct{ entries []gen.Code }

func (d *dict) set(name string, value gen.Code) {
	d.entries = append(d.entries, gen.Id(name).Op(":").Add(value))
}

// text sets a string field unless it is empty.
func (d *dict) text(name, value string) {
	if value != "" {
		d.set(name, gen.Lit(value))
	}
}

// flag sets a boolean field when it is true.
func (d *dict) flag(name string, value bool) {
	if value {
		d.set(name, gen.True())
	}
}

// list sets a list of texts unless it is empty.
func (d *dict) list(name string, values []string) {
	if len(values) > 0 {
		d.set(name, texts(values))
	}
}

// of is the literal, a field a line.
func (d *dict) of(typ *gen.Statement) *gen.Statement { return typ.Lines(d.entries...) }

// element is the literal without its type, a field a line.
func (d *dict) element() *gen.Statement { return new(gen.Statement).Lines(d.entries...) }

// short is the literal without its type, on one line.
func (d *dict) short() *gen.Statement { return gen.Values(d.entries...) }
