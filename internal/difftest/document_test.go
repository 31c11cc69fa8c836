package difftest

import (
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

// rewrite copies a document with its numbers and keys changed; nil changes nothing. Everything else stays as it is, to
// the byte, also where it is no JSON.
func rewrite(doc string, number func(json.Number) string, key func(string) string) string {
	var b strings.Builder
	for i := 0; i < len(doc); {
		end := i + 1
		switch c := doc[i]; {
		case c == '"':
			end = endOfString(doc, i)
			b.WriteString(rewriteKey(doc[i:end], doc[end:], key))
		case c == '-' || c >= '0' && c <= '9':
			for end < len(doc) && strings.IndexByte("0123456789+-.eE", doc[end]) >= 0 {
				end++
			}
			text := doc[i:end]
			if number != nil && json.Valid([]byte(text)) {
				text = number(json.Number(text))
			}
			b.WriteString(text)
		default:
			b.WriteByte(c)
		}
		i = end
	}
	return b.String()
}

// endOfString is the index behind the string that starts at i.
func endOfString(doc string, i int) int {
	for i++; i < len(doc); i++ {
		switch doc[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(doc)
}

// rewriteKey changes a string that a colon follows.
func rewriteKey(text, rest string, key func(string) string) string {
	if key == nil || !strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), ":") {
		return text
	}
	var name string
	if json.Unmarshal([]byte(text), &name) != nil {
		return text
	}
	changed := key(name)
	if changed == name {
		return text
	}
	out, err := json.Marshal(changed)
	if err != nil {
		return text
	}
	return string(out)
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
			i = endOfString(doc, i) - 1
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
	}
	return deepest
}
