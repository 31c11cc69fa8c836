package jsonval

import "encoding/json"

// Members gives the members of an object as they were written, of two with one key the last. It is quick because it does
// not check: doc must be JSON, e.g. what encoding/json wrote. It is false for anything but an object; of text that is not
// JSON it may give pieces.
func Members(doc json.RawMessage) (map[string]json.RawMessage, bool) {
	i := space(doc, 0)
	if i >= len(doc) || doc[i] != '{' {
		return nil, false
	}
	out := map[string]json.RawMessage{}
	for i = space(doc, i+1); i < len(doc) && doc[i] == '"'; {
		end := skip(doc, i)
		key, ok := text(doc[i:end])
		colon := space(doc, end)
		if !ok || colon >= len(doc) || doc[colon] != ':' {
			return nil, false
		}
		from := space(doc, colon+1)
		end = skip(doc, from)
		out[key] = doc[from:end:end]
		if i = space(doc, end); i < len(doc) && doc[i] == ',' {
			i = space(doc, i+1)
		}
	}
	return out, i < len(doc) && doc[i] == '}'
}
