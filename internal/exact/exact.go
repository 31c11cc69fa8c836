// Package exact carries JSON numbers through RFC 8785 without loss. The RFC writes every number as an IEEE double,
// which would make the bounds 9007199254740992 and 9007199254740993 one. Pack puts a number that a double cannot carry
// into an object {"$number":"9007199254740993"}; Unpack takes it out again. It knows nothing of what documents mean.
package exact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// key marks a packed number. A key of the document that would read as the mark gets one more "$".
const key = "$number"

// MaxDepth is how deep a document may nest.
const MaxDepth = 256

// Pack turns a document into plain values for canonical.Marshal. Numbers that have one value in different spellings
// (1, 1.0, 10e-1) give the same result.
func Pack(raw []byte) (any, error) {
	tree, err := read(raw)
	if err != nil {
		return nil, err
	}
	return pack(tree, 0)
}

// Unpack turns a document that came from Pack back into JSON with exact numbers.
func Unpack(raw []byte) ([]byte, error) {
	tree, err := read(raw)
	if err != nil {
		return nil, err
	}
	if tree, err = unpack(tree, 0); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tree); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func read(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("trailing data")
	}
	return tree, nil
}

var errDepth = fmt.Errorf("nested deeper than %d", MaxDepth)

func pack(v any, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, errDepth
	}
	if n, ok := v.(json.Number); ok {
		if carried(n) {
			return n, nil
		}
		return map[string]any{key: normal(n).String()}, nil
	}
	return children(v, func(k string, child any) (string, any, error) {
		if isMark(k) {
			k = "$" + k
		}
		child, err := pack(child, depth+1)
		return k, child, err
	})
}

func unpack(v any, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, errDepth
	}
	if object, ok := v.(map[string]any); ok && len(object) == 1 {
		if text, ok := object[key].(string); ok {
			if !isNumber(text) {
				return nil, fmt.Errorf("%s holds %q, which is not a number", key, text)
			}
			return json.Number(text), nil
		}
	}
	return children(v, func(k string, child any) (string, any, error) {
		if isMark(k) {
			k = k[1:]
		}
		child, err := unpack(child, depth+1)
		return k, child, err
	})
}

// children copies an object or a list with every child replaced; anything else is returned as it is.
func children(v any, change func(k string, child any) (string, any, error)) (any, error) {
	switch t := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(t))
		for k, child := range t {
			name, value, err := change(k, child)
			if err != nil {
				return nil, err
			}
			out[name] = value
		}
		return out, nil
	case []any:
		out := make([]any, len(t))
		for i, child := range t {
			_, value, err := change("", child)
			if err != nil {
				return nil, err
			}
			out[i] = value
		}
		return out, nil
	default:
		return v, nil
	}
}

// isMark tells whether a key is the mark, or the mark with more "$" before it.
func isMark(k string) bool {
	return strings.HasPrefix(k, "$") && strings.TrimLeft(k, "$") == key[1:]
}

func isNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && json.Valid([]byte(s))
}

// carried tells whether the shortest text of the nearest double is the same decimal.
func carried(n json.Number) bool {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return false
	}
	return normal(json.Number(strconv.FormatFloat(f, 'e', -1, 64))) == normal(n)
}
