package gen

import (
	"fmt"
	gotoken "go/token"
	"maps"
	"slices"
	"strings"
)

// imports are the packages that a file uses.
type imports struct {
	own   string            // the file's package
	known map[string]string // names that packages have, by path
	given map[string]bool   // paths whose name is written out
	kept  map[string]string // paths by the names that no other package gets
	used  map[string]string // names in the file, by path
	taken map[string]bool
}

// name is the name of a package in the file, which imports it from then on; "" is the file's own package.
func (im *imports) name(path string) string {
	if path == im.own {
		return ""
	}
	if name, ok := im.used[path]; ok {
		return name
	}
	name, ok := im.known[path]
	if !ok {
		name = guess(path)
		im.given[path] = !standard(path)
	}
	unique := name
	for i := 1; im.taken[unique] || reserved(unique) || im.keptFromOthers(unique, path); i++ {
		unique = fmt.Sprintf("%s%d", name, i)
		im.given[path] = true
	}
	im.used[path], im.taken[unique] = unique, true
	return unique
}

func (im *imports) keptFromOthers(name, path string) bool {
	owner, kept := im.kept[name]
	return kept && owner != path
}

// standard tells whether a path belongs to the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// guess makes a name of the last element of a path.
func guess(path string) string {
	path = strings.TrimSuffix(path, "/")
	last := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	last = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, last)
	if last = strings.TrimLeft(last, "0123456789"); last == "" {
		return "pkg"
	}
	return last
}

// reserved tells whether a name has a meaning in generated code that an import would hide.
func reserved(name string) bool {
	return gotoken.IsKeyword(name) || slices.Contains(predeclared(), name)
}

func predeclared() []string {
	return []string{
		"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64", "copy", "delete", "err",
		"error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "max", "min", "new",
		"nil", "panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
	}
}

// text is the import declaration: the standard library first.
func (im *imports) text() string {
	var groups [2][]string
	for _, path := range slices.Sorted(maps.Keys(im.used)) {
		line := "\t" + string(appendQuoted(nil, path))
		if im.given[path] {
			line = "\t" + im.used[path] + " " + line[1:]
		}
		group := 1
		if standard(path) {
			group = 0
		}
		groups[group] = append(groups[group], line)
	}
	var blocks []string
	for _, g := range groups {
		if len(g) > 0 {
			blocks = append(blocks, strings.Join(g, "\n"))
		}
	}
	switch {
	case len(blocks) == 0:
		return ""
	case len(im.used) == 1:
		return "\nimport " + strings.TrimSpace(blocks[0]) + "\n"
	default:
		return "\nimport (\n" + strings.Join(blocks, "\n\n") + "\n)\n"
	}
}
