// Package gen builds Go source from small pieces and writes it in the layout of gofmt. It owns the layout: spaces, indents,
// columns, blank lines, and the imports that a file needs. It knows nothing of what is generated.
//
// Running gofmt over a large file takes far longer than writing it, so what is written is laid out at once. The few
// things that gofmt lays out by rules of their own (arithmetic, comments with lists or headings) are left to package
// go/format, a declaration at a time. Tests compare every kind of output with gofmt's.
package gen
