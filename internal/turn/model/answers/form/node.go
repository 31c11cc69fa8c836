// Package form turns a JSON Schema into text with holes, which a turn fills with what it knows.
//
// It owns the tree of a schema, its members in order, and the text that is made of it once and for all. It does not know
// what a schema describes. It is meant for schemas that generated code holds as constants: what is no JSON Schema becomes
// the schema that accepts nothing.
package form

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/project/write"
)

// Node is a place of a schema. Exactly one of its parts is used.
type Node struct {
	raw     string // a scalar, as JSON
	hole    string
	list    []*Node
	members []member
	isList  bool
}

type member struct {
	name  string
	value *Node
}

// Raw is a value that is written as it is.
func Raw(text string) *Node { return &Node{raw: text} }

// List is a list of nodes.
func List(nodes ...*Node) *Node { return &Node{isList: true, list: nodes} }

// Hole is a place that is filled later.
func Hole(name string) *Node { return &Node{hole: name} }

// Parse reads a schema and puts every definition in the place of the references to it, so that a reader finds all in one
// place. A description beside a reference stands in for the definition's own.
func Parse(schema string) *Node {
	d := json.NewDecoder(strings.NewReader(schema))
	d.UseNumber()
	n, err := read(d)
	if err != nil {
		return Raw("false")
	}
	defs := n.Take("$defs")
	return n.inline(defs, maxInline)
}

// maxInline bounds how deeply definitions stand in each other.
const maxInline = 16

func read(d *json.Decoder) (*Node, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		n := &Node{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := read(d)
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{key.(string), v})
		}
		_, err = d.Token()
		return n, err
	case json.Delim('['):
		n := &Node{isList: true}
		for d.More() {
			v, err := read(d)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, v)
		}
		_, err = d.Token()
		return n, err
	}
	raw, err := json.Marshal(t)
	return Raw(string(raw)), err
}

func (n *Node) inline(defs *Node, depth int) *Node {
	out := &Node{raw: n.raw, hole: n.hole, isList: n.isList}
	for _, e := range n.list {
		out.list = append(out.list, e.inline(defs, depth))
	}
	for _, m := range n.members {
		if m.name != "$ref" {
			out.Set(m.name, m.value.inline(defs, depth))
			continue
		}
		def := defs.At(strings.TrimPrefix(Value(m.value), "#/$defs/"))
		if depth == 0 {
			continue
		}
		for _, d := range def.inline(defs, depth-1).members {
			if out.find(d.name) < 0 {
				out.members = append(out.members, d)
			}
		}
	}
	return out
}

// Value is the text of a scalar string, "" of anything else.
func Value(n *Node) string {
	var s string
	if n == nil || json.Unmarshal([]byte(n.raw), &s) != nil {
		return ""
	}
	return s
}

func (n *Node) find(name string) int {
	return slices.IndexFunc(n.members, func(m member) bool { return m.name == name })
}

// At goes down by names of members and places of lists. A place that is not there is a new, detached node.
func (n *Node) At(path ...string) *Node {
	for _, step := range path {
		if n == nil {
			return &Node{}
		}
		if at := n.find(step); at >= 0 {
			n = n.members[at].value
			continue
		}
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.list) {
			n = n.list[i]
			continue
		}
		return &Node{}
	}
	return n
}

// Set gives a member a value: in its place, or at the end. It returns n.
func (n *Node) Set(name string, v *Node) *Node {
	if at := n.find(name); at >= 0 {
		n.members[at].value = v
	} else {
		n.members = append(n.members, member{name, v})
	}
	return n
}

// Rename gives a member another name, in its place.
func (n *Node) Rename(name, to string) {
	if at := n.find(name); at >= 0 {
		n.members[at].name = to
	}
}

// Take removes a member and gives its value, nil when there is none.
func (n *Node) Take(name string) *Node {
	at := n.find(name)
	if at < 0 {
		return nil
	}
	v := n.members[at].value
	n.members = slices.Delete(n.members, at, at+1)
	return v
}

// Require adds a name to the required members of an object.
func (n *Node) Require(name string) {
	list := n.At("required")
	list.isList = true
	list.list = append(list.list, Raw(Quote(name)))
	n.Set("required", list)
}

// Quote writes a text as JSON.
func Quote(s string) string { return string(write.String(nil, s)) }

// Drop removes an element of a list.
func (n *Node) Drop(at int) {
	if at < len(n.list) {
		n.list = slices.Delete(n.list, at, at+1)
	}
}

// Replace puts another value in the place of an element of a list.
func (n *Node) Replace(at int, v *Node) {
	if at < len(n.list) {
		n.list[at] = v
	}
}

// BareMembers takes the descriptions out of the members of an object, but for those named.
func (n *Node) BareMembers(except ...string) {
	for _, p := range n.At("properties").members {
		if !slices.Contains(except, p.name) {
			p.value.Bare()
		}
	}
}

// Bare takes the descriptions out of a schema and of all schemas in it: for one that stands beside another that has them.
func (n *Node) Bare() {
	if n == nil {
		return
	}
	n.Take("description")
	n.BareMembers()
	for _, m := range n.members {
		switch {
		case m.name == "items":
			m.value.Bare()
		case m.value.isList:
			for _, e := range m.value.list {
				e.Bare()
			}
		}
	}
}
