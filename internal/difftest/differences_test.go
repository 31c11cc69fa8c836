package difftest

import (
	"encoding/json"
	"math/big"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// difference is one way in which our verdict may differ from CUE's. It says what CUE must be asked instead for the
// verdicts to be the same, or that a document is refused whatever CUE says. So a difference is not only tolerated where
// it is recognised: its outcome is checked.
type difference struct {
	name, says string

	document func(doc string) string          // CUE is asked about this document instead
	schema   reading                          // CUE is asked about the schema, read in this way
	refuses  func(s *schema, doc string) bool // refused whatever CUE says
}

// differences is the whole list of differences of verdicts.
func differences() []difference {
	return []difference{
		{name: "integral", says: "1.0 and 1e2 are integers, and equal to 1 and 100, in schemas and documents", document: integralNumbers, schema: wholeInts},
		{name: "float", says: "float takes any number", schema: floatIsAny},
		{name: "key bytes", says: "keys are compared as bytes, not in Unicode form NFC", document: renamedKeys},
		{name: "int64", says: "integers are those of 64 bits", refuses: func(s *schema, doc string) bool { return beyond(s, doc, ir.KindInt) }},
		{name: "float64", says: "numbers are those of 64-bit floating point", refuses: func(s *schema, doc string) bool { return beyond(s, doc, ir.KindNumber) }},
		{name: "duplicate keys", says: "an object has each key once", refuses: func(_ *schema, doc string) bool { return duplicates(doc) }},
		{name: "size", says: "a document has at most 1 MiB", refuses: func(_ *schema, doc string) bool { return len(doc) > wire.DefaultMaxBytes }},
		{name: "depth", says: "objects and lists nest at most 60 deep", refuses: func(_ *schema, doc string) bool { return nesting(doc) > wire.DefaultMaxDepth }},
	}
}

// expected is what CUE says once the differences other than the one left out are taken into account. parsed leaves out
// those that refuse.
func expected(s *schema, doc string, list []difference, without string) (verdict, parsed bool) {
	as, refused := exactly, false
	for _, d := range list {
		if d.name == without {
			continue
		}
		if d.refuses != nil && d.refuses(s, doc) {
			refused = true
		}
	}
	text := doc
	for _, d := range list {
		if d.name == without {
			continue
		}
		if d.document != nil {
			text = d.document(text)
		}
		as |= d.schema
	}
	parsed = s.oracle.accepts(text, as)
	return parsed && !refused, parsed
}

// exercised names the differences without which the verdict would be another one.
func exercised(s *schema, doc string, list []difference) []string {
	var out []string
	verdict, _ := expected(s, doc, list, "")
	for _, d := range list {
		if other, _ := expected(s, doc, list, d.name); other != verdict {
			out = append(out, d.name)
		}
	}
	return out
}

// integralNumbers writes the integral numbers of a document without point and exponent.
func integralNumbers(doc string) string {
	return rewrite(doc, func(n json.Number) string { return integer(n) }, nil)
}

// renamedKeys gives keys that are not NFC another name, so that CUE compares them as bytes.
func renamedKeys(doc string) string {
	return rewrite(doc, nil, func(key string) string {
		if norm.NFC.IsNormalString(key) {
			return key
		}
		return key + "\ue000"
	})
}

// beyond tells whether a number at a place of the kind is out of its 64 bits.
func beyond(s *schema, doc string, kind ir.Kind) bool {
	v, err := parse(doc)
	if err != nil {
		return false
	}
	found := false
	visit(s.at, s.def.Type, v, func(t ir.Type, v any) {
		n, ok := v.(json.Number)
		if !ok || t.Kind != kind && (t.Kind != ir.KindEnum || t.Base != kind) {
			return
		}
		if kind == ir.KindNumber {
			_, err := strconv.ParseFloat(string(n), 64)
			found = found || err != nil
			return
		}
		if hugeExponent(string(n)) {
			found = true
			return
		}
		r, ok := new(big.Rat).SetString(string(n))
		found = found || ok && r.IsInt() && !r.Num().IsInt64()
	})
	return found
}

// visit shows every value of a document that the schema knows with its type.
func visit(h home, t ir.Type, v any, see func(ir.Type, any)) {
	t, h = h.resolve(t)
	see(t, v)
	switch v := v.(type) {
	case []any:
		if t.Kind == ir.KindList && t.Items != nil {
			for _, item := range v {
				visit(h, *t.Items, item, see)
			}
		}
	case map[string]any:
		if t.Kind == ir.KindMap && t.Items != nil {
			for _, item := range v {
				visit(h, *t.Items, item, see)
			}
		}
		for _, f := range t.Fields {
			if item, ok := v[f.Name]; ok && t.Kind == ir.KindStruct {
				visit(h, f.Type, item, see)
			}
		}
	}
}
