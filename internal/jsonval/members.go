package jsonval

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
)

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

// Fields finds members of an object by name and puts them into out, one for each name, as they were written; nil for those
// that are not there, and for null. It allocates nothing, and is as quick and unchecking as Members. It is false for
// anything but an object.
func Fields(doc json.RawMessage, names []string, out []json.RawMessage) bool {
	clear(out)
	i := space(doc, 0)
	if i >= len(doc) || doc[i] != '{' {
		return false
	}
	for i = space(doc, i+1); i < len(doc) && doc[i] == '"'; {
		end := skip(doc, i)
		colon := space(doc, end)
		if colon >= len(doc) || doc[colon] != ':' {
			return false
		}
		from := space(doc, colon+1)
		to := skip(doc, from)
		if at := named(names, doc[i:end]); at >= 0 {
			out[at] = doc[from:to:to]
			if string(out[at]) == "null" {
				out[at] = nil
			}
		}
		if i = space(doc, to); i < len(doc) && doc[i] == ',' {
			i = space(doc, i+1)
		}
	}
	return i < len(doc) && doc[i] == '}'
}

// named gives the place of the name that a quoted key is, -1 for none.
func named(names []string, key []byte) int {
	if len(key) < 2 {
		return -1
	}
	if bytes.IndexByte(key, '\\') >= 0 {
		name, ok := text(key)
		if !ok {
			return -1
		}
		return slices.Index(names, name)
	}
	for at, name := range names {
		if string(key[1:len(key)-1]) == name {
			return at
		}
	}
	return -1
}

// Elements gives the elements of a list as they were written, none for anything but a list. It is as quick and unchecking
// as Members.
func Elements(doc json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		i := space(doc, 0)
		if i >= len(doc) || doc[i] != '[' {
			return
		}
		for i = space(doc, i+1); i < len(doc) && doc[i] != ']'; {
			end := skip(doc, i)
			if end <= i || !yield(doc[i:end:end]) {
				return
			}
			if i = space(doc, end); i < len(doc) && doc[i] == ',' {
				i = space(doc, i+1)
			}
		}
	}
}
