package jsonschema

import "strings"

// edge is a reference out of a definition.
type edge struct {
	to       string
	optional bool // on the way there stands a property that may be left out
}

// edges are the references in a schema, in its order.
func edges(v value, optional bool, out []edge) []edge {
	switch v := v.(type) {
	case list:
		for _, e := range v {
			out = edges(e, optional, out)
		}
	case *object:
		if ref, ok := v.get("$ref").(text); ok {
			out = append(out, edge{strings.TrimPrefix(string(ref), defsPrefix), optional})
		}
		needed, _ := v.get("required").(list)
		for _, m := range v.members {
			properties, ok := m.value.(*object)
			switch {
			case m.key == "default" || m.key == "examples" || m.key == "const" || m.key == "enum":
				continue // values, not schemas
			case m.key != "properties" || !ok:
				out = edges(m.value, optional, out)
				continue
			}
			for _, p := range properties.members {
				out = edges(p.value, optional || !contains(needed, p.key), out)
			}
		}
	}
	return out
}

// loops are the definitions that lead back to themselves.
func loops(defs *object) map[string]bool { return back(defs, func(edge) bool { return true }) }

// back finds the definitions from which a way over the given edges leads back to them.
func back(defs *object, use func(edge) bool) map[string]bool {
	next := map[string][]string{}
	for _, d := range defs.members {
		for _, e := range edges(d.value, false, nil) {
			if use(e) {
				next[d.key] = append(next[d.key], e.to)
			}
		}
	}
	out := map[string]bool{}
	for _, d := range defs.members {
		seen, queue := map[string]bool{}, next[d.key]
		for len(queue) > 0 && !seen[d.key] {
			at := queue[0]
			queue = queue[1:]
			if !seen[at] {
				seen[at] = true
				queue = append(queue, next[at]...)
			}
		}
		if seen[d.key] {
			out[d.key] = true
		}
	}
	return out
}

// cycles finds definitions that the vendor takes only where a field may be left out.
func (f *fitter) cycles() {
	if f.vendor.cycles != cyclesInOptional {
		return
	}
	required := back(f.defs, func(e edge) bool { return !e.optional })
	for _, name := range f.used {
		if required[name] {
			f.problem(defsPrefix+name, "let the field that leads back be left out: kids?: [...]",
				"%s takes recursion in optional fields only, and %s contains itself in fields that must be there", f.vendor.title, name)
		}
	}
}
