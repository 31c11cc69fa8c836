package rules

import "strings"

// Token is one piece of a template: literal text, or with Name what stood between {{ and }}.
type Token struct {
	Text string
	Name string
	// At is the byte offset of the piece in the template: of the first brace for a name.
	At int
}

// TokenError says where a template is malformed.
type TokenError struct {
	At     int // byte offset
	Reason string
}

// Error is the reason.
func (e *TokenError) Error() string { return e.Reason }

// Tokens splits a template at its {{…}} marks. There is no escape: a }} in literal text, an unclosed {{, an empty name
// and a name with a brace are errors. What a name may be is the caller's to check. On an error the tokens before it are
// returned.
func Tokens(template string) ([]Token, *TokenError) {
	var out []Token
	for at := 0; at < len(template); {
		rest := template[at:]
		open, end := strings.Index(rest, "{{"), strings.Index(rest, "}}")
		if end >= 0 && (open < 0 || end < open) {
			return out, &TokenError{At: at + end, Reason: `"}}" without a "{{" before it`}
		}
		if open < 0 {
			return append(out, Token{Text: rest, At: at}), nil
		}
		if open > 0 {
			out = append(out, Token{Text: rest[:open], At: at})
		}
		start := at + open
		length := strings.Index(template[start+2:], "}}")
		if length < 0 {
			return out, &TokenError{At: start, Reason: `"{{" without a "}}" after it`}
		}
		name := template[start+2 : start+2+length]
		if name == "" || strings.ContainsAny(name, "{}") {
			return out, &TokenError{At: start, Reason: "no name between {{ and }}"}
		}
		out = append(out, Token{Name: name, At: start})
		at = start + 2 + length + 2
	}
	return out, nil
}

// IsVariable tells whether a name may be a variable of a prompt: a letter or "_", then letters, digits and "_", at most
// 64 in all.
func IsVariable(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}
