package render

import (
	"bytes"
	"slices"
	"strings"
)

// groupImports puts the standard library first in an import block, with a blank line after it. Jennifer writes one
// sorted list.
func groupImports(source []byte) []byte {
	open := []byte("\nimport (\n")
	start := bytes.Index(source, open)
	if start < 0 {
		return source
	}
	start += len(open)
	end := bytes.Index(source[start:], []byte("\n)"))
	if end < 0 {
		return source
	}
	var std, other []string
	for line := range strings.SplitSeq(string(source[start:start+end]), "\n") {
		quoted := line[strings.IndexByte(line, '"')+1:]
		first, _, _ := strings.Cut(quoted, "/")
		if strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	groups := strings.Join(std, "\n")
	if len(std) > 0 && len(other) > 0 {
		groups += "\n\n"
	}
	groups += strings.Join(other, "\n")
	return slices.Concat(source[:start], []byte(groups), source[start+end:])
}
