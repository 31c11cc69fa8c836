package gen

// Id starts a statement with what [Statement.Id] adds.
func Id(name string) *Statement { return new(Statement).Id(name) }

// Qual starts a statement with what [Statement.Qual] adds.
func Qual(path, name string) *Statement { return new(Statement).Qual(path, name) }

// Op starts a statement with what [Statement.Op] adds.
func Op(op string) *Statement { return new(Statement).Op(op) }

// Lit starts a statement with what [Statement.Lit] adds.
func Lit(v any) *Statement { return new(Statement).Lit(v) }

// Index starts a statement with what [Statement.Index] adds.
func Index(of ...Code) *Statement { return new(Statement).Index(of...) }

// Parens starts a statement with what [Statement.Parens] adds.
func Parens(x Code) *Statement { return new(Statement).Parens(x) }

// Values starts a statement with what [Statement.Values] adds.
func Values(list ...Code) *Statement { return new(Statement).Values(list...) }

// List starts a statement with what [Statement.List] adds.
func List(of ...Code) *Statement { return new(Statement).List(of...) }

// Map starts a statement with what [Statement.Map] adds.
func Map(key Code) *Statement { return new(Statement).Map(key) }

// Return starts a statement with what [Statement.Return] adds.
func Return(results ...Code) *Statement { return new(Statement).Return(results...) }

// If starts a statement with what [Statement.If] adds.
func If(conditions ...Code) *Statement { return new(Statement).If(conditions...) }

// For starts a statement with what [Statement.For] adds.
func For(clauses ...Code) *Statement { return new(Statement).For(clauses...) }

// Switch starts a statement with what [Statement.Switch] adds.
func Switch(on ...Code) *Statement { return new(Statement).Switch(on...) }

// Case starts a statement with what [Statement.Case] adds.
func Case(of ...Code) *Statement { return new(Statement).Case(of...) }

// Default starts a statement with what [Statement.Default] adds.
func Default() *Statement { return new(Statement).Default() }

// Func starts a statement with what [Statement.Func] adds.
func Func() *Statement { return new(Statement).Func() }

// Type starts a statement with what [Statement.Type] adds.
func Type() *Statement { return new(Statement).Type() }

// Var starts a statement with what [Statement.Var] adds.
func Var() *Statement { return new(Statement).Var() }

// Const starts a statement with what [Statement.Const] adds.
func Const() *Statement { return new(Statement).Const() }

// Comment starts a statement with what [Statement.Comment] adds.
func Comment(line string) *Statement { return new(Statement).Comment(line) }

// Empty starts a statement with what [Statement.Empty] adds.
func Empty() *Statement { return new(Statement).Empty() }

// True is the word true.
func True() *Statement { return new(Statement).True() }

// False is the word false.
func False() *Statement { return new(Statement).False() }

// Nil is the word nil.
func Nil() *Statement { return new(Statement).Nil() }

// Any is the word any.
func Any() *Statement { return new(Statement).Any() }

// Bool is the word bool.
func Bool() *Statement { return new(Statement).Bool() }

// String is the word string.
func String() *Statement { return new(Statement).String() }

// Int is the word int.
func Int() *Statement { return new(Statement).Int() }

// Int64 is the word int64.
func Int64() *Statement { return new(Statement).Int64() }

// Uint64 is the word uint64.
func Uint64() *Statement { return new(Statement).Uint64() }

// Float64 is the word float64.
func Float64() *Statement { return new(Statement).Float64() }

// Error is the word error.
func Error() *Statement { return new(Statement).Error() }

// Err is the word err.
func Err() *Statement { return new(Statement).Err() }

// Break is the word break.
func Break() *Statement { return new(Statement).Break() }

// Len calls len.
func Len(args ...Code) *Statement { return new(Statement).Len(args...) }

// New calls new.
func New(args ...Code) *Statement { return new(Statement).New(args...) }

// Null writes nothing, and a list leaves it out.
func Null() *Statement { return new(Statement) }
