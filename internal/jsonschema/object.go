package jsonschema

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// value is a part of a schema that can write itself.
type value interface{ append([]byte) []byte }

// object is a JSON object in the order in which its members were set.
type object struct{ members []member }

type member struct {
	key   string
	value value
}

func (o *object) set(key string, v value) { o.members = append(o.members, member{key, v}) }

func (o *object) text(key, s string) { o.set(key, text(s)) }

func (o *object) has(key string) bool { return o.get(key) != nil }

// get is the value of a member, nil when there is none.
func (o *object) get(key string) value {
	for _, m := range o.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// describe puts a description first, unless there is one.
func (o *object) describe(doc string) {
	if doc != "" && !o.has("description") {
		o.members = append([]member{{"description", text(doc)}}, o.members...)
	}
}

func (o *object) append(b []byte) []byte {
	b = append(b, '{')
	for i, m := range o.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = text(m.key).append(b)
		b = append(b, ':')
		b = m.value.append(b)
	}
	return append(b, '}')
}

type list []value

func (l list) append(b []byte) []byte {
	b = append(b, '[')
	for i, v := range l {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.append(b)
	}
	return append(b, ']')
}

// raw is JSON as it stands in the representation.
type raw string

func (r raw) append(b []byte) []byte { return append(b, r...) }

func number(n int) raw { return raw(strconv.Itoa(n)) }

type text string

// append quotes a text. What no one could see in source code, and the back quote, is escaped: a schema can stand in a
// raw string of Go.
func (t text) append(b []byte) []byte {
	b = append(b, '"')
	for _, r := range string(t) {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r != '`' && r != utf8.RuneError && unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			r -= 0x10000
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return append(b, '"')
}
