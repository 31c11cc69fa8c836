package exact

import (
	"bytes"

	"github.com/ikgen/ikgen/internal/canonical"
)

// Canonical rewrites a document in the form of RFC 8785, with the numbers packed that a double cannot carry.
func Canonical(raw []byte) ([]byte, error) {
	if isPlain(raw) {
		return canonical.JSON(raw)
	}
	tree, err := Pack(raw)
	if err != nil {
		return nil, err
	}
	return canonical.Marshal(tree)
}

// safeDigits is how many decimal digits every double carries.
const safeDigits = 15

// isPlain tells whether nothing in a document needs packing: no key that could be the mark, and only numbers so short
// that a double carries them. It spares most documents the way through a tree. Invalid JSON may pass; the caller's
// reader refuses it.
func isPlain(raw []byte) bool {
	if bytes.Contains(raw, []byte(key)) || bytes.Contains(raw, []byte(`\u00`)) {
		return false // an escape could spell the mark
	}
	digits := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			digits = 0
		case c >= '0' && c <= '9':
			if digits++; digits > safeDigits {
				return false
			}
		case digits > 0 && (c == 'e' || c == 'E'):
			return false
		case c == '.' || c == '-':
		default:
			digits = 0
		}
	}
	return true
}
