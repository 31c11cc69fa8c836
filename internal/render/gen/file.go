package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// File is one Go file: its declarations are the statements of its group.
type File struct {
	Group
	name    string
	header  []string
	doc     []string
	imports imports
}

// NewFile starts a file of a package. Names of the package itself are written without qualifier.
func NewFile(path, name string) *File {
	return &File{name: name, imports: imports{
		own: path, known: map[string]string{}, given: map[string]bool{}, kept: map[string]string{}, used: map[string]string{}, taken: map[string]bool{},
	}}
}

// HeaderComment is a line at the top of the file.
func (f *File) HeaderComment(line string) { f.header = append(f.header, marked(line)) }

// PackageComment is a line above the package clause.
func (f *File) PackageComment(line string) { f.doc = append(f.doc, marked(line)) }

// ImportName says what a package is called.
func (f *File) ImportName(path, name string) { f.imports.known[path] = name }

// ImportKept says what a package is called, and keeps the name from others.
func (f *File) ImportKept(path, name string) {
	f.imports.known[path], f.imports.kept[name] = name, path
}

// ImportAlias says what a package is called in the file, and keeps the name from others.
func (f *File) ImportAlias(path, name string) {
	f.ImportKept(path, name)
	f.imports.given[path] = true
}

// Text is a declaration that is laid out as gofmt would, with its comments. It may use packages under the names that are
// kept for them.
func (f *File) Text(text string, uses ...string) {
	f.start().add(token{kind: laidOut, text: strings.TrimSpace(text)})
	for _, path := range uses {
		f.imports.name(path)
	}
}

// Source is the file's text, in the layout of gofmt. The error is that of package go/format on what is no Go.
func (f *File) Source() ([]byte, error) {
	d := declarations{printer: &printer{imports: &f.imports, buf: make([]byte, 0, chunk)}}
	for _, s := range f.items {
		if err := d.item(s); err != nil {
			return nil, err
		}
	}
	d.finish()
	head := strings.Join(f.header, "\n") + "\n\n"
	for _, line := range f.doc {
		head += line + "\n"
	}
	top, err := format.Source([]byte(head + "package " + f.name + "\n" + f.imports.text()))
	if err != nil {
		return nil, fmt.Errorf("the head of the file: %w", err)
	}
	if len(d.chunks) == 0 && len(d.buf) == 0 {
		return top, nil
	}
	return bytes.Join(slices.Concat([][]byte{top, []byte("\n")}, d.chunks, [][]byte{d.buf}), nil), nil
}

// chunk is how many bytes are collected before they are put aside: a buffer that grew with a large file would be copied
// again and again.
const chunk = 64 << 10

// declarations writes the statements of a file one by one.
type declarations struct {
	*printer
	chunks [][]byte // what was written before the buffer
	docs   []string // comments whose declaration comes next
	blank  bool     // the author asked for a blank line
	kind   string   // the keyword of the declaration before; "" before the first
}

// item takes one statement of the file: a comment, a blank line, or a declaration, with any of both before it.
func (d *declarations) item(s *Statement) error {
	tokens := s.tokens
	for len(tokens) > 0 {
		switch t := &tokens[0]; t.kind {
		case newline:
			d.blank = d.blank || len(d.docs) == 0
		case comment:
			d.docs = append(d.docs, t.text)
		case laidOut:
			d.separate(true)
			d.write(t.text)
			d.end("text")
		default:
			return d.declaration(&Statement{tokens: tokens})
		}
		tokens = tokens[1:]
	}
	return nil
}

// separate writes a blank line where one is wanted, but none at the start.
func (d *declarations) separate(wanted bool) {
	if wanted && d.kind != "" {
		d.write("\n")
	}
}

// end ends a declaration of the kind.
func (d *declarations) end(kind string) {
	d.write("\n")
	d.docs, d.blank, d.kind = d.docs[:0], false, kind
	if len(d.buf) > chunk-chunk/8 {
		d.chunks = append(d.chunks, d.buf)
		d.buf = make([]byte, 0, chunk)
	}
}

// declaration writes a declaration with its comments. A blank line stands where gofmt wants one.
func (d *declarations) declaration(s *Statement) error {
	kind := s.tokens[0].text
	if s.tokens[0].kind == funcWord {
		kind = "func"
	}
	d.separate(d.blank || kind != d.kind || len(d.docs) > 0)
	start := len(d.buf)
	d.foreign = false
	for _, line := range d.docs {
		d.foreign = d.foreign || !plain(line)
		d.write(line)
		d.write("\n")
	}
	d.top(s)
	if d.foreign {
		if err := d.reformat(start); err != nil {
			return err
		}
	}
	d.end(kind)
	return nil
}

// top writes the statement of a declaration. Behind the word func stands a receiver or a name.
func (d *declarations) top(s *Statement) {
	if s.tokens[0].kind != funcWord {
		d.statement(s, false)
		return
	}
	d.write("func")
	d.last, d.typed, d.control, d.branch = spaced, false, false, false
	d.tokens(s.tokens[1:])
}

// reformat lets package go/format lay out what was written last.
func (d *declarations) reformat(start int) error {
	const clause = "package p\n\n"
	out, err := format.Source(append([]byte(clause), d.buf[start:]...))
	if err != nil {
		return err
	}
	d.buf = append(d.buf[:start], bytes.TrimSuffix(out[len(clause):], []byte("\n"))...)
	return nil
}

// finish writes comments that no declaration followed.
func (d *declarations) finish() {
	for _, line := range d.docs {
		d.write(line + "\n")
	}
}

// plain tells whether gofmt leaves a line of a doc comment as it is: prose without lists, headings, links and code.
func plain(line string) bool {
	text, ok := strings.CutPrefix(line, "// ")
	if !ok || text == "" || strings.ContainsAny(text, "`[\t") || strings.Contains(text, "''") || text[len(text)-1] == ' ' {
		return false
	}
	first := text[0]
	return first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z'
}
