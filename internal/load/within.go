package load

import (
	"path/filepath"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/compile"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// within is the place of a piece of a text: length bytes from offset at on. It is found in the file that the text is
// embedded from, and in a string of the spec whose source is the text itself, without escapes. The text is the one of
// the representation, with normalised line ends.
func (w *world) within(u *unit, path, text string, at, length int) (diag.Position, bool) {
	n, ok := u.spec.Find(path)
	if !ok || at < 0 || length < 0 || at+length > len(text) {
		return diag.Position{}, false
	}
	for _, d := range n.Decls {
		for _, name := range embeddedIn(d.Field) {
			file := filepath.Join(filepath.Dir(d.Field.Pos().Filename()), filepath.FromSlash(name))
			raw, err := w.files.read(file)
			if err == nil && compile.Newlines(string(raw)) == text {
				return pieceAt(diag.Position{File: file, Line: 1, Column: 1}, 1, text, at, length), true
			}
		}
	}
	for _, p := range n.Parts() {
		if lit, ok := p.X.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			return withinLiteral(lit, text, at, length)
		}
	}
	return diag.Position{}, false
}

// withinLiteral is within for "…" and for """ with its lines.
func withinLiteral(lit *ast.BasicLit, text string, at, length int) (diag.Position, bool) {
	value, err := literal.Unquote(lit.Value)
	if err != nil || compile.Newlines(value) != text || strings.Contains(lit.Value, `\`) || strings.HasPrefix(lit.Value, "#") {
		return diag.Position{}, false
	}
	start := spec.At(lit)
	start.EndLine, start.EndColumn = 0, 0
	if !strings.HasPrefix(lit.Value, `"""`) {
		start.Column++
		return pieceAt(start, start.Column, text, at, length), true
	}
	indent := len(lit.Value) - len(`"""`) - 1 - strings.LastIndexByte(lit.Value, '\n')
	start.Line++
	start.Column = indent + 1
	return pieceAt(start, indent+1, text, at, length), true
}

// pieceAt is the place of a piece of a text that begins at start; its later lines begin at the column margin.
func pieceAt(start diag.Position, margin int, text string, at, length int) diag.Position {
	out := start
	out.Line, out.Column = advance(start.Line, start.Column, margin, text[:at])
	out.EndLine, out.EndColumn = advance(out.Line, out.Column, margin, text[at:at+length])
	return out
}

func advance(line, column, margin int, text string) (int, int) {
	if last := strings.LastIndexByte(text, '\n'); last >= 0 {
		return line + strings.Count(text, "\n"), margin + len(text) - last - 1
	}
	return line, column + len(text)
}
