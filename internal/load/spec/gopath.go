package spec

import "strings"

// IsGoImportPath tells whether a text can be the import path of a Go package, as the go command reads it: elements of
// letters, digits and -._~+ between single slashes, none of which begins or ends with a dot.
func IsGoImportPath(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == "" || element[0] == '.' || element[len(element)-1] == '.' || strings.ContainsFunc(element, notInPath) {
			return false
		}
	}
	return path[0] != '-'
}

func notInPath(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._~+", r))
}
