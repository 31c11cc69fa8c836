package difftest

import (
	"encoding/json"
	"math/big"
	"slices"
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
		{name: "bounded lists", says: "a struct written in a list is closed, also where the list has bounds: CUE leaves it open there", schema: closedItems},
		{name: "float", says: "float takes any number", schema: floatIsAny},
		{name: "key bytes", says: "keys are compared as bytes, not in Unicode form NFC", document: renamedKeys},
		{name: "int64", says: "integers are those of 64 bits", refuses: func(s *schema, doc string) bool { return beyond(s, doc, ir.KindInt) }},
		{name: "float64", says: "numbers are those of 64-bit floating point", refuses: func(s *schema, doc string) bool { return beyond(s, doc, ir.KindNumber) }},
		{name: "duplicate keys", says: "an object has each key once", refuses: func(_ *schema, doc string) bool { return duplicates(doc) }},
		{name: "size", says: "a document has at most 1 MiB", refuses: func(_ *schema, doc string) bool { return len(doc) > wire.DefaultMaxBytes }},
		{name: "depth", says: "objects and lists nest at most 60 deep", refuses: func(_ *schema, doc string) bool { return nesting(doc) > wire.DefaultMaxDepth }},
	}
}

// wordless tells whether the schema has a rule that JSON Schema has no words for: a relation between two fields, or a
// format of CUE's library, of which it says what a regular expression can. Its JSON Schema then accepts more, never less.
func wordless(h home, t ir.Type, seen map[string]bool) bool {
	if t.Kind == ir.KindRef {
		if seen[t.Ref.Package+t.Ref.Name] {
			return false
		}
		seen[t.Ref.Package+t.Ref.Name] = true
		t, h = h.resolve(t)
	}
	if len(t.Relations) > 0 || len(t.Formats) > 0 {
		return true
	}
	return slices.ContainsFunc(parts(t), func(p ir.Type) bool { return wordless(h, p, seen) })
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

// exercised names the differences that matter: those without which the verdict would be another one. Where several are
// enough each, it names those that are.
func exercised(s *schema, doc string, list []difference) []string {
	var needed, enough []string
	verdict, _ := expected(s, doc, list, "")
	for i, d := range list {
		if other, _ := expected(s, doc, list, d.name); other != verdict {
			needed = append(needed, d.name)
		}
		if alone, _ := expected(s, doc, list[i:i+1], ""); alone == verdict {
			enough = append(enough, d.name)
		}
	}
	if len(needed) > 0 {
		return needed
	}
	return enough
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
	return err == nil && slices.Contains(beyondAt(s.at, s.def.Type, v), kind)
}

// beyondAt gives the kinds of the places where a number is out of 64 bits. In a union one place that it is within is
// enough.
func beyondAt(h home, t ir.Type, v any) []ir.Kind {
	t, h = h.resolve(t)
	var out []ir.Kind
	if t.Kind == ir.KindUnion {
		for _, f := range variants(h, t, v) {
			kinds := beyondAt(f.home, f.t, v)
			if len(kinds) == 0 {
				return nil
			}
			out = append(out, kinds...)
		}
		return out
	}
	if n, ok := v.(json.Number); ok {
		if kind := scalarKind(t); tooLarge(n, kind, t.Unsigned) {
			return []ir.Kind{kind}
		}
		return nil
	}
	for _, c := range children(t, v) {
		out = append(out, beyondAt(h, c.t, c.v)...)
	}
	return out
}

func scalarKind(t ir.Type) ir.Kind {
	if t.Kind == ir.KindEnum {
		return t.Base
	}
	return t.Kind
}

// tooLarge tells whether a number is out of 64 bits: of integers, of unsigned ones, or of floating point.
func tooLarge(n json.Number, kind ir.Kind, unsigned bool) bool {
	switch kind {
	case ir.KindNumber:
		_, err := strconv.ParseFloat(string(n), 64)
		return err != nil
	case ir.KindInt:
		if hugeExponent(string(n)) {
			return true
		}
		r, ok := new(big.Rat).SetString(string(n))
		return ok && r.IsInt() && !r.Num().IsInt64() && !(unsigned && r.Num().IsUint64())
	default:
		return false
	}
}
