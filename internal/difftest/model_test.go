package difftest

import (
	"encoding/json"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// judgeModel asks the interpreter about the document in the mode of models. Without null that mode changes nothing; and
// a document whose absent fields are all null means the document itself.
func (c *tally) judgeModel(t require.TestingT, p *pair) {
	p.modelDoc = p.doc
	if p.want {
		p.modelDoc = withNulls(t, p.schema, p.doc)
	}
	value, issues := p.schema.interp.DecodeFrom(ik.FromModel, json.RawMessage(p.modelDoc))
	p.modelIssues = issues
	p.modelFilled, _ = value.(json.RawMessage)
	switch {
	case p.want:
		require.Empty(t, issues, "from a model, %s is refused: %s", p.modelDoc, p)
		c.sameJSON(t, p, p.filled, p.modelFilled, "from a model, the document has another value")
	case !strings.Contains(p.doc, "null"):
		require.Equal(t, p.issues, issues, "without null, the mode changes the verdict: %s", p)
	}
}

// withNulls adds null for every field that an accepted document leaves out, where null is no value of its own.
func withNulls(t require.TestingT, s *schema, doc string) string {
	v, err := parse(doc)
	require.NoError(t, err)
	if !addNulls(s.at, s.def.Type, v) {
		return doc
	}
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// addNulls tells whether it added any.
func addNulls(h home, t ir.Type, v any) bool {
	t, h = h.resolve(t)
	if t.Kind == ir.KindUnion {
		list := variants(h, t, v)
		if len(list) != 1 {
			return false
		}
		t, h = list[0].t, list[0].home
	}
	added := false
	for _, c := range children(t, v) {
		added = addNulls(h, c.t, c.v) || added
	}
	object, ok := v.(map[string]any)
	if !ok || t.Kind != ir.KindStruct {
		return added
	}
	for _, f := range t.Fields {
		if _, there := object[f.Name]; there || f.Presence == ir.Required || admitsNull(h, f.Type) {
			continue
		}
		object[f.Name], added = nil, true
	}
	return added
}

func admitsNull(h home, t ir.Type) bool {
	t, _ = h.resolve(t)
	return t.Nullable || t.Kind == ir.KindNull || t.Kind == ir.KindAny
}

// compareModel requires that generated Go says the same of the document in the mode of models.
func (c *tally) compareModel(t require.TestingT, p *pair, g *generated) {
	require.Equal(t, p.modelIssues, g.ModelIssues, "from a model, generated Go and the interpreter report different issues of %s: %s", p.modelDoc, p)
	if len(p.modelIssues) > 0 {
		return
	}
	c.held = heldByGo(p.schema.at, p.schema.def.Type, map[string]bool{})
	c.sameJSON(t, p, p.modelFilled, g.ModelJSON, "from a model, generated Go reads another value")
}

func (c *tally) sameJSON(t require.TestingT, p *pair, want, have json.RawMessage, message string) {
	a, err := parse(string(want))
	require.NoError(t, err)
	b, err := parse(string(have))
	require.NoError(t, err)
	require.True(t, c.equal(a, b), "%s: %s: %s\nwant %s\nhave %s", message, p.modelDoc, p, want, have)
}
