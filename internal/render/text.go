package render

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// comment writes text as line comments. Text of a spec can hold anything: every line gets its own marker and a space
// (so that no directive can be smuggled in), and control and formatting characters are dropped (so that nothing looks
// like what it is not).
func comment(text string) *jen.Statement {
	s := &jen.Statement{}
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
		out = append(out, "// "+strings.TrimLeft(line, " "))
	}
	return out
}

// commentf is a comment of one line, whatever the texts in it hold.
func commentf(format string, args ...any) *jen.Statement {
	return jen.Comment("// " + oneLine(fmt.Sprintf(format, args...)))
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
func texts(list []string) *jen.Statement {
	return jen.Index().String().ValuesFunc(func(v *jen.Group) {
		for _, s := range list {
			v.Lit(s)
		}
	})
}

// dict builds the keyed values of a composite literal in the order in which they are set; unset fields keep their zero
// value. Jennifer's own Dict sorts by key.
type dict struct{ entries []jen.Code }

func (d *dict) set(name string, value jen.Code) {
	d.entries = append(d.entries, jen.Id(name).Op(":").Add(value))
}

// text sets a string field unless it is empty.
func (d *dict) text(name, value string) {
	if value != "" {
		d.set(name, jen.Lit(value))
	}
}

// flag sets a boolean field when it is true.
func (d *dict) flag(name string, value bool) {
	if value {
		d.set(name, jen.True())
	}
}

// list sets a list of texts unless it is empty.
func (d *dict) list(name string, values []string) {
	if len(values) > 0 {
		d.set(name, texts(values))
	}
}

// of is the literal, a field a line.
func (d *dict) of(typ *jen.Statement) *jen.Statement { return typ.Custom(lines, d.entries...) }

// element is the literal without its type, a field a line.
func (d *dict) element() *jen.Statement { return new(jen.Statement).Custom(lines, d.entries...) }

// short is the literal without its type, on one line.
func (d *dict) short() *jen.Statement { return jen.Values(d.entries...) }

// lines writes composite values one a line.
var lines = jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}
