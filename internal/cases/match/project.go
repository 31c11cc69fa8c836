package match

import "github.com/ikgen/ikgen/internal/cases/tree"

// Project rewrites an expected value so that actual matches it, and keeps its shape: objects keep their keys, what
// already matches stays as it is (operators too), and what does not is replaced. actual may be nil for no value.
func Project(expected, actual, root *tree.Value) *tree.Value {
	if Matches(expected, actual, root) {
		return expected
	}
	if actual == nil {
		return tree.Obj(tree.M("$absent", tree.True(true)))
	}
	switch {
	case IsOperator(expected) || expected.Kind != actual.Kind:
		return Literal(actual)
	case expected.Kind == tree.Object:
		out := tree.Obj()
		for _, m := range expected.Members {
			out.Members = append(out.Members, tree.M(m.Key, Project(m.Value, actual.Get(Unescape(m.Key)), root)))
		}
		return out
	case expected.Kind == tree.Array:
		return projectList(expected, actual, root)
	default:
		return Literal(actual)
	}
}

// projectList keeps the shape of the elements that were there; further ones take the shape of the last.
func projectList(expected, actual, root *tree.Value) *tree.Value {
	out := tree.List()
	for i, it := range actual.Items {
		if len(expected.Items) == 0 {
			out.Items = append(out.Items, Literal(it))
			continue
		}
		shape := expected.Items[min(i, len(expected.Items)-1)]
		out.Items = append(out.Items, Project(shape, it, root))
	}
	return out
}

// Literal writes a value as expected data: keys that begin with $ are escaped.
func Literal(v *tree.Value) *tree.Value {
	c := v.Clone()
	escapeKeys(c)
	return c
}

func escapeKeys(v *tree.Value) {
	for _, it := range v.Items {
		escapeKeys(it)
	}
	for i := range v.Members {
		v.Members[i].Key = Escape(v.Members[i].Key)
		escapeKeys(v.Members[i].Value)
	}
}
