package jsonval

import "encoding/json"

// AppendString appends a text as a JSON string, byte for byte as encoding/json writes it. Plain texts, as identifiers
// are, cost nothing but their copy.
func AppendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			written, _ := json.Marshal(s) // a text always has a form
			return append(dst, written...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
