package ir

import "encoding/json"

// Comparison relates the value of a leaf to a value that is computed from the step: the leaf Op To. It never holds where
// a value that To reads is absent or null, and between values of different kinds (number, string, bool).
type Comparison struct {
	Op string `json:"op"` // == != < <= > >=; bools know == and != alone
	To Expr   `json:"to"`
}

// Expr is a value computed from a step. Numbers are computed exactly, as fractions; a division by zero has no value.
// Strings are compared by their bytes.
type Expr struct {
	// Op is path (the value at Path), const (Const), len (of the value at Path: items of a list, entries of a map, bytes
	// of a string), or one of + - * / over the numbers in Args: two, or one for the sign -.
	Op    string          `json:"op"`
	Path  []string        `json:"path,omitempty"` // as of a Leaf
	Const json.RawMessage `json:"const,omitempty"`
	Args  []Expr          `json:"args,omitempty"`
}

// Each visits the expression and everything in it.
func (e *Expr) Each(visit func(*Expr)) {
	visit(e)
	for i := range e.Args {
		e.Args[i].Each(visit)
	}
}

// Reads are the paths that a leaf looks at: its own, then those that it is compared with.
func (l *Leaf) Reads() [][]string {
	out := [][]string{l.Path}
	for i := range l.Compare {
		l.Compare[i].To.Each(func(e *Expr) {
			if e.Op == "path" || e.Op == "len" {
				out = append(out, e.Path)
			}
		})
	}
	return out
}
