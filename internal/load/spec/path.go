package spec

import (
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
)

// join appends a label to a path, quoted where it is no identifier.
func join(path, label string, quoted bool) string {
	label = Label(label, quoted)
	if path == "" {
		return label
	}
	return path + "." + label
}

// Join appends a regular label to a path as diagnostics write it.
func Join(path, label string) string {
	return join(path, label, len(label) > 0 && (label[0] == '#' || label[0] == '_'))
}

// Label writes a label as CUE does: quoted where it is no identifier, or where it would read as a definition.
func Label(label string, quoted bool) string {
	if !ast.IsValidIdent(label) || quoted && (label[0] == '#' || label[0] == '_') {
		return strconv.Quote(label)
	}
	return label
}

// Split cuts a path into its segments: labels as written, with the quotes of quoted ones, and indexes as "[0]".
// A path that is not well formed gives the segments up to the fault.
func Split(path string) []string {
	var out []string
	for path != "" {
		switch path[0] {
		case '.':
			path = path[1:]
			continue
		case '"':
			text, err := strconv.QuotedPrefix(path)
			if err != nil {
				return out
			}
			out, path = append(out, text), path[len(text):]
		case '[':
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return out
			}
			out, path = append(out, path[:end+1]), path[end+1:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			out, path = append(out, path[:end]), path[end:]
		}
	}
	return out
}

// Find returns the node at the path, else its nearest parent, and whether it is the node itself.
func (p *Package) Find(path string) (*Node, bool) {
	n := p.root
	for _, seg := range Split(path) {
		next := n.step(seg)
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

func (n *Node) step(seg string) *Node {
	want, unquoted := n.Path+"."+seg, seg
	switch {
	case seg[0] == '[':
		want = n.Path + seg
	case n.Path == "":
		want = seg
	}
	if text, err := strconv.Unquote(seg); err == nil && seg[0] == '"' {
		unquoted = text
	}
	for _, c := range n.named(unquoted) {
		if c.Path == want {
			return c
		}
	}
	if seg[0] == '[' {
		for _, c := range n.Children() {
			if c.Path == want {
				return c
			}
		}
	}
	return n.Child(unquoted) // a path may quote what needs no quotes
}

// Child returns the child with the label, nil where there is none.
func (n *Node) Child(label string) *Node {
	if label == "" {
		return nil
	}
	if list := n.named(label); len(list) > 0 {
		return list[0]
	}
	return nil
}

// named are the children with a name: a field, and perhaps a definition that a quoted label of the field resembles.
func (n *Node) named(name string) []*Node {
	children := n.Children()
	if n.byName == nil && n.built {
		n.byName = make(map[string][]*Node, len(children))
		for _, c := range children {
			n.byName[c.Name] = append(n.byName[c.Name], c)
		}
	}
	return n.byName[name]
}
