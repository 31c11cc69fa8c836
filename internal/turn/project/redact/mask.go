package redact

import ik "github.com/ikgen/ikgen/runtime"

// Masked is a document without its private places.
type Masked struct {
	// Value is the document. Private strings of maskable length are placeholders, every other private place is gone.
	Value any
	// Gone tells that the whole document was private and not a string that can be masked.
	Gone bool
	// Texts are the private strings that were in it: they have to be masked elsewhere too.
	Texts []string
	// Taken tells that the document had a private place.
	Taken bool
}

// Apply takes the places that m calls private out of the decoded JSON value v. A nil mask takes nothing.
func Apply(v any, m *ik.Mask) Masked {
	a := applier{}
	value, keep := a.value(v, m)
	return Masked{Value: value, Gone: !keep, Texts: a.texts, Taken: a.taken}
}

// applier collects the private strings while it walks a document. It ends because documents are finite trees.
type applier struct {
	texts []string
	taken bool
}

func (a *applier) value(v any, m *ik.Mask) (out any, keep bool) {
	if m == nil {
		return v, true
	}
	if m.Self != ik.Public {
		a.taken = true
		a.collect(v)
		if s, ok := v.(string); ok && Maskable(s) {
			return Placeholder, true
		}
		return nil, false
	}
	switch v := v.(type) {
	case []any:
		return a.list(v, m), true
	case map[string]any:
		return a.object(v, m), true
	default:
		return v, true
	}
}

func (a *applier) list(v []any, m *ik.Mask) []any {
	elem := call(m.Elem)
	out := make([]any, 0, len(v))
	for _, e := range v {
		if masked, keep := a.value(e, elem); keep {
			out = append(out, masked)
		}
	}
	return out
}

func (a *applier) object(v map[string]any, m *ik.Mask) map[string]any {
	out := make(map[string]any, len(v))
	for _, k := range keys(v) {
		if masked, keep := a.value(v[k], field(m, k)); keep {
			out[k] = masked
		}
	}
	return out
}

// field finds the mask of one key: its own, else that of all other keys, else that of map elements.
func field(m *ik.Mask, key string) *ik.Mask {
	for _, f := range m.Fields {
		if f.Name == key {
			return call(f.Mask)
		}
	}
	if m.Rest != nil {
		return m.Rest()
	}
	return call(m.Elem)
}

func call(f func() *ik.Mask) *ik.Mask {
	if f == nil {
		return nil
	}
	return f()
}

// collect keeps every string of a private place.
func (a *applier) collect(v any) {
	switch v := v.(type) {
	case string:
		a.texts = append(a.texts, v)
	case []any:
		for _, e := range v {
			a.collect(e)
		}
	case map[string]any:
		for _, k := range keys(v) {
			a.collect(v[k])
		}
	}
}
