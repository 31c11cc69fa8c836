package gen

import (
	"fmt"
	"strconv"
	"strings"
)

// literal is the token of a literal. Other kinds of values than those below are written as fmt does.
func literal(v any) token {
	switch v := v.(type) {
	case string:
		return token{kind: text, text: v}
	case int:
		return token{kind: word, text: strconv.Itoa(v)}
	case int64:
		return token{kind: word, text: "int64(" + strconv.FormatInt(v, 10) + ")"}
	case uint64:
		return token{kind: word, text: fmt.Sprintf("uint64(%#x)", v)}
	default:
		return token{kind: word, text: fmt.Sprintf("%#v", v)}
	}
}

// operatorOr tells an operator from a literal that is written as it is.
func operatorOr(op string) kind {
	first := op[0]
	switch {
	case first >= '0' && first <= '9', first >= 'a' && first <= 'z', first >= 'A' && first <= 'Z', first == '`', first == '"':
		return word
	case first == '-' && len(op) > 1 && op[1] >= '0' && op[1] <= '9':
		return word
	default:
		return operator
	}
}

// tagText is the literal of a tag.
func tagText(key, value string) string {
	pair := key + ":" + strconv.Quote(value)
	if strconv.CanBackquote(pair) {
		return "`" + pair + "`"
	}
	return strconv.Quote(pair)
}

// marked is a line of comment with its marker.
func marked(line string) string {
	if strings.HasPrefix(line, "//") {
		return line
	}
	return "// " + line
}

// appendQuoted appends a string literal.
func appendQuoted(buf []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.AppendQuote(buf, s)
		}
	}
	buf = append(buf, '"')
	buf = append(buf, s...)
	return append(buf, '"')
}
