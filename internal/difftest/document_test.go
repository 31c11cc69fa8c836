package difftest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// parse reads a document with its numbers as text.
func parse(doc string) (any, error) {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("trailing data")
	}
	return v, nil
}

// rewrite copies a document with its numbers and keys changed; nil changes nothing. A text that is no JSON stays as it is.
func rewrite(doc string, number func(json.Number) string, key func(string) string) string {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	var b bytes.Buffer
	if err := copyValue(&b, d, number, key); err != nil {
		return doc
	}
	if rest, _ := io.ReadAll(d.Buffered()); strings.TrimSpace(string(rest)) != "" {
		return doc
	}
	return b.String()
}

func copyValue(b *bytes.Buffer, d *json.Decoder, number func(json.Number) string, key func(string) string) error {
	tok, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		if n, ok := tok.(json.Number); ok && number != nil {
			b.WriteString(number(n))
			return nil
		}
		return writeJSON(b, tok)
	}
	b.WriteByte(byte(delim))
	for first := true; d.More(); first = false {
		if !first {
			b.WriteByte(',')
		}
		if delim == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			text, _ := name.(string)
			if key != nil {
				text = key(text)
			}
			if err := writeJSON(b, text); err != nil {
				return err
			}
			b.WriteByte(':')
		}
		if err := copyValue(b, d, number, key); err != nil {
			return err
		}
	}
	end, err := d.Token()
	if err != nil {
		return err
	}
	b.WriteByte(byte(end.(json.Delim)))
	return nil
}

func writeJSON(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	b.Truncate(max(0, b.Len()-1))
	return err
}

// duplicates tells whether an object of the document has a key twice.
func duplicates(doc string) bool {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	twice := false
	var value func() error
	value = func() error {
		tok, err := d.Token()
		if err != nil {
			return err
		}
		delim, ok := tok.(json.Delim)
		if !ok {
			return nil
		}
		seen := map[string]bool{}
		for d.More() {
			if delim == '{' {
				name, err := d.Token()
				if err != nil {
					return err
				}
				twice = twice || seen[name.(string)]
				seen[name.(string)] = true
			}
			if err := value(); err != nil {
				return err
			}
		}
		_, err = d.Token()
		return err
	}
	return value() == nil && twice
}

// nesting is how deep objects and lists stand in each other.
func nesting(doc string) int {
	deepest, depth := 0, 0
	for i := 0; i < len(doc); i++ {
		switch doc[i] {
		case '"':
			for i++; i < len(doc) && doc[i] != '"'; i++ {
				if doc[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
	}
	return deepest
}
