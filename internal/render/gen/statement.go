package gen

// kind says what a token is.
type kind uint8

const (
	word     kind = iota // an identifier, a keyword of one word, or a literal that is written already
	text                 // a string literal, not quoted yet
	qualifer             // the import path of the name that follows
	operator
	dot
	funcWord
	declWord // var, const, type
	index
	types
	params
	call
	callLines
	parens
	values
	valueLines
	list
	block
	structure
	interfaceBody
	mapKey
	defs
	assert
	returnWord
	ifWord
	elseWord
	forWord
	switchWord
	caseWord
	defaultWord
	rangeWord
	tag
	comment
	newline
	empty
	laidOut // a whole declaration
)

// token is one piece of a statement: a text, or a list of statements within brackets.
type token struct {
	kind kind
	text string
	list []*Statement
}

// Statement is a piece of Go source: an expression, a type, a statement or a declaration. The zero value is empty, and a
// list leaves an empty statement out.
type Statement struct {
	tokens []token
	first  [1]token // where the token is while there is one: most statements are one name
}

// several is how many tokens most other statements have.
const several = 4

// Code is what lists of statements are made of.
type Code = *Statement

func (s *Statement) add(t token) *Statement {
	s.reserve(1)
	s.tokens = append(s.tokens, t)
	return s
}

// reserve makes room for more tokens.
func (s *Statement) reserve(n int) {
	switch have := len(s.tokens); {
	case have == 0 && n <= len(s.first):
		s.tokens = s.first[:0]
	case have+n > cap(s.tokens) && have+n <= several:
		s.tokens = append(make([]token, 0, several), s.tokens...)
	}
}

func (s *Statement) word(w string) *Statement { return s.add(token{kind: word, text: w}) }

// null tells whether nothing would be written.
func (s *Statement) null() bool { return s == nil || len(s.tokens) == 0 }

// Clone is a copy that can be extended without changing the statement.
func (s *Statement) Clone() *Statement { return new(Statement).Add(s) }

// Add appends what other statements say now.
func (s *Statement) Add(others ...Code) *Statement {
	for _, o := range others {
		if o.null() {
			continue
		}
		s.reserve(len(o.tokens))
		s.tokens = append(s.tokens, o.tokens...)
	}
	return s
}

// Group collects statements.
type Group struct{ items []*Statement }

func (g *Group) start() *Statement {
	s := &Statement{}
	g.items = append(g.items, s)
	return s
}

// collect runs a function that fills a group.
func collect(fill func(*Group)) []*Statement {
	var g Group
	fill(&g)
	return g.items
}
