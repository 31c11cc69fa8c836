package difftest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// pair is a schema and a document, with what was found.
type pair struct {
	schema *schema
	doc    string
	raw    bool // what CUE says
	want   bool // what CUE says, the allowed differences applied

	issues []ik.Issue      // of the interpreter
	filled json.RawMessage // what the interpreter made of it

	modelDoc    string          // what a model may write for the same
	modelIssues []ik.Issue      // of the interpreter, in the mode of models
	modelFilled json.RawMessage // what it made of modelDoc
}

func (p *pair) String() string {
	doc := p.doc
	if len(doc) > 2000 {
		doc = doc[:2000] + "…"
	}
	return fmt.Sprintf("%s\nschema %s\ndocument %s", p.schema, p.schema.interp.JSON, doc)
}

// tally counts what a test has tried.
type tally struct {
	pairs, accepted int
	differences     map[string]int
	values          map[string]int
	held            bool // Go holds a text of the schema in a type of its own
}

func newTally() *tally { return &tally{differences: map[string]int{}, values: map[string]int{}} }

// judge asks CUE, the interpreter and the JSON Schema, and requires that they agree.
func (c *tally) judge(t require.TestingT, s *schema, doc string) *pair {
	list := differences()
	p := &pair{schema: s, doc: doc, raw: s.oracle.accepts(doc, exactly)}
	want, parsed := expected(s, doc, list, "")
	p.want = want
	if p.raw != p.want {
		names := exercised(s, doc, list)
		require.NotEmpty(t, names, "a difference that is not on the list: %s", p)
		for _, n := range names {
			c.differences[n]++
		}
	}
	value, issues := s.interp.Decode(json.RawMessage(doc))
	p.issues = issues
	require.Equal(t, p.want, len(issues) == 0, "the interpreter differs from CUE: %s\nissues %v\nCUE %v", p, issues, cueError(s, doc))
	if v, ok := readable(doc, issues); ok {
		err := s.json.Validate(v)
		if !parsed && wordless(s.at, s.def.Type, map[string]bool{}) {
			parsed = err == nil
		}
		require.Equal(t, parsed, err == nil, "the JSON Schema differs from CUE: %s\nJSON Schema %v\nCUE %v", p, err, cueError(s, doc))
	}
	c.pairs++
	if p.want {
		c.accepted++
		p.filled, _ = value.(json.RawMessage)
		c.sameValue(t, p, p.filled, "the interpreter")
	}
	c.judgeModel(t, p)
	return p
}

func cueError(s *schema, doc string) error {
	_, err := s.oracle.filled(doc, exactly)
	return err
}

// readable gives the document to a JSON Schema validator. It cannot see what the text of a document is: those are
// not asked.
func readable(doc string, issues []ik.Issue) (any, bool) {
	textual := []string{wire.InvalidJSON, wire.InvalidUTF8, wire.LoneSurrogate, wire.DuplicateField, wire.TooLarge, wire.TooDeep, wire.TrailingData}
	for _, is := range issues {
		if slices.Contains(textual, is.Code) {
			return nil, false
		}
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
	return v, err == nil && !extreme(doc)
}

// extreme tells whether a number has more digits than CUE computes with, or is none of float64: validators differ there.
func extreme(doc string) bool {
	found := false
	rewrite(doc, func(n json.Number) string {
		_, err := strconv.ParseFloat(string(n), 64)
		found = found || err != nil || len(integer(n)) > cueDigits
		return string(n)
	}, nil)
	return found
}

// cueDigits is how many digits CUE computes with; comparisons are exact beyond it.
const cueDigits = 34

// generated is what the generated Go says of a document.
type generated struct {
	Issues   []ik.Issue      `json:"issues"`
	JSON     json.RawMessage `json:"json"`     // the value, encoded again
	Validate []ik.Issue      `json:"validate"` // of the value
	Again    []ik.Issue      `json:"again"`    // of decoding JSON
	Schema   bool            `json:"schema"`   // the JSON Schema is the interpreter's

	ModelIssues []ik.Issue      `json:"modelIssues"` // in the mode of models
	ModelJSON   json.RawMessage `json:"modelJSON"`
}

// compare requires that generated Go says what the interpreter says, to the word, and that its value goes back to a
// document that CUE accepts and fills in the same way.
func (c *tally) compare(t require.TestingT, p *pair, g *generated) {
	require.Equal(t, p.issues, g.Issues, "generated Go and the interpreter report different issues: %s", p)
	c.compareModel(t, p, g)
	if !p.want {
		return
	}
	c.sameValue(t, p, g.JSON, "generated Go")
	if rounded(p.doc) {
		return // the rounded value may be out of a bound that the text is within
	}
	require.Empty(t, g.Validate, "the decoded value is not valid: %s", p)
	require.Empty(t, g.Again, "the encoded value %s is not accepted: %s", g.JSON, p)
	ok, _ := expected(p.schema, string(g.JSON), differences(), "")
	require.True(t, ok, "CUE refuses the encoded value %s: %s", g.JSON, p)
}
