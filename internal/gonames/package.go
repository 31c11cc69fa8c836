package gonames

import (
	"go/token"
	"strings"
	"unicode"
)

// PackageName makes a Go package name that compiles and can be imported: lower case, letters and digits alone, no
// keyword, no predeclared name, and not main, internal or vendor. A name that had to give way gets the suffix "pkg".
func PackageName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	s := b.String()
	switch {
	case s == "":
		return "pkg"
	case unicode.IsDigit([]rune(s)[0]):
		return "pkg" + s
	case unsafePackage(s):
		return s + "pkg"
	default:
		return s
	}
}

// unsafePackage tells whether a package of this name could not be compiled or imported, or would hide a word that
// generated code or its importers use.
func unsafePackage(s string) bool {
	switch s {
	case "main", "internal", "vendor", "testdata", "init", "ik", "wire", "any", "bool", "byte", "error", "string", "int",
		"int64", "float64", "rune", "nil", "true", "false", "iota", "append", "len", "cap", "make", "new", "panic", "copy",
		// local names of generated code, which would hide an import
		"a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "m", "n", "o", "p", "r", "s", "t", "v", "ac", "pc", "in", "out", "ok",
		"err", "ctx", "inv", "res", "typed", "verdict", "message", "data", "zero",
		"min", "max", "clear", "close", "delete", "print", "println", "recover", "real", "imag", "complex", "uint":
		return true
	default:
		return token.IsKeyword(s)
	}
}
