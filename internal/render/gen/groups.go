package gen

// Id starts a statement of the group with what [Statement.Id] adds.
func (g *Group) Id(name string) *Statement { return g.start().Id(name) }

// Qual starts a statement of the group with what [Statement.Qual] adds.
func (g *Group) Qual(path, name string) *Statement { return g.start().Qual(path, name) }

// Op starts a statement of the group with what [Statement.Op] adds.
func (g *Group) Op(op string) *Statement { return g.start().Op(op) }

// Lit starts a statement of the group with what [Statement.Lit] adds.
func (g *Group) Lit(v any) *Statement { return g.start().Lit(v) }

// Values starts a statement of the group with what [Statement.Values] adds.
func (g *Group) Values(list ...Code) *Statement { return g.start().Values(list...) }

// Return starts a statement of the group with what [Statement.Return] adds.
func (g *Group) Return(results ...Code) *Statement { return g.start().Return(results...) }

// If starts a statement of the group with what [Statement.If] adds.
func (g *Group) If(conditions ...Code) *Statement { return g.start().If(conditions...) }

// Func starts a statement of the group with what [Statement.Func] adds.
func (g *Group) Func() *Statement { return g.start().Func() }

// Type starts a statement of the group with what [Statement.Type] adds.
func (g *Group) Type() *Statement { return g.start().Type() }

// Var starts a statement of the group with what [Statement.Var] adds.
func (g *Group) Var() *Statement { return g.start().Var() }

// Const starts a statement of the group with what [Statement.Const] adds.
func (g *Group) Const() *Statement { return g.start().Const() }

// Comment starts a statement of the group with what [Statement.Comment] adds.
func (g *Group) Comment(line string) *Statement { return g.start().Comment(line) }

// Line starts a statement of the group with what [Statement.Line] adds.
func (g *Group) Line() *Statement { return g.start().Line() }

// Add appends a statement to the group.
func (g *Group) Add(c Code) *Statement { return g.start().Add(c) }

// Commentf starts a statement of the group with what [Statement.Commentf] adds.
func (g *Group) Commentf(format string, args ...any) *Statement {
	return g.start().Commentf(format, args...)
}
