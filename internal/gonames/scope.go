package gonames

import "slices"

// Collision is one Go name that two elements of the spec would get. Paths are the elements, in the order in which they
// were named; a single path means that the name is one that generated code needs for itself.
type Collision struct {
	Name  string
	Paths []string
}

// scope is one Go scope: the package, the methods of one context, the fields of one struct.
type scope struct {
	owner map[string]string // name -> path, "" for a name of generated code
	found *[]Collision
}

// newScope starts a scope whose reserved names belong to generated code.
func newScope(found *[]Collision, reserved ...string) scope {
	s := scope{owner: map[string]string{}, found: found}
	for _, r := range reserved {
		s.owner[r] = ""
	}
	return s
}

// take claims a name for the element at path, and tells whether it is free.
func (s scope) take(name, path string) bool {
	other, taken := s.owner[name]
	if !taken {
		s.owner[name] = path
		return true
	}
	if other == path {
		return true
	}
	c := Collision{Name: name, Paths: []string{path}}
	if other != "" {
		c.Paths = []string{other, path}
	}
	for _, have := range *s.found {
		if have.Name == c.Name && slices.Equal(have.Paths, c.Paths) {
			return false
		}
	}
	*s.found = append(*s.found, c)
	return false
}

// avoid gives name, or with the suffix when name is one of the words that the place needs for itself.
func avoid(name, suffix string, reserved ...string) string {
	if slices.Contains(reserved, name) {
		return name + suffix
	}
	return name
}
